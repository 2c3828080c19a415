import { describe, expect, test } from 'vitest'
import { Encryption } from '../../../server/encryption/encryption'
import { recordVersion } from '../../../server/records/record-columns'
import { QuoteTotals, TransferTotals } from './totals'

const owner = { environment: 'sandbox', clientId: 'demo-client' } as const
const encryption = new Encryption({ secret: 'a-secret-of-the-tests' })

const at = (text: string) => Date.parse(text)
const starts = [at('2026-11-17T00:00:00Z'), at('2026-11-18T00:00:00Z'), at('2026-11-19T00:00:00Z')]

const transfer = {
  id: 't1',
  profile_id: 'p1',
  amount: '1.00',
  asset: 'USD',
  direction: 'CREDIT',
  type: 'WIRE_DEPOSIT',
  status: 'COMPLETED',
  created_at: '2026-11-18T10:00:00.000000Z',
  updated_at: '2026-11-18T10:00:05.000000Z',
}

/** The figures of transfers that differ from a usual one. */
function figuresOf(...changes: (Record<string, unknown> & { isPaired?: true })[]) {
  const totals = new TransferTotals(starts)
  for (const { isPaired, ...change } of changes) {
    const { columns, transfer: own } =
      recordVersion(
        ...(['listTransfers', owner, encryption, JSON.stringify({ ...transfer, ...change }), 0] as const),
      ) ?? {}
    if (columns && own) totals.add({ ...columns, ...own, is_paired: isPaired ? 1 : 0 })
  }
  return totals.figures()
}

describe('Transfers add up', () => {
  test('exactly, whatever the number of digits, by asset and direction', () => {
    const { byAsset } = figuresOf(
      { amount: '0.1' },
      { amount: '0.2' },
      { amount: '99999999999999999999.000000000000000001', direction: 'DEBIT' },
      { amount: '7', asset: 'EUR' },
    )
    expect(byAsset).toEqual([
      ['USD', { credit: '0.3', debit: '99999999999999999999.000000000000000001', count: 3 }],
      ['EUR', { credit: '7', debit: '0', count: 1 }],
    ])
  })

  test('only once they are completed; the others are counted by the status that the provider gave them', () => {
    const found = figuresOf(
      {},
      { status: 'PENDING' },
      { status: 'FAILED' },
      { status: 'ON_HOLD' },
      { status: null },
      {},
    )
    expect(found.byStatus).toEqual([
      ['COMPLETED', 2],
      ['PENDING', 1],
      ['FAILED', 1],
      ['ON_HOLD', 1],
      ['', 1],
    ])
    expect([found.count, found.byAsset]).toEqual([6, [['USD', { credit: '2.00', debit: '0', count: 2 }]]])
  })

  test('by the period in which they were created, to the millisecond', () => {
    const { byPeriod } = figuresOf(
      { created_at: '2026-11-17T23:59:59.999Z', amount: '1' },
      { created_at: '2026-11-18T00:00:00.000Z', amount: '2' },
      { created_at: '2026-11-19T23:00:00.000Z', amount: '4' },
    )
    expect(byPeriod.map(({ start, byAsset }) => [start, byAsset[0]?.[1].credit])).toEqual([
      [starts[0], '1'],
      [starts[1], '2'],
      [starts[2], '4'],
    ])
  })

  test('without conversions and moves between own profiles, whose money neither came nor left', () => {
    const side = (family: string) => ({ type: `${family}_TRANSFER_DEBIT`, direction: 'DEBIT' })
    const found = figuresOf({}, side('INTERNAL'), { ...side('PLATFORM'), isPaired: true })
    expect([found.byAsset, found.byPeriod[0]?.byAsset, found.topProfiles[0]?.byAsset]).toEqual(
      Array.from({ length: 3 }, () => [['USD', { credit: '1.00', debit: '0', count: 1 }]]),
    )
    expect([found.moved, found.flowTypes, found.topProfiles[0]?.count]).toEqual([2, ['WIRE_DEPOSIT'], 3])
    // The other side is another customer's, and no list tells it from the pairs.
    const sent = figuresOf({}, { ...side('ACME'), amount: '3' }, { ...side('PLATFORM'), isPaired: true })
    expect(sent.byAsset).toEqual([['USD', { credit: '1.00', debit: '3', count: 2 }]])
    expect([sent.moved, sent.flowTypes]).toEqual([1, undefined])
    expect(figuresOf({}, side('ACME')).flowTypes, 'a list of all has nothing else').toEqual([])
  })

  test('without those that lack an asset, a direction or a number, which are counted', () => {
    const { incomplete, byAsset, count } = figuresOf({ asset: '' }, { direction: 'WITHDRAWAL' }, { amount: '1e5' }, {})
    expect([incomplete, count, byAsset]).toEqual([3, 4, [['USD', { credit: '1.00', debit: '0', count: 1 }]]])
  })

  test('to times of settlement by type and network, with median and 95th percentile by nearest rank', () => {
    const seconds = (count: number) => `2026-11-18T10:00:${String(count).padStart(2, '0')}.000Z`
    const { settleTimes } = figuresOf(
      ...Array.from({ length: 20 }, (_, index) => ({ updated_at: seconds(20 - index) })),
      { type: 'CRYPTO_WITHDRAWAL', crypto_network: 'ETHEREUM', updated_at: seconds(7) },
      { type: 'ACME_TRANSFER_DEBIT', updated_at: seconds(3) },
      { updated_at: '2026-11-18T09:00:00Z' },
      { updated_at: '' },
      { status: 'FAILED', updated_at: seconds(59) },
    )
    expect(settleTimes).toEqual([
      { type: 'WIRE_DEPOSIT', network: '', count: 22, timed: 20, median: 10_000, p95: 19_000 },
      { type: 'CRYPTO_WITHDRAWAL', network: 'ETHEREUM', count: 1, timed: 1, median: 7_000, p95: 7_000 },
      { type: 'PLATFORM_TRANSFER_DEBIT', network: '', count: 1, timed: 1, median: 3_000, p95: 3_000 },
    ])
  })

  test('to the ten profiles with the most completed transfers', () => {
    const profiles = Array.from({ length: 12 }, (_, index) => `p${String(index).padStart(2, '0')}`)
    const found = figuresOf({ profile_id: 'p07' }, ...profiles.map((profile_id) => ({ profile_id })), {
      profile_id: '',
    })
    expect(found.topProfiles.map(({ profile, count }) => [profile, count])).toEqual([
      ['p07', 2],
      ...['p00', 'p01', 'p02', 'p03', 'p04', 'p05', 'p06', 'p08', 'p09'].map((profile) => [profile, 1]),
    ])
    expect(found.topProfiles[0]?.byAsset).toEqual([['USD', { credit: '2.00', debit: '0', count: 2 }]])
    expect(found.profiles).toBe(12)
  })
})

test('issuer quotes add up to what was minted and redeemed, by the sign of their tokens', () => {
  const totals = new QuoteTotals()
  const quote = { asset_type: 'USDX', status: 'COMPLETE', token_principal: '10.50' }
  totals.add(quote)
  totals.add({ ...quote, token_principal: '-3.25' })
  totals.add({ ...quote, token_principal: '-0.000000000000000001' })
  totals.add({ ...quote, token_principal: 'ten' })
  totals.add({ ...quote, status: 'PENDING' })
  expect(totals.figures()).toEqual({
    count: 4,
    byAsset: [['USDX', { credit: '10.50', debit: '3.250000000000000001', count: 3 }]],
    incomplete: 1,
  })
})
