import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeWalkPages } from '@/lib/browser/bounded-walk'
import { lastDays } from '@/lib/browser/clock'
import { issuanceOf, shareText, statusCounts, sumsIn, volumeOf } from './totals'
import type { TransferEntry } from './use-walk'

const now = Date.parse('2026-10-27T09:00:00Z')
const until = now + 1
const floor = now - 15 * 86_400_000

/** Amounts in thousandths, so that the test computes with whole numbers. */
const amountOf = (thousandths: number) =>
  `${Math.floor(thousandths / 1000)}.${String(thousandths % 1000).padStart(3, '0')}`

const rows = fc.array(
  fc.record({
    at: fc.integer({ min: floor, max: now }),
    thousandths: fc.nat(2_000_000_000),
    asset: fc.constantFrom('USDG', 'BTC', 'USD'),
    direction: fc.constantFrom('CREDIT', 'DEBIT'),
    status: fc.constantFrom('COMPLETED', 'COMPLETED', 'PENDING', 'FAILED', 'HELD_FOR_REVIEW'),
  }),
  { maxLength: 60 },
)

type Row = { at: number; thousandths: number; asset: string; direction: string; status: string }

function walkOf(all: readonly Row[], next?: string) {
  const entries: TransferEntry[] = all.map(({ thousandths, ...row }, index) => ({
    ...row,
    id: String(index),
    amount: amountOf(thousandths),
  }))
  const found = mergeWalkPages([{ startedAt: now, floor, until, entries, next, isRepeated: false }])
  if (!found) throw new Error('One page was read.')
  return found
}

/** Thousandths of a sum as shown. */
function thousandthsOf(sum: string): number {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(sum) ?? []
  return (sign ? -1 : 1) * (Number(whole) * 1000 + Number(fraction.padEnd(3, '0')))
}

test('the sums of each day, asset and direction are exact, on days of 23 to 25 hours too', () => {
  fc.assert(
    fc.property(rows, fc.constantFrom('UTC', 'Europe/Zurich', 'America/New_York'), (all, zone) => {
      const days = lastDays(now, 14, zone)
      const volume = volumeOf(walkOf(all), days)
      const plain = (asset: string, direction: string, start: number, end: number) =>
        all
          .filter((row) => row.status === 'COMPLETED' && row.asset === asset && row.direction === direction)
          .filter(({ at }) => at >= start && at < end)
          .reduce((sum, { thousandths }) => sum + thousandths, 0)
      const [first, last] = [days[0]?.start ?? 0, days[13]?.end ?? 0]
      for (const asset of ['USDG', 'BTC', 'USD']) {
        for (const [index, { start, end }] of days.entries()) {
          const { credit, debit, net } = sumsIn(volume.days[index]?.byAsset ?? new Map(), asset)
          const expected = [plain(asset, 'CREDIT', start, end), plain(asset, 'DEBIT', start, end)] as const
          expect([credit, debit, net].map(thousandthsOf)).toEqual([...expected, expected[0] - expected[1]])
        }
        const { credit, debit } = sumsIn(volume.totals, asset)
        expect([credit, debit].map(thousandthsOf)).toEqual([
          plain(asset, 'CREDIT', first, last),
          plain(asset, 'DEBIT', first, last),
        ])
      }
      const inside = all.filter(({ at }) => at >= first)
      const count = (status: string) => inside.filter((row) => row.status === status).length
      expect(volume).toMatchObject({
        transfers: inside.length,
        pending: count('PENDING'),
        failed: count('FAILED'),
        unknown: count('HELD_FOR_REVIEW'),
        incomplete: 0,
      })
    }),
  )
})

const row = (at: string, more: Partial<Row> = {}): Row => ({
  ...{ at: Date.parse(at), thousandths: 1000, asset: 'USDG', direction: 'CREDIT', status: 'COMPLETED' },
  ...more,
})

test('a day of 25 hours includes its last hour', () => {
  const days = lastDays(now, 14, 'Europe/Zurich')
  const volume = volumeOf(walkOf([row('2026-10-25T22:59:59Z'), row('2026-10-25T23:00:00Z')].reverse()), days)
  const on = (day: number) => volume.days.find((one) => one.day.day === day)?.byAsset.get('USDG')?.transfers
  expect([on(25), on(26)]).toEqual([1, 1])
})

test('a partly read day is not complete, and an unread day is not zero', () => {
  const read = walkOf([row('2026-10-26T12:00:00Z'), row('2026-10-24T12:00:00Z')], 'more')
  const coverage = volumeOf(read, lastDays(now, 14, 'UTC')).days.map((one) => one.coverage)
  expect(coverage.slice(-5)).toEqual(['none', 'part', 'whole', 'whole', 'whole'])
  expect(
    volumeOf(read, lastDays(now, 14, 'UTC'))
      .days.map(({ isRunning }) => isRunning)
      .lastIndexOf(false),
  ).toBe(12)
})

test('days with rows out of order are never complete', () => {
  const read = walkOf([row('2026-10-24T12:00:00Z'), row('2026-10-26T12:00:00Z')], 'more')
  const coverage = volumeOf(read, lastDays(now, 14, 'UTC')).days.map((one) => one.coverage)
  expect(coverage.slice(-5)).toEqual(['none', 'part', 'none', 'part', 'part'])
})

test('a completed transfer without an amount, asset or known direction is counted as incomplete and is in no sum', () => {
  const odd: TransferEntry[] = [
    { at: now, status: 'COMPLETED', asset: 'USDG', direction: 'CREDIT' },
    { at: now, status: 'COMPLETED', asset: 'USDG', direction: 'WITHDRAWAL', amount: '5' },
    { at: now, status: 'COMPLETED', direction: 'CREDIT', amount: '5' },
    { at: now, status: 'COMPLETED', asset: 'USDG', direction: 'CREDIT', amount: '1e5' },
    { at: now, status: 'COMPLETED', asset: 'USDG', direction: 'CREDIT', amount: '.5' },
  ]
  const found = mergeWalkPages([{ startedAt: now, floor, until, entries: odd, isRepeated: false }])
  if (!found) throw new Error('One page was read.')
  const volume = volumeOf(found, lastDays(now, 14, 'UTC'))
  expect(volume).toMatchObject({ transfers: 5, incomplete: 4 })
  expect(volume.totals.get('USDG')).toEqual({ credit: '0.5', debit: '0', net: '0.5', transfers: 1 })
})

test('assets are sorted by most transfers first', () => {
  const all = [row('2026-10-26T12:00:00Z', { asset: 'BTC' }), row('2026-10-26T11:00:00Z'), row('2026-10-26T10:00:00Z')]
  expect(volumeOf(walkOf(all), lastDays(now, 14, 'UTC')).assets).toEqual(['USDG', 'BTC'])
})

test('complete quotes are summed exactly by asset and sign', () => {
  const quotes = fc.array(
    fc.record({
      asset: fc.constantFrom('USDG', 'PYUSD'),
      units: fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
      status: fc.constantFrom('COMPLETE', 'PENDING', 'FAILED'),
    }),
  )
  fc.assert(
    fc.property(quotes, (all) => {
      const found = issuanceOf(all.map(({ units, ...quote }) => ({ ...quote, tokens: String(units) })))
      const complete = all.filter(({ status }) => status === 'COMPLETE')
      expect(found.quotes).toBe(complete.length)
      for (const asset of ['USDG', 'PYUSD']) {
        const own = complete.filter((quote) => quote.asset === asset)
        const sum = (sign: 1 | -1) =>
          own.reduce((total, { units }) => total + (Math.sign(units) * sign < 0 ? 0 : Math.abs(units)), 0)
        const { credit, debit } = sumsIn(found.byAsset, asset)
        expect([Number(credit), Number(debit)]).toEqual([sum(1), sum(-1)])
      }
    }),
  )
})

test('a quote without an asset or a number is counted as incomplete, and sums keep every digit', () => {
  expect(
    issuanceOf([
      { asset: 'USDG', status: 'COMPLETE', tokens: '-0.000000000000000001' },
      { asset: 'USDG', status: 'COMPLETE', tokens: '12.50' },
      { asset: 'USDG', status: 'COMPLETE' },
      { status: 'COMPLETE', tokens: '1' },
      { asset: 'USDG', status: 'COMPLETE', tokens: 'many' },
    ]),
  ).toEqual({
    byAsset: new Map([
      ['USDG', { credit: '12.50', debit: '0.000000000000000001', net: '12.499999999999999999', transfers: 2 }],
    ]),
    quotes: 5,
    incomplete: 3,
  })
})

test('shares are rounded to two decimals', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.integer({ min: 1, max: 1_000_000 }), (some, whole) => {
      const part = Math.min(some, whole)
      expect(shareText(part, whole)).toMatch(/^\d{1,3}\.\d\d$/)
      expect(Math.abs(Number(shareText(part, whole)) - (part / whole) * 100)).toBeLessThan(0.005_001)
    }),
  )
  expect(shareText(1, 3)).toBe('33.33')
  expect(shareText(2, 3)).toBe('66.67')
  expect(shareText(5, 5)).toBe('100.00')
})

test("the spec's statuses are always counted, and unknown ones by their name", () => {
  const entries = ['COMPLETED', 'HELD_FOR_REVIEW', 'COMPLETED', undefined].map((status) => ({ status }))
  expect(statusCounts(entries)).toEqual([
    { status: 'COMPLETED', transfers: 2, share: '50.00' },
    { status: 'PENDING', transfers: 0, share: '0.00' },
    { status: 'FAILED', transfers: 0, share: '0.00' },
    { status: 'HELD_FOR_REVIEW', transfers: 1, share: '25.00' },
    { status: '', transfers: 1, share: '25.00' },
  ])
  expect(statusCounts([]).map(({ share }) => share)).toEqual(['0.00', '0.00', '0.00'])
})
