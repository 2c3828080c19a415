/** What a desk sets without a deploy takes effect: the reply to a customer and when a transfer is overdue; and its connection. */
import { checkAccessibility, expect, signIn, test } from './test'

test('an admin changes the reply and the overdue time, sees both take effect, and takes them back', async ({
  page,
  demo,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, demo, 'admin', '/settings/desk')
  const reply = page.getByRole('textbox', { name: 'English' })
  const limit = page.getByRole('textbox', { name: /overdue after at most/ })
  const save = page.getByRole('button', { name: 'Save' })
  await page.getByRole('textbox', { name: 'Name of the desk' }).fill('Halden Treasury')
  await limit.fill('1')
  await reply.fill('Dear customer,\n\n{mesage}\n\nYours, {desk}')
  await save.press('Enter')
  await expect(page.getByText('{mesage} is no placeholder. Use one of {message},')).toBeVisible()
  await expect(reply).toBeFocused()
  await reply.fill('Dear customer,\n\n{message}\n\nYours, {desk}')
  await save.press('Enter')
  await expect(page.getByText(/^Version \d+, saved by/)).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' }).getByText('Halden Treasury')).toBeVisible()
  await checkAccessibility(page)

  const answer = await page.request.get(
    `${demo.console.url}/api/sandbox/v2/transfer/transfers?statuses=PENDING&limit=1000`,
  )
  const { items }: { items: { id: string; type: string }[] } = await answer.json()
  const wire = items.find(({ type }) => type === 'WIRE_WITHDRAWAL')
  await page.goto(`${demo.console.url}/sandbox/transfers/${wire?.id}`)
  await expect(page.getByText(/^Overdue (by|from).*(the desk's limit is|Limit) 1 h/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Reply to customer', exact: true }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^Dear customer,\n\nYour [\s\S]*\n\nYours, Halden Treasury$/)

  // The tests that follow have the usual texts.
  await page.goto(`${demo.console.url}/sandbox/settings/desk`)
  await page.getByRole('textbox', { name: 'Name of the desk' }).fill('')
  await limit.fill('')
  await reply.fill('')
  await save.press('Enter')
  await expect(page.getByText(/^Version \d+, saved by/)).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' }).getByText('Halden Treasury')).not.toBeVisible()
})

test('an admin checks the connection', async ({ page, demo }) => {
  await signIn(page, demo, 'admin', '/settings/connection')
  await page.getByRole('button', { name: 'Check connection' }).press('Enter')
  await expect(page.getByText('Connected to the provider')).toBeVisible()
  await expect(page.getByRole('row', { name: /transfer:read_transfer Valid/ })).toBeVisible()
  await checkAccessibility(page)
})
