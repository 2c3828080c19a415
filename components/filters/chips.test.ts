import fc from 'fast-check'
import { expect, test } from 'vitest'
import { issuerQuoteFilters } from '@/components/records/issuer-quote-reads'
import { transferFilters } from '@/components/records/transfer-reads'
import { uncheckedQuery, writeQuery } from '@/lib/domain/query-string'
import { IssuerQuoteQuery } from '@/lib/provider/issuer-quotes'
import { queryNames, readQuery } from '@/lib/provider/read-query'
import { TransferQuery } from '@/lib/provider/transfers'
import { filterChips } from './chips'
import { type ListFilters, listNames, orderLabel } from './description'

const utc = { zone: 'UTC', name: 'UTC' }
const zurich = { zone: 'Europe/Zurich', name: 'Europe/Zurich' }
const words = (text: string, zone = utc, list: ListFilters = transferFilters) =>
  filterChips(list, new URLSearchParams(text), zone).map(
    ({ field, operator, value }) => `${field} ${operator} ${value}`,
  )

const evm = '95cd4f6e0b0d5c2f6b3b0a1d2e3f405162738495a6b7c8d9eafb0c1d2e3f4a5b'

test.each([
  ['statuses=FAILED', ['Status is Failed']],
  ['statuses=FAILED&statuses=PENDING', ['Status is any of Failed, Pending']],
  ['secondary_statuses=CUSTOMER_REJECTED', ['Secondary status is Rejected by customer']],
  ['type=INTERNAL_TRANSFER_DEBIT', ['Type is Internal transfer out']],
  ['type=NEW_KIND', ['Type is NEW_KIND']],
  ['profile_ids=a&profile_ids=b&profile_ids=c&profile_ids=d', ['Profile is any of 4']],
  ['ids=512f26ad-a3c3-4634-ac3c-6b12b7b33cb5', ['Transfer is 512f26ad-a…3cb5']],
  ['ref_ids=a,b', ['Reference is a,b']],
  [`crypto_tx_hashes=0x${evm}&crypto_tx_hashes=${evm}`, ['Hash is 0x95cd4f6e…4a5b']],
  [`crypto_tx_hashes=0x${evm}&crypto_tx_hashes=${evm}&crypto_tx_hashes=b`, ['Hash is any of 2']],
  [
    'created_at.gte=2026-11-18T14:32:08Z&created_at.lt=2026-11-19T14:32:08Z',
    ['Created in 24 hours, 18 Nov 14:32:08 to 19 Nov 2026 14:32:08 UTC'],
  ],
  ['created_at.gte=2026-11-01T00:00:00Z&created_at.lt=2026-12-01T00:00:00Z', ['Created in November 2026, UTC']],
  ['created_at.gte=2026-12-01T00:00:00Z&created_at.lt=2027-01-01T00:00:00Z', ['Created in December 2026, UTC']],
  ['updated_at.gte=2026-11-18T00:00:00Z&updated_at.lt=2026-11-19T00:00:00Z', ['Updated in 18 Nov 2026, UTC']],
  [
    'created_at.gte=2026-11-18T14:32:08.123456789Z&created_at.lt=2026-11-18T14:32:09.5Z',
    ['Created in 18 Nov 14:32:08.123456789 to 18 Nov 2026 14:32:09.5 UTC'],
  ],
  [
    'created_at.gte=2026-12-31T23:00:00Z&created_at.lt=2027-01-01T01:00:00Z',
    ['Created in 31 Dec 2026 23:00:00 to 1 Jan 2027 01:00:00 UTC'],
  ],
  ['updated_at.gt=2026-11-18T14:32:08Z', ['Updated is after 18 Nov 2026 14:32:08 UTC']],
  [
    'updated_at.gt=2026-11-18T14:32:08Z&updated_at.lte=2026-11-19T00:00:00Z',
    ['Updated is after 18 Nov 2026 14:32:08 and up to and including 19 Nov 2026 00:00:00 UTC'],
  ],
  ['created_at.eq=2026-11-18T14:32:08.000000001Z', ['Created is at 18 Nov 2026 14:32:08.000000001 UTC']],
  ['created_at.gte=soon', ['Created is from soon UTC']],
  ['limit=500&order=ASC&page_cursor=a&x.page=2', []],
])('%s is shown as %j', (text, chips) => {
  expect(words(text)).toEqual(chips)
})

test.each([
  [
    'created_range.begin=2026-11-01T00:00:00Z&created_range.end=2026-11-30T23:59:59.999999999Z',
    ['Created in November 2026, UTC'],
  ],
  [
    'created_range.begin=2026-11-19T00:00:00Z&created_range.end=2026-11-19T14:32:00Z',
    ['Created in 19 Nov 00:00:00 to 19 Nov 2026 14:32:00 UTC, both inclusive'],
  ],
  [
    'created_range.begin=2026-11-19T00:00:00Z&created_range.end=2026-11-20T00:00:00Z',
    ['Created in 19 Nov 00:00:00 to 20 Nov 2026 00:00:00 UTC, both inclusive'],
  ],
  ['created_range.end=2026-11-19T14:32:00Z', ['Created is up to 19 Nov 2026 14:32:00 UTC, inclusive']],
  ['status=COMPLETE&profile_id=p-1', ['Status is Completed', 'Profile is p-1']],
])('an issuer quote filter %s is shown as %j', (text, chips) => {
  expect(words(text, utc, issuerQuoteFilters)).toEqual(chips)
})

test.each([
  [
    'created_at.gte=2026-10-31T23:00:00Z&created_at.lt=2026-11-30T23:00:00Z',
    ['Created in November 2026, Europe/Zurich'],
  ],
  // A day of 25 hours.
  ['created_at.gte=2026-10-24T22:00:00Z&created_at.lt=2026-10-25T23:00:00Z', ['Created in 25 Oct 2026, Europe/Zurich']],
  [
    'created_at.gte=2026-10-25T00:30:00Z&created_at.lt=2026-10-25T01:30:00Z',
    ['Created in 25 Oct 02:30:00 (the first) to 25 Oct 2026 02:30:00 (the second) Europe/Zurich'],
  ],
])('in another zone %s is shown as %j', (text, chips) => {
  expect(words(text, zurich)).toEqual(chips)
})

test.each([
  [transferFilters, TransferQuery],
  [issuerQuoteFilters, IssuerQuoteQuery],
] as const)('every filter of the provider has a chip', (list, query) => {
  const view = ['limit', 'order', 'order_by', 'page_cursor']
  for (const name of queryNames(query).filter((one) => !view.includes(one)))
    expect(filterChips(list, new URLSearchParams({ [name]: 'x' }), utc), name).toHaveLength(1)
})

test.each([
  ['transfers', transferFilters, TransferQuery],
  ['issuer quotes', issuerQuoteFilters, IssuerQuoteQuery],
])('what a page asks with is read and refused as the URL of %s would be', (_, list, query) => {
  const name = fc.oneof(fc.constantFrom(...queryNames(query), '__proto__', 'constructor'), fc.string())
  const value = fc.oneof(
    fc.constantFrom('PENDING', '5', '007', '-1', '1e2', '2026-11-01T00:00:00Z', 'ASC'),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value), { maxLength: 6 }), (pairs) => {
      const params = new URLSearchParams(pairs)
      const asked = uncheckedQuery(params, listNames(list))
      const read = readQuery(query, params)
      expect(readQuery(query, writeQuery(asked))).toEqual(read)
      if (read.query) expect(asked).toEqual(read.query)
    }),
    { numRuns: 2_000 },
  )
})

test('the order is named', () => {
  expect(orderLabel({ by: 'CREATED_AT', order: 'DESC' })).toBe('created, newest first')
  expect(orderLabel({ by: 'UPDATED_AT', order: 'ASC' })).toBe('updated, oldest first')
})

test.each([
  [
    'last-7d',
    'created_at.gte=2026-11-16T00:41:00Z&created_at.lt=2026-11-23T00:41:00Z',
    'last 7 days, since 16 Nov 2026 00:41 UTC',
  ],
  ['today', 'created_at.gte=2026-11-23T00:00:00Z&created_at.lt=2026-11-24T00:00:00Z', 'today, 23 Nov 2026, UTC'],
  [
    'last-month',
    'created_at.gte=2026-10-01T00:00:00Z&created_at.lt=2026-11-01T00:00:00Z',
    'last month, October 2026, UTC',
  ],
  [
    'this-week',
    'created_at.gte=2026-11-23T00:00:00Z&created_at.lt=2026-11-30T00:00:00Z',
    'this week, 7 days, 23 Nov 00:00:00 to 30 Nov 2026 00:00:00 UTC',
  ],
  ['<b>soon</b>', 'created_at.gte=soon', '<b>soon</b>'],
])('the relative range %s says what it meant when the list was read', (range, resolved, text) => {
  const params = new URLSearchParams({ 'x.created': range })
  const textOf = (read?: URLSearchParams) => filterChips(transferFilters, params, utc, read).map(({ value }) => value)
  expect(textOf(new URLSearchParams(resolved))).toEqual([text])
  expect(textOf()).toEqual([text.split(',')[0]])
})
