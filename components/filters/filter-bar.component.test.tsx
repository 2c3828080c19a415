import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { issuerQuoteFilters } from '@/components/records/issuer-quote-reads'
import { transferFilters } from '@/components/records/transfer-reads'
import { checkAccessibility, emulateMedia } from '@/components/testing/browser'
import { address, renderInConsole } from '@/components/testing/render'
import { useAddress } from '@/components/ui/address'
import type { ListFilters } from './description'
import { FilterBar } from './filter-bar'

function Bar({ filters = transferFilters }: { filters?: ListFilters }) {
  const { path, search } = useAddress()
  return <FilterBar filters={filters} path={path} params={new URLSearchParams(search)} />
}

const path = '/sandbox/transfers'
const show = (search = '') => renderInConsole(<Bar />, { url: `${path}${search}` })

const chips = page.getByRole('group', { name: 'Filters' })
const menu = page.getByRole('dialog')
const text = menu.getByRole('textbox')
const from = menu.getByRole('textbox', { name: 'From' })
const to = menu.getByRole('textbox', { name: 'To' })
const addFilter = page.getByRole('button', { name: 'Filter', exact: true })
const apply = () => menu.getByRole('button', { name: 'Apply', exact: true }).click()
const values = (name: string) => new URL(window.location.href).searchParams.getAll(name)

async function open(name: string) {
  await addFilter.click()
  await menu.getByRole('button', { name, exact: true }).click()
  await expect.element(page.getByRole('dialog', { name: `Filter by ${name}`, exact: true })).toBeVisible()
}

describe('a choice filter', () => {
  test('changes the URL when it is applied, and Back removes it', async () => {
    await show()
    await open('Status')
    await page.getByRole('checkbox', { name: 'Pending' }).click()
    expect(address()).toBe(path)
    await userEvent.keyboard('{Enter}')
    await expect.poll(address).toBe(`${path}?statuses=PENDING`)
    await expect.element(chips).toHaveTextContent('Status is Pending')
    window.history.back()
    await expect.poll(address).toBe(path)
    await expect.element(chips).not.toHaveTextContent('Status')
  })

  test('selects and clears a whole group, and takes several values in the order of the list', async () => {
    await show()
    await open('Type')
    await page.getByRole('button', { name: 'All of Crypto' }).click()
    await page.getByRole('button', { name: 'None of Crypto' }).click()
    await expect.element(page.getByRole('checkbox', { name: 'Crypto deposit' })).not.toBeChecked()
    await page.getByRole('button', { name: 'All of Crypto' }).click()
    await page.getByRole('checkbox', { name: 'Wire deposit', exact: true }).click()
    await apply()
    await expect.element(chips).toHaveTextContent('Type is any of Crypto deposit, Crypto withdrawal, Wire deposit')
    expect(values('type')).toEqual(['CRYPTO_DEPOSIT', 'CRYPTO_WITHDRAWAL', 'WIRE_DEPOSIT'])
  })
})

describe('a filter by identifiers', () => {
  test('refuses other text by its line, keeps it, and focuses the field', async () => {
    await show()
    await open('Hash')
    await text.fill('0x00000000219ab540356cBB839Cbe05303d7705Fa')
    await apply()
    await expect.element(menu).toHaveTextContent('Line 1: This is an account address.')
    await expect.element(text).toHaveFocus()
    await expect.element(text).toHaveAccessibleDescription(/cannot search by address/)
    await expect.element(text).toHaveValue('0x00000000219ab540356cBB839Cbe05303d7705Fa')
    expect(address()).toBe(path)
  })

  test('removes a secret key, and neither stores nor applies it', async () => {
    const secret = `S${'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.repeat(2).slice(0, 55)}`
    await show()
    await open('Reference')
    await text.fill(`ref-1\n${secret}`)
    await expect.element(menu).toHaveTextContent('A Stellar secret key was removed')
    await expect.element(text).toHaveValue('ref-1\n')
    await userEvent.keyboard('{Escape}')
    await expect.element(menu).not.toBeInTheDocument()
    expect(JSON.stringify(sessionStorage)).not.toContain(secret)
    await open('Reference')
    await apply()
    await expect.poll(address).toBe(`${path}?ref_ids=ref-1`)
  })

  test.each([
    ['Reference', 'a seed phrase', 'legal winner thank year wave sausage worth useful legal winner thank yellow'],
    ['Hash', 'a private key in hexadecimal', `private key: ${'0f'.repeat(32)}`],
  ])('removes from the filter %s %s, and neither stores nor applies it', async (filter, _, secret) => {
    const rest = filter === 'Hash' ? '5'.repeat(88) : 'ref-1'
    await show()
    await open(filter)
    await text.fill(`${rest}\n${secret}`)
    await expect.element(menu).toHaveTextContent('A private key, seed phrase or access token was removed')
    const secretPart = secret.slice(-20)
    expect((text.element() as HTMLTextAreaElement).value).not.toContain(secretPart)
    await userEvent.keyboard('{Escape}')
    await expect.element(menu).not.toBeInTheDocument()
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain(secretPart)
    await open(filter)
    expect((text.element() as HTMLTextAreaElement).value.startsWith(rest)).toBe(true)
  })

  test('never applies a secret, however soon Enter follows', async () => {
    const { calls } = await show()
    await open('Reference')
    await text.fill('ref-1\nlegal winner thank year wave sausage worth useful legal winner thank yellow')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => menu.query() === null || /was removed/.test(menu.element().textContent ?? '')).toBe(true)
    expect(address()).not.toContain('sausage')
    if (menu.query()) await apply()
    await expect.poll(address).toBe(`${path}?ref_ids=ref-1`)
    expect(JSON.stringify([calls, { ...sessionStorage }])).not.toContain('sausage')
  })

  test('splits references at commas only if asked to', async () => {
    await show()
    await open('Reference')
    await text.fill('inv 1, inv 2')
    await expect.element(menu).toHaveTextContent('1 reference')
    await menu.getByRole('button', { name: 'Also split at commas: 4 references' }).click()
    await expect.element(menu).toHaveTextContent('2 references')
    await menu.getByRole('button', { name: 'Read each line as one reference' }).click()
    await apply()
    await expect.poll(() => values('ref_ids')).toEqual(['inv 1, inv 2'])
  })
})

describe('a range of time', () => {
  test('that is relative stays so in the URL, replaces other times, and is marked in the form', async () => {
    await show('?created_at.gte=2026-11-01T00:00:00Z&x.columns=created.amount')
    await open('Created')
    await menu.getByRole('button', { name: 'Last 7 days' }).click()
    await expect.element(chips).toHaveTextContent('Created in the last 7 days')
    expect(address()).toBe(`${path}?x.columns=created.amount&x.created=last-7d`)
    await open('Created')
    await expect.element(menu.getByRole('button', { name: 'Last 7 days' })).toHaveAttribute('aria-pressed', 'true')
    // Applied as it is, it stays relative.
    await apply()
    expect(values('x.created')).toEqual(['last-7d'])
    await page.getByRole('link', { name: 'Clear all' }).click()
    await expect.poll(address).toBe(`${path}?x.columns=created.amount`)
  })

  test('that is relative becomes fixed when one of its times is changed', async () => {
    await show('?x.created=yesterday')
    await open('Created')
    await expect.element(menu).toHaveTextContent('Change From or To for a fixed range')
    expect(((await to.element()) as HTMLInputElement).value).toMatch(/ 00:00:00$/)
    await from.fill('2026-11-18')
    await apply()
    await expect.poll(() => values('created_at.gte')).toEqual(['2026-11-18T00:00:00Z'])
    expect(values('created_at.lt')).toHaveLength(1)
    expect(values('x.created')).toEqual([])
  })

  test('that cannot be parsed is reported at its field, which gets the focus', async () => {
    await show()
    await open('Created')
    await from.fill('last tuesday')
    await apply()
    await expect.element(from).toHaveFocus()
    await expect.element(from).toHaveAccessibleDescription(/Enter a time, like/)
    await from.fill('2026-11-19')
    await to.fill('2026-11-18 10:00')
    await apply()
    await expect.element(to).toHaveAccessibleDescription(/To must be later than From/)
    expect(address()).toBe(path)
  })

  test('in a link keeps its own comparisons and every digit', async () => {
    await show('?created_at.gt=2026-01-02T03:04:05.123456789Z&created_at.lte=2027-01-01T00:00:00Z')
    await expect
      .element(chips)
      .toHaveTextContent('Created is after 2 Jan 2026 03:04:05.123456789 and up to and including 1 Jan 2027')
    await chips.getByRole('button', { name: /^Created/ }).click()
    await expect.element(menu.getByRole('textbox', { name: 'After' })).toHaveValue('2026-01-02 03:04:05.123456789')
    await to.fill('2026-12-31 23:00')
    await apply()
    await expect.element(chips).toHaveTextContent('up to and including 31 Dec 2026 23:00:00')
    expect(values('created_at.gt')).toEqual(['2026-01-02T03:04:05.123456789Z'])
    expect(values('created_at.lte')).toEqual(['2026-12-31T23:00:00Z'])
  })

  test('at a skipped or repeated hour offers unambiguous times, and is in UTC in the URL', async () => {
    await show()
    await open('Created')
    await menu.getByRole('radio', { name: 'Europe/Zurich' }).click()
    await from.fill('2026-03-29 02:30')
    await expect.element(from).toHaveAccessibleDescription(/02:30 does not exist on 2026-03-29 in Europe\/Zurich/)
    await menu.getByRole('button', { name: 'Use 03:00' }).click()
    await expect.element(from).toHaveFocus()
    await to.fill('2026-10-25 02:30')
    await expect.element(to).toHaveAccessibleDescription(/02:30 occurs twice on 2026-10-25 in Europe\/Zurich/)
    await menu.getByRole('button', { name: 'The second, +01:00' }).click()
    await apply()
    await expect.element(chips).toHaveTextContent('UTC')
    expect(values('created_at.gte')).toEqual(['2026-03-29T01:00:00Z'])
    expect(values('created_at.lt')).toEqual(['2026-10-25T01:30:00Z'])
  })
})

test('any filters can be combined, and the address has the most selective ones by their own names', async () => {
  await show('?statuses=FAILED')
  await open('Type')
  await page.getByRole('checkbox', { name: 'Wire deposit', exact: true }).click()
  await apply()
  await expect.poll(address).toBe(`${path}?x.statuses=FAILED&type=WIRE_DEPOSIT`)
  const status = chips.getByRole('button', { name: /^Status is Failed/ })
  await expect.element(status).toHaveAccessibleName('Status is Failed')
  await expect.element(chips.getByRole('button', { name: /^Type/ })).toHaveAccessibleName('Type is Wire deposit')
  // The form holds what is applied, under either name.
  await status.click()
  await expect.element(page.getByRole('checkbox', { name: 'Failed' })).toBeChecked()
  await userEvent.keyboard('{Escape}')
  await chips.getByRole('link', { name: 'Remove filter Status' }).click()
  await expect.poll(address).toBe(`${path}?type=WIRE_DEPOSIT`)
  await addFilter.click()
  await expect.element(menu.getByRole('button', { name: 'Pending', exact: true })).toBeVisible()
  for (const item of menu.getByRole('button').all()) await expect.element(item).toBeEnabled()
})

describe("a filter of Mintdesk's own", () => {
  test('by amount takes pasted amounts, keeps every digit, and says what is wrong at its field', async () => {
    await show()
    await open('Amount')
    const least = menu.getByRole('textbox', { name: 'At least (optional)' })
    const most = menu.getByRole('textbox', { name: 'At most (optional)' })
    await least.fill('many')
    await apply()
    await expect.element(least).toHaveFocus()
    await expect.element(least).toHaveAccessibleDescription(/Enter the amount as a number, like 1250.00/)
    await least.fill('1.250')
    await apply()
    await expect.element(least).toHaveAccessibleDescription(/Did you mean 1.25 or 1,250\?/)
    await menu.getByRole('button', { name: '1,250', exact: true }).click()
    await expect.element(least).toHaveValue('1,250.00')
    await least.fill('$1234.50')
    await expect.element(least, { message: 'not while it is typed' }).toHaveValue('$1234.50')
    await most.fill('1 000')
    await expect.element(least).toHaveValue('1,234.50')
    await apply()
    await expect.element(most).toHaveAccessibleDescription(/must not be less than the lowest/)
    await most.fill('12345678901234567890.000000000000000001')
    await apply()
    await expect.element(chips).toHaveTextContent('Amount is 1,234.50 to 12,345,678,901,234,567,890.000000000000000001')
    expect(values('x.amount.gte')).toEqual(['1234.50'])
    await chips.getByRole('button', { name: /^Amount/ }).click()
    await expect.element(least).toHaveValue('1,234.50')
    await menu.getByRole('button', { name: 'Clear' }).click()
    await most.fill('5')
    await apply()
    await expect.poll(address).toBe(`${path}?x.amount.lte=5`)
    await expect.element(chips).toHaveTextContent('Amount is at most 5')
  })

  test('by amount is not asked what the exact amount of its address means', async () => {
    await show('?x.amount.gte=1.250')
    await chips.getByRole('button', { name: /^Amount/ }).click()
    await apply()
    await expect.poll(address).toBe(`${path}?x.amount.gte=1.25`)
  })

  test('by amount shows sums grouped, and its address has plain decimals', async () => {
    await show('?x.amount.gte=1250&x.amount.lte=250000')
    await expect.element(chips).toHaveTextContent('Amount is 1,250 to 250,000')
    await chips.getByRole('button', { name: /^Amount/ }).click()
    const [least, most] = ['At least (optional)', 'At most (optional)'].map((name) =>
      menu.getByRole('textbox', { name }),
    )
    await expect.element(least ?? menu, { message: '1,250 may be 1.25' }).toHaveValue('1,250.00')
    await most?.fill('300000')
    await userEvent.tab()
    await expect.element(most ?? menu).toHaveValue('300,000.00')
    await apply()
    await expect.poll(address).toBe(`${path}?x.amount.gte=1250.00&x.amount.lte=300000.00`)
  })

  test.each([
    ['Asset', 'usd, USDC', 'Asset is usd, USDC', '?x.asset=usd&x.asset=USDC'],
    ['Memo', '  Rent ', 'Memo contains Rent', '?x.memo=Rent'],
    ['Note', 'the bank', 'Note contains the bank', '?x.note=the+bank'],
    ['Metadata', 'invoice=4711', 'Metadata has invoice=4711', '?x.metadata=invoice%3D4711'],
    ['Pending', '90 M', 'Pending longer than 90m', '?x.pending_over=90m'],
  ])('by %s takes %s', async (name, written, chip, search) => {
    await show()
    await open(name)
    await text.fill(written)
    await apply()
    await expect.element(chips).toHaveTextContent(chip)
    expect(address()).toBe(`${path}${search}`)
  })

  test.each([
    ['Pending', 'soon', /like 90m, 4h or 2d/],
    ['Metadata', '=4711', /like invoice=4711/],
    ['Memo', 'm'.repeat(256), /at most 255 characters/],
  ])('by %s refuses %s at its field', async (name, written, message) => {
    await show()
    await open(name)
    await text.fill(written)
    await apply()
    await expect.element(text).toHaveFocus()
    await expect.element(text).toHaveAccessibleDescription(message)
    expect(address()).toBe(path)
  })

  test('by how long a transfer is pending offers usual durations', async () => {
    await show('?type=CRYPTO_WITHDRAWAL')
    await open('Pending')
    await menu.getByRole('button', { name: '1 hour' }).click()
    await expect.poll(address).toBe(`${path}?type=CRYPTO_WITHDRAWAL&x.pending_over=1h`)
  })

  test('by direction and network offers their values', async () => {
    await show()
    await open('Direction')
    await page.getByRole('checkbox', { name: 'Out (debit)' }).click()
    await apply()
    await open('Network')
    await page.getByRole('checkbox', { name: 'Base' }).click()
    await apply()
    await expect.poll(address).toBe(`${path}?x.direction=DEBIT&x.network=BASE`)
  })

  test('by destination address is applied, and a secret key among the addresses is removed', async () => {
    await show()
    await open('Destination address')
    const secret = `S${'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.repeat(2).slice(0, 55)}`
    await text.fill(`0x00000000219ab540356cBB839Cbe05303d7705Fa\n${secret}`)
    await expect.element(menu).toHaveTextContent('A Stellar secret key was removed')
    await apply()
    await expect.poll(address).toBe(`${path}?x.destination_address=0x00000000219ab540356cBB839Cbe05303d7705Fa`)
  })

  test('of issuer quotes can be negative', async () => {
    await renderInConsole(<Bar filters={issuerQuoteFilters} />, { url: '/sandbox/issuer-quotes' })
    await open('Principal')
    await menu.getByRole('textbox', { name: 'At most (optional)' }).fill('−250000')
    await apply()
    await expect.poll(() => values('x.amount.lte')).toEqual(['-250000.00'])
    await expect.element(chips).toHaveTextContent('Principal is at most −250,000.00')
  })
})

test('the menu begins with its search, then the six common filters; keys go through all of them', async () => {
  await show('?updated_at.gte=2026-11-18T00:00:00Z&type=WIRE_DEPOSIT')
  await addFilter.click()
  const search = menu.getByRole('searchbox', { name: 'Search filters' })
  await expect.element(search).toHaveFocus()
  const groups = () =>
    [...menu.element().querySelectorAll('section')].map((group) => [
      group.querySelector('h2')?.textContent,
      ...[...group.querySelectorAll('button')].map((button) => button.textContent),
    ])
  expect(groups()[0]).toEqual(['Common', 'Created', 'Status', 'Type', 'Reference', 'Amount', 'Asset'])
  expect(groups().map(([title]) => title)).toEqual(['Common', 'Status and time', 'Identifiers', 'Details'])
  expect(groups().flat()).toHaveLength(21 + 4)
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(menu.getByRole('button', { name: 'Created', exact: true })).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  await expect.element(menu.getByRole('button', { name: 'Pending', exact: true })).toHaveFocus()
  // Letters go to the search, and Enter opens the first that is found.
  await userEvent.keyboard('has')
  await expect.element(search).toHaveValue('has')
  expect(groups()).toEqual([['Identifiers', 'Hash']])
  await search.fill('nothing')
  await expect.element(menu).toHaveTextContent('No filter has this name.')
  await search.fill('am')
  await userEvent.keyboard('{Enter}')
  await expect.element(menu.getByRole('heading', { name: 'Amount' })).toBeVisible()
})

test('a menu that is cut shows that there are more filters, until its end is seen', async () => {
  await show()
  await addFilter.click()
  const more = page.getByText('More filters', { exact: true })
  await expect.element(more).toBeVisible()
  menu.getByRole('button', { name: 'Pending', exact: true }).element().scrollIntoView()
  await expect.element(more).not.toBeInTheDocument()
  await menu.getByRole('searchbox').fill('hash')
  await expect.element(menu.getByRole('button', { name: 'Hash', exact: true })).toBeVisible()
  await expect.element(more).not.toBeInTheDocument()
})

test('the menu is opaque from its first frame', async () => {
  await emulateMedia({ reducedMotion: 'no-preference' })
  await show()
  let least = 1
  const watch = new MutationObserver(() => {
    const panel = document.querySelector('[role="dialog"]:not([popover])')
    if (panel) least = Math.min(least, Number(getComputedStyle(panel).opacity))
  })
  watch.observe(document.body, { childList: true, subtree: true, attributes: true })
  await addFilter.click()
  await expect.element(menu).toBeVisible()
  watch.disconnect()
  expect(least).toBe(1)
})

test('input that was not applied is there when the form opens again', async () => {
  await show()
  await open('Type')
  await page.getByRole('checkbox', { name: 'RTP deposit' }).click()
  await menu.getByRole('button', { name: 'All filters' }).click()
  await menu.getByRole('button', { name: 'Created', exact: true }).click()
  await from.fill('2026-11-0')
  await userEvent.keyboard('{Escape}')
  await expect.element(menu).not.toBeInTheDocument()
  await open('Created')
  await expect.element(from).toHaveValue('2026-11-0')
  await userEvent.keyboard('{Escape}')
  await expect.element(menu).not.toBeInTheDocument()
  await open('Type')
  await expect.element(page.getByRole('checkbox', { name: 'RTP deposit' })).toBeChecked()
  await apply()
  await expect.element(chips).toHaveTextContent('Type is RTP deposit')
})

test('Clear all removes every filter and keeps the page size', async () => {
  await show('?statuses=FAILED&created_at.gte=2026-11-18T00:00:00Z&limit=500&page_cursor=c')
  await page.getByRole('link', { name: 'Clear all' }).click()
  await expect.poll(address).toBe(`${path}?limit=500`)
  await expect.element(addFilter).toHaveFocus()
})

describe('the filters of issuer quotes', () => {
  const showQuotes = () => renderInConsole(<Bar filters={issuerQuoteFilters} />, { url: '/sandbox/issuer-quotes' })

  test('take one profile and several statuses', async () => {
    await showQuotes()
    await open('Profile')
    await text.fill('profile-1\nprofile-2')
    await expect.element(menu).toHaveTextContent('The provider accepts at most 1 profile at once')
    await text.fill('profile-1')
    await apply()
    await expect.element(chips).toHaveTextContent('Profile is')
    expect(values('profile_id')).toEqual(['profile-1'])
    await open('Status')
    await page.getByRole('checkbox', { name: 'Completed' }).click()
    await page.getByRole('checkbox', { name: 'Failed' }).click()
    await apply()
    await expect.element(chips).toHaveTextContent('Status is any of Completed, Failed')
    expect(values('status')).toEqual(['COMPLETE', 'FAILED'])
  })
})

test.each([
  ['light', 1440],
  ['dark', 390],
] as const)('axe finds nothing in the menu, its forms and the notes: %s, %i px', async (colorScheme, width) => {
  await emulateMedia({ colorScheme })
  const search = '?profile_ids=a&created_at.gte=2026-11-18T00:00:00Z&order_by=CREATED_AT'
  await renderInConsole(<Bar />, { url: `${path}${search}`, width })
  await addFilter.click()
  await checkAccessibility()
  await menu.getByRole('button', { name: 'Created', exact: true }).click()
  await from.fill('soon')
  await apply()
  await checkAccessibility()
  await userEvent.keyboard('{Escape}')
  await expect.element(menu).not.toBeInTheDocument()
  await addFilter.click()
  await menu.getByRole('button', { name: 'Amount', exact: true }).click()
  await menu.getByRole('textbox', { name: 'At least (optional)' }).fill('many')
  await apply()
  await checkAccessibility()
  await menu.getByRole('button', { name: 'All filters' }).click()
  await menu.getByRole('button', { name: 'Pending', exact: true }).click()
  await checkAccessibility()
  await menu.getByRole('button', { name: 'All filters' }).click()
  await menu.getByRole('button', { name: 'Reference', exact: true }).click()
  await text.fill(Array.from({ length: 250 }, (_, index) => `ref, ${index}`).join('\n'))
  await checkAccessibility()
  await menu.getByRole('link', { name: '1–100' }).click()
  await expect.element(page.getByText('Reference 1–100 of 250 pasted.')).toBeVisible()
  await checkAccessibility()
})
