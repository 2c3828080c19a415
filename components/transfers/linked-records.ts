/**
 * Where a transfer came from, by what proves it: the provider's own links, and identifiers that a request made in Mintdesk
 * shares with it. Nothing is inferred from amounts and times alone, except for a sandbox deposit, which has nothing else.
 */

import { depositKey, matchingWires } from '@/components/deposits/deposit-tracking'
import type { Intent, IntentDetail } from '@/lib/api/console/intents'
import { idKey } from '@/lib/api/provider/matching'
import { writeRowOf } from '@/lib/api/provider/operations'
import type { DecodedTransfer } from '@/lib/api/provider/reading'
import { millisOf } from '@/lib/browser/clock'
import { capitalized } from '@/lib/browser/labels'
import { isObject } from '@/lib/domain/json'
import { uuidPattern } from '@/lib/domain/values'
import { kindNoun } from './labels'

/** A request made in Mintdesk, and how it is known to belong to the transfer. */
export type LinkedRequest = {
  label: string
  intent: Pick<Intent, 'id' | 'summary'> & Partial<Pick<Intent, 'person' | 'created_at'>>
  how: string
}

/** What to search requests for, and what a match proves. `part` is the member of an intent that must be equal. */
export type RequestSearch = { value: string; part: 'ref_id' | 'record_id'; how: string }

/** Metadata that can name a record: a UUID, or what its key calls the id of one. */
const namesRecord = (key: string, value: unknown): value is string =>
  typeof value === 'string' && value !== '' && (uuidPattern.test(value) || /^(?:rule|order|account)_?id$/i.test(key))

/** @param isBefore whether it is an earlier transfer of the chain, of which only the metadata counts: it names a rule */
export function requestSearches({ known }: DecodedTransfer, isBefore = false): RequestSearch[] {
  const searches: RequestSearch[] = []
  if (known.ref_id && !isBefore)
    searches.push({ value: known.ref_id, part: 'ref_id', how: 'It has the same reference.' })
  if (known.fiat_account_id && !isBefore)
    searches.push({ value: known.fiat_account_id, part: 'record_id', how: 'The transfer names this account.' })
  const metadata = isObject(known.metadata) ? Object.entries(known.metadata) : []
  const whose = isBefore ? `The metadata of the ${kindNoun(known)} before it` : "The transfer's metadata"
  for (const [key, value] of metadata)
    if (namesRecord(key, value)) searches.push({ value, part: 'record_id', how: `${whose} names it as ${key}.` })
  return searches
}

const labelOf = ({ operation }: Pick<Intent, 'operation'>) => capitalized(writeRowOf(operation).noun)

/** The intents that a search proves: a search by text also finds names of people. */
export const provenRequests = ({ value, part, how }: RequestSearch, intents: readonly Intent[]): LinkedRequest[] =>
  intents
    .filter((intent) => idKey(intent[part] ?? '') === idKey(value))
    .map((intent) => ({ label: labelOf(intent), intent, how }))

/** The transfer came at most this long after the deposit was sent, ms. */
export const depositWindow = 600_000

/** Sandbox deposits with the memo and the amount of a wire, sent within ten minutes before it. They have no reference. */
export function matchingDeposits(wire: DecodedTransfer, intents: readonly IntentDetail[]): LinkedRequest[] {
  const matches = intents.filter(({ body, sent_at, created_at }) => {
    const key = depositKey(body)
    const from = new Date(millisOf(sent_at ?? created_at) - 60_000).toISOString()
    return key && matchingWires([wire], key, from).length > 0
  })
  const how =
    matches.length > 1
      ? 'One of several with the memo and amount of the wire, sent in the ten minutes before it.'
      : 'It has the memo and amount of the wire, and was sent in the ten minutes before it.'
  return matches.map((intent) => ({ label: labelOf(intent), intent, how }))
}
