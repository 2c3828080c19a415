import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { writeQuery } from '../domain/query-string'
import { readQuery } from '../provider/read-query'
import { TransferQuery } from '../provider/transfers'
import {
  apiParams,
  askedOf,
  hrefOf,
  nextCursorIn,
  pageAfter,
  pageBefore,
  pagePosition,
  placeOf,
  withoutField,
  withParams,
} from './list-url'

const params = (text: string) => new URLSearchParams(text)
const cursor = fc.string({ minLength: 1, maxLength: 40 })

describe('the API parameters of a URL', () => {
  test('leave out what only the page knows', () => {
    const all = params('statuses=FAILED&statuses=PENDING&x.earlier=a&x.page=3&x.columns=a,b&page_cursor=b')
    expect(apiParams(all).toString()).toBe('statuses=FAILED&statuses=PENDING&page_cursor=b')
  })

  test('keep a name that nobody knows, so that it is refused', () => {
    const all = params('states=unknown&x.bogus=1&x.columns=a&x.page=3&x.view=v')
    expect(askedOf(all).toString()).toBe('states=unknown&x.bogus=1')
  })

  test('are read back as they were written, commas included', () => {
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
})

describe('pages', () => {
  test('going forward and back through any cursors returns to the same URL', () => {
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

  test('list every cursor that was used', () => {
    const here = pageAfter(pageAfter(params('limit=2'), 'a'), 'b')
    expect(placeOf(here, { limit: 2 })).toEqual({ limit: 2, cursors: ['a', 'b'] })
    expect(placeOf(params(''), {})).toEqual({ limit: 100, cursors: [] })
  })

  test('end where the provider returns a cursor that was already used', () => {
    const here = pageAfter(pageAfter(params(''), 'a'), 'b')
    expect(['a', 'b', 'c', undefined].map((next) => nextCursorIn(here, next))).toEqual([
      undefined,
      undefined,
      'c',
      undefined,
    ])
  })
})

describe('changed parameters', () => {
  test('lead to the first page', () => {
    const here = params('statuses=FAILED&page_cursor=b&x.earlier=a&x.page=3&limit=500')
    expect(withParams(here, { statuses: ['PENDING', 'FAILED'] }).toString()).toBe(
      'limit=500&statuses=PENDING&statuses=FAILED',
    )
  })

  test('lose one wrong value, or the whole wrong parameter', () => {
    expect(withoutField(params('statuses=FAILED&statuses=FALED'), 'statuses.1').toString()).toBe('statuses=FAILED')
    expect(withoutField(params('statuss=FAILED&limit=5'), 'statuss').toString()).toBe('limit=5')
    expect(withoutField(params('created_at.gte=now&limit=5'), 'created_at.gte').toString()).toBe('limit=5')
  })
})
