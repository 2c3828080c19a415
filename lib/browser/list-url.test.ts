import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readQuery, writeQuery } from '../api/query-string'
import { TransferQuery } from '../api/transfers'
import {
  apiParams,
  asSent,
  hrefOf,
  orderOf,
  pageAfter,
  pageBefore,
  pagePosition,
  placeOf,
  sortedBy,
  timeAgainst,
  withoutField,
  withParams,
} from './list-url'

const params = (text: string) => new URLSearchParams(text)
const cursor = fc.string({ minLength: 1, maxLength: 40 })

describe('what reaches the proxy', () => {
  test('is the page address without the names that only the page knows', () => {
    const all = params('statuses=FAILED&statuses=PENDING&x.earlier=a&x.page=3&x.columns=a,b&page_cursor=b')
    expect(apiParams(all).toString()).toBe('statuses=FAILED&statuses=PENDING&page_cursor=b')
  })

  test('comes back from an address as it was written, commas and all', () => {
    const query = fc.record(
      {
        ref_ids: fc.array(fc.string({ minLength: 1, maxLength: 20 }), { minLength: 1, maxLength: 5 }),
        'created_at.gte': fc.constantFrom('2026-11-18T14:32:08Z', '2026-11-18T14:32:08.123456789+01:00'),
        limit: fc.integer({ min: 1, max: 1000 }),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(query, (given) => {
        const href = hrefOf('/sandbox/transfers', writeQuery(given))
        const read = readQuery(TransferQuery, apiParams(new URL(href, 'http://here').searchParams))
        expect(read.query).toEqual(given)
      }),
    )
  })

  test.each([
    ['', {}],
    ['statuses=FAILED', {}],
    ['created_at.gte=2026-11-18T00:00:00Z', { order_by: 'CREATED_AT', order: 'DESC' }],
    ['updated_at.gte=2026-11-18T00:00:00Z', { order_by: 'UPDATED_AT', order: 'DESC' }],
    ['updated_at.gte=2026-11-18T00:00:00Z&order_by=UPDATED_AT', { order_by: 'UPDATED_AT', order: 'ASC' }],
    ['created_at.gte=2026-11-18T00:00:00Z&order=ASC', { order_by: 'CREATED_AT', order: 'ASC' }],
    ['created_at.gte=2026-11-18T00:00:00Z&updated_at.gte=2026-11-18T00:00:00Z', {}],
  ])('says its order beside a time filter: %s', (text, order) => {
    const { query } = readQuery(TransferQuery, params(text))
    if (!query) throw new Error('the query must be good')
    expect(asSent(query)).toEqual({ ...query, ...order })
    expect(readQuery(TransferQuery, writeQuery(asSent(query))).errors).toBeUndefined()
  })

  test('is sorted as the spec says where nothing is said', () => {
    expect(orderOf({})).toEqual({ by: 'CREATED_AT', order: 'DESC' })
    expect(orderOf({ order_by: 'UPDATED_AT' })).toEqual({ by: 'UPDATED_AT', order: 'ASC' })
  })
})

describe('pages', () => {
  test('going on and back through any cursors leads to the address that one came from', () => {
    fc.assert(
      fc.property(fc.uniqueArray(cursor, { minLength: 1, maxLength: 50 }), (cursors) => {
        const visited = [params('statuses=FAILED&limit=500')]
        for (const one of cursors) visited.push(pageAfter(visited.at(-1) ?? params(''), one))
        let here = visited.pop() ?? params('')
        while (visited.length > 0) {
          here = pageBefore(here)?.params ?? params('lost')
          expect(here.toString()).toBe(visited.pop()?.toString())
        }
        expect(pageBefore(here)).toBeUndefined()
      }),
    )
  })

  test('keep the newest 50 of the cursors before them, and still count', () => {
    let here = params('')
    for (let page = 1; page <= 60; page++) here = pageAfter(here, `c${page}`)
    expect(pagePosition(here).number).toBe(61)
    expect(here.getAll('x.earlier')).toHaveLength(50)
    expect(here.getAll('x.earlier').at(-1)).toBe('c59')
    for (let step = 0; step < 50; step++) here = pageBefore(here)?.params ?? params('lost')
    expect(here.get('page_cursor')).toBe('c10')
    expect(pageBefore(here)).toEqual({ params: params(''), isFirst: true })
  })

  test('of an address from elsewhere have no number, and lead back to the first', () => {
    const here = params('page_cursor=abc&statuses=FAILED')
    expect(pagePosition(here).number).toBeUndefined()
    expect(pageBefore(here)?.params.toString()).toBe('statuses=FAILED')
    expect(pageAfter(here, 'd').has('x.page')).toBe(false)
    expect(pagePosition(params('page_cursor=a&x.page=banana')).number).toBeUndefined()
  })

  test('tell the reader of the answer every cursor that was met', () => {
    const here = pageAfter(pageAfter(params('limit=2'), 'a'), 'b')
    expect(placeOf(here, { limit: 2 })).toEqual({ limit: 2, cursors: ['a', 'b'] })
    expect(placeOf(params(''), {})).toEqual({ limit: 100, cursors: [] })
  })
})

describe('filters', () => {
  test('that change begin at the first page', () => {
    const here = params('statuses=FAILED&page_cursor=b&x.earlier=a&x.page=3&limit=500')
    expect(withParams(here, { statuses: ['PENDING', 'FAILED'] }).toString()).toBe(
      'limit=500&statuses=PENDING&statuses=FAILED',
    )
  })

  test('lose one wrong value, or the whole wrong name', () => {
    expect(withoutField(params('statuses=FAILED&statuses=FALED'), 'statuses.1').toString()).toBe('statuses=FAILED')
    expect(withoutField(params('statuss=FAILED&limit=5'), 'statuss').toString()).toBe('limit=5')
    expect(withoutField(params('created_at.gte=now&limit=5'), 'created_at.gte').toString()).toBe('limit=5')
  })
})

describe('the order', () => {
  const created = { by: 'CREATED_AT', order: 'DESC' } as const
  const updated = { by: 'UPDATED_AT', order: 'DESC' } as const

  test.each([
    ['', { by: 'CREATED_AT', order: 'ASC' }, true, 'order_by=CREATED_AT&order=ASC'],
    ['', updated, true, 'order_by=UPDATED_AT&order=DESC'],
    ['order_by=UPDATED_AT&order=ASC', created, true, ''],
    ['', { by: 'CREATED_AT', order: 'ASC' }, false, 'order=ASC'],
    ['order=ASC', created, false, ''],
    [
      'statuses=FAILED&limit=500&page_cursor=b&x.page=2',
      updated,
      true,
      'statuses=FAILED&limit=500&order_by=UPDATED_AT&order=DESC',
    ],
  ] as const)(
    'of "%s" changed to %j begins at the first page and is said whole, or not at all',
    (text, wanted, hasOrderBy, expected) => {
      expect(sortedBy(params(text), wanted, created, hasOrderBy).toString()).toBe(expected)
    },
  )

  test('that is asked for is the order that the list then has', () => {
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
        const { query } = readQuery(TransferQuery, params(address))
        if (!query) throw new Error('the query must be good')
        const { query: next } = readQuery(TransferQuery, sortedBy(params(address), wanted, orderOf(query), true))
        // Spec, List transfers, rule 2: what it forbids is not offered.
        expect(next === undefined).toBe(timeAgainst(query, wanted.by) !== undefined)
        if (next) expect(orderOf(next)).toEqual(wanted)
      }),
    )
  })
})
