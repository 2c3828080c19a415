/** The lists behind the figures of an overview: the same rows, by the filters of the list pages. */

import { maximumLengths } from '../../domain/values'
import { atSecond, lastInstantBefore } from '../../domain/wall-clock'
import { transferStatuses, transferTypes } from '../../provider/transfer-terms'
import type { Side } from './interface'

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
  network?: string
  profile?: string
}

/**
 * The query string of the list of these transfers. Only one part of it is sent to the provider, the others are named `x.…`
 * (list-parts.ts).
 * @returns undefined if the list cannot be filtered by one of the values, as by a type that the spec does not have
 */
export function transferSearch({ from, to }: Span, terms: TransferTerms): URLSearchParams | undefined {
  const { status, asset, side, type, network, profile } = terms
  if (status !== undefined && !isOneOf(transferStatuses, status)) return undefined
  if (type !== undefined && !isOneOf(transferTypes, type)) return undefined
  if ([asset, network, profile].some((value) => value !== undefined && !isText(value))) return undefined
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
