'use client'
import { type QueryClient, useQueries, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { nextAction } from '@/components/records/next-action'
import { deadlineOf, type Timing } from '@/components/records/overdue'
import { moneyText } from '@/components/records/transfer-labels'
import { type UsualTimes, usualTimesRead } from '@/components/records/usual-times'
import { asProblem, isAccessLost, isRateLimited } from '@/components/ui/problem'
import { keyOf, movementsAmong } from '@/lib/api/movement-links'
import { lastHours, millisOf } from '@/lib/browser/clock'
import { nowBy, timeBy } from '@/lib/browser/clocks'
import { countText } from '@/lib/browser/labels'
import { compareDecimals, sumOf } from '@/lib/domain/decimals'
import { isTimestamp } from '@/lib/domain/values'
import type { Environment } from '@/lib/provider/environments'
import { unmetTransferFilters } from '@/lib/provider/matching'
import { type DecodedPage, type DecodedTransfer, mayHaveMore } from '@/lib/provider/reading'
import { maximumValues } from '@/lib/provider/transfer-terms'
import type { Transfer, TransferQuery } from '@/lib/provider/transfers'
import { fetchTransfers, limited } from './limited-reads'

export const attentionKinds = ['travel-rule', 'approval', 'failed', 'pending'] as const
/** Why transfers need attention, the first that is true of a movement counts. */
export type AttentionKind = (typeof attentionKinds)[number]

/** Transfers of a kind that are counted: one page. */
const countLimit = 1000

/** Oldest first, so that the age of the oldest is known however many there are. */
const oldestFirst = { order_by: 'CREATED_AT', order: 'ASC' } as const

/**
 * The filter that a kind's transfers are read with. "Failed in the last 24 h" uses the last update, because the provider
 * does not report when a transfer failed, and failing is its last update.
 * @param now ms since 1970
 */
export function attentionQuery(kind: AttentionKind, now: number): TransferQuery {
  const pending = { statuses: ['PENDING'], ...oldestFirst } satisfies TransferQuery
  if (kind === 'travel-rule') return { secondary_statuses: ['TRAVEL_RULE_INFO_REQUESTED'], ...pending }
  if (kind === 'approval') return { secondary_statuses: ['PENDING_CUSTOMER_APPROVAL'], ...pending }
  if (kind === 'pending') return pending
  // Without an end: nothing was updated later than now, and a clock may be behind.
  const { from } = lastHours(24, now)
  return { statuses: ['FAILED'], 'updated_at.gte': from, order_by: 'UPDATED_AT', order: 'DESC' }
}

/** `at` is when it was read, ms since 1970 by this browser's clock. */
export type AttentionRead = { query: TransferQuery; page: DecodedPage<Transfer>; at: number }
export type AttentionReads = Partial<Record<AttentionKind, AttentionRead>>

export type AttentionSummary = {
  count: number
  hasMore: boolean
  /** Sums by asset, most transfers first. */
  sums: { asset: string; sum: string }[]
  /** Transfers without an asset or a decimal amount. */
  withoutAmount: number
  /** Returned rows that do not match the filter; they are not counted. */
  mismatched: number
  /** When the first of them that are pending is due, ms since 1970. */
  dueAt?: number
  /** When the last of them failed, RFC 3339. */
  failedAt?: string
  /** Who acts on these transfers. */
  next?: string
  /** The list of the counted transfers; the read's own filter if their ids cannot name them. */
  list: TransferQuery
  /** How many transfers that list has, if it has others than the counted ones. */
  listedCount?: number
  /** The id of the counted transfer, if it is the only one: its movement says more than a list of one. */
  only?: string
}

/** Undefined if no action is needed. */
function kindOf(transfer: DecodedTransfer, timing: Timing): AttentionKind | undefined {
  const { reason, actor } = nextAction(transfer, timing)
  if (actor === 'nobody') return undefined
  if (transfer.known.status === 'FAILED') return 'failed'
  return reason === 'travel-rule' || reason === 'approval' ? reason : 'pending'
}

export const matchingRows = ({ query, page }: AttentionRead) =>
  page.items.filter((item) => unmetTransferFilters(query, item).length === 0)

const updatedAt = ({ known: { updated_at } }: DecodedTransfer) =>
  updated_at && isTimestamp(updated_at) ? millisOf(updated_at) : 0

/**
 * Every transfer of all reads once, in its latest version, because it may change between two reads. One without an id is
 * identified by its fields; equal rows of one read are several transfers.
 */
function uniqueTransfers(reads: AttentionReads): DecodedTransfer[] {
  const unique = new Map<string, DecodedTransfer>()
  for (const kind of attentionKinds) {
    const equalRows = new Map<string, number>()
    for (const transfer of reads[kind] ? matchingRows(reads[kind]) : []) {
      const fields = JSON.stringify(transfer.known)
      const earlier = equalRows.get(fields) ?? 0
      equalRows.set(fields, earlier + 1)
      const key = transfer.known.id ?? `${earlier} ${fields}`
      const known = unique.get(key)
      if (!known || updatedAt(known) < updatedAt(transfer)) unique.set(key, transfer)
    }
  }
  return [...unique.values()]
}

/** Of each movement the transfer that counts. What has no id can belong to no other. */
function oneOfEach(counted: ReadonlyMap<DecodedTransfer, AttentionKind>): Set<DecodedTransfer> {
  const rank = (transfer: DecodedTransfer) => attentionKinds.indexOf(counted.get(transfer) ?? 'pending')
  const all = [...counted.keys()]
  const firsts = movementsAmong(all).flatMap(
    ({ transfers }) => [...transfers].sort((one, other) => rank(one) - rank(other))[0] ?? [],
  )
  return new Set([...firsts, ...all.filter(({ known }) => !known.id)])
}

/**
 * Counts each movement under one kind, by the transfer at which it is.
 * @param elsewhere the keys of transfers whose movement is listed for another reason
 */
export function summarizeAttention(
  reads: AttentionReads,
  timing: Timing,
  elsewhere: ReadonlySet<string> = nowhere,
): Partial<Record<AttentionKind, AttentionSummary>> {
  const counted = new Map(
    uniqueTransfers(reads).flatMap((transfer) => {
      const kind = elsewhere.has(keyOf(transfer)) ? undefined : kindOf(transfer, timing)
      return kind ? [[transfer, kind] as const] : []
    }),
  )
  const shown = oneOfEach(counted)
  return Object.fromEntries(
    attentionKinds.flatMap((kind) => {
      const read = reads[kind]
      const own = [...counted].flatMap(([transfer, its]) => (its === kind && shown.has(transfer) ? transfer : []))
      return read ? [[kind, summarize(read, own, timing)]] : []
    }),
  )
}

const nowhere: ReadonlySet<string> = new Set()

function summarize(read: AttentionRead, counted: readonly DecodedTransfer[], timing: Timing): AttentionSummary {
  const { query, page } = read
  const amounts = new Map<string, string[]>()
  const actions = new Set<string>()
  let withoutAmount = 0
  let dueAt: number | undefined
  let failedAt: string | undefined
  for (const transfer of counted) {
    const { asset, amount, status, updated_at: time } = transfer.known
    if (!asset || amount === undefined || compareDecimals(amount, '0') === undefined) withoutAmount += 1
    else amounts.set(asset, [...(amounts.get(asset) ?? []), amount])
    const due = deadlineOf(transfer, timing)?.dueAt
    if (due !== undefined && due < (dueAt ?? Number.POSITIVE_INFINITY)) dueAt = due
    if (status === 'FAILED' && time && updatedAt(transfer) > (failedAt ? millisOf(failedAt) : 0)) failedAt = time
    actions.add(nextAction(transfer, timing).label)
  }
  const matching = matchingRows(read)
  const [only] = counted
  return {
    ...(only?.known.id && counted.length === 1 && !mayHaveMore(page) && { only: only.known.id }),
    count: counted.length,
    hasMore: mayHaveMore(page),
    sums: [...amounts]
      .sort(([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1))
      .map(([asset, all]) => ({ asset, sum: sumOf(all) ?? '' })),
    withoutAmount,
    mismatched: page.items.length - matching.length,
    ...{ dueAt, failedAt },
    next: actions.size > 1 ? 'Support and treasury follow up' : [...actions][0],
    ...listOf(query, matching, counted),
  }
}

/** The filter that lists the counted transfers: the read's own if it returns just these, else their ids. */
function listOf(
  query: TransferQuery,
  matching: readonly DecodedTransfer[],
  counted: readonly DecodedTransfer[],
): Pick<AttentionSummary, 'list' | 'listedCount'> {
  if (matching.length === counted.length && matching.every((one) => counted.includes(one))) return { list: query }
  const ids = counted.flatMap(({ known }) => known.id ?? [])
  const areListable = ids.length > 0 && ids.length === counted.length && ids.length <= maximumValues
  if (!areListable) return { list: query, listedCount: matching.length }
  return { list: { ids, order: query.order, order_by: query.order_by } }
}

/** `4`, or `1,000 or more` if there are more than were read. */
export const summaryCount = ({ count, hasMore }: AttentionSummary) =>
  `${count.toLocaleString('en-US')}${hasMore ? ' or more' : ''}`

/** `opens a list of 250 transfers`; "" if the list has just the counted ones. */
export function listNote({ listedCount, hasMore }: AttentionSummary): string {
  if (listedCount === undefined) return ''
  if (!hasMore) return `opens a list of ${countText(listedCount, 'transfer')}`
  return `opens a list of ${listedCount.toLocaleString('en-US')} or more transfers`
}

/** The sums of up to two assets, else of one and how many more. @param isComplete all assets */
export function amountsText(summary: AttentionSummary, isComplete = false): string {
  const { sums, count, hasMore, withoutAmount } = summary
  const shown = sums.length > 2 && !isComplete ? sums.slice(0, 1) : sums
  const texts = shown.map(({ asset, sum }) => moneyText(sum, asset)).join(', ')
  const rest = shown.length < sums.length ? ` and ${sums.length - shown.length} more` : ''
  const missing = withoutAmount > 0 ? `${withoutAmount.toLocaleString('en-US')} without an amount` : ''
  const first = hasMore ? `First ${count.toLocaleString('en-US')}: ` : ''
  return `${first}${[`${texts}${rest}`, missing].filter(Boolean).join('; ')}`
}

/** `now` is when it was read by the provider's clock. Only pending transfers need usual times. */
type LoadedRead = AttentionRead & { now: number; usualTimes?: UsualTimes }

/** After a failure earlier usual times are used, as on the pages of transfers. */
function fetchUsualTimes(
  client: QueryClient,
  environment: Environment,
  { signal, isBackground }: { signal: AbortSignal; isBackground: boolean },
): Promise<UsualTimes> {
  const read = usualTimesRead(environment, isBackground)
  return limited(signal, () => client.fetchQuery(read)).catch(() => client.getQueryData(read.queryKey) ?? 'unavailable')
}

/** Query options of one kind. @param isBackground no person asks */
export const attentionRead = (
  client: QueryClient,
  environment: Environment,
  kind: AttentionKind,
  isBackground = false,
) => ({
  queryKey: [environment, 'listTransfers', { attention: kind }] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<LoadedRead> => {
    const query = attentionQuery(kind, nowBy('provider', environment))
    const options = { place: { limit: countLimit, cursors: [] }, signal, isBackground }
    const page = await fetchTransfers(environment, { ...query, limit: countLimit }, options)
    const usualTimes = kind === 'pending' ? await fetchUsualTimes(client, environment, options) : undefined
    return { query, page, at: page.at, now: timeBy('provider', page.at, environment), usualTimes }
  },
  retry: false,
  staleTime: 30_000,
  structuralSharing: false,
  refetchOnWindowFocus: false,
})

/** Reads each kind separately, so that one failure does not affect the others. @param elsewhere as `summarizeAttention` takes it */
export function useAttention(environment: Environment, elsewhere?: ReadonlySet<string>) {
  const client = useQueryClient()
  const results = useQueries({ queries: attentionKinds.map((kind) => attentionRead(client, environment, kind)) })
  const [travelRule, approval, failed, pending] = results.map(({ data }) => data)
  const summaries = useMemo(
    () =>
      summarizeAttention(
        { 'travel-rule': travelRule, approval, failed, pending },
        { now: pending?.now ?? 0, usualTimes: pending?.usualTimes ?? [] },
        elsewhere,
      ),
    [travelRule, approval, failed, pending, elsewhere],
  )
  const items = attentionKinds.map((kind, index) => {
    const result = results[index]
    const problem = asProblem(result?.error ?? null)
    const refresh = () => void result?.refetch()
    return {
      kind,
      /** Undefined until it is read, and when this person may no longer see it. */
      summary: problem && isAccessLost(problem) ? undefined : summaries[kind],
      /** When it was read, ms since 1970. */
      at: result?.data?.at,
      /** The same by the provider's clock. */
      readAt: result?.data?.now,
      problem,
      problemAt: result?.errorUpdatedAt ?? 0,
      isLoading: result?.isFetching ?? false,
      ...{ refresh, resume: refresh },
    }
  })
  return { items, pending, usualTimes: pending?.usualTimes }
}

/** Puts what has least time left first, and what has no time last. @param left ms; below zero it is overdue */
export const bySoonest = <Row extends { left?: number }>(rows: readonly Row[]): Row[] =>
  [...rows].sort(({ left: one = Number.POSITIVE_INFINITY }, { left: other = Number.POSITIVE_INFINITY }) =>
    // Two of them without a time are equal; their difference is not a number.
    one === other ? 0 : one - other,
  )

/** Whether a kind has been read and no transfer is of it. */
export const isNone = ({ summary, problem }: Pick<AttentionItem, 'summary' | 'problem'>) =>
  summary?.count === 0 && summary.mismatched === 0 && (!problem || isRateLimited(problem))

/** One kind as the page shows it. */
export type AttentionItem = ReturnType<typeof useAttention>['items'][number]
