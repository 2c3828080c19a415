import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeQuery } from '../domain/query-string'
import { IssuerQuoteExecution, type IssuerQuoteQuery, issuerQuoteStatuses } from '../provider/issuer-quotes'
import { unmetIssuerQuoteFilters } from '../provider/matching'
import { readIssuerQuote } from '../provider/reading'
import { anchor, type Service, startService } from './testing'

let service: Service
let kept: IssuerQuoteExecution[] = []
beforeAll(async () => {
  service = await startService(100)
  kept = (await list({ limit: 1000 })).items
})
afterAll(() => service.stop())

async function list(query: IssuerQuoteQuery) {
  const { status, body } = await service.ask(`/v2/issuer-quotes?${writeQuery(query)}`)
  expect([status, body.detail]).toEqual([200, undefined])
  return { items: body.issuer_quote_executions as IssuerQuoteExecution[], cursor: String(body.next_page_cursor) }
}

async function walk(query: IssuerQuoteQuery) {
  const items: IssuerQuoteExecution[] = []
  for (let cursor: string | undefined; cursor !== ''; ) {
    const page = await list({ ...query, page_cursor: cursor })
    items.push(...page.items)
    cursor = page.cursor
  }
  return items
}

/** Digits of a decimal number without its point, with so many after it. */
const units = (text: string, scale: number) => {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(`${whole}${fraction.padEnd(scale, '0')}`)
}

describe('the seeded quotes', () => {
  test('are 400, fit the contract, and are newest first', () => {
    expect(kept).toHaveLength(400)
    for (const quote of kept) expect(IssuerQuoteExecution.parse(quote)).toEqual(quote)
    const times = kept.map(({ created_at }) => created_at)
    expect(times).toEqual([...times].sort().reverse())
    expect(times[0] && Date.parse(times[0])).toBeLessThanOrEqual(anchor)
  })

  test('cover each status, and a few are negative', () => {
    expect(new Set(kept.map(({ status }) => status))).toEqual(new Set(issuerQuoteStatuses))
    const negative = kept.filter(({ token_principal }) => token_principal.startsWith('-'))
    expect(negative.length).toBeGreaterThan(5)
    expect(negative.length).toBeLessThan(60)
  })

  test('have a principal of |token_principal| x token_price, to the cent', () => {
    for (const { principal, token_principal, token_price } of kept) {
      const product = units(token_principal.replace('-', ''), 6) * units(token_price, 4)
      expect(units(principal, 2)).toBe((product + 50_000_000n) / 100_000_000n)
    }
  })
})

describe('List issuer quotes', () => {
  const profiles = () => [...new Set(kept.map(({ profile_id }) => profile_id))]
  const queries = (): IssuerQuoteQuery[] => {
    const begin = kept[300]?.created_at
    const end = kept[100]?.created_at
    return [
      {},
      ...profiles().map((profile_id) => ({ profile_id })),
      ...issuerQuoteStatuses.map((status) => ({ status: [status] })),
      { status: ['PENDING', 'FAILED', 'PENDING'] },
      { 'created_range.begin': begin },
      { 'created_range.end': end },
      { 'created_range.begin': begin, 'created_range.end': end },
      { 'created_range.begin': begin, 'created_range.end': begin },
      { 'created_range.begin': '2030-01-01T00:00:00Z' },
      { profile_id: profiles()[0], status: ['COMPLETE'], 'created_range.begin': begin, 'created_range.end': end },
      { profile_id: 'nobody' },
    ]
  }

  test('filters by every parameter and sorts by creation, newest first by default', async () => {
    for (const query of queries()) {
      const expected = kept.filter((quote) => unmetIssuerQuoteFilters(query, readIssuerQuote(quote)).length === 0)
      expect(await walk({ ...query, limit: 17 }), JSON.stringify(query)).toEqual(expected)
      expect(await walk({ ...query, limit: 50, order: 'DESC' })).toEqual(expected)
      expect(await walk({ ...query, limit: 50, order: 'ASC' })).toEqual([...expected].reverse())
    }
  })

  test('includes both ends of a range, to the nanosecond', async () => {
    const at = kept[200]?.created_at.slice(0, -1)
    const count = async (query: IssuerQuoteQuery) => (await list(query)).items.length
    expect(await count({ 'created_range.begin': `${at}Z`, 'created_range.end': `${at}000Z` })).toBe(1)
    expect(await count({ 'created_range.begin': `${at}001Z`, 'created_range.end': `${at}002Z` })).toBe(0)
  })

  test('returns 100 by default and refuses an invalid status, limit or range', async () => {
    expect((await list({})).items).toHaveLength(100)
    for (const query of ['status=COMPLETED', 'limit=1001', 'order=UP', 'created_range.begin=yesterday', 'profile=1'])
      expect([query, (await service.ask(`/v2/issuer-quotes?${query}`)).status]).toEqual([query, 400])
  })
})
