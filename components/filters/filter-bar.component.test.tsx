import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { issuerQuoteFilters } from '@/components/issuer-quotes/issuer-quote-list'
import { checkAccessibility, emulateMedia } from '@/components/testing/browser'
import { address, renderInConsole } from '@/components/testing/render'
import { transferFilters } from '@/components/transfers/transfer-reads'
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

  test('takes several values in the order of the list', async () => {
    await show()
    await open('Type')
    await page.getByRole('checkbox', { name: 'RTP deposit', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Wire deposit', exact: true }).click()
    await apply()
    await expect.element(chips).toHaveTextContent('Type is any of Wire deposit, RTP deposit')
    expect(values('type')).toEqual(['WIRE_DEPOSIT', 'RTP_DEPOSIT'])
  })

  test('offers secondary statuses', async () => {
    await show()
    await open('Secondary status')
    await page.getByRole('checkbox', { name: 'Travel rule information needed' }).click()
    await apply()
    await expect.element(chips).toHaveTextContent('Secondary status is Travel rule information needed')
    expect(values('secondary_statuses')).toEqual(['TRAVEL_RULE_INFO_REQUESTED'])
  })

  test('selects and clears a whole group', async () => {
    await show()
    await open('Type')
    await page.getByRole('button', { name: 'All of Crypto' }).click()
    await page.getByRole('button', { name: 'None of Crypto' }).click()
    await expect.element(page.getByRole('checkbox', { name: 'Crypto deposit' })).not.toBeChecked()
    await page.getByRole('button', { name: 'All of Crypto' }).click()
    await apply()
    await expect.element(chips).toHaveTextContent('Type is any of Crypto deposit, Crypto withdrawal')
    expect(values('type')).toEqual(['CRYPTO_DEPOSIT', 'CRYPTO_WITHDRAWAL'])
  })
})

describe('a filter by identifiers', () => {
  const first = '512f26ad-a3c3-4634-ac3c-6b12b7b33cb5'
  const second = '628b49aa-0000-4000-8000-00000000589f'

  test('parses and counts a pasted list', async () => {
    await show()
    await open('Group')
    await text.fill(`  ${first}\n\n${second}  \n${first}\n`)
    await expect.element(menu).toHaveTextContent('2 groups, 1 duplicate left out')
    await apply()
    await expect.element(chips).toHaveTextContent('Group is any of 2')
    expect(values('group_ids')).toEqual([first, second])
  })

  test('takes a hash from a link to an explorer, and requests it with and without 0x', async () => {
    const evm = '95cd4f6e0b0d5c2f6b3b0a1d2e3f405162738495a6b7c8d9eafb0c1d2e3f4a5b'
    const solana = '5'.repeat(88)
    await show()
    await open('Hash')
    await text.fill(`https://etherscan.io/tx/0x${evm.toUpperCase()}\n${solana}`)
    await expect.element(menu).toHaveTextContent('2 hashes')
    await apply()
    await expect.element(chips).toHaveTextContent('Hash is any of 2')
    expect(values('crypto_tx_hashes')).toEqual([`0x${evm}`, evm, solana])
  })

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

  test('splits a long list into batches and keeps all of them', async () => {
    const references = Array.from({ length: 250 }, (_, index) => `ref-${index}`)
    const { reload } = await show()
    await open('Reference')
    await text.fill(references.join('\n'))
    await expect.element(menu).toHaveTextContent('250 references')
    await expect.element(menu).toHaveTextContent('The provider accepts at most 100 values at once')
    await menu.getByRole('link', { name: '1–100' }).click()
    await expect.element(menu).not.toBeInTheDocument()
    expect(values('ref_ids')).toEqual(references.slice(0, 100))
    await expect.element(page.getByText('Reference 1–100 of 250 pasted.')).toBeVisible()

    await page.getByRole('link', { name: '201–250' }).click()
    await expect.element(page.getByText('Reference 201–250 of 250 pasted.')).toBeVisible()
    expect(values('ref_ids')).toEqual(references.slice(200))
    await reload()
    await expect.element(page.getByText('Reference 201–250 of 250 pasted.')).toBeVisible()
    window.history.back()
    await expect.element(page.getByText('Reference 1–100 of 250 pasted.')).toBeVisible()

    await chips.getByRole('button', { name: /^Reference/ }).click()
    await expect.element(text).toHaveValue(references.join('\n'))
    await expect.element(menu.getByRole('link', { name: '1–100' })).toHaveAttribute('aria-current', 'true')
    await userEvent.keyboard('{Escape}')
    await page.getByRole('button', { name: 'Discard the rest' }).click()
    await expect.element(page.getByText(/of 250 pasted/)).not.toBeInTheDocument()
  })
})

describe('a range of time', () => {
  test('that is quick becomes absolute and half-open', async () => {
    await show()
    await open('Created')
    await menu.getByRole('button', { name: 'Last 24 hours' }).click()
    await expect.element(chips).toHaveTextContent('Created in 24 hours')
    const [begin = ''] = values('created_at.gte')
    const [end = ''] = values('created_at.lt')
    expect(Date.parse(end) - Date.parse(begin)).toBe(86_400_000)
  })

  test('by another time than the order says so, and removes the order', async () => {
    await show('?order_by=CREATED_AT&order=ASC')
    await open('Updated')
    await expect.element(menu).toHaveTextContent('The list will be sorted by updated')
    await menu.getByRole('radio', { name: 'UTC' }).click()
    await from.fill('2026-11-18 00:00')
    await to.fill('2026-11-18')
    await apply()
    await expect.element(chips).toHaveTextContent('Updated in 18 Nov 2026, UTC')
    expect(values('updated_at.gte')).toEqual(['2026-11-18T00:00:00Z'])
    expect(values('updated_at.lt')).toEqual(['2026-11-19T00:00:00Z'])
    expect(values('order_by')).toEqual([])
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

test('filters that cannot be combined are disabled for one reason, and can replace what is set', async () => {
  await show('?profile_ids=profile-1')
  await addFilter.click()
  const type = menu.getByRole('button', { name: 'Type', exact: true })
  await expect.element(type).toBeDisabled()
  await expect.element(type).toHaveAccessibleDescription("Can't be combined with Profile.")
  expect(menu.getByText("Can't be combined with").elements()).toHaveLength(1)
  await menu.getByRole('button', { name: 'Replace Profile' }).click()
  await expect.element(menu.getByText('The filter you choose replaces Profile.')).toBeVisible()
  expect(document.activeElement).toBeEnabled()
  await type.click()
  await page.getByRole('checkbox', { name: 'Wire deposit', exact: true }).click()
  await menu.getByRole('button', { name: 'Use instead of Profile' }).click()
  await expect.element(chips).toHaveTextContent('Type is Wire deposit')
  await expect.element(chips).not.toHaveTextContent('Profile')
})

test('the first focus in the menu is an enabled filter, and arrow keys pass over the disabled ones', async () => {
  // Only the time that the list is filtered by can be changed or added.
  await show('?updated_at.gte=2026-11-18T00:00:00Z&type=WIRE_DEPOSIT')
  await addFilter.click()
  await expect.element(menu.getByRole('button', { name: 'Created', exact: true })).toBeDisabled()
  await expect.element(menu.getByRole('button', { name: 'Updated', exact: true })).toHaveFocus()
  for (let press = 0; press < 20; press++) {
    await userEvent.keyboard('{ArrowDown}')
    expect(document.activeElement).toBeEnabled()
  }
})

test('the menu is opaque from its first frame', async () => {
  await emulateMedia({ reducedMotion: 'no-preference' })
  await show()
  let least = 1
  const watch = new MutationObserver(() => {
    const panel = document.querySelector('[role="dialog"]')
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
    await page.getByRole('checkbox', { name: 'Complete' }).click()
    await page.getByRole('checkbox', { name: 'Failed' }).click()
    await apply()
    await expect.element(chips).toHaveTextContent('Status is any of Complete, Failed')
    expect(values('status')).toEqual(['COMPLETE', 'FAILED'])
  })

  test('take a range that includes both ends', async () => {
    await showQuotes()
    await open('Created')
    await menu.getByRole('radio', { name: 'UTC' }).click()
    await from.fill('2026-11-18T10:00:00.000000001Z')
    await to.fill('2026-11-19T10:00:00Z')
    await apply()
    await expect.element(chips).toHaveTextContent('both inclusive')
    expect(values('created_range.begin')).toEqual(['2026-11-18T10:00:00.000000001Z'])
    expect(values('created_range.end')).toEqual(['2026-11-19T10:00:00Z'])
    await chips.getByRole('button', { name: /^Created/ }).click()
    await from.fill('2026-11-01')
    await to.fill('2026-11-30')
    await apply()
    await expect.element(chips).toHaveTextContent('Created in November 2026, UTC')
    expect(values('created_range.end')).toEqual(['2026-11-30T23:59:59.999999999Z'])
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
  await expect.element(menu).toHaveTextContent("Can't be combined with Created or Profile")
  await checkAccessibility()
  await menu.getByRole('button', { name: 'Created', exact: true }).click()
  await from.fill('soon')
  await apply()
  await checkAccessibility()
  await userEvent.keyboard('{Escape}')
  await expect.element(menu).not.toBeInTheDocument()
  await addFilter.click()
  await menu.getByRole('button', { name: 'Replace Created or Profile' }).click()
  await checkAccessibility()
  await menu.getByRole('button', { name: 'Reference', exact: true }).click()
  await text.fill(Array.from({ length: 250 }, (_, index) => `ref, ${index}`).join('\n'))
  await checkAccessibility()
  await menu.getByRole('link', { name: '1–100' }).click()
  await expect.element(page.getByText('Reference 1–100 of 250 pasted.')).toBeVisible()
  await checkAccessibility()
})
