/** Look-up: what a person pasted, and which transfers and requests have it (`POST /api/{environment}/lookup`). */

import type { IntentState } from '../../api/intents'
import type { RecordsExtent } from '../../api/records'
import type { Json } from '../../domain/json'
import type { WriteName } from '../../provider/operations'
import type { Problem } from '../../provider/problem'

/** The filters of List transfers that can hold an identifier, the likeliest first: it decides if several match. */
export const lookupFields = [
  'ids',
  'group_ids',
  'ref_ids',
  'profile_ids',
  'identity_ids',
  'account_ids',
  'crypto_tx_hashes',
] as const
export type LookupField = (typeof lookupFields)[number]

/** What the provider has no filter for, and only our own database is searched by: the ends of an identifier are `partial`. */
export const ownFields = ['destination_address', 'memo', 'amount', 'partial'] as const
export type OwnField = (typeof ownFields)[number]

/** Identifiers that one request can ask for. */
export const maximumLookup = 100

/** `several`: more than one transfer has it. `failed`: a part of the answer is missing, so nothing is claimed. */
export type LookupOutcome = 'found' | 'several' | 'not-found' | 'failed'

/** As what an identifier was asked for: by a filter or a column of transfers, or among the requests that were recorded. */
export type LookupSource = LookupField | OwnField | 'requests'

/** One question that was asked for an identifier. */
export type LookupQuestion = {
  field: LookupSource
  values: string[]
  /** Asked of the transfers in our own database, not of the provider. */
  isOwn?: true
  /** How many matches it found, at most what is listed; absent if it failed. */
  count?: number
  problem?: Pick<Problem, 'title' | 'detail' | 'status' | 'request_id'>
  millis: number
}

/** A request made in Mintdesk (an intent) that has the identifier. */
export type LookupIntent = { id: string; operation: WriteName; summary: string; state: IntentState }

/** What was found for one identifier. */
export type LookupResult = {
  verdict: LookupOutcome
  /** What matched; absent for the ends of an identifier. */
  field?: LookupField | Exclude<OwnField, 'partial'>
  /** At most `maximumMatches` of the matches, the newest: the provider's own objects, with exact digits. */
  transfers: Json[]
  /** More transfers match than are listed. */
  isMore: boolean
  /** For those who may read activity. */
  requests: LookupIntent[]
  /** Everything that was asked for it, in order. */
  asked: LookupQuestion[]
}

/**
 * `results[i]` belongs to `identifiers[i]`. `calls`: how many calls were made to the provider. `records`: which transfers our
 * own database had, if it has begun to read them.
 */
export type LookupAnswer = { results: LookupResult[]; calls: number; records?: RecordsExtent }
