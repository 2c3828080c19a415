'use client'
import { TriangleAlert } from 'lucide-react'
import { newestRecord, recordIn } from '@/components/requests/newest-record'
import { Section } from '@/components/ui/section'
import { toneClass } from '@/components/ui/status'
import { useTellRead } from '@/components/ui/time'
import type { IntentDetail } from '@/lib/api/intents'
import { countText } from '@/lib/browser/labels'
import { withoutAccountNumbers } from '@/lib/domain/account-numbers'
import { isObject, type Json } from '@/lib/domain/json'
import { differences } from '@/lib/provider/differences'
import { readRecord } from '@/lib/provider/records'

/** One member by its path; account numbers are masked. */
export type ComparedMember = { name: string; requested?: string; existing?: string; isDifferent: boolean }

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** The members of an object and of those within it, by their paths. */
function leaves(value: Json, path = ''): [string, string][] {
  return Object.entries(value).flatMap(([name, member]): [string, string][] => {
    const here = path ? `${path}.${name}` : name
    if (isObject(member)) return leaves(member, here)
    return member === undefined || member === null || member === '' ? [] : [[here, textOf(member)]]
  })
}

/** Whether the record has another id than the confirmed one: there may be two. */
const isTwin = ({ state, record_id }: IntentDetail, { id }: Json) =>
  state === 'confirmed' && record_id !== undefined && typeof id === 'string' && id !== record_id

/**
 * Every member that was requested or that the provider has, different ones first.
 * @returns undefined where the provider returned no record, or no member differs
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
  const requested = new Map(leaves(withoutAccountNumbers({ ...path, ...body }) as Json))
  if (hasTwin) requested.set('id', `${record_id} (confirmed first)`)
  const received = new Map(leaves(withoutAccountNumbers(record.known) as Json))
  return [...new Set([...requested.keys(), ...received.keys()])]
    .map((name): ComparedMember => {
      // Where an object differs from a text, every member of the object does.
      const isDifferent = different.some((path) => name === path || name.startsWith(`${path}.`))
      const [ours, theirs] = [requested.get(name), received.get(name)]
      // Two account numbers may end in the same four characters.
      const isSameMasked = isDifferent && ours !== undefined && ours === theirs
      return { name, requested: ours, existing: isSameMasked ? `${theirs} (different number)` : theirs, isDifferent }
    })
    .sort((a, b) => Number(b.isDifferent) - Number(a.isDifferent))
}

/**
 * The requested values next to the provider's where they differ, and how many others agree. @param onRead called once it is
 * there
 */
export default function ConflictSection({ intent, onRead }: { intent: IntentDetail; onRead: () => void }) {
  useTellRead(true, onRead)
  const members = comparedMembers(intent)
  if (!members) return null
  const different = members.filter(({ isDifferent }) => isDifferent)
  // What only one side has, like the provider's own times, neither agrees nor differs.
  const agreeing = members.filter((member) => !member.isDifferent && member.requested && member.existing).length
  return (
    <Section
      title="Requested and received"
      more={agreeing > 0 ? `${countText(agreeing, 'other field agrees', 'other fields agree')}` : undefined}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard */}
      <section aria-label="Both records" tabIndex={0} className="scroll overflow-x-auto">
        <table
          className="records max-sm:table-fixed max-sm:[&_:is(th,td)]:py-1 max-sm:[&_:is(th,td)]:[overflow-wrap:anywhere] max-sm:[&_:is(th,td)]:whitespace-normal"
          aria-label="Requested and received"
        >
          <thead>
            <tr>
              {['Field', 'Requested', 'At the provider'].map((head) => (
                <th key={head} scope="col" className="static">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {different.map(({ name, requested, existing }) => (
              <tr key={name}>
                <th scope="row" className="font-mono text-sm text-ink-2">
                  <span className={`${toneClass.bad} mr-1.5 text-tone`} title="Differs">
                    <TriangleAlert className="size-3.5" />
                    <span className="sr-only">Differs: </span>
                  </span>
                  {name}
                </th>
                {[requested, existing].map((text, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two fixed columns
                  <td key={column} className="font-label">
                    {text ?? <span className="font-text text-ink-3">not given</span>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Section>
  )
}
