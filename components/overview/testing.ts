/** Figures as the console sends them, for tests of the overview. */
import type {
  Coverage,
  Overview,
  OverviewPresent,
  OverviewRange,
  QuoteFigures,
  TransferFigures,
} from '@/lib/features/overview/interface'

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour
/** When the tests run: a Thursday. */
export const now = Date.parse('2026-11-19T14:30:00Z')
/** 14 days in UTC. */
export const range: OverviewRange = {
  from: Date.parse('2026-11-06T00:00:00Z'),
  to: Date.parse('2026-11-20T00:00:00Z'),
  zone: 'UTC',
}
/** What was created later is not visible for sure. */
export const readTo = now - 30_000

type Changes = {
  at?: number
  from?: number
  to?: number
  transfers?: Partial<TransferFigures & Coverage>
  quotes?: Partial<QuoteFigures & Coverage>
  present?: Partial<OverviewPresent>
}

/** Nothing needs attention, and everything has been read, unless `changes` say otherwise. */
export const presentOf = (changes: Partial<OverviewPresent> = {}): OverviewPresent => ({
  now,
  extent: { until: now },
  usualTimes: [],
  attention: [],
  pending: { count: 0, first: [] },
  changed: { first: [], isMore: false },
  movements: { movements: [], next_page_cursor: '' },
  ...changes,
})

/** Figures that are complete, of a range in which nothing happened unless `changes` say so. */
export function overviewOf({
  at = now,
  from = range.from,
  to = readTo,
  transfers,
  quotes,
  present,
}: Changes = {}): Overview {
  const coverage: Coverage = { completeFrom: from, isWhole: true, isReading: false }
  return {
    at,
    to,
    transfers: {
      count: 0,
      byStatus: [],
      byAsset: [],
      flowTypes: [],
      moved: 0,
      byPeriod: [],
      settleTimes: [],
      topProfiles: [],
      profiles: 0,
      incomplete: 0,
      ...coverage,
      ...transfers,
    },
    quotes: { count: 0, byAsset: [], incomplete: 0, ...coverage, ...quotes },
    present: presentOf(present),
  }
}

/** 98 completed transfers of two assets, one pending and one failed. */
export const usualOverview = (changes: Changes = {}) =>
  overviewOf({
    ...changes,
    transfers: {
      count: 100,
      incomplete: 0,
      profiles: 12,
      byStatus: [
        ['COMPLETED', 98],
        ['PENDING', 1],
        ['FAILED', 1],
      ],
      byAsset: [
        ['USDG', { credit: '12345678901234567890.123456789012345678', debit: '40', count: 68 }],
        ['BTC', { credit: '2', debit: '0.5', count: 30 }],
      ],
      moved: 2,
      flowTypes: ['WIRE_DEPOSIT', 'CRYPTO_WITHDRAWAL'],
      byPeriod: [
        { start: Date.parse('2026-11-18T00:00:00Z'), byAsset: [['BTC', { credit: '2', debit: '0.5', count: 30 }]] },
        {
          start: Date.parse('2026-11-19T00:00:00Z'),
          byAsset: [['USDG', { credit: '12345678901234567890.123456789012345678', debit: '40', count: 68 }]],
        },
      ],
      settleTimes: [
        { type: 'WIRE_DEPOSIT', network: '', count: 68, timed: 67, median: 2000, p95: 5 * hour },
        { type: 'CRYPTO_WITHDRAWAL', network: 'ETHEREUM', count: 28, timed: 28, median: 185_000, p95: 14 * minute },
        { type: 'INTERNAL_TRANSFER_DEBIT', network: '', count: 2, timed: 2, median: 0, p95: 0 },
      ],
      topProfiles: [
        { profile: 'profile-1', count: 68, byAsset: [['USDG', { credit: '9.5', debit: '40', count: 68 }]] },
        { profile: 'profile-2', count: 30, byAsset: [['BTC', { credit: '2', debit: '0.5', count: 30 }]] },
      ],
      ...changes.transfers,
    },
    quotes: {
      count: 3,
      incomplete: 1,
      byAsset: [['USDG', { credit: '12.50', debit: '0.000000000000000001', count: 2 }]],
      ...changes.quotes,
    },
  })

/** An answer that has these figures. */
export const answerOf = (overview: object) => Response.json(overview)
