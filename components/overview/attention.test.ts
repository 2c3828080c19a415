import { describe, expect, test } from 'vitest'
import { writeQuery } from '@/lib/domain/query-string'
import type { AttentionFigures } from '@/lib/features/overview/interface'
import { attentionKinds } from '@/lib/features/overview/interface'
import { attentionQuery } from '@/lib/features/overview/overview-links'
import { readQuery } from '@/lib/provider/read-query'
import { TransferQuery } from '@/lib/provider/transfers'
import { amountsText, attentionHref, bySoonest, listNote, nextText } from './attention'

const now = Date.parse('2026-11-19T14:32:08.250Z')
const figures = (more: Partial<AttentionFigures> = {}): AttentionFigures => ({
  kind: 'pending',
  count: 4,
  listed: 4,
  withoutAmount: 0,
  reasons: ['slow'],
  byAsset: [['USDC', '18400.25']],
  ...more,
})

test.each(attentionKinds)('the filter of "%s" is valid, in a URL too', (name) => {
  const query = attentionQuery(name, now)
  expect(readQuery(TransferQuery, writeQuery(query))).toEqual({ query })
})

describe('what is counted leads', () => {
  const path = '/sandbox'
  const hrefOf = (more: Partial<AttentionFigures>) => attentionHref(path, figures(more), now)

  test('to the list of its kind; failures of 24 h by their last update, without an end and in that order', () => {
    expect(hrefOf({ kind: 'failed' })).toBe(
      '/sandbox/transfers?statuses=FAILED&updated_at.gte=2026-11-18T14%3A32%3A09Z&order_by=UPDATED_AT&order=DESC',
    )
    expect(hrefOf({ kind: 'travel-rule' })).toBe(
      '/sandbox/transfers?secondary_statuses=TRAVEL_RULE_INFO_REQUESTED&statuses=PENDING&order_by=CREATED_AT&order=ASC',
    )
  })

  test('to a list of just these where that list has others, and says how long a list is that has more', () => {
    expect(hrefOf({ count: 2, ids: ['a', 'b'], listed: 9 })).toBe(
      '/sandbox/transfers?ids=a&ids=b&order_by=CREATED_AT&order=ASC',
    )
    expect(listNote(figures({ count: 2, ids: ['a', 'b'], listed: 9 }))).toBe('')
    expect(listNote(figures({ count: 101, listed: 1_108 }))).toBe('opens a list of 1,108 transfers')
    expect(listNote(figures())).toBe('')
  })

  test('to its movement if it is one', () => {
    expect(hrefOf({ count: 1, ids: ['one/x'] })).toBe('/sandbox/money/one%2Fx')
  })
})

test('amounts are said of up to two assets, else of one and how many more, with all of them in the title', () => {
  const byAsset = (...assets: string[]): AttentionFigures['byAsset'] => assets.map((asset) => [asset, '1200.50'])
  expect(amountsText(figures({ byAsset: byAsset('A', 'B'), withoutAmount: 1 }))).toBe(
    '1,200.50 A, 1,200.50 B; 1 without an amount',
  )
  const four = figures({ byAsset: byAsset('A', 'B', 'C', 'D') })
  expect(amountsText(four)).toBe('1,200.50 A and 3 other assets')
  expect(amountsText(four, true)).toBe('1,200.50 A, 1,200.50 B, 1,200.50 C, 1,200.50 D')
})

test('names once who acts, and says that several do', () => {
  expect(nextText(figures({ reasons: ['slow', 'unclear'] }), true)).toBe('Support follows up')
  expect(nextText(figures({ reasons: ['slow', 'destination'] }), true)).toBe('Support and treasury')
})

test('says "you" to whoever does what treasury does', () => {
  expect(nextText(figures({ reasons: ['travel-rule'] }), true)).toBe('You send details')
  expect(nextText(figures({ reasons: ['travel-rule'] }), false)).toBe('Treasury sends details')
  expect(nextText(figures({ reasons: ['approval'] }), true)).toBe('Your approver')
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
