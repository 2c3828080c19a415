import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { writeQuery } from '../domain/query-string'
import { selectivity } from '../provider/list-parts'
import type { ListRules } from '../provider/list-rules'
import { readQuery } from '../provider/read-query'
import { listRules } from '../provider/scanned-lists'
import { combinableFilters, exclusiveFilters } from '../provider/transfer-terms'
import { TransferQuery } from '../provider/transfers'
import { orderOf, sortedBy, timeAgainstOrder, withOrder, withoutFilters } from './list-filters'
import { apiParams, withParams } from './list-url'
import { withFilter } from './set-filters'

const rules = listRules.listTransfers
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
  test('is added to a filter by another time, and the order says which of them is sent', () => {
    const here = params('updated_at.gte=2026-01-01T00:00:00Z&order_by=UPDATED_AT&order=ASC&limit=5')
    const created = { 'created_at.gte': ['2026-02-01T00:00:00Z'], 'created_at.lt': [] }
    expect(decodeURIComponent(withFilter(rules, here, created).toString())).toBe(
      'updated_at.gte=2026-01-01T00:00:00Z&order_by=UPDATED_AT&order=ASC&limit=5&x.created_at.gte=2026-02-01T00:00:00Z',
    )
    expect(
      decodeURIComponent(withFilter(rules, params('updated_at.gte=2026-01-01T00:00:00Z'), created).toString()),
    ).toBe('x.updated_at.gte=2026-01-01T00:00:00Z&created_at.gte=2026-02-01T00:00:00Z')
  })

  test('removes an order by a time that is not filtered by', () => {
    const next = withFilter(rules, params('order_by=UPDATED_AT&order=ASC&limit=5'), { 'created_at.gte': ['y'] })
    expect(next.toString()).toBe('limit=5&created_at.gte=y')
  })

  test('leads to the first page and keeps an order by the same time', () => {
    const here = params('order_by=UPDATED_AT&order=ASC&page_cursor=c&x.earlier=b&x.page=3')
    const next = withFilter(rules, here, { 'updated_at.lt': ['2026-02-01T00:00:00Z'] })
    expect(next.toString()).toBe(params('order_by=UPDATED_AT&order=ASC&updated_at.lt=2026-02-01T00:00:00Z').toString())
  })

  test('is removed without changing anything else', () => {
    const here = params('created_at.gte=x&created_at.lt=y&order_by=CREATED_AT&statuses=FAILED')
    expect(withFilter(rules, here, { 'created_at.gte': [], 'created_at.lt': [] }).toString()).toBe(
      'order_by=CREATED_AT&statuses=FAILED',
    )
  })
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

// Spec, List transfers, rule 1.
test.each(pairs)('%s and %s are one list: the more selective is sent, the other narrows', (one, other) => {
  const [sent, narrowed] = selectivity.indexOf(one) < selectivity.indexOf(other) ? [one, other] : [other, one]
  const begin = params('limit=500&created_at.gte=2026-01-01T00:00:00Z')
  expect(
    readQuery(TransferQuery, withParams(begin, { [one]: valuesOf(one), [other]: valuesOf(other) })).errors,
  ).toEqual([expect.objectContaining({ message: expect.stringContaining('only with time filters') })])
  for (const [first, second] of [
    [one, other],
    [other, one],
  ] as const) {
    const both = withFilter(rules, withParams(begin, { [first]: valuesOf(first) }), { [second]: valuesOf(second) })
    expect(readQuery(TransferQuery, apiParams(both)).query).toEqual({
      limit: 500,
      'created_at.gte': '2026-01-01T00:00:00Z',
      [sent]: valuesOf(sent),
    })
    expect(both.getAll(`x.${narrowed}`)).toEqual(valuesOf(narrowed))
    // Without the one that was sent, the other is sent again.
    const left = withFilter(rules, both, { [sent]: [] })
    expect(left.getAll(narrowed)).toEqual(valuesOf(narrowed))
    expect(left.has(`x.${narrowed}`)).toBe(false)
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
