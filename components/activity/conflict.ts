/** What was asked for beside what the service has under the same reference. */
import { withoutAccountNumbers } from '@/lib/api/account-numbers'
import { differences, recordReaders } from '@/lib/api/differences'
import type { IntentDetail } from '@/lib/api/intents'
import { isObject, type Json } from '@/lib/api/json'

/** One member by its path, as either side has it; account numbers are cut. */
export type ComparedMember = { name: string; asked?: string; existing?: string; isDifferent: boolean }

/** The record that the service showed: in a problem (`meta.existing`), or alone where it answered with it. */
function existingOf(answer: unknown): unknown {
  if (!isObject(answer)) return undefined
  return isObject(answer.meta) && isObject(answer.meta.existing) ? answer.meta.existing : answer
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** The members of an object by their paths, those within others too. */
function leaves(value: Json, path = ''): [string, string][] {
  return Object.entries(value).flatMap(([name, member]): [string, string][] => {
    const here = path ? `${path}.${name}` : name
    if (isObject(member)) return leaves(member, here)
    return member === undefined || member === null || member === '' ? [] : [[here, textOf(member)]]
  })
}

/** @returns every member of either side, those that differ first; undefined where the service showed no record */
export function comparedMembers({ operation, path, body, answer }: IntentDetail): ComparedMember[] | undefined {
  const existing = existingOf(answer)
  const read = recordReaders[operation]
  if (!read || !isObject(body) || !isObject(existing)) return undefined
  const different = differences(operation, path, body, existing)
  const asked = new Map(leaves(withoutAccountNumbers({ ...path, ...body }) as Json))
  const there = new Map(leaves(withoutAccountNumbers(read(existing).known) as Json))
  return [...new Set([...asked.keys(), ...there.keys()])]
    .map((name) => ({
      name,
      asked: asked.get(name),
      existing: there.get(name),
      // A whole object may differ from a text: then everything within it does.
      isDifferent: different.some((one) => name === one || name.startsWith(`${one}.`)),
    }))
    .sort((a, b) => Number(b.isDifferent) - Number(a.isDifferent))
}
