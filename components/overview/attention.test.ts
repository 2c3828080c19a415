import { QueryClient } from '@tanstack/react-query'
import { describe, expect, test, vi } from 'vitest'
import { clocksHeader, clocksText } from '@/lib/api/clocks'
import { forgetClocks } from '@/lib/browser/clocks'
import { writeQuery } from '@/lib/domain/query-string'
import { readQuery } from '@/lib/provider/read-query'
import { readTransferPage } from '@/lib/provider/reading'
import { TransferQuery } from '@/lib/provider/transfers'
import {
  type AttentionKind,
  type AttentionRead,
  type AttentionReads,
  type AttentionSummary,
  amountsText,
  attentionKinds,
  attentionQuery,
  attentionRead,
  bySoonest,
  listNote,
  summarizeAttention,
  summaryCount,
} from './attention'

const now = Date.parse('2026-11-19T14:32:08.250Z')

test.each(attentionKinds)('the filter of "%s" is valid, in a URL too', (name) => {
  const query = attentionQuery(name, now)
  expect(readQuery(TransferQuery, writeQuery(query))).toEqual({ query })
})

test('failures of 24 h are read by their last update, without an end and in that order', () => {
  expect(String(writeQuery(attentionQuery('failed', now)))).toBe(
    'statuses=FAILED&updated_at.gte=2026-11-18T14%3A32%3A09Z&order_by=UPDATED_AT&order=DESC',
  )
  expect(String(writeQuery(attentionQuery('travel-rule', now)))).toBe(
    'secondary_statuses=TRAVEL_RULE_INFO_REQUESTED&statuses=PENDING&order_by=CREATED_AT&order=ASC',
  )
})

test('failures and ages are judged by the provider, whatever the clock of the browser shows', async () => {
  vi.useFakeTimers({ now: now - 30 * 60_000 })
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    const headers = { [clocksHeader]: clocksText({ console: now + 5_000, provider: now }) }
    return new Response('{"items":[],"next_page_cursor":""}', { headers })
  })
  // What an answer has said counts from the next read on.
  for (let reads = 0; reads < 2; reads++) {
    const { queryFn } = attentionRead(new QueryClient(), 'sandbox', 'failed')
    expect((await queryFn({ signal: new AbortController().signal })).now).toBe(now)
  }
  expect(new URL(asked[1] ?? '', 'http://localhost').searchParams.get('updated_at.gte')).toBe('2026-11-18T14:32:09Z')
  vi.unstubAllGlobals()
  vi.useRealTimers()
  forgetClocks()
})

const query = attentionQuery('pending', now)
const item = (asset: string, amount: string | undefined, created_at: string, status = 'PENDING') => ({
  ...{ asset, amount, created_at, status },
})
const pageOf = (items: unknown[], next_page_cursor = '') =>
  readTransferPage({ items, next_page_cursor }, { limit: items.length, cursors: [] })
const read = (name: AttentionKind, items: unknown[], cursor?: string): AttentionRead => ({
  query: attentionQuery(name, now),
  page: pageOf(items, cursor),
  at: now,
})
/** Days later, when every pending transfer takes longer than usual. */
const late = { now: now + 3 * 86_400_000, usualTimes: [] }
function pending(items: unknown[], cursor?: string): AttentionSummary {
  const found = summarizeAttention({ pending: read('pending', items, cursor) }, late).pending
  if (!found) throw new Error('It was read.')
  return found
}

test('sums are exact by asset, most transfers first, with the oldest time', () => {
  const found = pending([
    item('USDC', '0.1', '2026-11-19T10:00:00Z'),
    item('USDC', '18400.15', '2026-11-19T09:20:00.123456789Z'),
    item('PYUSD', '120000.00', '2026-11-19T11:00:00Z'),
    item('BTC', undefined, '2026-11-19T12:00:00Z'),
  ])
  expect(found).toEqual({
    ...{ count: 4, hasMore: false, withoutAmount: 1, mismatched: 0 },
    // The first of them, a day after its creation.
    ...{ dueAt: Date.parse('2026-11-20T09:20:00.123Z'), failedAt: undefined },
    next: 'Support follows up',
    list: query,
    sums: [
      { asset: 'USDC', sum: '18400.25' },
      { asset: 'PYUSD', sum: '120000.00' },
    ],
  })
  expect(summaryCount(found)).toBe('4')
  expect(amountsText(found)).toBe('18,400.25 USDC, 120,000.00 PYUSD; 1 without an amount')
})

test('more than two assets are shortened to one, with all of them in the title', () => {
  const found = pending(['A', 'B', 'C', 'D'].map((asset) => item(asset, '1', '2026-11-19T10:00:00Z')))
  expect(amountsText(found)).toBe('1 A and 3 more')
  expect(amountsText(found, true)).toBe('1 A, 1 B, 1 C, 1 D')
})

test('a count of only the first page says so, and so do its sums', () => {
  const items = Array.from({ length: 1000 }, () => item('USDG', '1.5', '2026-11-19T10:00:00Z'))
  const found = pending(items, 'more')
  expect(summaryCount(found)).toBe('1,000 or more')
  expect(amountsText(found)).toBe('First 1,000: 1,500.0 USDG')
})

test('failures say when the last of them failed, and have no time left', () => {
  const failure = (updated_at: string) => ({ ...item('A', '1', '2026-11-19T08:00:00Z', 'FAILED'), updated_at })
  const items = ['2026-11-19T10:00:00Z', '2026-11-19T12:00:00Z', '2026-11-19T09:00:00Z'].map(failure)
  expect(summarizeAttention({ failed: read('failed', items) }, late).failed).toMatchObject({
    ...{ count: 3, dueAt: undefined, failedAt: '2026-11-19T12:00:00Z' },
  })
})

test('the least time left comes first, what is overdue before it, and what has no time last', () => {
  const rows = [
    { id: 'later', left: 60 },
    { id: 'none' },
    { id: 'overdue', left: -5 },
    { id: 'now', left: 0 },
    { id: 'no' },
  ]
  expect(bySoonest(rows).map(({ id }) => id)).toEqual(['overdue', 'now', 'later', 'none', 'no'])
})

test('rows outside the filter are not counted', () => {
  const found = pending([item('A', '1', '2026-11-19T10:00:00Z'), item('A', '1', '2026-11-18T10:00:00Z', 'COMPLETED')])
  expect(found).toMatchObject({ count: 1, mismatched: 1 })
})

describe('each transfer is counted once', () => {
  const recently = '2026-11-19T14:30:00Z'
  const at = (id: string, fields: object = {}) => ({
    ...{ id, asset: 'USD', amount: '1', type: 'WIRE_DEPOSIT', status: 'PENDING' },
    ...{ created_at: recently, updated_at: recently, ...fields },
  })
  const name = (of: string) => ({ secondary_status: { name: of } })
  const travelRule = at('t', name('TRAVEL_RULE_INFO_REQUESTED'))
  const approval = at('a', name('PENDING_CUSTOMER_APPROVAL'))
  const usualTimes = [{ type: 'Wire deposit', transfers: 90, median: 60_000, p95: 600_000 }]
  const counts = (reads: AttentionReads) =>
    Object.entries(summarizeAttention(reads, { now, usualTimes })).map(([need, { count }]) => `${need} ${count}`)

  test('under its reason, although all pending transfers are read', () => {
    const reads = {
      'travel-rule': read('travel-rule', [travelRule]),
      approval: read('approval', [approval]),
      failed: read('failed', []),
      pending: read('pending', [travelRule, approval, at('slow', { created_at: '2026-11-19T14:20:00Z' }), at('usual')]),
    }
    expect(counts(reads)).toEqual(['travel-rule 1', 'approval 1', 'failed 0', 'pending 1'])
    const { pending } = summarizeAttention(reads, { now, usualTimes })
    expect(pending?.list).toEqual({ ids: ['slow'], order: 'ASC', order_by: 'CREATED_AT' })
    expect(readQuery(TransferQuery, writeQuery(pending?.list ?? {}))).toEqual({ query: pending?.list })
  })

  test('without an ID too, and equal rows of one read are several transfers', () => {
    const bare = { ...travelRule, id: undefined }
    const reads = {
      'travel-rule': read('travel-rule', [bare, bare]),
      pending: read('pending', [bare, bare, { ...bare, amount: '2' }]),
    }
    const counted = summarizeAttention(reads, { now, usualTimes })
    expect(counted['travel-rule']).toMatchObject({ count: 3, sums: [{ asset: 'USD', sum: '4' }] })
  })

  test('and a link to a longer list says how long', () => {
    const all = (slow: number, usual: number, cursor?: string) => {
      const rows = Array.from({ length: slow + usual }, (_, index) =>
        at(String(index), index < slow ? { created_at: '2026-11-19T12:00:00Z' } : {}),
      )
      const found = summarizeAttention({ pending: read('pending', rows, cursor) }, { now, usualTimes }).pending
      return found && [summaryCount(found), found.list.ids?.length, listNote(found)]
    }
    expect(all(100, 7)).toEqual(['100', 100, ''])
    expect(all(101, 7)).toEqual(['101', undefined, 'opens a list of 108 transfers'])
    expect(all(101, 0)).toEqual(['101', undefined, ''])
    expect(all(0, 1)).toEqual(['0', undefined, 'opens a list of 1 transfer'])
    expect(all(101, 899, 'more')).toEqual(['101 or more', undefined, 'opens a list of 1,000 or more transfers'])
  })

  test('with two reasons, under the one of its next action', () => {
    const both = { ...travelRule, status_details: { pending_customer_approval: { message: 'x' } } }
    expect(counts({ 'travel-rule': read('travel-rule', [both]), pending: read('pending', [both]) })).toEqual([
      'travel-rule 1',
      'pending 0',
    ])
  })

  test('as an approval if only its condition says so', () => {
    const waits = at('c', { status_details: { pending_customer_approval: { message: 'x' } } })
    const reads = { approval: read('approval', [approval]), pending: read('pending', [approval, waits]) }
    expect(counts(reads)).toEqual(['approval 2', 'pending 0'])
    expect(summarizeAttention(reads, { now, usualTimes }).approval?.list.ids).toEqual(['a', 'c'])
  })

  test('in its latest status if it failed between two reads', () => {
    const failed = at('t', { status: 'FAILED', updated_at: '2026-11-19T14:31:00Z' })
    const reads = { 'travel-rule': read('travel-rule', [travelRule]), failed: read('failed', [failed]) }
    expect(counts(reads)).toEqual(['travel-rule 0', 'failed 1'])
  })

  test('at any age if it is blocked, with everyone who acts', () => {
    const blocked = at('b', { status_details: { missing_trustline: { message: 'x' } } })
    const [slow, slower] = ['s', 'r'].map((id) => at(id, { created_at: '2026-11-19T12:00:00Z' }))
    const found = summarizeAttention({ pending: read('pending', [slow, slower, blocked]) }, { now, usualTimes }).pending
    expect(found).toMatchObject({ count: 3, next: 'Support and treasury follow up' })
  })
})

const sideOf = (id: string, direction: string, more: object = {}) => ({
  ...{ id, direction, type: `INTERNAL_TRANSFER_${direction}`, group_id: 'g', asset: 'USDC', amount: '5.00' },
  ...{ status: 'FAILED', created_at: '2026-11-19T10:00:00Z', updated_at: '2026-11-19T10:00:00Z' },
  ...more,
})

test('a movement counts once, under the first reason of its transfers, and not where it is listed for another', () => {
  const failed = [sideOf('one', 'DEBIT'), sideOf('two', 'CREDIT')]
  const held = sideOf('three', 'DEBIT', {
    ...{ status: 'PENDING', secondary_status: { name: 'TRAVEL_RULE_INFO_REQUESTED' } },
  })
  expect(summarizeAttention({ failed: read('failed', failed) }, late).failed).toMatchObject({
    ...{ count: 1, only: 'one', sums: [{ asset: 'USDC', sum: '5.00' }] },
  })
  const both = summarizeAttention({ failed: read('failed', failed), 'travel-rule': read('travel-rule', [held]) }, late)
  expect([both.failed?.count, both['travel-rule']?.only]).toEqual([0, 'three'])
  const elsewhere = summarizeAttention({ failed: read('failed', failed) }, late, new Set(['one', 'two']))
  expect(elsewhere.failed?.count).toBe(0)
})
