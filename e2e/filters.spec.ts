/** Journeys with filters: the provider is queried for what a person sets. components/filters tests the mechanics. */
import type { Page } from '@playwright/test'
import { compareDecimals } from '../lib/domain/decimals'
import type { Role } from '../lib/provider/roles'
import type { Demo } from './processes'
import { expect, signIn, test } from './test'

/** Few rows per page render fast. */
const transfers = (filter = '') => `/transfers?limit=20${filter}`
const quotes = '/issuer-quotes?limit=20'
const list = (demo: Demo, filter = '') => `${demo.console.url}/sandbox${transfers(filter)}`

/** A record of the service. */
type Record = { [name: string]: string | undefined } & { id: string; created_at: string; updated_at: string }

/** All records of a list, newest first. */
async function everyRecord(page: Page, demo: Demo, resource: string, name: string): Promise<Record[]> {
  const all: Record[] = []
  for (let cursor = ''; ; ) {
    const more = cursor && `&page_cursor=${encodeURIComponent(cursor)}`
    const answer = await page.request.get(`${demo.console.url}/api/sandbox/v2/${resource}?limit=1000${more}`)
    const read: { [name: string]: Record[] } & { next_page_cursor: string } = await answer.json()
    all.push(...(read[name] ?? []))
    cursor = read.next_page_cursor
    if (!cursor) return all
  }
}
const everyTransfer = (page: Page, demo: Demo) => everyRecord(page, demo, 'transfer/transfers', 'items')

const chips = (page: Page) => page.getByRole('group', { name: 'Filters' })
const filterButton = (page: Page) => page.getByRole('button', { name: 'Filter', exact: true })
const menu = (page: Page) => page.getByRole('dialog')
const apply = (page: Page) => menu(page).getByRole('button', { name: 'Apply', exact: true }).click()
const settled = (page: Page) => expect(page.getByRole('status').filter({ hasText: /loaded/ })).toBeVisible()

/** Signs in and waits for the list. */
async function enter(page: Page, demo: Demo, role: Role, path = transfers()): Promise<void> {
  await signIn(page, demo, role, path)
  await settled(page)
}

async function openPanel(page: Page, name: string): Promise<void> {
  await filterButton(page).click()
  await menu(page).getByRole('button', { name, exact: true }).click()
  await expect(page.getByRole('dialog', { name: `Filter by ${name}` })).toBeVisible()
}

/** The ids of the rendered rows, from their links. */
const idsOnScreen = (page: Page) =>
  page
    .getByRole('row')
    .getByRole('link')
    .evaluateAll((links) =>
      links.flatMap((link) => /transfers\/([0-9a-f-]{36})/.exec(link.getAttribute('href') ?? '')?.[1] ?? []),
    )

/** The list shows the first page of exactly these records, in this order. */
async function expectRows(page: Page, expected: readonly Record[]): Promise<void> {
  expect(expected.length, 'the demo data has such records').toBeGreaterThan(0)
  const limit = Number(asked(page, 'limit')[0] ?? 100)
  const count = expected.length > limit ? `${limit} loaded, more available` : `${expected.length} loaded`
  await expect(page.getByRole('status').filter({ hasText: count })).toBeVisible()
  const ids = expected.map(({ id }) => id)
  await expect
    .poll(async () => {
      const seen = await idsOnScreen(page)
      return seen.length > 0 && seen.every((id, index) => id === ids[index])
    }, 'the rows match the data')
    .toBe(true)
}

/** The values of a parameter in the URL. */
const asked = (page: Page, name: string) => new URL(page.url()).searchParams.getAll(name)

const newest = (records: Record[]) => [...records].sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))

// One identifier of each parameter that the provider filters by alone.
test('a filter by status, by type or by any identifier shows exactly its transfers', async ({ page, demo }) => {
  await enter(page, demo, 'support')
  const all = await everyTransfer(page, demo)
  for (const [name, field] of [
    ['statuses', 'status'],
    ['type', 'type'],
    ['ref_ids', 'ref_id'],
    ['ids', 'id'],
    ['group_ids', 'group_id'],
    ['profile_ids', 'profile_id'],
    ['account_ids', 'account_id'],
    ['identity_ids', 'identity_id'],
  ] as const) {
    const value = all.find((one) => one[field])?.[field] ?? ''
    await page.goto(list(demo, `&${new URLSearchParams({ [name]: value })}`))
    await expectRows(
      page,
      all.filter((one) => one[field] === value),
    )
  }
})

test('a link to an explorer finds its transfer by the hash', async ({ page, demo }) => {
  await enter(page, demo, 'support')
  const all = await everyTransfer(page, demo)
  const evm = all.find(({ crypto_tx_hash: hash }) => hash?.startsWith('0x'))?.crypto_tx_hash ?? ''
  const solana = all.find(({ crypto_network: network }) => network === 'SOLANA')?.crypto_tx_hash ?? ''
  await openPanel(page, 'Hash')
  await menu(page)
    .getByRole('textbox')
    .fill(`https://etherscan.io/tx/0x${evm.slice(2).toUpperCase()}\n${solana}`)
  await expect(menu(page)).toContainText('2 hashes')
  await apply(page)
  await expect(chips(page)).toContainText('Hash is any of 2')
  expect(asked(page, 'crypto_tx_hashes')).toEqual([evm, evm.slice(2), solana])
  await expectRows(
    page,
    all.filter(({ crypto_tx_hash: hash }) => hash === evm || hash === solana),
  )
})

test('250 pasted references are requested in batches of a hundred, and none is lost', async ({ page, demo }) => {
  await enter(page, demo, 'support')
  const all = await everyTransfer(page, demo)
  const real = all.flatMap(({ ref_id: reference }) => reference ?? [])
  const references = Array.from({ length: 250 }, (_, index) => (index % 50 === 7 && real[index]) || `nobody-${index}`)
  await openPanel(page, 'Reference')
  await menu(page).getByRole('textbox').fill(references.join('\n'))
  await expect(menu(page)).toContainText('250 references')
  await expect(menu(page)).toContainText('The provider accepts at most 100 values at once')
  await menu(page).getByRole('link', { name: '1–100' }).click()
  await expect(menu(page)).toBeHidden()
  expect(asked(page, 'ref_ids')).toEqual(references.slice(0, 100))
  await expect(page.getByText('Reference 1–100 of 250 pasted.')).toBeVisible()
  await expectRows(
    page,
    all.filter(({ ref_id: reference }) => references.slice(0, 100).includes(reference ?? '')),
  )
  const missing = references.slice(0, 100).filter((reference) => reference.startsWith('nobody'))
  const note = page.getByRole('status').filter({ hasText: `${missing.length} of 100 references were not found:` })
  await expect(note).toContainText(`${missing.slice(0, 10).join(', ')} and ${missing.length - 10} more`)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await note.getByRole('button', { name: 'Copy references not found' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(missing.join('\n'))

  await page.getByRole('link', { name: '201–250' }).click()
  await expect(page.getByText('Reference 201–250 of 250 pasted.')).toBeVisible()
  expect(asked(page, 'ref_ids')).toEqual(references.slice(200))
  await page.reload()
  await expect(page.getByText('Reference 201–250 of 250 pasted.')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Reference 1–100 of 250 pasted.')).toBeVisible()

  await chips(page)
    .getByRole('button', { name: /^Reference/ })
    .click()
  await expect(menu(page).getByRole('textbox')).toHaveValue(references.join('\n'))
  await expect(menu(page).getByRole('link', { name: '1–100' })).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard the rest' }).click()
  await expect(page.getByText(/of 250 pasted/)).toBeHidden()
})

test('a range of update times sorts the list by update', async ({ page, demo }) => {
  await enter(page, demo, 'support', '/transfers?order_by=CREATED_AT&order=ASC')
  const all = await everyTransfer(page, demo)
  const [transfer] = newest(all).slice(300)
  const day = transfer?.created_at.slice(0, 10) ?? ''
  await openPanel(page, 'Updated')
  await expect(menu(page)).toContainText('The list will be sorted by updated')
  await page.getByRole('textbox', { name: 'From' }).fill(`${day} 00:00`)
  await page.getByRole('textbox', { name: 'To' }).fill(day)
  await apply(page)
  await expect(chips(page)).toContainText(/Updated in \d+ \w+ \d{4}, UTC/)
  expect(asked(page, 'updated_at.gte')).toEqual([`${day}T00:00:00Z`])
  expect(asked(page, 'order_by')).toEqual([])
  const begin = Date.parse(`${day}T00:00:00Z`)
  await expectRows(
    page,
    all
      .filter(({ updated_at: at }) => Date.parse(at) >= begin && Date.parse(at) < begin + 86_400_000)
      .sort((a, b) => Date.parse(b.updated_at) - Date.parse(a.updated_at)),
  )
})

test('a filter is added, changed and removed by keyboard', async ({ page, demo }) => {
  await enter(page, demo, 'support')
  await page.keyboard.press('f')
  await expect(page.getByRole('dialog', { name: 'Add a filter' })).toBeVisible()
  await expect(menu(page).getByRole('searchbox')).toBeFocused()
  for (const name of ['Created', 'Status', 'Type', 'Reference']) {
    await page.keyboard.press('ArrowDown')
    await expect(menu(page).getByRole('button', { name, exact: true })).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(menu(page).getByRole('textbox')).toBeFocused()
  await page.keyboard.type('f j k')
  await page.keyboard.press('Control+Enter')
  await expect(chips(page)).toContainText('Reference is f j k')
  await expect(filterButton(page)).toBeFocused()

  const chip = chips(page).getByRole('button', { name: /^Reference/ })
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(chip).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(menu(page).getByRole('textbox')).toHaveValue('f j k')
  await page.keyboard.press('Escape')
  await expect(chip).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Remove filter Reference' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(list(demo))
  await expect(filterButton(page)).toBeFocused()
})

const everyQuote = (page: Page, demo: Demo) => everyRecord(page, demo, 'issuer-quotes', 'issuer_quote_executions')

test('a range of issuer quotes includes both ends', async ({ page, demo }) => {
  await enter(page, demo, 'support', quotes)
  const all = await everyQuote(page, demo)
  const [first, last] = [all[2]?.created_at ?? '', all[0]?.created_at ?? '']
  await openPanel(page, 'Created')
  await page.getByRole('textbox', { name: 'From' }).fill(first)
  await page.getByRole('textbox', { name: 'To' }).fill(last)
  await apply(page)
  await expect(chips(page)).toContainText('both inclusive')
  expect([asked(page, 'created_range.begin'), asked(page, 'created_range.end')]).toEqual([[first], [last]])
  await expect(page.getByRole('status').filter({ hasText: /^3 loaded/ })).toBeVisible()

  await chips(page)
    .getByRole('button', { name: /^Created/ })
    .click()
  await page.getByRole('textbox', { name: 'From' }).fill('2026-11-01')
  await page.getByRole('textbox', { name: 'To' }).fill('2026-11-30')
  await apply(page)
  await expect(chips(page)).toContainText('Created in November 2026, UTC')
  expect(asked(page, 'created_range.end')).toEqual(['2026-11-30T23:59:59.999999999Z'])
})

test('filters that the provider cannot combine show exactly their transfers, page by page, with their number', async ({
  page,
  demo,
}) => {
  await enter(page, demo, 'support')
  const types = ['INTERNAL_TRANSFER_DEBIT', 'CRYPTO_DEPOSIT', 'CRYPTO_WITHDRAWAL', 'WIRE_DEPOSIT', 'WIRE_WITHDRAWAL']
  const matching = (all: Awaited<ReturnType<typeof everyTransfer>>) =>
    newest(
      all.filter(
        ({ type = '', status, amount }) =>
          types.includes(type) &&
          status === 'COMPLETED' &&
          compareDecimals(`${amount}`, '1000') !== -1 &&
          compareDecimals(`${amount}`, '250000.5') !== 1,
      ),
    )
  await page.goto(list(demo, `&${types.map((type) => `type=${type}`).join('&')}`))
  await settled(page)
  await openPanel(page, 'Status')
  await page.getByRole('checkbox', { name: 'Completed', exact: true }).check()
  await apply(page)
  await openPanel(page, 'Amount')
  await menu(page).getByRole('textbox', { name: 'At least' }).fill('1,000.00')
  await menu(page).getByRole('textbox', { name: 'At most' }).fill('$250,000.50')
  await apply(page)
  expect(asked(page, 'x.amount.lte')).toEqual(['250000.50'])
  let expected: ReturnType<typeof matching> = []
  let found = ''
  await expect(async () => {
    // The console may still be reading the demo's history, and transfers of other tests may complete meanwhile.
    expected = matching(await everyTransfer(page, demo))
    found = `20 of ${expected.length.toLocaleString('en-US')} found, more available`
    await page.reload()
    // Whatever the page shows instead is in the error.
    await expect(page.getByRole('main')).toContainText(found)
  }).toPass()
  expect(expected.length, 'more than one page').toBeGreaterThan(40)
  const shows = (from: number) =>
    expect
      .poll(() => idsOnScreen(page), 'the rows match the data')
      .toEqual(expected.slice(from, from + 20).map(({ id }) => id))
  await shows(0)
  await page.keyboard.press('.')
  await expect(page.getByRole('status').filter({ hasText: `Page 2: ${found}` })).toBeVisible()
  await shows(20)
  await page.reload()
  await shows(20)
  await page.getByRole('link', { name: 'Newer' }).click()
  await shows(0)
})
