import { expect, test } from 'vitest'
import { queryNames } from '@/lib/api/query-string'
import { TransferQuery } from '@/lib/api/transfers'
import { filterChips, orderWords } from './filter-words'

const words = (text: string) =>
  filterChips(new URLSearchParams(text)).map(({ field, operator, value }) => `${field} ${operator} ${value}`)

test.each([
  ['statuses=FAILED', ['Status is Failed']],
  ['statuses=FAILED&statuses=PENDING', ['Status is any of Failed, Pending']],
  ['type=INTERNAL_TRANSFER_DEBIT', ['Type is Internal transfer out']],
  ['profile_ids=a&profile_ids=b&profile_ids=c&profile_ids=d', ['Profile is any of 4']],
  ['ref_ids=a,b', ['Reference is a,b']],
  [
    'created_at.gte=2026-11-18T14:32:08Z&created_at.lt=2026-11-19T14:32:08Z',
    ['Created in 24 hours, 18 Nov 14:32:08 to 19 Nov 2026 14:32:08 UTC'],
  ],
  ['created_at.gte=2026-11-01T00:00:00Z&created_at.lt=2026-12-01T00:00:00Z', ['Created in November 2026, UTC']],
  ['updated_at.gt=2026-11-18T14:32:08Z', ['Updated is after 18 Nov 2026 14:32:08 UTC']],
  ['limit=500&order=ASC&page_cursor=a&x.page=2', []],
])('%s is shown as %j', (text, chips) => {
  expect(words(text)).toEqual(chips)
})

test('every filter of the service has a chip, so that none is in force unseen', () => {
  const view = ['limit', 'order', 'order_by', 'page_cursor']
  for (const name of queryNames(TransferQuery).filter((one) => !view.includes(one)))
    expect(filterChips(new URLSearchParams({ [name]: 'x' })), name).toHaveLength(1)
})

test('the order is said in words', () => {
  expect(orderWords({})).toBe('created, newest first')
  expect(orderWords({ order_by: 'UPDATED_AT' })).toBe('updated, oldest first')
})
