/** What was requested beside the record that the provider has. */
import { withoutAccountNumbers } from '@/lib/api/account-numbers'
import { differences } from '@/lib/api/differences'
import type { IntentDetail } from '@/lib/api/intents'
import { isObject, type Json } from '@/lib/api/json'
import { readRecord } from '@/lib/api/operations'
import { newestRecord, recordIn } from './newest-record'

/** One member by its path, as either side has it; account numbers are cut. */
export type ComparedMember = { name: string; asked?: string; existing?: string; isDifferent: boolean }

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** The members of an object by their paths, those within others too. */
function leaves(value: Json, path = ''): [string, string][] {
  return Object.entries(value).flatMap(([name, member]): [string, string][] => {
    const here = path ? `${path}.${name}` : name
    if (isObject(member)) return leaves(member, here)
    return member === undefined || member === null || member === '' ? [] : [[here, textOf(member)]]
  })
}

/** The record under another id than the one that was confirmed: there may be two. */
const isTwin = ({ state, record_id }: IntentDetail, { id }: Json) =>
  state === 'confirmed' && record_id !== undefined && typeof id === 'string' && id !== record_id

/**
 * Every member of either side, those that differ first.
 * @returns undefined where the provider showed no record, or nothing in it differs: then there is nothing to compare
 */
export function comparedMembers(intent: IntentDetail): ComparedMember[] | undefined {
  const { operation, latest, state } = intent
  // A record that contradicts a confirmed request may be another one: do not merge the first answer into it.
  const newest = state === 'confirmed' && latest ? recordIn(operation, latest.answer) : undefined
  return (newest && comparedWith(newest, intent)) ?? comparedWith(newestRecord(intent)?.record, intent)
}

function comparedWith(existing: Json | undefined, intent: IntentDetail): ComparedMember[] | undefined {
  const { operation, path, body, record_id } = intent
  const record = readRecord(operation, existing)
  if (!record || !isObject(body) || !existing) return undefined
  const hasTwin = isTwin(intent, existing)
  const different = [...(hasTwin ? ['id'] : []), ...differences(operation, path, body, existing)]
  if (different.length === 0) return undefined
  const asked = new Map(leaves(withoutAccountNumbers({ ...path, ...body }) as Json))
  if (hasTwin) asked.set('id', `${record_id} (confirmed first)`)
  const there = new Map(leaves(withoutAccountNumbers(record.known) as Json))
  return [...new Set([...asked.keys(), ...there.keys()])]
    .map((name): ComparedMember => {
      // A whole object may differ from a text: then everything within it does.
      const isDifferent = different.some((one) => name === one || name.startsWith(`${one}.`))
      const [mine, theirs] = [asked.get(name), there.get(name)]
      // Two numbers may end in the same four characters.
      const isCutSame = isDifferent && mine !== undefined && mine === theirs
      return { name, asked: mine, existing: isCutSame ? `${theirs} (different number)` : theirs, isDifferent }
    })
    .sort((a, b) => Number(b.isDifferent) - Number(a.isDifferent))
}
