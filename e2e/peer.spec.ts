/** The console's own reading, with an independent tool between it and the service that knows only the description. */
import { operationNames, rowOf } from '../lib/api/operations'
import { startPeer } from '../lib/sandbox/description/peer'
import { startConsoleOn } from './stage'
import { expect, signIn, test } from './test'

test('what the console asks and what the service answers are what the description says', async ({ page, desk }) => {
  const document = await (await fetch(`${desk.sandbox.url}/openapi.json`)).json()
  const peer = await startPeer(document, desk.sandbox.url)
  const console = await startConsoleOn(peer.url)
  try {
    await signIn(page, { ...desk, console }, 'treasury', '/transfers?limit=20')
    await expect(page.getByRole('table').getByRole('row').nth(5)).toBeVisible()

    await page.goto(`${console.url}/sandbox/transfers?statuses=PENDING&statuses=COMPLETED&limit=20`)
    await expect(page.getByRole('table').getByRole('row').nth(5)).toBeVisible()
    await page.getByRole('link', { name: 'Older' }).click()
    await page.waitForURL(/page_cursor=/)
    await expect(page.getByRole('table').getByRole('row').nth(5)).toBeVisible()
    await page.goto(
      `${console.url}/sandbox/transfers?type=WIRE_DEPOSIT&created_at.gte=2020-01-01T00:00:00Z&order=ASC&limit=20`,
    )
    await page.getByRole('table').getByRole('row').nth(1).getByRole('link').first().click()
    await page.waitForURL(/\/transfers\/[0-9a-f-]{36}/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

    await page.goto(`${console.url}/sandbox/issuer-quotes`)
    await expect(page.getByRole('table').getByRole('row').nth(5)).toBeVisible()
    await page.goto(`${console.url}/sandbox`)
    await expect(page.getByText(/^Counted from [\d,]+ transfers read/)).toBeVisible()
  } finally {
    await Promise.all([console.stop(), peer.stop()])
  }
  const paths = new Set(peer.passed().map((target) => target.split('?')[0]?.replace(/[0-9a-f-]{36}$/, '{id}')))
  expect([...paths]).toEqual(
    expect.arrayContaining([
      '/oauth2/token',
      '/v2/transfer/transfers',
      '/v2/transfer/transfers/{id}',
      '/v2/issuer-quotes',
    ]),
  )
  for (const part of ['page_cursor=', 'statuses=COMPLETED', 'type=WIRE_DEPOSIT', 'created_at.gte='])
    expect(
      peer.passed().some((target) => target.includes(part)),
      part,
    ).toBe(true)
  // The sign-in page looks whether the service answers at all, and nobody has a token there.
  expect([...new Set(peer.violations())]).toEqual(['request Invalid security scheme used'])
})

test('the viewer of the description shows every operation and tries one, all of it from the service', async ({
  browser,
  desk,
}) => {
  // A page of its own: the secret of the demo client is on it, and is none.
  const page = await browser.newPage()
  const found: string[] = []
  page.on('pageerror', (error) => found.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') found.push(message.text())
  })
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(desk.sandbox.url)) found.push(request.url())
  })
  await page.goto(`${desk.sandbox.url}/docs`)
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
