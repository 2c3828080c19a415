import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readQuery, writeQuery } from '../api/query-string'
import { combinableFilters, exclusiveFilters, TransferQuery, timeFilters } from '../api/transfers'
import {
  conflictingNames,
  type ListRules,
  orderOf,
  sortedBy,
  timeAgainstOrder,
  withFilter,
  withOrder,
  withoutFilters,
} from './list-filters'
import { apiParams, withParams } from './list-url'

/** Spec, List transfers, rules 1 and 2. */
const rules: ListRules = {
  alone: exclusiveFilters,
  free: combinableFilters,
  times: [
    { names: timeFilters.CREATED_AT, from: 'created_at.gte', to: 'created_at.lt', orderBy: 'CREATED_AT' },
    {
      names: timeFilters.UPDATED_AT,
      from: 'updated_at.gte',
      to: 'updated_at.lt',
      orderBy: 'UPDATED_AT',
      defaultOrder: 'ASC',
    },
  ],
}
const withoutOrderBy: ListRules = {
  alone: [],
  free: [],
  times: [{ names: ['begin', 'end'], from: 'begin', to: 'end' }],
}

function readTransferQuery(text: string): TransferQuery {
  const { query } = readQuery(TransferQuery, params(text))
  if (!query) throw new Error('Expected a valid query.')
  return query
}

const params = (text: string) => new URLSearchParams(text)
const values: Record<string, string[]> = {
  type: ['WIRE_DEPOSIT', 'RTP_DEPOSIT'],
  statuses: ['FAILED'],
  secondary_statuses: ['CUSTOMER_REJECTED'],
}
const valuesOf = (name: string) => values[name] ?? ['a', 'b']

test('clearing filters keeps page size and order', () => {
  expect(
    withoutFilters(params('type=WIRE_DEPOSIT&limit=500&order=ASC&created_at.gte=x&page_cursor=c')).toString(),
  ).toBe('limit=500&order=ASC')
})

describe('a time filter', () => {
  test('replaces a filter by another time and an order by it', () => {
    const here = params('updated_at.gte=2026-01-01T00:00:00Z&order_by=UPDATED_AT&order=ASC&limit=5')
    const next = withFilter(rules, here, { 'created_at.gte': ['2026-02-01T00:00:00Z'], 'created_at.lt': [] })
    expect(next.toString()).toBe(params('limit=5&created_at.gte=2026-02-01T00:00:00Z').toString())
  })

  test('leads to the first page and keeps an order by the same time', () => {
    const here = params('order_by=UPDATED_AT&order=ASC&page_cursor=c&x.earlier=b&x.page=3')
    const next = withFilter(rules, here, { 'updated_at.lt': ['2026-02-01T00:00:00Z'] })
    expect(next.toString()).toBe(params('order_by=UPDATED_AT&order=ASC&updated_at.lt=2026-02-01T00:00:00Z').toString())
  })

  test('changes alone if the URL already filters by two times', () => {
    const here = params('updated_at.gte=2026-01-01T00:00:00Z&created_at.eq=x')
    expect(withFilter(rules, here, { 'created_at.gte': ['y'] }).toString()).toBe(
      params('updated_at.gte=2026-01-01T00:00:00Z&created_at.gte=y').toString(),
    )
  })

  test('is removed without changing anything else', () => {
    const here = params('created_at.gte=x&created_at.lt=y&order_by=CREATED_AT&statuses=FAILED')
    expect(withFilter(rules, here, { 'created_at.gte': [], 'created_at.lt': [] }).toString()).toBe(
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
])('%s with %s conflicts with %j', (name, text, rivals) => {
  expect(conflictingNames(rules, name, params(text))).toEqual(rivals)
})

const pairs = [
  ...exclusiveFilters.flatMap((first, index) =>
    exclusiveFilters.slice(index + 1).map((second) => [first, second] as const),
  ),
  ...exclusiveFilters.flatMap((first) => combinableFilters.map((second) => [first, second] as const)),
]

test('the spec forbids 39 pairs', () => {
  expect(pairs).toHaveLength(15 + 24)
})

test.each(pairs)('%s and %s cannot be combined, and each replaces the other', (one, other) => {
  for (const [first, second] of [
    [one, other],
    [other, one],
  ] as const) {
    const here = withParams(params('limit=500&created_at.gte=2026-01-01T00:00:00Z'), { [first]: valuesOf(first) })
    expect(conflictingNames(rules, second, here)).toEqual([first])
    const both = withParams(here, { [second]: valuesOf(second) })
    expect(readQuery(TransferQuery, both).errors?.map(({ message }) => message)).toEqual([
      expect.stringContaining('only with time filters'),
    ])
    const swapped = withFilter(rules, here, { [second]: valuesOf(second) })
    expect(readQuery(TransferQuery, swapped).query).toEqual({
      limit: 500,
      'created_at.gte': '2026-01-01T00:00:00Z',
      [second]: valuesOf(second),
    })
  }
})

test('any sequence of filters leads to a valid query', () => {
  const time = { 'created_at.gte': ['2026-01-01T00:00:00Z'], 'created_at.lt': ['2026-02-01T00:00:00Z'] }
  const updated = { 'updated_at.gte': ['2026-01-01T00:00:00Z'] }
  const parts = fc.oneof(
    fc.constantFrom(...exclusiveFilters, ...combinableFilters).map((name) => ({ [name]: valuesOf(name) })),
    fc.constantFrom(time, updated),
  )
  const begin = fc.constantFrom('', 'order_by=UPDATED_AT&order=ASC', 'order_by=CREATED_AT', 'limit=1000&order=ASC')
  fc.assert(
    fc.property(begin, fc.array(parts, { maxLength: 8 }), (text, steps) => {
      const here = steps.reduce((all, step) => withFilter(rules, all, step), params(text))
      expect(readQuery(TransferQuery, apiParams(here)).errors).toBeUndefined()
    }),
  )
})

describe('the order', () => {
  test.each([
    ['', {}],
    ['statuses=FAILED', {}],
    ['created_at.gte=2026-11-18T00:00:00Z', { order_by: 'CREATED_AT', order: 'DESC' }],
    ['updated_at.gte=2026-11-18T00:00:00Z', { order_by: 'UPDATED_AT', order: 'DESC' }],
    ['updated_at.gte=2026-11-18T00:00:00Z&order_by=UPDATED_AT', { order_by: 'UPDATED_AT', order: 'ASC' }],
    ['created_at.gte=2026-11-18T00:00:00Z&order=ASC', { order_by: 'CREATED_AT', order: 'ASC' }],
    ['created_at.gte=2026-11-18T00:00:00Z&updated_at.gte=2026-11-18T00:00:00Z', {}],
  ])('is explicit with a time filter: %s', (text, order) => {
    const query = readTransferQuery(text)
    expect(withOrder(rules, query)).toEqual({ ...query, ...order })
    expect(readQuery(TransferQuery, writeQuery(withOrder(rules, query))).errors).toBeUndefined()
  })

  test('has the default of the spec', () => {
    expect(orderOf(rules, {})).toEqual({ by: 'CREATED_AT', order: 'DESC' })
    expect(orderOf(rules, { order_by: 'UPDATED_AT' })).toEqual({ by: 'UPDATED_AT', order: 'ASC' })
  })

  const updated = { by: 'UPDATED_AT', order: 'DESC' } as const

  test.each([
    ['', { by: 'CREATED_AT', order: 'ASC' }, true, 'order_by=CREATED_AT&order=ASC'],
    ['', updated, true, 'order_by=UPDATED_AT&order=DESC'],
    ['order_by=UPDATED_AT&order=ASC', { by: 'CREATED_AT', order: 'DESC' }, true, ''],
    ['', { by: 'CREATED_AT', order: 'ASC' }, false, 'order=ASC'],
    ['order=ASC', { by: 'CREATED_AT', order: 'DESC' }, false, ''],
    [
      'statuses=FAILED&limit=500&page_cursor=b&x.page=2',
      updated,
      true,
      'statuses=FAILED&limit=500&order_by=UPDATED_AT&order=DESC',
    ],
  ] as const)(
    'of "%s" changed to %j leads to the first page, and is complete or left out',
    (text, wanted, hasOrderBy, expected) => {
      expect(sortedBy(hasOrderBy ? rules : withoutOrderBy, {}, params(text), wanted).toString()).toBe(expected)
    },
  )

  test('that is requested is the order of the new list, unless the provider forbids it', () => {
    const text = fc.constantFrom(
      '',
      'statuses=FAILED',
      'updated_at.gte=2026-11-18T00:00:00Z',
      'created_at.lt=2026-11-18T00:00:00Z',
    )
    const order = fc.record({
      by: fc.constantFrom('CREATED_AT' as const, 'UPDATED_AT' as const),
      order: fc.constantFrom('ASC' as const, 'DESC' as const),
    })
    fc.assert(
      fc.property(text, order, (address, wanted) => {
        const query = readTransferQuery(address)
        const { query: next } = readQuery(TransferQuery, sortedBy(rules, query, params(address), wanted))
        // Spec, List transfers, rule 2.
        expect(next === undefined).toBe(timeAgainstOrder(rules, query, wanted.by) !== undefined)
        if (next) expect(orderOf(rules, next)).toEqual(wanted)
      }),
    )
  })
})
