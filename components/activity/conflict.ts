/** What was requested beside the record that the provider has. */
import { withoutAccountNumbers } from '@/lib/api/account-numbers'
import { differences, recordReaders } from '@/lib/api/differences'
import type { IntentDetail } from '@/lib/api/intents'
import { isObject, type Json } from '@/lib/api/json'
import { newestRecord } from './newest-record'

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

/**
 * Every member of either side, those that differ first.
 * @returns undefined where the provider showed no record, or nothing in it differs: then there is nothing to compare
 */
export function comparedMembers(intent: IntentDetail): ComparedMember[] | undefined {
  const { operation, path, body } = intent
  const existing = newestRecord(intent)?.record
  const read = recordReaders[operation]
  if (!read || !isObject(body) || !existing) return undefined
  const different = differences(operation, path, body, existing)
  if (different.length === 0) return undefined
  const asked = new Map(leaves(withoutAccountNumbers({ ...path, ...body }) as Json))
  const there = new Map(leaves(withoutAccountNumbers(read(existing).known) as Json))
  return [...new Set([...asked.keys(), ...there.keys()])]
    .map((name): ComparedMember => {
      // A whole object may differ from a text: then everything within it does.
      const isDifferent = different.some((one) => name === one || name.startsWith(`${one}.`))
      const [mine, theirs] = [asked.get(name), there.get(name)]
      // Two numbers may end in the same four characters.
      const isCutSame = isDifferent && mine !== undefined && mine === theirs
      return { name, asked: mine, existing: isCutSame ? `${theirs}, another number` : theirs, isDifferent }
    })
    .sort((a, b) => Number(b.isDifferent) - Number(a.isDifferent))
}

/** A difference that a later request of this desk explains is no conflict. */
export function withoutExplainedConflict(intent: IntentDetail): IntentDetail {
  const isExplained =
    intent.is_conflict &&
    intent.state === 'confirmed' &&
    (intent.later_changes ?? []).length > 0 &&
    comparedMembers(intent) !== undefined
  return isExplained ? { ...intent, is_conflict: false } : intent
}
