/** Every filter of both lists, set by a person: through the menu, by paste, by keyboard. */
import type { Page } from '@playwright/test'
import type { Role } from '../lib/api/roles'
import type { Desk } from './stage'
import { checkAccess, expect, signIn, test } from './test'

/** The lists with few rows a page, which are soon drawn; a filter does not ask how many they are. */
const transfers = (filter = '') => `/transfers?limit=20${filter}`
const quotes = '/issuer-quotes?limit=20'
const list = (desk: Desk, filter = '') => `${desk.console.url}/sandbox${transfers(filter)}`

/** A record as the service gives it: texts by their names. */
type Record = { [name: string]: string | undefined } & { id: string; created_at: string; updated_at: string }

/** All records of a list, newest first, read in pages as anybody may. */
async function everyRecord(page: Page, desk: Desk, resource: string, name: string): Promise<Record[]> {
  const all: Record[] = []
  for (let cursor = ''; ; ) {
    const more = cursor && `&page_cursor=${encodeURIComponent(cursor)}`
    const answer = await page.request.get(`${desk.console.url}/api/sandbox/v2/${resource}?limit=1000${more}`)
    const read: { [name: string]: Record[] } & { next_page_cursor: string } = await answer.json()
    all.push(...(read[name] ?? []))
    cursor = read.next_page_cursor
    if (!cursor) return all
  }
}
const everyTransfer = (page: Page, desk: Desk) => everyRecord(page, desk, 'transfer/transfers', 'items')

const chips = (page: Page) => page.getByRole('group', { name: 'Filters' })
const filterButton = (page: Page) => page.getByRole('button', { name: 'Filter', exact: true })
const menu = (page: Page) => page.getByRole('dialog')
const apply = (page: Page) => menu(page).getByRole('button', { name: 'Apply', exact: true }).click()
const settled = (page: Page) => expect(page.getByRole('status').filter({ hasText: /loaded/ })).toBeVisible()

/** Signs in and waits for the list, so that the sign-in's own way there is over. */
async function enter(page: Page, desk: Desk, role: Role, path = transfers()): Promise<void> {
  await signIn(page, desk, role, path)
  await settled(page)
}

async function openPanel(page: Page, name: string): Promise<void> {
  await filterButton(page).click()
  await menu(page).getByRole('button', { name, exact: true }).click()
  await expect(page.getByRole('dialog', { name: `Filter by ${name}` })).toBeVisible()
}

/** The ids of the rows on screen, from their own links. */
const idsOnScreen = (page: Page) =>
  page
    .getByRole('row')
    .getByRole('link')
    .evaluateAll((links) =>
      links.flatMap((link) => /transfers\/([0-9a-f-]{36})/.exec(link.getAttribute('href') ?? '')?.[1] ?? []),
    )

/** The list holds these records and no others, in this order; a long list shows its first page. */
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
    }, 'the rows are those that the same data give')
    .toBe(true)
}

/** What the address asks for, by its names. */
const asked = (page: Page, name: string) => new URL(page.url()).searchParams.getAll(name)

const newest = (records: Record[]) => [...records].sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))

test.describe('a choice', () => {
  const choices = [
    ['Status', ['Failed'], 'statuses', ['FAILED'], 'Status is Failed'],
    [
      'Type',
      ['Wire deposit', 'RTP deposit'],
      'type',
      ['WIRE_DEPOSIT', 'RTP_DEPOSIT'],
      /Type is any of Wire deposit, RTP/,
    ],
  ] as const
  for (const [name, boxes, parameter, values, chip] of choices) {
    test(`of ${name} stands on a chip and in the address, and its rows are right`, async ({ page, desk }) => {
      await enter(page, desk, 'support', '/transfers')
      await openPanel(page, name)
      for (const box of boxes) await page.getByRole('checkbox', { name: box, exact: true }).check()
      await apply(page)
      await expect(chips(page)).toContainText(chip)
      expect(asked(page, parameter)).toEqual(values)
      const field = parameter === 'type' ? 'type' : 'status'
      const all = await everyTransfer(page, desk)
      await expectRows(
        page,
        all.filter((one) => values.some((value) => value === one[field])),
      )
    })
  }

  test('of Secondary status, and of a whole group of types, too', async ({ page, desk }) => {
    await enter(page, desk, 'support')
    await openPanel(page, 'Secondary status')
    await page.getByRole('checkbox', { name: 'Travel rule information needed' }).check()
    await apply(page)
    await expect(chips(page)).toContainText('Secondary status is Travel rule information needed')
    expect(asked(page, 'secondary_statuses')).toEqual(['TRAVEL_RULE_INFO_REQUESTED'])
    await settled(page)
    await expect(page.getByRole('row').filter({ hasText: 'travel rule information needed' }).first()).toBeVisible()

    await page.goto(list(desk))
    await settled(page)
    await openPanel(page, 'Type')
    await page.getByRole('button', { name: 'All of Crypto' }).click()
    await apply(page)
    await expect(chips(page)).toContainText('Type is any of Crypto deposit, Crypto withdrawal')
    const all = await everyTransfer(page, desk)
    await expectRows(
      page,
      all.filter(({ type }) => type?.startsWith('CRYPTO_')),
    )
  })
})

test.describe('an identifier', () => {
  // The transfers of two accounts are more than a short page has, and are counted on one.
  const kinds = [
    ['Reference', 'ref_ids', 'ref_id', transfers()],
    ['Transfer', 'ids', 'id', transfers()],
    ['Group', 'group_ids', 'group_id', transfers()],
    ['Profile', 'profile_ids', 'profile_id', transfers()],
    ['Account', 'account_ids', 'account_id', '/transfers'],
    ['Identity', 'identity_ids', 'identity_id', '/transfers'],
  ] as const
  for (const [name, parameter, field, path] of kinds) {
    test(`${name}: a pasted list is read, counted and asked for`, async ({ page, desk }) => {
      await enter(page, desk, 'support', path)
      const all = await everyTransfer(page, desk)
      const values = [...new Set(all.flatMap((one) => one[field] ?? []))].slice(0, 2)
      const [first = '', last = first] = values
      await openPanel(page, name)
      await page.getByRole('textbox').fill(`  ${first}\n\n${last}  \n${first}\n`)
      await expect(menu(page)).toContainText(
        values.length === 2 ? /2 [a-z ]+, 1 duplicate left out/ : /1 [a-z ]+, 2 duplicates/,
      )
      await apply(page)
      await expect(chips(page)).toContainText(values.length === 2 ? `${name} is any of 2` : `${name} is`)
      expect(asked(page, parameter)).toEqual(values)
      await expectRows(
        page,
        all.filter((one) => values.includes(one[field] ?? '')),
      )
    })
  }

  test('Hash: the address of an explorer gives it, and it is asked for with and without 0x', async ({ page, desk }) => {
    await enter(page, desk, 'support')
    const all = await everyTransfer(page, desk)
    const evm = all.find(({ crypto_tx_hash: hash }) => hash?.startsWith('0x'))?.crypto_tx_hash ?? ''
    const solana = all.find(({ crypto_network: network }) => network === 'SOLANA')?.crypto_tx_hash ?? ''
    await openPanel(page, 'Hash')
    await page.getByRole('textbox').fill(`https://etherscan.io/tx/0x${evm.slice(2).toUpperCase()}\n${solana}`)
    await expect(menu(page)).toContainText('2 hashes')
    await apply(page)
    await expect(chips(page)).toContainText('Hash is any of 2')
    expect(asked(page, 'crypto_tx_hashes')).toEqual([evm, evm.slice(2), solana])
    await expectRows(
      page,
      all.filter(({ crypto_tx_hash: hash }) => hash === evm || hash === solana),
    )
  })

  test('that is none is refused by its line, and what was typed stays', async ({ page, desk }) => {
    await enter(page, desk, 'support')
    await openPanel(page, 'Hash')
    await page.getByRole('textbox').fill('0x00000000219ab540356cBB839Cbe05303d7705Fa')
    await apply(page)
    await expect(menu(page)).toContainText('Line 1: This is an account address.')
    await expect(page.getByRole('textbox')).toBeFocused()
    await expect(page.getByRole('textbox')).toHaveAccessibleDescription(/cannot search by address/)
    expect(page.url()).toBe(list(desk))
  })

  test('that is a secret key is taken out, neither kept nor put into the address', async ({ page, desk }) => {
    const secret = `S${'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.repeat(2).slice(0, 55)}`
    await enter(page, desk, 'support')
    await openPanel(page, 'Reference')
    await page.getByRole('textbox').fill(`ref-1\n${secret}`)
    await expect(menu(page)).toContainText('A Stellar secret key was removed')
    await expect(page.getByRole('textbox')).toHaveValue('ref-1\n')
    await page.keyboard.press('Escape')
    expect(await page.evaluate(() => JSON.stringify(window.sessionStorage))).not.toContain(secret)
    await openPanel(page, 'Reference')
    await apply(page)
    await expect(chips(page)).toContainText('Reference is ref-1')
    expect(page.url()).toBe(list(desk, '&ref_ids=ref-1'))
  })
})

test('250 pasted references go in parts, and no part is lost', async ({ page, desk }) => {
  await enter(page, desk, 'support')
  const all = await everyTransfer(page, desk)
  const real = all.flatMap(({ ref_id: reference }) => reference ?? [])
  const references = Array.from({ length: 250 }, (_, index) => (index % 50 === 7 && real[index]) || `nobody-${index}`)
  await openPanel(page, 'Reference')
  await page.getByRole('textbox').fill(references.join('\n'))
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
  await expect(page.getByRole('textbox')).toHaveValue(references.join('\n'))
  await expect(menu(page).getByRole('link', { name: '1–100' })).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Forget the rest' }).click()
  await expect(page.getByText(/of 250 pasted/)).toBeHidden()
})

test.describe('a range of time', () => {
  test('last 24 hours becomes absolute, half-open, with its order said to the service', async ({ page, desk }) => {
    await enter(page, desk, 'support')
    const sent: string[] = []
    page.on('request', (request) => request.url().includes('/v2/transfer/transfers') && sent.push(request.url()))
    await openPanel(page, 'Created')
    await page.getByRole('button', { name: 'Last 24 hours' }).click()
    await expect(chips(page)).toContainText('Created in 24 hours')
    const [from = ''] = asked(page, 'created_at.gte')
    const [to = ''] = asked(page, 'created_at.lt')
    expect(Date.parse(to) - Date.parse(from)).toBe(86_400_000)
    await expect.poll(() => sent.at(-1) ?? '').toContain('order_by=CREATED_AT&order=DESC')
    const all = await everyTransfer(page, desk)
    const [begin, end] = [Date.parse(from), Date.parse(to)]
    await expectRows(
      page,
      all.filter(({ created_at: at }) => Date.parse(at) >= begin && Date.parse(at) < end),
    )
  })

  test('of update times is written or pasted, and the list is ordered by it', async ({ page, desk }) => {
    await enter(page, desk, 'support', '/transfers?order_by=CREATED_AT&order=ASC')
    const all = await everyTransfer(page, desk)
    const [someone] = newest(all).slice(300)
    const day = someone?.created_at.slice(0, 10) ?? ''
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

  test('that cannot be read is said at its field, which gets the focus', async ({ page, desk }) => {
    await enter(page, desk, 'support')
    await openPanel(page, 'Created')
    await page.getByRole('textbox', { name: 'From' }).fill('last tuesday')
    await apply(page)
    const from = page.getByRole('textbox', { name: 'From' })
    await expect(from).toBeFocused()
    await expect(from).toHaveAccessibleDescription(/Enter a time, like/)
    await from.fill('2026-11-19')
    await page.getByRole('textbox', { name: 'To' }).fill('2026-11-18 10:00')
    await apply(page)
    await expect(page.getByRole('textbox', { name: 'To' })).toHaveAccessibleDescription(/To must be later than From/)
    expect(page.url()).toBe(list(desk))
  })

  test('that an address says in its own way is kept to the last digit', async ({ page, desk }) => {
    const range = '&created_at.gt=2026-01-02T03:04:05.123456789Z&created_at.lte=2027-01-01T00:00:00Z'
    await enter(page, desk, 'support', transfers(range))
    await expect(chips(page)).toContainText(
      'Created is after 2 Jan 2026 03:04:05.123456789 and up to and including 1 Jan 2027',
    )
    await chips(page)
      .getByRole('button', { name: /^Created/ })
      .click()
    await expect(page.getByRole('textbox', { name: 'After' })).toHaveValue('2026-01-02 03:04:05.123456789')
    await page.getByRole('textbox', { name: 'To' }).fill('2026-12-31 23:00')
    await apply(page)
    await expect(chips(page)).toContainText('up to and including 31 Dec 2026 23:00:00')
    expect(asked(page, 'created_at.gt')).toEqual(['2026-01-02T03:04:05.123456789Z'])
    expect(asked(page, 'created_at.lte')).toEqual(['2026-12-31T23:00:00Z'])
  })
})

test.describe('in a zone whose clocks change', () => {
  test.use({ timezoneId: 'Europe/Zurich' })

  test('an hour that was there twice, or never, is asked about; the address is in UTC', async ({ page, desk }) => {
    await enter(page, desk, 'support')
    await openPanel(page, 'Created')
    await page.getByRole('button', { name: 'Europe/Zurich' }).click()
    const from = page.getByRole('textbox', { name: 'From' })
    const to = page.getByRole('textbox', { name: 'To' })
    await from.fill('2026-03-29 02:30')
    await expect(from).toHaveAccessibleDescription(/02:30 was never there on 2026-03-29 in Europe\/Zurich/)
    await page.getByRole('button', { name: 'Use 03:00' }).click()
    await expect(from).toBeFocused()
    await to.fill('2026-10-25 02:30')
    await expect(to).toHaveAccessibleDescription(/02:30 was there twice on 2026-10-25 in Europe\/Zurich/)
    await page.getByRole('button', { name: 'The second, +01:00' }).click()
    await apply(page)
    await expect(chips(page)).toContainText('UTC')
    expect(asked(page, 'created_at.gte')).toEqual(['2026-03-29T01:00:00Z'])
    expect(asked(page, 'created_at.lt')).toEqual(['2026-10-25T01:30:00Z'])
  })
})

test('filters that cannot be combined are explained, and one click swaps them', async ({ page, desk }) => {
  await enter(page, desk, 'treasury')
  const all = await everyTransfer(page, desk)
  const profile = all[0]?.profile_id ?? ''
  await page.goto(list(desk, `&profile_ids=${profile}`))
  await settled(page)
  await openPanel(page, 'Type')
  await page.getByRole('checkbox', { name: 'Wire deposit', exact: true }).check()
  await apply(page)
  await expect(page.getByText('Type was not added.')).toBeVisible()
  await expect(page.getByText('Type can only be combined with a time range, not with Profile.')).toBeVisible()
  expect(asked(page, 'type')).toEqual([])
  await page.getByRole('link', { name: 'Use Type instead of Profile' }).click()
  await expect(chips(page)).toContainText('Type is Wire deposit')
  await expect(chips(page)).not.toContainText('Profile')
  await expect(page.getByText('Type was not added.')).toBeHidden()
  await expectRows(
    page,
    all.filter(({ type }) => type === 'WIRE_DEPOSIT'),
  )

  await filterButton(page).click()
  await expect(menu(page).getByRole('button', { name: 'Status', exact: true })).toHaveAccessibleDescription(
    "Can't be combined with Type",
  )
  await page.getByRole('button', { name: 'Swap: use Status instead of Type' }).click()
  await page.getByRole('checkbox', { name: 'Pending' }).check()
  await page.getByRole('button', { name: 'Use instead of Type' }).click()
  await expect(chips(page)).toContainText('Status is Pending')
  await expect(chips(page)).not.toContainText('Type')
})

test('an address that asks for too much is mended in one click, part by part', async ({ page, desk }) => {
  const references = Array.from({ length: 130 }, (_, index) => `&ref_ids=r-${index}`).join('')
  await signIn(page, desk, 'support', transfers(references))
  const problem = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  await expect(problem).toContainText('At most 100 values')
  // Until the page is awake its links lead on as plain ones, which keep no rest.
  await expect(problem).toBeFocused()
  await page.getByRole('link', { name: 'Only 101–130' }).click()
  await expect(page.getByText('Reference 101–130 of 130 pasted.')).toBeVisible()
  expect(asked(page, 'ref_ids')).toHaveLength(30)

  await page.goto(list(desk, '&order_by=UPDATED_AT&created_at.gte=2026-01-01T00:00:00Z'))
  await expect(problem).toContainText('order_by=UPDATED_AT does not go with created_at.gte')
  await page.getByRole('link', { name: 'Order by created' }).click()
  await expect(problem).toBeHidden()
  await expect(chips(page)).toContainText('Created is from 1 Jan 2026')
})

test('what was typed and not applied is there when the panel opens again', async ({ page, desk }) => {
  await enter(page, desk, 'support')
  await openPanel(page, 'Type')
  await page.getByRole('checkbox', { name: 'RTP deposit' }).check()
  await page.getByRole('button', { name: 'All filters' }).click()
  await menu(page).getByRole('button', { name: 'Created', exact: true }).click()
  await page.getByRole('textbox', { name: 'From' }).fill('2026-11-0')
  await page.keyboard.press('Escape')
  await expect(menu(page)).toBeHidden()
  await openPanel(page, 'Created')
  await expect(page.getByRole('textbox', { name: 'From' })).toHaveValue('2026-11-0')
  await page.keyboard.press('Escape')
  await openPanel(page, 'Type')
  await expect(page.getByRole('checkbox', { name: 'RTP deposit' })).toBeChecked()
  await apply(page)
  await expect(chips(page)).toContainText('Type is RTP deposit')
})

test('a filter is added, changed and dropped by keyboard alone', async ({ page, desk }) => {
  await enter(page, desk, 'support')
  await page.keyboard.press('f')
  await expect(page.getByRole('dialog', { name: 'Add a filter' })).toBeVisible()
  await expect(menu(page).getByRole('button', { name: 'Created', exact: true })).toBeFocused()
  for (const name of ['Updated', 'Status', 'Secondary status', 'Type', 'Reference']) {
    await page.keyboard.press('ArrowDown')
    await expect(menu(page).getByRole('button', { name, exact: true })).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox')).toBeFocused()
  await page.keyboard.type('f j k')
  await page.keyboard.press('Control+Enter')
  await expect(chips(page)).toContainText('Reference is f j k')
  await expect(filterButton(page)).toBeFocused()

  const chip = chips(page).getByRole('button', { name: /^Reference/ })
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(chip).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox')).toHaveValue('f j k')
  await page.keyboard.press('Escape')
  await expect(chip).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Remove filter Reference' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(list(desk))
  await expect(filterButton(page)).toBeFocused()
})

test.describe('issuer quotes', () => {
  const everyQuote = (page: Page, desk: Desk) => everyRecord(page, desk, 'issuer-quotes', 'issuer_quote_executions')
  const counted = (page: Page, records: readonly Record[]) =>
    expect(
      page.getByRole('status').filter({ hasText: new RegExp(`^${Math.min(20, records.length)} loaded`) }),
    ).toBeVisible()

  test('are filtered by statuses and by one profile', async ({ page, desk }) => {
    await enter(page, desk, 'support', quotes)
    const all = await everyQuote(page, desk)
    const profile = all[0]?.profile_id ?? ''
    await openPanel(page, 'Profile')
    await page.getByRole('textbox').fill(`${profile}\nprofile-2`)
    await expect(menu(page)).toContainText('The provider accepts at most 1 profile at once')
    await page.getByRole('textbox').fill(profile)
    await apply(page)
    await expect(chips(page)).toContainText('Profile is')
    expect(asked(page, 'profile_id')).toEqual([profile])
    await openPanel(page, 'Status')
    await page.getByRole('checkbox', { name: 'Complete' }).check()
    await page.getByRole('checkbox', { name: 'Failed' }).check()
    await apply(page)
    await expect(chips(page)).toContainText('Status is any of Complete, Failed')
    expect(asked(page, 'status')).toEqual(['COMPLETE', 'FAILED'])
    await counted(
      page,
      all.filter((one) => one.profile_id === profile && ['COMPLETE', 'FAILED'].includes(one.status ?? '')),
    )
  })

  test('are filtered by a range that includes both its ends', async ({ page, desk }) => {
    await enter(page, desk, 'support', quotes)
    const all = await everyQuote(page, desk)
    const [first, last] = [all[2]?.created_at ?? '', all[0]?.created_at ?? '']
    await openPanel(page, 'Created')
    await page.getByRole('textbox', { name: 'From' }).fill(first)
    await page.getByRole('textbox', { name: 'To' }).fill(last)
    await apply(page)
    await expect(chips(page)).toContainText('both inclusive')
    expect([asked(page, 'created_range.begin'), asked(page, 'created_range.end')]).toEqual([[first], [last]])
    await counted(page, all.slice(0, 3))

    await chips(page)
      .getByRole('button', { name: /^Created/ })
      .click()
    await page.getByRole('textbox', { name: 'From' }).fill('2026-11-01')
    await page.getByRole('textbox', { name: 'To' }).fill('2026-11-30')
    await apply(page)
    await expect(chips(page)).toContainText('Created in November 2026, UTC')
    expect(asked(page, 'created_range.end')).toEqual(['2026-11-30T23:59:59.999999999Z'])
  })
})

test('axe finds nothing in the menu, its panels and the notes, in both themes, wide and narrow', async ({
  page,
  desk,
}) => {
  const filters = '&profile_ids=a&created_at.gte=2026-11-18T00:00:00Z&order_by=CREATED_AT'
  await enter(page, desk, 'treasury', transfers(filters))
  await filterButton(page).click()
  await expect(menu(page)).toContainText("Can't be combined with Profile")
  await checkAccess(page)
  await menu(page).getByRole('button', { name: 'Created', exact: true }).click()
  await page.getByRole('textbox', { name: 'From' }).fill('soon')
  await apply(page)
  await checkAccess(page)
  await page.keyboard.press('Escape')
  await openPanel(page, 'Reference')
  await page.getByRole('textbox').fill(Array.from({ length: 250 }, (_, index) => `ref, ${index}`).join('\n'))
  await checkAccess(page)
  await menu(page).getByRole('button', { name: '1–100' }).click()
  await expect(page.getByText('Reference was not added.')).toBeVisible()
  await checkAccess(page)
  await page.getByRole('link', { name: 'Use Reference instead of Profile' }).click()
  await expect(page.getByText('Reference 1–100 of 250 pasted.')).toBeVisible()
  await checkAccess(page)
})
