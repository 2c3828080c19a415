/** One transfer: what it is and who must act, its sides, its neighbours, every field, in words, as it came and on paper. */
import type { Page } from '@playwright/test'
import type { Company, Desk } from './stage'
import { checkAccess, companySignIn, expect, signIn, test } from './test'

type Transfer = Record<string, string> & { auto_conversion?: Record<string, string> }

const list = (desk: Desk, search = '') => `${desk.console.url}/sandbox/transfers${search}`
/** Signs in where little is drawn. */
const enter = (page: Page, desk: Desk) => signIn(page, desk, 'support', '/transfers?limit=1')
const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name })
const facts = (page: Page) => page.getByRole('complementary', { name: 'Facts' })
const fact = (page: Page, name: string) =>
  facts(page).getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd[1]')

async function transfers(page: Page, desk: Desk, search: string): Promise<Transfer[]> {
  const answer = await page.request.get(`${desk.console.url}/api/sandbox/v2/transfer/transfers?${search}`)
  return (await answer.json()).items
}

async function transferWhere(page: Page, desk: Desk, search: string, fits: (one: Transfer) => unknown) {
  const found = (await transfers(page, desk, `${search}&limit=1000`)).find(fits)
  if (!found) throw new Error(`No transfer of ${search} fits.`)
  return found
}

/** The address of a transfer, as its row in a list links to it. */
const hrefFrom = (id: string | undefined, from: string) => `/${id}?${new URLSearchParams({ 'x.from': from })}`

test('a transfer is opened from a filtered list, read, and left for the same list', async ({ page, desk }) => {
  await signIn(page, desk, 'support', '/transfers?secondary_statuses=TRAVEL_RULE_INFO_REQUESTED')
  await page
    .getByRole('link', { name: /transfer [0-9a-f-]{36}/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Travel rule information needed.').first()).toBeVisible()
  await expect(
    page.getByText(/Treasury must send sender and recipient details to the provider\./).first(),
  ).toBeVisible()
  await expect(page.getByText(/^Pending for \d/)).toBeVisible()
  await expect(page).toHaveTitle(/^\[Sandbox\] .* - Mintdesk$/)
  await page.getByRole('link', { name: 'Back to the list: Secondary status Travel rule information needed' }).click()
  await expect(page).toHaveURL(list(desk, '?secondary_statuses=TRAVEL_RULE_INFO_REQUESTED'))
})

test('its views are chosen by mouse and arrows, and stay chosen over a reload', async ({ page, desk }) => {
  await enter(page, desk)
  const [one] = await transfers(page, desk, 'type=CRYPTO_WITHDRAWAL&limit=1')
  await page.goto(list(desk, `/${one?.id}`))
  await tab(page, /^All fields/).click()
  await expect(tab(page, /^All fields/)).toHaveAttribute('aria-selected', 'true')
  await expect(tab(page, /^All fields/)).toContainText(String(Object.keys(one ?? {}).length))
  const panel = page.getByRole('tabpanel')
  for (const [name, value] of Object.entries(one ?? {})) {
    await expect(panel).toContainText(name)
    if (typeof value === 'string' && !/amount|total|fee|value/.test(name)) await expect(panel).toContainText(value)
  }
  await page.keyboard.press('ArrowRight')
  await expect(tab(page, /^Raw JSON/)).toBeFocused()
  await page.reload()
  await expect(tab(page, /^Raw JSON/)).toHaveAttribute('aria-selected', 'true')
  const raw = page.getByRole('region', { name: 'JSON text' })
  expect(JSON.parse((await raw.textContent()) ?? '')).toEqual(one)
  await tab(page, /^Raw JSON/).press('Home')
  await expect(facts(page)).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
})

test('an id that nobody has, and a text that is no id, are said to be so', async ({ page, desk }) => {
  await signIn(page, desk, 'support', '/transfers/00000000-0000-4000-8000-00000000dead')
  await expect(page.getByText('No transfer with this ID')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.goto(list(desk, '/mint-2026'))
  await expect(page.getByText(/Enter the full ID/)).toBeVisible()
  await expect(page.getByText(/could not be read/)).toHaveCount(0)
})

test('both ends of a conversion are read, add up, and lead to each other', async ({ page, desk }) => {
  await enter(page, desk)
  const wire = await transferWhere(page, desk, 'type=WIRE_DEPOSIT', (one) => one.auto_conversion)
  const to = wire.auto_conversion?.to_transfer_id
  await page.goto(list(desk, `/${wire.id}`))
  const other = page.getByRole('region', { name: 'Destination' })
  await expect(other).toContainText('Internal transfer')
  await expect(page.getByText(/^Both totals add up, and [\d,.]+ USD in equals [\d,.]+ USD out\.$/)).toBeVisible()
  await expect(page.getByText(/Internal transfer of [\d,.]+ USD created/)).toBeVisible()
  await other.getByRole('link').click()
  await page.waitForURL(new RegExp(`${to}`))
  // The two ends of the conversion itself: dollars out, a stablecoin in.
  await expect(page.getByRole('region', { name: 'This transfer' })).toContainText('Internal transfer')
  await expect(
    page.getByText(/^Both totals add up, and [\d,.]+ USD out equals [\d,.]+ (USD[A-Z]|PYUSD) in\.$/),
  ).toBeVisible()
  await expect(page.getByText(/joined by auto_conversion and group_id, at par/)).toBeVisible()
})

test('both sides of a platform transfer are found by their group, and agree', async ({ page, desk }) => {
  await enter(page, desk)
  const [one] = await transfers(page, desk, 'type=PLATFORM_TRANSFER_DEBIT&limit=1')
  const group = await transfers(page, desk, `group_ids=${one?.group_id}`)
  const other = group.find(({ id }) => id !== one?.id)
  await page.goto(list(desk, `/${one?.id}`))
  await expect(
    page.getByText(/^Both sides agree: .* moved from one profile to the other\. Both totals add up\.$/),
  ).toBeVisible()
  const side = page.getByRole('region', { name: 'Other side' })
  await expect(side).toContainText(`${other?.id}`)
  await expect(side.getByRole('link')).toHaveAttribute('href', new RegExp(`${other?.id}`))
  await expect(page.getByRole('link', { name: 'View group' })).toHaveAttribute(
    'href',
    `/sandbox/transfers?group_ids=${one?.group_id}`,
  )
})

test('one steps through the list that one came from, by keys and buttons, and back to it', async ({ page, desk }) => {
  await enter(page, desk)
  const search = 'statuses=FAILED&limit=3'
  const ids = (await transfers(page, desk, search)).map(({ id }) => id)
  await page.goto(list(desk, `?${search}`))
  await page.getByRole('link', { name: new RegExp(`transfer ${ids[0]}`) }).click()
  await page.waitForURL(`**${hrefFrom(ids[0], search)}`)
  await expect(page.getByText('1 of 3 loaded, the first of the list')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Previous' })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('k')
  await page.keyboard.press('j')
  await page.waitForURL(`**${hrefFrom(ids[1], search)}`)
  await expect(page.getByText('2 of 3 loaded')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.getByRole('link', { name: 'Next' }).click()
  await page.waitForURL(`**${hrefFrom(ids[2], search)}`)
  await expect(page.getByText('3 of 3 loaded, the last one loaded')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Next' })).toHaveAttribute('aria-disabled', 'true')
  await page.reload()
  await expect(page.getByText('3 of 3 loaded, the last one loaded')).toBeVisible()
  await page.keyboard.press('k')
  await page.waitForURL(`**${hrefFrom(ids[1], search)}`)
  await expect(facts(page)).toContainText(`${ids[1]}`)
  await page.keyboard.press('u')
  await expect(page).toHaveURL(list(desk, `?${search}`))
})

test('of the plain list one steps too; on another page of a list, or without one, it is said or left out', async ({
  page,
  desk,
}) => {
  await enter(page, desk)
  const ids = (await transfers(page, desk, '')).map(({ id }) => id)
  await page.goto(list(desk, hrefFrom(ids[4], '')))
  await expect(page.getByRole('link', { name: 'Back to the list: All transfers' })).toBeVisible()
  await expect(page.getByText('5 of 100 loaded')).toBeVisible()
  await page.goto(list(desk, hrefFrom(ids[4], 'ids=00000000-0000-4000-8000-00000000dead')))
  await expect(page.getByText('Not on that page of the list')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Next' })).toHaveCount(0)
  await page.goto(list(desk, `/${ids[4]}`))
  await expect(facts(page)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Next' })).toHaveCount(0)
})

test('amounts, ids, JSON and the support note are copied as they are', async ({ page, desk, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enter(page, desk)
  const one = await transferWhere(page, desk, 'type=CRYPTO_WITHDRAWAL', ({ amount }) => /^\d{4,}\./.test(amount ?? ''))
  const pasted = () => page.evaluate(() => navigator.clipboard.readText())
  await page.goto(list(desk, `/${one.id}`))
  await page.getByRole('button', { name: 'Copy amount' }).click()
  await expect.poll(pasted).toBe(one.amount)
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached()
  await facts(page).getByRole('button', { name: 'Copy transfer id' }).click()
  await expect.poll(pasted).toBe(one.id)
  // By hand: the screen groups and signs the amount, the clipboard has it as it came.
  await page
    .locator('main .amount')
    .first()
    .evaluate((amount) => window.getSelection()?.selectAllChildren(amount))
  expect(await page.evaluate(() => String(window.getSelection()))).toContain(',')
  await page.keyboard.press('ControlOrMeta+c')
  await expect.poll(pasted).toBe(one.amount)
  await page.getByRole('button', { name: 'Support note', exact: true }).click()
  await expect.poll(pasted).toContain(`Transfer ${one.id}\n`)
  expect(await pasted()).toContain('Sandbox, as of ')
  for (const kept of [one.profile_id, one.customer_id, one.destination_address])
    expect(await pasted()).not.toContain(`${kept}`)
  await page.getByRole('button', { name: 'Copy as curl' }).click()
  await expect.poll(pasted).toContain(`"$BASE_URL/v2/transfer/transfers/${one.id}"`)
  expect(await pasted()).toContain('Bearer $ACCESS_TOKEN')
  await tab(page, /^Raw JSON/).click()
  await page.getByRole('button', { name: 'Copy raw JSON' }).click()
  await expect.poll(async () => JSON.parse(await pasted())).toEqual(one)
})

test('in the sandbox a hash leads to a test network, on a click, in a tab that learns nothing', async ({
  page,
  desk,
}) => {
  await enter(page, desk)
  const one = await transferWhere(
    page,
    desk,
    'type=CRYPTO_DEPOSIT',
    ({ crypto_network }) => crypto_network === 'ETHEREUM',
  )
  await page.goto(list(desk, `/${one.id}`))
  const link = fact(page, 'Hash').getByRole('link', { name: 'Explorer, sepolia.etherscan.io, in a new tab' })
  await expect(link).toHaveAttribute('href', `https://sepolia.etherscan.io/tx/${one.crypto_tx_hash}`)
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  await expect(link).toHaveAttribute('target', '_blank')
  const cash = await transferWhere(
    page,
    desk,
    'type=CRYPTO_DEPOSIT',
    (other) => other.crypto_network === 'BITCOIN_CASH',
  )
  await page.goto(list(desk, `/${cash.id}`))
  await expect(fact(page, 'Hash')).toContainText('knows no test network of Bitcoin Cash')
  await expect(page.getByRole('link', { name: /^Explorer/ })).toHaveCount(0)
})

test('on paper it is a receipt: black on white, every field, the zone, the times, and nothing to press', async ({
  page,
  desk,
}) => {
  await enter(page, desk)
  const one = await transferWhere(page, desk, 'type=CRYPTO_WITHDRAWAL', (other) => other.auto_conversion)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(list(desk, `/${one.id}`))
  await expect(facts(page)).toBeVisible()
  const receipt = page.getByRole('article')
  await expect(receipt).toHaveCount(0)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(receipt).toBeVisible()
  await expect(receipt).toContainText(/Transfer (receipt|record), sandbox, no real money/)
  await expect(receipt).toContainText(
    /Crypto withdrawal.*Completed|Crypto withdrawal.*Pending|Crypto withdrawal.*Failed/,
  )
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
    /As read from the provider on \d+ \w+ \d{4} [\d:]+ UTC, request req_\w+\. Printed on .* UTC\./,
  )
  await expect(receipt).toContainText(/None: .*Memo/)
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

const foreignId = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
const hash = `0x${'0a'.repeat(32)}`

/** A transfer as the foreign service gives it from now on; its other answers stay as they are. */
function answering(service: Company['sandbox'], id: string, fields: object | string): void {
  const usual = { id, customer_id: 'c', profile_id: 'p', amount: '250000.00', fee: '25.00', total: '249975.00' }
  const more = { asset: 'USD', direction: 'CREDIT', type: 'WIRE_DEPOSIT', status: 'PENDING', ref_id: 'foreign-ref' }
  const times = { created_at: '2026-11-19T14:31:52.104882001Z', updated_at: '2026-11-19T14:31:52.104882002Z' }
  const body = typeof fields === 'string' ? fields : JSON.stringify({ ...usual, ...more, ...times, ...fields })
  service.feel({ service: { only: `/transfers/${id}`, body } })
}

test.describe('at a foreign service', () => {
  test.afterEach(({ company }) => {
    company.sandbox.feel({})
    company.production.feel({})
  })
  const id = foreignId(1)
  const path = `/sandbox/transfers/${id}`

  test('the row of the list stands there at once, and gives way to the answer', async ({ page, company }) => {
    await companySignIn(page, company, ['treasury'], '/sandbox/transfers?limit=20')
    const row = page.getByRole('link', { name: new RegExp(`transfer ${id}`) })
    await expect(row).toBeVisible()
    company.sandbox.feel({ service: { only: `/transfers/${id}`, hang: true } })
    await row.click()
    await expect(page.getByText('From the list.')).toBeVisible()
    await expect(fact(page, 'Reference')).toContainText('sandbox-ref-1')
    await tab(page, /^Raw JSON/).click()
    await expect(page.getByText(/^Loading the provider's response/)).toBeVisible()
    answering(company.sandbox, id, { ref_id: 'sandbox-ref-1', memo: 'only in the answer' })
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByText('From the list.')).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'JSON text' })).toContainText('only in the answer')
    await tab(page, /^Story/).click()
    // It was completed in the list; now it is said to be pending.
    await expect(page.getByText('Seen completed')).toBeVisible()
  })

  test('where the read fails, the row of the list stays and says how old it is', async ({ page, company }) => {
    await companySignIn(page, company, ['treasury'], '/sandbox/transfers?limit=20')
    company.sandbox.feel({ service: { only: `/transfers/${id}`, status: 500, body: '{}' } })
    await page.getByRole('link', { name: new RegExp(`transfer ${id}`) }).click()
    await expect(page.getByText(/answered 500/).first()).toBeVisible()
    await expect(fact(page, 'Reference')).toContainText('sandbox-ref-1')
    company.sandbox.feel({})
    await page.getByRole('button', { name: 'Now' }).click()
    await expect(page.getByText(/answered 500/)).toHaveCount(0)
    await expect(page.getByText('From the list.')).toHaveCount(0)
  })

  test('a sum that does not add up is said, with what was expected', async ({ page, company }) => {
    answering(company.sandbox, id, { total: '249970.00' })
    await companySignIn(page, company, ['treasury'], path)
    await expect(page.getByText("Amount and fee don't add up.")).toBeVisible()
    await expect(page.locator('main')).toContainText(
      'Amount minus fee should be 249,975.00 USD; the provider says 249,970.00 USD.',
    )
    await checkAccess(page)
    const long = `${'1234567890'.repeat(3)}12345678.${'1234567890'.repeat(2)}`
    answering(company.sandbox, id, { amount: long })
    await page.setViewportSize({ width: 390, height: 900 })
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.locator('main')).toContainText(
      '12,345,678,901,234,567,890,123,456,789,012,345,653.12345678901234567890 USD;',
    )
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    answering(company.sandbox, id, { fee: undefined })
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByText('Total not checked: fee missing.')).toBeVisible()
    answering(company.sandbox, id, {})
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByText('Amount and fee add up.')).toBeVisible()
  })

  test('sides that cannot be read, or are not those asked for, do not stand in the way', async ({ page, company }) => {
    const auto_conversion = { from_transfer_id: foreignId(3), to_transfer_id: foreignId(999) }
    answering(company.sandbox, id, { group_id: 'a-group', auto_conversion })
    await companySignIn(page, company, ['treasury'], path)
    await expect(page.getByRole('heading', { name: 'All sides' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Source' })).toContainText('3.123456789012345678')
    await expect(page.getByRole('region', { name: 'Destination' })).toContainText(
      'The provider has no transfer with this ID.',
    )
    await expect(page.getByText(/^100 rows of other groups were also returned and are not shown\./)).toBeVisible()
    await expect(page.getByText(/Both totals add up/)).toHaveCount(0)
    await expect(fact(page, 'Reference')).toContainText('foreign-ref')
  })

  test('every digit, every unknown field and every odd value stands as it came', async ({ page, company }) => {
    const text = `{"id":"${id}","customer_id":"c","profile_id":"p","amount":"0.10","fee":"0","total":"0.1","asset":"USDG",
      "direction":"CREDIT","type":"FEDNOW_DEPOSIT","status":"HELD","created_at":"2026-11-19T14:31:52.104882001Z",
      "updated_at":"2026-11-19T14:31:52.104882002Z","metadata":{"desk":12345678901234567890,"rate":1.10},
      "settlement_bank":{"bic":"FOREIGN1"},"secondary_status":"TRAVEL_RULE_INFO_REQUESTED"}`
    answering(company.sandbox, id, text)
    await companySignIn(page, company, ['treasury'], path)
    await expect(facts(page)).toContainText('desk 12345678901234567890')
    await expect(facts(page)).toContainText('rate 1.10')
    await expect(facts(page).getByText('settlement_bank')).toBeVisible()
    await expect(facts(page).getByText('{"bic":"FOREIGN1"}')).toBeVisible()
    await expect(page.getByText(/reports the status HELD, which this console does not know/).first()).toBeVisible()
    await expect(
      page.getByText(/adds secondary_status in a form that this console does not read/).first(),
    ).toBeVisible()
    await tab(page, /^All fields/).click()
    await expect(page.getByRole('tabpanel')).toContainText('2026-11-19T14:31:52.104882001Z')
    await expect(page.getByRole('tabpanel')).toContainText('Not documented by the provider')
    await tab(page, /^Raw JSON/).click()
    await expect(page.getByRole('region', { name: 'JSON text' })).toHaveText(text, { useInnerText: false })
    await expect(page.getByRole('region', { name: 'JSON text' })).toContainText('"rate":1.10')
  })

  test('in production a hash leads to the network itself, and a text that is no hash nowhere', async ({
    page,
    company,
  }) => {
    const there = `/production/transfers/${id}`
    const sent = { type: 'CRYPTO_WITHDRAWAL', direction: 'DEBIT', crypto_network: 'BASE', crypto_tx_hash: hash }
    answering(company.production, id, sent)
    await companySignIn(page, company, ['treasury'], there)
    await expect(page.getByText('Sent to Base, waiting for it to settle.').first()).toBeVisible()
    await expect(fact(page, 'Hash').getByRole('link', { name: /^Explorer, basescan\.org/ })).toHaveAttribute(
      'href',
      `https://basescan.org/tx/${hash}`,
    )
    answering(company.production, id, { ...sent, crypto_tx_hash: `${hash}/../../x` })
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(fact(page, 'Hash')).toContainText("isn't a valid hash on Base")
    answering(company.production, id, { ...sent, crypto_network: 'TEMPO' })
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(fact(page, 'Hash')).toContainText('Mintdesk knows none for TEMPO')
    await expect(page.getByRole('link', { name: /^Explorer/ })).toHaveCount(0)
  })
})

test('axe finds nothing on a transfer seen as story, as fields and as JSON', async ({ page, desk }) => {
  await enter(page, desk)
  const one = await transferWhere(page, desk, 'type=CRYPTO_WITHDRAWAL', (other) => other.auto_conversion)
  await page.goto(list(desk, hrefFrom(one.id, 'type=CRYPTO_WITHDRAWAL&limit=1000')))
  for (const view of [/^Story/, /^All fields/, /^Raw JSON/]) {
    await tab(page, view).click()
    await expect(page.getByRole('tabpanel', { name: view })).not.toBeEmpty()
    await checkAccess(page)
  }
})
