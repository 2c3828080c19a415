/** The lists behind the figures of an overview: the same rows, by the filters of the list pages. */

import { maximumLengths } from '../../domain/values'
import { atSecond, lastInstantBefore } from '../../domain/wall-clock'
import { transferStatuses, transferTypes } from '../../provider/transfer-terms'
import type { TransferQuery } from '../../provider/transfers'
import type { AttentionKind, Side } from './interface'

/** Oldest first, so that what has waited longest is on the first page. */
const oldestFirst = { order_by: 'CREATED_AT', order: 'ASC' } as const

/**
 * The list that has the transfers of a kind. "Failed in the last 24 h" uses the last update, because the provider does not
 * report when a transfer failed, and failing is its last update.
 * @param now by which it is judged, ms since 1970
 */
export function attentionQuery(kind: AttentionKind, now: number): TransferQuery {
  const pending = { statuses: ['PENDING'], ...oldestFirst } satisfies TransferQuery
  if (kind === 'travel-rule') return { secondary_statuses: ['TRAVEL_RULE_INFO_REQUESTED'], ...pending }
  if (kind === 'approval') return { secondary_statuses: ['PENDING_CUSTOMER_APPROVAL'], ...pending }
  if (kind === 'pending') return pending
  // Without an end: nothing was updated later than now, and a clock may be behind.
  return { statuses: ['FAILED'], 'updated_at.gte': daysBefore(1, now), order_by: 'UPDATED_AT', order: 'DESC' }
}

/** The second that many days before the end of this one. @param now ms since 1970 */
export const daysBefore = (days: number, now: number) => atSecond((Math.floor(now / 1000) + 1 - days * 86_400) * 1000)

/** The list that has all transfers that changed. @param since ms since 1970 */
export const changesQuery = (since: number): TransferQuery => ({
  'updated_at.gte': atSecond(since),
  order_by: 'UPDATED_AT',
  order: 'DESC',
})

/** When the rows were created: milliseconds since 1970, half-open. */
export type Span = { from: number; to: number }

/** Other values than these two have any status or type. */
const isOneOf = (values: readonly string[], value: string) => values.includes(value)

/** A filter of Mintdesk's own takes any text that is not too long. */
const isText = (value: string) => value.trim() !== '' && value.length <= maximumLengths.text

const timeText = (millis: number) => (millis % 1000 === 0 ? atSecond(millis) : new Date(millis).toISOString())

const directions: Record<Side, string> = { credit: 'CREDIT', debit: 'DEBIT' }
const issuances: Record<Side, string> = { credit: 'MINTED', debit: 'REDEEMED' }

/** What the transfers of a figure have in common; without a status they have any. */
export type TransferTerms = {
  status?: string
  asset?: string
  side?: Side
  type?: string
  /** Any of them; none is any type. */
  types?: readonly string[]
  network?: string
  profile?: string
}

/**
 * The query string of the list of these transfers. Only one part of it is sent to the provider, the others are named `x.…`
 * (list-parts.ts).
 * @returns undefined if the list cannot be filtered by one of the values, as by a type that the spec does not have
 */
export function transferSearch({ from, to }: Span, terms: TransferTerms): URLSearchParams | undefined {
  const { status, asset, side, type, types = [], network, profile } = terms
  if (status !== undefined && !isOneOf(transferStatuses, status)) return undefined
  if (type !== undefined && !isOneOf(transferTypes, type)) return undefined
  if ([asset, network, profile, ...types].some((value) => value !== undefined && !isText(value))) return undefined
  const isStatusSent = type === undefined && profile === undefined
  const params = new URLSearchParams()
  if (profile !== undefined) params.set('profile_ids', profile)
  if (type !== undefined) params.set(profile === undefined ? 'type' : 'x.type', type)
  if (status !== undefined) params.set(isStatusSent ? 'statuses' : 'x.statuses', status)
  params.set('created_at.gte', timeText(from))
  params.set('created_at.lt', timeText(to))
  if (asset !== undefined) params.set('x.asset', asset)
  if (side !== undefined) params.set('x.direction', directions[side])
  if (network !== undefined) params.set('x.network', network)
  for (const one of types) params.append('x.any_type', one)
  return params
}

/** The same for complete issuer quotes. Their range of time includes its end (spec). */
export function quoteSearch({ from, to }: Span, terms: Pick<TransferTerms, 'asset' | 'side'>) {
  const { asset, side } = terms
  if (asset !== undefined && !isText(asset)) return undefined
  const params = new URLSearchParams({ status: 'COMPLETE' })
  params.set('created_range.begin', timeText(from))
  params.set('created_range.end', lastInstantBefore(timeText(to)))
  if (asset !== undefined) params.set('x.asset', asset)
  if (side !== undefined) params.set('x.issuance', issuances[side])
  return params
}
