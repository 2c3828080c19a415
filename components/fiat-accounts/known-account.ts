/** What Mintdesk knows of a fiat account. No operation reads one, so it is assembled from the account's writes. */
import { mergeRecords } from '@/components/forms/form-values'
import type { Intent, IntentDetail } from '@/lib/api/intents'
import { millisOf } from '@/lib/browser/clock'
import { intentQuery, intentsQuery } from '@/lib/browser/intents'
import { isObject, type Json } from '@/lib/domain/json'
import type { Environment } from '@/lib/provider/environments'
import { isChange, writesOf } from '@/lib/provider/operations'
import { type DecodedFiatAccount, readFiatAccount } from '@/lib/provider/records'

/** The account as last known, at `at` (RFC 3339), from a write or, if `isChecked`, from a later check of its outcome. */
export type KnownAccount = { record: Json; at: string; intent: Intent; isChecked: boolean }

const recordOf = (answer: unknown): Json => (isObject(answer) ? readFiatAccount(answer).known : {})

/** The members of a record that were learned at a time. @param seen when members without a time of their own were */
function seenAt(time: string, record: Json, earlier: Record<string, string>, seen: string, path = ''): Json {
  const members = Object.entries(record).flatMap(([name, value]): [string, unknown][] => {
    const here = path ? `${path}.${name}` : name
    const own = earlier[here] ?? seen
    // Metadata is replaced as a whole.
    if (isObject(value) && name !== 'metadata') return [[name, seenAt(time, value, earlier, own, here)]]
    return own === time ? [[name, value]] : []
  })
  return Object.fromEntries(members)
}

/** What checks showed: each member at the time it was last seen. */
function checkedRecords({ latest, record_id }: IntentDetail): { record: Json; at: string }[] {
  if (!latest) return []
  const { at, answer, earlier = {} } = latest
  const record = recordOf(answer)
  // A record with another id says nothing of this account.
  if (record.id !== undefined && record.id !== record_id) return []
  const times = [...new Set([...Object.values(earlier), at])]
  return times.map((time) => ({ record: seenAt(time, record, earlier, at), at: time }))
}

/** What a write shows, oldest first. The request may name members that the answer lacks. */
function recordsOf(intent: IntentDetail): KnownAccount[] {
  const { body, answer, created_at, sent_at, settled_at } = intent
  const at = settled_at ?? sent_at ?? created_at
  return [
    { record: recordOf(body), at, intent, isChecked: false },
    { record: recordOf(answer), at, intent, isChecked: false },
    ...checkedRecords(intent).map((part) => ({ ...part, intent, isChecked: true })),
  ]
}

/** Whether an answer has everything that the form shows, so that older writes need not be read. */
function isComplete({ known }: DecodedFiatAccount): boolean {
  const wire = known.fiat_network_instructions?.wire
  return isObject(known.fiat_account_owner) && isObject(wire) && 'account_number' in wire && 'routing_details' in wire
}

/** @param intents writes of one account that the provider confirmed, newest first */
export function knownFrom(intents: readonly IntentDetail[]): KnownAccount | undefined {
  // A check may have shown the account after a later change, so records are merged in the order they were learned.
  const parts = intents.toReversed().flatMap(recordsOf)
  const records = parts.toSorted((one, other) => millisOf(one.at) - millisOf(other.at))
  const newest = records.at(-1)
  if (!newest) return undefined
  return { ...newest, record: records.reduce<Json>((before, { record }) => mergeRecords(before, record), {}) }
}

const accountWrites = writesOf('fiatAccount')
/** Accounts have few writes, so older ones are ignored. */
const maxWrites = 20

async function confirmedWrites(environment: Environment, id: string, signal: AbortSignal): Promise<IntentDetail[]> {
  const query = { q: id, operations: accountWrites, states: ['confirmed' as const], limit: maxWrites }
  const { intents } = await intentsQuery(environment, query).queryFn({ signal })
  const found: IntentDetail[] = []
  let isFound = false
  for (const { id: intent, record_id, operation } of intents) {
    // The search also matches names of people. Only a registration can be checked, and so learn more later.
    if (record_id !== id || (isFound && isChange(operation))) continue
    const detail = await intentQuery(environment, intent).queryFn({ signal })
    found.push(detail)
    isFound ||= isComplete(readFiatAccount(detail.answer))
  }
  return found
}

/** Changes of this account whose outcome is unknown. */
async function unknownChanges(environment: Environment, id: string, signal: AbortSignal): Promise<Intent[]> {
  const query = { operations: accountWrites.filter(isChange), states: ['unknown' as const], limit: maxWrites }
  const { intents } = await intentsQuery(environment, query).queryFn({ signal })
  const details = await Promise.all(intents.map((one) => intentQuery(environment, one.id).queryFn({ signal })))
  return details.filter(({ path }) => path.id === id)
}

/** `unknown` holds changes whose outcome is unknown: then `known` may be out of date. */
export type AccountKnowledge = { known: KnownAccount | undefined; unknown: Intent[] }

/** Not cached between visits, because a change may have happened since. */
export const knownAccountQuery = (environment: Environment, id: string) => ({
  queryKey: [environment, 'known-account', id] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<AccountKnowledge> => {
    const [writes, unknown] = await Promise.all([
      confirmedWrites(environment, id, signal),
      unknownChanges(environment, id, signal),
    ])
    return { known: knownFrom(writes), unknown }
  },
  gcTime: 0,
  retry: false,
  refetchOnWindowFocus: false,
  // The form must not change while someone edits it.
  staleTime: Number.POSITIVE_INFINITY,
})
