'use client'

import { TriangleAlert } from 'lucide-react'
import { Section } from '@/components/ui/section'
import { withoutAccountNumbers } from '@/lib/api/account-numbers'
import { differences, recordReaders } from '@/lib/api/differences'
import type { IntentDetail } from '@/lib/api/intents'
import { isObject, type Json } from '@/lib/api/json'
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
  const read = recordReaders[operation]
  if (!read || !isObject(body) || !existing) return undefined
  const hasTwin = isTwin(intent, existing)
  const different = [...(hasTwin ? ['id'] : []), ...differences(operation, path, body, existing)]
  if (different.length === 0) return undefined
  const asked = new Map(leaves(withoutAccountNumbers({ ...path, ...body }) as Json))
  if (hasTwin) asked.set('id', `${record_id} (confirmed first)`)
  const there = new Map(leaves(withoutAccountNumbers(read(existing).known) as Json))
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

/** What was requested and what the provider has, side by side, where they differ. */
export function ConflictPart({ intent }: { intent: IntentDetail }) {
  const members = comparedMembers(intent)
  if (!members) return null
  return (
    <Section title="Requested and received" more="differences first">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard */}
      <section aria-label="Both records" tabIndex={0} className="scroll overflow-x-auto">
        <table
          className="records max-sm:table-fixed max-sm:[&_:is(th,td)]:py-1 max-sm:[&_:is(th,td)]:[overflow-wrap:anywhere] max-sm:[&_:is(th,td)]:whitespace-normal"
          aria-label="Requested and received"
        >
          <thead>
            <tr>
              <th scope="col" className="static!">
                Field
              </th>
              <th scope="col" className="static!">
                Requested
              </th>
              <th scope="col" className="static!">
                At the provider
              </th>
            </tr>
          </thead>
          <tbody>
            {members.map(({ name, asked, existing, isDifferent }) => (
              <tr key={name}>
                <th scope="row" className="font-mono text-sm text-ink-2">
                  {isDifferent && (
                    <span className="tone-bad mr-1.5 text-tone" title="Differs">
                      <TriangleAlert className="size-3.5" />
                      <span className="sr-only">Differs: </span>
                    </span>
                  )}
                  {name}
                </th>
                <Side text={asked} isDifferent={isDifferent} />
                <Side text={existing} isDifferent={isDifferent} />
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Section>
  )
}

function Side({ text, isDifferent }: { text?: string; isDifferent: boolean }) {
  return (
    <td className={isDifferent ? 'font-label' : 'text-ink-2'}>
      {text ?? <span className="font-text text-ink-3">not given</span>}
    </td>
  )
}
