import { describe, expect, test } from 'vitest'
import { schemasOf } from '../provider/check'
import { queryNames } from '../provider/read-query'
import type { ScannedList } from '../provider/scanned-lists'
import { checkedList } from './checked-list'

const when = { now: Date.parse('2026-11-20T12:00:00Z'), zone: 'UTC' }
const asked = (text: string, list: ScannedList = 'listTransfers') => checkedList(list, new URLSearchParams(text), when)

describe('The query string of a list', () => {
  test.each([
    ['x.amuont.gte=999999999999999999999', 'x.amuont.gte', 'Did you mean "x.amount.gte"?'],
    ['amount.gte=10', 'amount.gte', 'Did you mean "x.amount.gte"?'],
    ['x.statusses=FAILED', 'x.statusses', 'Did you mean "x.statuses"?'],
    ['statusses=FAILED', 'statusses', 'Did you mean "statuses"?'],
    ['x.creatd=next-week', 'x.creatd', 'Did you mean "x.created"?'],
    ['x.zebra=1&x.columns=id', 'x.zebra', 'Unknown field "x.zebra".'],
  ])('%s is refused, and the nearest known name is suggested', (text, field, sentence) => {
    expect(asked(text).errors).toEqual([{ field, message: expect.stringContaining(sentence) }])
  })

  test.each([
    ['order=UP', 'order', /one of DESC, ASC/],
    ['order_by=NOW', 'order_by', /one of CREATED_AT, UPDATED_AT/],
    ['limit=0', 'limit', /from 1 to 1000/],
    ['limit=1.5', 'limit', /number/],
    ['x.statuses=NOPE', 'statuses.0', /one of PENDING/],
    ['created_at.gte=yesterday', 'created_at.gte', /./],
    ['x.created=next-week', 'x.created', /no relative date "next-week". Use one of last-1h, /],
    ['x.created=today&x.created=yesterday', 'created_at.gte', /takes one value; 2 were given/],
    ['x.updated_at.lt=2026-01-01T00:00:00Z&x.updated_at.lt=2026-01-02T00:00:00Z', 'updated_at.lt', /takes one value/],
    ['x.as_of=then', 'x.as_of', /cannot be read/],
  ])('%s is refused at %s', (text, field, message) => {
    expect(asked(text).errors).toContainEqual({ field, message: expect.stringMatching(message) })
  })

  test('an unknown relative date is explained once, at its own name', () => {
    expect(asked('x.created=last-8d').errors?.map(({ field }) => field)).toEqual(['x.created'])
    expect(asked('x.created=last-8d', 'listIssuerQuotes').errors?.map(({ field }) => field)).toEqual(['x.created'])
  })

  test('of issuer quotes has neither another order nor a time of changes', () => {
    for (const [text, field] of [
      ['order_by=UPDATED_AT', 'order_by'],
      ['x.updated=today', 'x.updated'],
      ['created_range.begin=2026-11-02T00:00:00Z&created_range.end=2026-11-01T00:00:00Z', 'created_range.end'],
    ] as const)
      expect(asked(text, 'listIssuerQuotes').errors?.map((error) => error.field)).toContain(field)
  })

  test('may have whatever a page writes into it', () => {
    const page = 'x.columns=id&x.rows=all&x.density=compact&x.view=v&x.peek=p&x.page=3&x.earlier=a&x.earlier=b'
    expect(asked(`${page}&page_cursor=c&limit=500&x.as_of=2026-11-19T00:00:00Z[UTC]`).errors).toBeUndefined()
  })

  test('is judged at the moment that it names', () => {
    expect(asked('x.pending_over=1h').request?.now).toBe(when.now)
    const { request } = asked('x.pending_over=1h&x.as_of=2026-11-19T09:00:00Z[UTC]')
    expect(request?.now).toBe(Date.parse('2026-11-19T09:00:00Z'))
    expect(request?.query).toMatchObject({ 'created_at.lt': '2026-11-19T08:00:00.000Z' })
  })

  test.each<ScannedList>(['listTransfers', 'listIssuerQuotes'])('knows every name that %s has', (list) => {
    const { query: schema } = schemasOf(list)
    const names = schema ? queryNames(schema) : []
    expect(names.length).toBeGreaterThan(5)
    for (const name of names)
      expect(JSON.stringify(asked(`${name}=1`, list).errors ?? [])).not.toContain('Unknown field')
  })
})
