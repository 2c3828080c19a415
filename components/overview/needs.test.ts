import { expect, test } from 'vitest'
import { readQuery, writeQuery } from '@/lib/api/query-string'
import { readTransferPage } from '@/lib/api/reading'
import { TransferQuery } from '@/lib/api/transfers'
import { howMuch, needCount, needNames, needQuery, summarise } from './needs'

const now = Date.parse('2026-11-19T14:32:08.250Z')

test.each(needNames)('the filter of "%s" is one that the service takes, in an address too', (name) => {
  const query = needQuery(name, now)
  expect(readQuery(TransferQuery, writeQuery(query))).toEqual({ query })
})

test('what failed in 24 h is asked for by its last update, half-open, with the order that belongs to it', () => {
  expect(String(writeQuery(needQuery('failed', now)))).toBe(
    'statuses=FAILED&updated_at.gte=2026-11-18T14%3A32%3A09Z&updated_at.lt=2026-11-19T14%3A32%3A09Z&order_by=UPDATED_AT&order=DESC',
  )
  expect(String(writeQuery(needQuery('travel-rule', now)))).toBe(
    'secondary_statuses=TRAVEL_RULE_INFO_REQUESTED&statuses=PENDING&order_by=CREATED_AT&order=ASC',
  )
})

const query = needQuery('pending', now)
const item = (asset: string, amount: string | undefined, created_at: string, status = 'PENDING') => ({
  ...{ asset, amount, created_at, status },
})
const pageOf = (items: unknown[], next_page_cursor = '') =>
  readTransferPage({ items, next_page_cursor }, { limit: items.length, cursors: [] })

test('sums are exact and by asset, the asset of most transfers first, and the oldest is found', () => {
  const found = summarise(
    query,
    pageOf([
      item('USDC', '0.1', '2026-11-19T10:00:00Z'),
      item('USDC', '18400.15', '2026-11-19T09:20:00.123456789Z'),
      item('PYUSD', '120000.00', '2026-11-19T11:00:00Z'),
      item('BTC', undefined, '2026-11-19T12:00:00Z'),
    ]),
  )
  expect(found).toEqual({
    ...{
      count: 4,
      hasMore: false,
      unsummed: 1,
      unfit: 0,
      oldest: '2026-11-19T09:20:00.123456789Z',
      isOldestKnown: true,
    },
    sums: [
      { asset: 'USDC', sum: '18400.25' },
      { asset: 'PYUSD', sum: '120000.00' },
    ],
  })
  expect(needCount(found)).toBe('4')
  expect(howMuch(found)).toBe('18,400.25 USDC, 120,000.00 PYUSD; 1 without an amount')
})

test('more than three assets are cut to two, and all of them are at hand', () => {
  const found = summarise(query, pageOf(['A', 'B', 'C', 'D'].map((asset) => item(asset, '1', '2026-11-19T10:00:00Z'))))
  expect(howMuch(found)).toBe('1 A, 1 B and 2 more')
  expect(howMuch(found, true)).toBe('1 A, 1 B, 1 C, 1 D')
})

test('a count that did not reach the end says so, and so do its sums', () => {
  const items = Array.from({ length: 1000 }, () => item('USDG', '1.5', '2026-11-19T10:00:00Z'))
  const found = summarise(query, pageOf(items, 'more'))
  expect(needCount(found)).toBe('1,000 or more')
  expect(howMuch(found)).toBe('The 1,000 counted: 1,500.0 USDG')
  expect(found.isOldestKnown, 'the oldest come first').toBe(true)
  expect(summarise(needQuery('failed', now), pageOf(items, 'more')).isOldestKnown).toBe(false)
})

test('rows that do not fit the filter are not counted as if they did', () => {
  const found = summarise(
    query,
    pageOf([item('A', '1', '2026-11-19T10:00:00Z'), item('A', '1', '2026-11-18T10:00:00Z', 'COMPLETED')]),
  )
  expect(found).toMatchObject({ count: 1, unfit: 1, oldest: '2026-11-19T10:00:00Z' })
})
