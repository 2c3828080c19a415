import { expect, test } from 'vitest'
import { readTransfer } from '../../../provider/reading'
import type { OpenTransfer } from '../../../server/records/record-list'
import type { AttentionFigures, SettleTimes } from '../interface'
import { type PresentFacts, PresentTotals, usualTimesOf } from './present'

const now = Date.parse('2026-11-19T14:32:08.250Z')
const recently = '2026-11-19T14:30:00Z'
const usualTimes: SettleTimes[] = [
  { type: 'WIRE_DEPOSIT', network: '', count: 90, timed: 90, median: 60_000, p95: 600_000 },
]

/** A transfer of a movement of its own, unless it names another. */
const at = (id: string, members: object = {}, movement = id): OpenTransfer => ({
  movement,
  transfer: readTransfer({
    id,
    asset: 'USD',
    amount: '1',
    type: 'WIRE_DEPOSIT',
    status: 'PENDING',
    direction: 'CREDIT',
    created_at: recently,
    updated_at: recently,
    ...members,
  }),
})
const travelRule = { secondary_status: { name: 'TRAVEL_RULE_INFO_REQUESTED' } }
const approval = { secondary_status: { name: 'PENDING_CUSTOMER_APPROVAL' } }
const failed = { status: 'FAILED' }
const slow = { created_at: '2026-11-19T12:00:00Z' }

function totalsOf(transfers: readonly OpenTransfer[], facts: Partial<PresentFacts> = {}) {
  const totals = new PresentTotals({ now, usualTimes, limit: undefined, roles: [], elsewhere: new Set(), ...facts })
  for (const one of transfers) totals.add(one)
  return totals.figures()
}
const attentionOf = (...transfers: OpenTransfer[]) => totalsOf(transfers).attention
const countsOf = (figures: readonly AttentionFigures[]) => figures.map(({ kind, count }) => `${kind} ${count}`)

test('sums are exact by asset, most transfers first, and what has no amount is in none', () => {
  const days = { type: 'RTP_DEPOSIT' }
  const [figures] = attentionOf(
    at('a', { ...days, asset: 'USDC', amount: '0.1', created_at: '2026-11-16T10:00:00Z' }),
    at('b', { ...days, asset: 'USDC', amount: '18400.15', created_at: '2026-11-16T09:20:00.123456789Z' }),
    at('c', { ...days, asset: 'PYUSD', amount: '120000.00', created_at: '2026-11-16T11:00:00Z' }),
    at('d', { ...days, asset: 'BTC', amount: undefined, created_at: '2026-11-16T12:00:00Z' }),
  )
  expect(figures).toEqual({
    kind: 'pending',
    count: 4,
    withoutAmount: 1,
    listed: 4,
    reasons: ['slow'],
    // The first of them, a day after its creation.
    dueAt: Date.parse('2026-11-17T09:20:00.123Z'),
    byAsset: [
      ['USDC', '18400.25'],
      ['PYUSD', '120000.00'],
    ],
  })
})

test('each transfer is counted under its reason, and those that go on as usual are not', () => {
  const figures = attentionOf(at('t', travelRule), at('a', approval), at('s', slow), at('usual'), at('f', failed))
  expect(countsOf(figures)).toEqual(['travel-rule 1', 'approval 1', 'failed 1', 'pending 1'])
  expect(figures.map(({ ids }) => ids)).toEqual([['t'], ['a'], ['f'], ['s']])
})

test('the desk’s own limit makes a transfer overdue before its usual time', () => {
  const counts = (limit?: number) => countsOf(totalsOf([at('one')], { limit }).attention)
  expect([counts(), counts(60_000), counts(3_600_000)]).toEqual([[], ['pending 1'], []])
})

test('with two reasons a transfer is counted under the one of its next action, and as an approval if only its condition says so', () => {
  const condition = { status_details: { pending_customer_approval: { message: 'x' } } }
  expect(countsOf(attentionOf(at('both', { ...travelRule, ...condition })))).toEqual(['travel-rule 1'])
  const [figures] = attentionOf(at('a', approval), at('c', condition))
  expect(figures).toMatchObject({ kind: 'approval', count: 2, listed: 1, ids: ['a', 'c'] })
})

test('a blocked transfer is counted at any age, with everyone who acts', () => {
  const blocked = { status_details: { missing_trustline: { message: 'x' } } }
  const [figures] = attentionOf(at('s', slow), at('b', blocked))
  expect(figures?.reasons).toEqual(['slow', 'destination'])
})

test('ids name the counted ones where the list of their kind has others, as long as a list can be asked for so many', () => {
  const all = (late: number, usual: number) => {
    const rows = Array.from({ length: late + usual }, (_, index) => at(`${index}`, index < late ? slow : {}))
    const [figures] = attentionOf(...rows)
    return figures && [figures.count, figures.ids?.length, figures.listed]
  }
  expect(all(100, 7)).toEqual([100, 100, 107])
  expect(all(101, 7)).toEqual([101, undefined, 108])
  expect(all(2, 0)).toEqual([2, undefined, 2])
})

test('failures say when the last of them failed', () => {
  const times = ['2026-11-19T10:00:00Z', '2026-11-19T12:00:00Z', '2026-11-19T09:00:00Z']
  const figures = attentionOf(...times.map((updated_at) => at(updated_at, { ...failed, updated_at })))
  expect(figures).toMatchObject([{ kind: 'failed', count: 3, failedAt: '2026-11-19T12:00:00Z' }])
  expect(figures[0]).not.toHaveProperty('dueAt')
})

test('a movement counts once, under the first reason of its transfers, and not where it is listed for another', () => {
  const sides = [
    at('credit', { ...failed, amount: '4.00' }, 'debit'),
    at('debit', { ...failed, direction: 'DEBIT', amount: '5.00' }, 'debit'),
  ]
  for (const order of [sides, [...sides].reverse()])
    expect(attentionOf(...order), 'by the transfer that it is named after').toMatchObject([
      { kind: 'failed', count: 1, ids: ['debit'], byAsset: [['USD', '5.00']] },
    ])
  const held = at('third', travelRule, 'debit')
  for (const order of [
    [...sides, held],
    [held, ...sides],
  ])
    expect(attentionOf(...order)).toMatchObject([{ kind: 'travel-rule', count: 1, ids: ['third'] }])
  expect(totalsOf(sides, { elsewhere: new Set(['debit']) }).attention).toEqual([])
})

test('on its way comes first what waits for the reader, then what is expected next; of each movement one', () => {
  const transfers = [
    at('unknown', { type: 'RTP_DEPOSIT' }),
    at('later', { created_at: '2026-11-19T14:31:00Z' }),
    at('sooner'),
    at('other side', { direction: 'DEBIT', created_at: '2026-11-19T14:31:30Z' }, 'sooner'),
    at('waits', travelRule),
    at('overdue', slow),
    at('failed', failed),
  ]
  const firstFor = (roles: PresentFacts['roles']) => {
    const { pending } = totalsOf(transfers, { roles })
    return [pending.count, ...pending.first.map(({ transfer }) => transfer.known.id)]
  }
  expect(firstFor(['treasury'])).toEqual([5, 'waits', 'overdue', 'sooner', 'later'])
  expect(firstFor(['support']).slice(0, 2)).toEqual([5, 'overdue'])
})

test('usual times are by type and network, both sides of a transfer as one', () => {
  const times = (type: string, millis: number, network: string | null = null) => ({
    type,
    network,
    created_at: '2026-11-19T14:00:00Z',
    updated_at: new Date(Date.parse('2026-11-19T14:00:00Z') + millis).toISOString(),
  })
  expect(
    usualTimesOf([
      times('INTERNAL_TRANSFER_DEBIT', 1_000),
      times('INTERNAL_TRANSFER_CREDIT', 3_000),
      times('CRYPTO_WITHDRAWAL', 5_000, 'SOLANA'),
    ]).map(({ type, network, timed, p95 }) => [type, network, timed, p95]),
  ).toEqual([
    ['INTERNAL_TRANSFER_DEBIT', '', 2, 3_000],
    ['CRYPTO_WITHDRAWAL', 'SOLANA', 1, 5_000],
  ])
})
