import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readQuery } from '../api/query-string'
import { aloneFilters, freeFilters, TransferQuery } from '../api/transfers'
import { conflictingNames, transferRules, withFilter, withoutFilters } from './list-filters'
import { apiParams, withParams } from './list-url'

const params = (text: string) => new URLSearchParams(text)
const values: Record<string, string[]> = {
  type: ['WIRE_DEPOSIT', 'RTP_DEPOSIT'],
  statuses: ['FAILED'],
  secondary_statuses: ['CUSTOMER_REJECTED'],
}
const valuesOf = (name: string) => values[name] ?? ['a', 'b']

test('cleared filters leave the view', () => {
  expect(
    withoutFilters(params('type=WIRE_DEPOSIT&limit=500&order=ASC&created_at.gte=x&page_cursor=c')).toString(),
  ).toBe('limit=500&order=ASC')
})

describe('of a time', () => {
  test('a range takes the place of any other time, and of an order by the other', () => {
    const here = params('updated_at.gte=2026-01-01T00:00:00Z&order_by=UPDATED_AT&order=ASC&limit=5')
    const next = withFilter(transferRules, here, { 'created_at.gte': ['2026-02-01T00:00:00Z'], 'created_at.lt': [] })
    expect(next.toString()).toBe(params('limit=5&created_at.gte=2026-02-01T00:00:00Z').toString())
  })

  test('a range begins at the first page and keeps an order by itself', () => {
    const here = params('order_by=UPDATED_AT&order=ASC&page_cursor=c&x.earlier=b&x.page=3')
    const next = withFilter(transferRules, here, { 'updated_at.lt': ['2026-02-01T00:00:00Z'] })
    expect(next.toString()).toBe(params('order_by=UPDATED_AT&order=ASC&updated_at.lt=2026-02-01T00:00:00Z').toString())
  })

  test('beside another that is in force already changes by itself', () => {
    const here = params('updated_at.gte=2026-01-01T00:00:00Z&created_at.eq=x')
    expect(withFilter(transferRules, here, { 'created_at.gte': ['y'] }).toString()).toBe(
      params('updated_at.gte=2026-01-01T00:00:00Z&created_at.gte=y').toString(),
    )
  })

  test('taking it out leaves all else as it is', () => {
    const here = params('created_at.gte=x&created_at.lt=y&order_by=CREATED_AT&statuses=FAILED')
    expect(withFilter(transferRules, here, { 'created_at.gte': [], 'created_at.lt': [] }).toString()).toBe(
      'order_by=CREATED_AT&statuses=FAILED',
    )
  })
})

// Spec, List transfers, rule 1.
test.each([
  ['statuses', 'type=WIRE_DEPOSIT', ['type']],
  ['type', 'statuses=FAILED&group_ids=g&created_at.gte=x', ['group_ids', 'statuses']],
  ['type', 'ids=a', ['ids']],
  ['type', 'type=WIRE_DEPOSIT', []],
  ['created_at.gte', 'type=WIRE_DEPOSIT&statuses=FAILED', []],
  ['created_at.gte', 'updated_at.lt=x', ['updated_at.lt']],
  ['created_at.gte', 'updated_at.lt=x&created_at.lt=y', []],
  ['statuses', 'crypto_tx_hashes=a&secondary_statuses=b', []],
])('%s beside %s is held up by %j', (name, text, rivals) => {
  expect(conflictingNames(transferRules, name, params(text))).toEqual(rivals)
})

const pairs = [
  ...aloneFilters.flatMap((first, index) => aloneFilters.slice(index + 1).map((second) => [first, second] as const)),
  ...aloneFilters.flatMap((first) => freeFilters.map((second) => [first, second] as const)),
]

test('the spec forbids 39 pairs', () => {
  expect(pairs).toHaveLength(15 + 24)
})

test.each(pairs)('%s and %s cannot be together, and each takes the place of the other', (one, other) => {
  for (const [first, second] of [
    [one, other],
    [other, one],
  ] as const) {
    const here = withParams(params('limit=500&created_at.gte=2026-01-01T00:00:00Z'), { [first]: valuesOf(first) })
    expect(conflictingNames(transferRules, second, here)).toEqual([first])
    const both = withParams(here, { [second]: valuesOf(second) })
    expect(readQuery(TransferQuery, both).errors?.map(({ message }) => message)).toEqual([
      expect.stringContaining('only with time filters'),
    ])
    const swapped = withFilter(transferRules, here, { [second]: valuesOf(second) })
    expect(readQuery(TransferQuery, swapped).query).toEqual({
      limit: 500,
      'created_at.gte': '2026-01-01T00:00:00Z',
      [second]: valuesOf(second),
    })
  }
})

test('whatever is chosen after whatever, the service takes the address', () => {
  const time = { 'created_at.gte': ['2026-01-01T00:00:00Z'], 'created_at.lt': ['2026-02-01T00:00:00Z'] }
  const updated = { 'updated_at.gte': ['2026-01-01T00:00:00Z'] }
  const parts = fc.oneof(
    fc.constantFrom(...aloneFilters, ...freeFilters).map((name) => ({ [name]: valuesOf(name) })),
    fc.constantFrom(time, updated),
  )
  const begin = fc.constantFrom('', 'order_by=UPDATED_AT&order=ASC', 'order_by=CREATED_AT', 'limit=1000&order=ASC')
  fc.assert(
    fc.property(begin, fc.array(parts, { maxLength: 8 }), (text, steps) => {
      const here = steps.reduce((all, step) => withFilter(transferRules, all, step), params(text))
      expect(readQuery(TransferQuery, apiParams(here)).errors).toBeUndefined()
    }),
  )
})
