/** What needs attention: reads of List transfers, each transfer counted once, under the action that it needs. */

import { nextAction, type Timing } from '@/components/transfers/next-action'
import { amountText } from '@/components/ui/amount'
import { compareDecimals, sumOf } from '@/lib/api/decimals'
import { unmetTransferFilters } from '@/lib/api/matching'
import type { DecodedPage, DecodedTransfer } from '@/lib/api/reading'
import { maximumValues, type Transfer, type TransferQuery } from '@/lib/api/transfers'
import { isTimestamp } from '@/lib/api/values'
import { lastHours, millisOf } from '@/lib/browser/clock'

/** Rows that a need counts to: one page of the service. */
export const needLimit = 1000

export const needNames = ['travel-rule', 'approval', 'failed', 'pending'] as const
export type NeedName = (typeof needNames)[number]

/** Oldest first, so that the age of the oldest is known however many there are. */
const oldestFirst = { order_by: 'CREATED_AT', order: 'ASC' } as const

/**
 * The filter of a need's read.
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

/** What one need's read brought. */
export type NeedRead = { query: TransferQuery; page: DecodedPage<Transfer>; at: number }
export type NeedReads = Partial<Record<NeedName, NeedRead>>

/** What a need counts: `sums` by asset, most transfers first; `oldest` an RFC 3339 time. */
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
  /** Who acts on the counted transfers, most transfers first: one word where it is the same for all. */
  who: string[]
  /** The list of the counted transfers; the read's own filter where ids cannot name them. */
  list: TransferQuery
  /** How many transfers that list has, as far as they were read, where it has others than the counted ones. */
  listed?: number
}

/** The need that a transfer counts under; undefined if no action is needed. */
function needOf(transfer: DecodedTransfer, timing: Timing): NeedName | undefined {
  const { reason, actor } = nextAction(transfer, timing)
  if (actor === 'nobody') return undefined
  if (transfer.known.status === 'FAILED') return 'failed'
  return reason === 'travel-rule' || reason === 'approval' ? reason : 'pending'
}

const fits = ({ query, page }: NeedRead) => page.items.filter((item) => unmetTransferFilters(query, item).length === 0)

const updatedAt = ({ known: { updated_at } }: DecodedTransfer) =>
  updated_at && isTimestamp(updated_at) ? millisOf(updated_at) : 0

/**
 * Every transfer of all reads once, as it was updated last: between two reads one may move on. Without an id it is
 * known by its fields; rows of one read that have the same fields are several transfers.
 */
function eachOnce(reads: NeedReads): DecodedTransfer[] {
  const once = new Map<string, DecodedTransfer>()
  for (const name of needNames) {
    const alike = new Map<string, number>()
    for (const transfer of reads[name] ? fits(reads[name]) : []) {
      const fields = JSON.stringify(transfer.known)
      const earlier = alike.get(fields) ?? 0
      alike.set(fields, earlier + 1)
      const key = transfer.known.id ?? `${earlier} ${fields}`
      const known = once.get(key)
      if (!known || updatedAt(known) < updatedAt(transfer)) once.set(key, transfer)
    }
  }
  return [...once.values()]
}

/** What each need counts, of those that were read: no transfer counts under two. */
export function countNeeds(reads: NeedReads, timing: Timing): Partial<Record<NeedName, NeedSummary>> {
  const transfers = eachOnce(reads)
  const counted: Partial<Record<NeedName, NeedSummary>> = {}
  for (const name of needNames) {
    const read = reads[name]
    if (!read) continue
    const own = transfers.filter((one) => needOf(one, timing) === name)
    counted[name] = summarise(read, own, timing)
  }
  return counted
}

function summarise(read: NeedRead, counted: readonly DecodedTransfer[], timing: Timing): NeedSummary {
  const { query, page } = read
  const amounts = new Map<string, string[]>()
  const whos = new Map<string, number>()
  let unsummed = 0
  let oldest: string | undefined
  const field = query.order_by === 'UPDATED_AT' ? 'updated_at' : 'created_at'
  for (const transfer of counted) {
    const { asset, amount, [field]: time } = transfer.known
    if (!asset || amount === undefined || compareDecimals(amount, '0') === undefined) unsummed += 1
    else amounts.set(asset, [...(amounts.get(asset) ?? []), amount])
    if (time && isTimestamp(time) && (!oldest || millisOf(time) < millisOf(oldest))) oldest = time
    const { word } = nextAction(transfer, timing)
    whos.set(word, (whos.get(word) ?? 0) + 1)
  }
  const sums = [...amounts]
    .sort(([one, many], [other, more]) => more.length - many.length || (one < other ? -1 : 1))
    .map(([asset, all]) => ({ asset, sum: sumOf(all) ?? '' }))
  const fit = fits(read)
  return {
    count: counted.length,
    hasMore: page.next !== undefined,
    sums,
    unsummed,
    unfit: page.items.length - fit.length,
    oldest,
    isOldestKnown: page.next === undefined || query.order === 'ASC',
    who: [...whos].sort(([, few], [, many]) => many - few).map(([word]) => word),
    ...listOf(query, fit, counted),
  }
}

/** The filter that lists the counted transfers: the read's own where it brings just them, else their ids. */
function listOf(
  query: TransferQuery,
  fit: readonly DecodedTransfer[],
  counted: readonly DecodedTransfer[],
): Pick<NeedSummary, 'list' | 'listed'> {
  const isWhole = fit.length === counted.length && fit.every((one) => counted.includes(one))
  const ids = counted.flatMap(({ known }) => known.id ?? [])
  const canName = ids.length > 0 && ids.length === counted.length && ids.length <= maximumValues
  if (isWhole) return { list: query }
  if (!canName) return { list: query, listed: fit.length }
  const { order, order_by } = query
  return { list: { ids, order, order_by } }
}

const upTo = (count: number, hasMore: boolean) => `${count.toLocaleString('en-US')}${hasMore ? ' or more' : ''}`

/** How far was counted: `4`, or `1,000 or more` where more is available. */
export const needCount = ({ count, hasMore }: NeedSummary) => upTo(count, hasMore)

/** Where the list has others than the counted transfers: `opens a list of 250 transfers`. */
export const listNote = ({ listed, hasMore }: NeedSummary) =>
  listed === undefined ? '' : `opens a list of ${upTo(listed, hasMore)} transfer${listed === 1 && !hasMore ? '' : 's'}`

/** The sums in words: up to three assets, else two and how many more. @param isAll every asset */
export function howMuch({ sums, count, hasMore, unsummed }: NeedSummary, isAll = false): string {
  const shown = sums.length > 3 && !isAll ? sums.slice(0, 2) : sums
  const parts = shown.map(({ asset, sum }) => `${amountText(sum)} ${asset}`)
  const words = `${parts.join(', ')}${shown.length < sums.length ? ` and ${sums.length - shown.length} more` : ''}`
  const gap = unsummed > 0 ? `${unsummed.toLocaleString('en-US')} without an amount` : ''
  return `${hasMore ? `The ${count.toLocaleString('en-US')} counted: ` : ''}${[words, gap].filter(Boolean).join('; ')}`
}
