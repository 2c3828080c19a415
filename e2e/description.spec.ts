/** The viewer of the sandbox's own description. */
import { operationNames, rowOf } from '../lib/provider/operations'
import { expect, test } from './test'

test('the API docs of the sandbox list every operation and run one, loading nothing from elsewhere', async ({
  browser,
  demo,
}) => {
  // The docs show the demo client's secret, which is public.
  const page = await browser.newPage()
  const found: string[] = []
  page.on('pageerror', (error) => found.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') found.push(message.text())
  })
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(demo.sandbox.url)) found.push(request.url())
  })
  await page.goto(`${demo.sandbox.url}/docs`)
  for (const name of operationNames)
    await expect(page.locator('.opblock-summary-description', { hasText: rowOf(name).title }).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Warning' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Authorize' }).first().click()
  await page.getByRole('button', { name: 'Apply given OAuth2 credentials' }).click()
  await expect(page.getByRole('button', { name: 'Remove authorization' })).toBeVisible()
  await page.getByRole('button', { name: 'Close', exact: true }).click()

  const operation = page.locator('#operations-Transfers-listTransfers')
  await operation.getByRole('button').first().click()
  await operation.getByRole('button', { name: 'Try it out' }).click()
  await operation.getByRole('button', { name: 'Execute' }).click()
  const answers = operation.locator('.live-responses-table tbody')
  await expect(answers.locator('.response-col_status')).toHaveText('200')
  await expect(answers).toContainText('next_page_cursor')
  expect(found).toEqual([])
  await page.close()
})
