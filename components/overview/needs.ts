/** What needs a person now: each a read of List transfers with one filter, and the same filter as a link. */

import { amountText } from '@/components/ui/amount'
import { compareDecimals, sumOf } from '@/lib/api/decimals'
import { unmetTransferFilters } from '@/lib/api/matching'
import type { SeenPage } from '@/lib/api/reading'
import type { Transfer, TransferQuery } from '@/lib/api/transfers'
import { isTimestamp } from '@/lib/api/values'
import { millisOf } from '@/lib/browser/clock'
import { lastHours } from '@/lib/browser/time-range'

/** Rows that a need counts to: one page of the service. */
export const needLimit = 1000

export const needNames = ['travel-rule', 'approval', 'failed', 'pending'] as const
export type NeedName = (typeof needNames)[number]

/** Oldest first, so that the age of the oldest is known however many there are. */
const oldestFirst = { order_by: 'CREATED_AT', order: 'ASC' } as const

/**
 * The filter of a need.
 * @param now ms since 1970. "Failed in the last 24 h" goes by the last update, because the service does not say when a
 *            transfer failed, and failing is what is updated last.
 */
export function needQuery(name: NeedName, now: number): TransferQuery {
  switch (name) {
    case 'travel-rule':
      return { secondary_statuses: ['TRAVEL_RULE_INFO_REQUESTED'], statuses: ['PENDING'], ...oldestFirst }
    case 'approval':
      return { secondary_statuses: ['PENDING_CUSTOMER_APPROVAL'], statuses: ['PENDING'], ...oldestFirst }
    case 'failed': {
      const { from, to } = lastHours(24, now)
      return {
        statuses: ['FAILED'],
        'updated_at.gte': from,
        'updated_at.lt': to,
        order_by: 'UPDATED_AT',
        order: 'DESC',
      }
    }
    case 'pending':
      return { statuses: ['PENDING'], ...oldestFirst }
  }
}

/** What one read found: `sums` by asset, most transfers first; `oldest` an RFC 3339 time. */
export type NeedSummary = {
  count: number
  hasMore: boolean
  sums: { asset: string; sum: string }[]
  /** Transfers whose asset or amount is missing or is no decimal. */
  unsummed: number
  /** Rows that came and do not fit the filter: not counted. */
  unfit: number
  oldest?: string
  /** Whether none that was not read is older. */
  isOldestKnown: boolean
}

/** Reckons what a page of the need's own read holds. */
export function summarise(query: TransferQuery, page: SeenPage<Transfer>): NeedSummary {
  const fit = page.items.filter((item) => unmetTransferFilters(query, item).length === 0)
  const amounts = new Map<string, string[]>()
  let unsummed = 0
  let oldest: string | undefined
  const field = query.order_by === 'UPDATED_AT' ? 'updated_at' : 'created_at'
  for (const { known } of fit) {
    const { asset, amount } = known
    if (!asset || amount === undefined || compareDecimals(amount, '0') === undefined) unsummed += 1
    else amounts.set(asset, [...(amounts.get(asset) ?? []), amount])
    const time = known[field]
    if (time && isTimestamp(time) && (!oldest || millisOf(time) < millisOf(oldest))) oldest = time
  }
  const sums = [...amounts]
    .sort(([one, many], [other, more]) => more.length - many.length || (one < other ? -1 : 1))
    .map(([asset, all]) => ({ asset, sum: sumOf(all) ?? '' }))
  return {
    count: fit.length,
    hasMore: page.next !== undefined,
    sums,
    unsummed,
    unfit: page.items.length - fit.length,
    oldest,
    isOldestKnown: page.next === undefined || query.order === 'ASC',
  }
}

/** How far was counted: `4`, or `1,000 or more` where more is available. */
export const needCount = ({ count, hasMore }: NeedSummary) =>
  `${count.toLocaleString('en-US')}${hasMore ? ' or more' : ''}`

/** The sums in words: up to three assets, else two and how many more. @param isAll every asset */
export function howMuch({ sums, count, hasMore, unsummed }: NeedSummary, isAll = false): string {
  const shown = sums.length > 3 && !isAll ? sums.slice(0, 2) : sums
  const parts = shown.map(({ asset, sum }) => `${amountText(sum)} ${asset}`)
  const words = `${parts.join(', ')}${shown.length < sums.length ? ` and ${sums.length - shown.length} more` : ''}`
  const gap = unsummed > 0 ? `${unsummed.toLocaleString('en-US')} without an amount` : ''
  return `${hasMore ? `The ${count.toLocaleString('en-US')} counted: ` : ''}${[words, gap].filter(Boolean).join('; ')}`
}
