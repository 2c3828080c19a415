/** The journeys of one transfer. Its mechanics are in components/transfers/transfer-page.component.test.tsx. */
import type { Page } from '@playwright/test'
import type { Demo } from './processes'
import { checkAccessibility, expect, signIn, test } from './test'

type Transfer = Record<string, string> & { auto_conversion?: Record<string, string> }

const list = (demo: Demo, search = '') => `${demo.console.url}/sandbox/transfers${search}`
/** Signs in on a page with one row. */
const enter = (page: Page, demo: Demo) => signIn(page, demo, 'support', '/transfers?limit=1')
const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name })
const facts = (page: Page) => page.getByRole('complementary', { name: 'Facts' })

async function transfers(page: Page, demo: Demo, search: string): Promise<Transfer[]> {
  const answer = await page.request.get(`${demo.console.url}/api/sandbox/v2/transfer/transfers?${search}`)
  return (await answer.json()).items
}

async function transferWhere(page: Page, demo: Demo, search: string, fits: (one: Transfer) => unknown) {
  const found = (await transfers(page, demo, `${search}&limit=1000`)).find(fits)
  if (!found) throw new Error(`No transfer of ${search} fits.`)
  return found
}

/** The path of a transfer, as its row in a list links to it. */
const hrefFrom = (id: string | undefined, from: string) => `/${id}?${new URLSearchParams({ 'x.from': from })}`

test('support opens a transfer from a filtered list, reads who must act, and goes back to that list', async ({
  page,
  demo,
}) => {
  await signIn(page, demo, 'support', '/transfers?secondary_statuses=TRAVEL_RULE_INFO_REQUESTED')
  await page
    .getByRole('link', { name: /transfer [0-9a-f-]{36}/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Travel rule details needed.').first()).toBeVisible()
  await expect(
    page.getByText(/Treasury must send sender and recipient details through the provider's portal\./).first(),
  ).toBeVisible()
  await expect(page.getByText(/^Overdue (by|from)/).first()).toBeVisible()
  // With type, amount and ID: many transfers have the same type and amount.
  await expect(page).toHaveTitle(/^\[Sandbox\] .+ \S*\d\S* \w+, [0-9a-f]{8}…[0-9a-f]{4} - Mintdesk$/)
  await page.getByRole('link', { name: 'Back to the list: Secondary status Travel rule details needed' }).click()
  await expect(page).toHaveURL(list(demo, '?secondary_statuses=TRAVEL_RULE_INFO_REQUESTED'))
})

test('both sides of a platform transfer are one station, and lead to the whole movement', async ({ page, demo }) => {
  await enter(page, demo)
  const [one] = await transfers(page, demo, 'type=PLATFORM_TRANSFER_DEBIT&limit=1')
  await page.goto(list(demo, `/${one?.id}`))
  await expect(page.getByText('2 transfers, arrived')).toBeVisible()
  await expect(page.getByRole('link', { name: 'View transfers' }).last()).toHaveAttribute(
    'href',
    `/sandbox/transfers?group_ids=${one?.group_id}`,
  )
  await page.getByRole('link', { name: 'Follow the money' }).click()
  await page.waitForURL(`**/money/${one?.id}`)
  const stations = page.getByRole('list', { name: 'Stations of this movement' }).getByRole('listitem')
  await expect(stations).toHaveCount(1)
  await expect(stations).toContainText('Same group')
  await expect(page.getByText('Difference')).toBeVisible()
  await checkAccessibility(page)
})

test('j, k and the links step through the list that the person came from, and u goes back to it', async ({
  page,
  demo,
}) => {
  await enter(page, demo)
  const search = 'statuses=FAILED&limit=3'
  const ids = (await transfers(page, demo, search)).map(({ id }) => id)
  await page.goto(list(demo, `?${search}`))
  await page.getByRole('link', { name: new RegExp(`transfer ${ids[0]}`) }).click()
  await page.waitForURL(`**${hrefFrom(ids[0], search)}`)
  await expect(page.getByText('1 of 3 loaded, start of list')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Previous' })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('k')
  await page.keyboard.press('j')
  await page.waitForURL(`**${hrefFrom(ids[1], search)}`)
  await expect(page.getByText('2 of 3 loaded')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.getByRole('link', { name: 'Next' }).click()
  await page.waitForURL(`**${hrefFrom(ids[2], search)}`)
  await expect(page.getByText('3 of 3 loaded, end of this page')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Next' })).toHaveAttribute('aria-disabled', 'true')
  await page.reload()
  await expect(page.getByText('3 of 3 loaded, end of this page')).toBeVisible()
  await page.keyboard.press('k')
  await page.waitForURL(`**${hrefFrom(ids[1], search)}`)
  await expect(facts(page)).toContainText(`${ids[1]}`)
  await page.keyboard.press('u')
  await expect(page).toHaveURL(list(demo, `?${search}`))
})

test('the reply has no ID, the internal note has them in full, and both are copied at once', async ({
  page,
  demo,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enter(page, demo)
  const one = await transferWhere(page, demo, 'type=CRYPTO_WITHDRAWAL', ({ amount }) => /^\d{4,}\./.test(amount ?? ''))
  const pasted = () => page.evaluate(() => navigator.clipboard.readText())
  await page.goto(list(demo, `/${one.id}`))
  await page.getByRole('button', { name: 'Reply to customer', exact: true }).click()
  await expect.poll(pasted).toMatch(/^Hello,\n\nYour withdrawal of /)
  for (const internal of [one.id, one.profile_id, one.customer_id]) expect(await pasted()).not.toContain(`${internal}`)
  await page.getByRole('button', { name: 'Internal note', exact: true }).click()
  await expect.poll(pasted).toContain(`Transfer ${one.id}\n`)
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached()
  expect(await pasted()).toContain('Sandbox, as of ')
  expect(await pasted()).toContain(list(demo, `/${one.id}`))
  expect(await pasted()).not.toContain(`${one.customer_id}`)
  // By hand: the screen groups and signs the amount, but it is copied as received.
  await page
    .locator('main .amount')
    .first()
    .evaluate((amount) => window.getSelection()?.selectAllChildren(amount))
  await page.keyboard.press('ControlOrMeta+c')
  await expect.poll(pasted).toBe(one.amount)
})

test('a printed transfer is a receipt: black on white, with every field, the zone and the times', async ({
  page,
  demo,
}) => {
  await enter(page, demo)
  const withoutMemo = ({ status, auto_conversion, memo }: Transfer) =>
    status === 'COMPLETED' && auto_conversion && !memo
  const one = await transferWhere(page, demo, 'type=CRYPTO_WITHDRAWAL', withoutMemo)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(list(demo, `/${one.id}`))
  await expect(facts(page)).toBeVisible()
  const receipt = page.getByRole('article')
  await expect(receipt).toHaveCount(0)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(receipt).toBeVisible()
  await expect(receipt).toContainText('Transfer receipt, sandbox, no real money')
  await expect(receipt).toContainText(/Crypto withdrawal.*Completed/)
  for (const name of [
    'id',
    'profile_id',
    'crypto_tx_hash',
    'destination_address',
    'ref_id',
    'created_at',
    'updated_at',
  ])
    if (one[name]) await expect(receipt).toContainText(one[name])
  await expect(receipt).toContainText(
    /Read from the provider on \d+ \w+ \d{4} [\d:]+ UTC, request req_\w+\. Printed on .* UTC\./,
  )
  await expect(receipt).toContainText(/Not provided: .*Memo/)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(facts(page)).toHaveCount(0)
  const colours = await receipt.evaluate((element) => [
    getComputedStyle(element).color,
    getComputedStyle(document.body).backgroundColor,
  ])
  expect(colours).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)'])
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
  await expect(receipt).toHaveCount(0)
  await expect(facts(page)).toBeVisible()
})

test('axe finds nothing in the tabs of a transfer', async ({ page, demo }) => {
  await enter(page, demo)
  const one = await transferWhere(page, demo, 'type=CRYPTO_WITHDRAWAL', (other) => other.auto_conversion)
  await page.goto(list(demo, hrefFrom(one.id, 'type=CRYPTO_WITHDRAWAL&limit=1000')))
  for (const view of [/^Story/, /^All fields/, /^Raw JSON/]) {
    await tab(page, view).click()
    await expect(page.getByRole('tabpanel', { name: view })).not.toBeEmpty()
    await checkAccessibility(page)
  }
})
