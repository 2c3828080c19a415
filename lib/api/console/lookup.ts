/** Look-up: what a person pasted, and which transfers and requests have it (`POST /api/{environment}/lookup`). */

import type { Json } from '../../domain/json'
import type { Problem } from '../problem'
import type { WriteName } from '../provider/operations'
import type { IntentState } from './intents'
import type { RecordsExtent } from './records'

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

/** Identifiers that one request can ask for. */
export const maximumLookup = 100

/** `several`: more than one transfer has it. `failed`: a part of the answer is missing, so nothing is claimed. */
export type LookupOutcome = 'found' | 'several' | 'not-found' | 'failed'

/** Where an identifier was asked for: a filter, the transfers in our own database, or the requests that were recorded. */
export type LookupSource = LookupField | 'records' | 'requests'

/** One question that was asked for an identifier. */
export type LookupQuestion = {
  field: LookupSource
  values: string[]
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
  /** The filter that matched. */
  field?: LookupField
  /** At most `maximumMatches` of the matches: the provider's own objects, with exact digits. */
  transfers: Json[]
  /** More transfers match than are listed. */
  isMore: boolean
  /** For those who may read activity. */
  requests: LookupIntent[]
  /** Everything that was asked for it, in order. */
  asked: LookupQuestion[]
}

/** Transfers and requests that one result lists at most. */
export const maximumMatches = 10

/**
 * `results[i]` belongs to `identifiers[i]`. `calls`: how many calls were made to the provider. `records`: among
 * what shortened identifiers were searched, if there are any.
 */
export type LookupAnswer = { results: LookupResult[]; calls: number; records?: RecordsExtent }
