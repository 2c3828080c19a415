/** What this console knows of a fiat account: there is no operation that reads one, so it is put together from its writes. */

import { mergeRecords } from '@/components/forms/form-values'
import type { Environment } from '@/lib/api/environments'
import type { Intent, IntentDetail, WriteName } from '@/lib/api/intents'
import { isObject, type Json } from '@/lib/api/json'
import { type DecodedFiatAccount, readFiatAccount } from '@/lib/api/reading'
import { millisOf } from '@/lib/browser/clock'
import { intentQuery, intentsQuery } from '@/lib/browser/intents'

/**
 * The account as it was last known; `at` is when (RFC 3339), `intent` the write that told it, `isChecked` whether a later
 * check of its status did.
 */
export type KnownAccount = { record: Json; at: string; intent: Intent; isChecked: boolean }

const recordOf = (answer: unknown): Json => (isObject(answer) ? readFiatAccount(answer).known : {})

/** The members of a record that were seen at a time. @param seen when those without a time of their own were */
function seenAt(time: string, record: Json, earlier: Record<string, string>, seen: string, path = ''): Json {
  const members = Object.entries(record).flatMap(([name, value]): [string, unknown][] => {
    const here = path ? `${path}.${name}` : name
    const own = earlier[here] ?? seen
    // Metadata are replaced as a whole.
    if (isObject(value) && name !== 'metadata') return [[name, seenAt(time, value, earlier, own, here)]]
    return own === time ? [[name, value]] : []
  })
  return Object.fromEntries(members)
}

/** What checks showed, step by step: each member when it was last seen. */
function checked({ latest, record_id }: IntentDetail): { record: Json; at: string }[] {
  if (!latest) return []
  const { at, answer, earlier = {} } = latest
  const record = recordOf(answer)
  // What contradicts this account is another one.
  if (record.id !== undefined && record.id !== record_id) return []
  const times = [...new Set([...Object.values(earlier), at])]
  return times.map((time) => ({ record: seenAt(time, record, earlier, at), at: time }))
}

/** What a write says of the account, step by step: what was sent may name members that were not answered. */
function toldBy(intent: IntentDetail): KnownAccount[] {
  const { body, answer, created_at, sent_at, settled_at } = intent
  // What is only prepared has changed nothing yet.
  const at = settled_at ?? sent_at ?? created_at
  return [
    { record: recordOf(body), at, intent, isChecked: false },
    { record: recordOf(answer), at, intent, isChecked: false },
    ...checked(intent).map((part) => ({ ...part, intent, isChecked: true })),
  ]
}

/** Whether an answer has all that a form asks for: then nothing older needs to be read. */
function isWhole({ known }: DecodedFiatAccount): boolean {
  const wire = known.fiat_network_instructions?.wire
  return isObject(known.fiat_account_owner) && isObject(wire) && 'account_number' in wire && 'routing_details' in wire
}

/** @param intents writes of one account that the provider confirmed, newest first */
export function knownFrom(intents: readonly IntentDetail[]): KnownAccount | undefined {
  // A check may have shown the account after a later change: what was learned last stands over the rest.
  const told = [...intents]
    .reverse()
    .flatMap(toldBy)
    .sort((one, other) => millisOf(one.at) - millisOf(other.at))
  const newest = told.at(-1)
  if (!newest) return undefined
  return { ...newest, record: told.reduce<Json>((before, { record }) => mergeRecords(before, record), {}) }
}

const writesOfAccounts: WriteName[] = ['createFiatAccount', 'updateFiatAccount']
/** Older writes are not looked at: an account has few. */
const most = 20

async function writesOf(environment: Environment, id: string, signal: AbortSignal): Promise<IntentDetail[]> {
  const query = { q: id, operations: writesOfAccounts, states: ['confirmed' as const], limit: most }
  const { intents } = await intentsQuery(environment, query).queryFn({ signal })
  const found: IntentDetail[] = []
  let isKnown = false
  for (const { id: intent, record_id, operation } of intents) {
    // A person whose name holds the id is found too. Only a registration can be checked, so only it can know more later.
    if (record_id !== id || (isKnown && operation !== 'createFiatAccount')) continue
    const detail = await intentQuery(environment, intent).queryFn({ signal })
    found.push(detail)
    isKnown ||= isWhole(readFiatAccount(detail.answer))
  }
  return found
}

/** Changes of this account of which it is not known whether they happened: what is known may be out of date. */
async function unknownChanges(environment: Environment, id: string, signal: AbortSignal): Promise<Intent[]> {
  const query = { operations: ['updateFiatAccount' as const], states: ['unknown' as const], limit: most }
  const { intents } = await intentsQuery(environment, query).queryFn({ signal })
  const details = await Promise.all(intents.map((one) => intentQuery(environment, one.id).queryFn({ signal })))
  return details.filter(({ path }) => path.id === id)
}

/** Query options of what is known; never kept, because a change may have come in between. */
export const knownAccountRead = (environment: Environment, id: string) => ({
  queryKey: [environment, 'known-account', id] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const [writes, unknown] = await Promise.all([
      writesOf(environment, id, signal),
      unknownChanges(environment, id, signal),
    ])
    return { known: knownFrom(writes), unknown }
  },
  gcTime: 0,
  // What stands in the form must not change under the hands of a person.
  staleTime: Number.POSITIVE_INFINITY,
})
