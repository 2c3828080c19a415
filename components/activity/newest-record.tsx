'use client'

import { merged } from '@/components/forms/texts'
import { Time } from '@/components/ui/time'
import type { IntentDetail, WriteName } from '@/lib/api/intents'
import { isObject, type Json } from '@/lib/api/json'
import { readFiatAccount, readOrder, readRule } from '@/lib/api/reading'

const readers: Partial<Record<WriteName, (raw: unknown) => { known: Json; other: Json }>> = {
  createOrder: readOrder,
  createFiatAccount: readFiatAccount,
  updateFiatAccount: readFiatAccount,
  createRule: readRule,
}

/** The record in an answer, alone or within a problem, in the one shape of its kind; undefined where there is none. */
export function recordIn(operation: WriteName, answer: unknown): Json | undefined {
  if (!isObject(answer)) return undefined
  const shown = isObject(answer.meta) && isObject(answer.meta.existing) ? answer.meta.existing : answer
  const read = readers[operation]
  // A problem's status is a number (RFC 9457), a record's a word.
  if (!read || typeof shown.status === 'number') return undefined
  const { known, other } = read(shown)
  return { ...other, ...known }
}

const isAbsent = (value: unknown) => value === undefined || value === null || value === ''

/** The members, by their paths, that only the first answer has. */
function onlyInFirst(first: Json, newest: Json, path = ''): string[] {
  return Object.entries(first).flatMap(([name, value]) => {
    const here = path ? `${path}.${name}` : name
    if (isAbsent(value)) return []
    if (isAbsent(newest[name])) return [here]
    const other = newest[name]
    // Metadata are replaced as a whole.
    return isObject(value) && isObject(other) && name !== 'metadata' ? onlyInFirst(value, other, here) : []
  })
}

export type NewestRecord = {
  /** Members under the spec's names; a rule alone, an account in one nesting. */
  record: Json
  /** When it was learned (RFC 3339). */
  at: string
  /** Members that the newest answer lacks, by their paths, and when each was learned. */
  older?: Readonly<Record<string, string>>
}

/** @returns undefined where no answer showed a record */
export function newestRecord(intent: IntentDetail): NewestRecord | undefined {
  const { operation, answer, latest, settled_at, status_at, created_at } = intent
  const first = recordIn(operation, answer)
  const newest = latest && recordIn(operation, latest.answer)
  const firstAt = settled_at ?? status_at ?? created_at
  // A record with another id contradicts this one and says nothing of it.
  const isOther = !isAbsent(first?.id) && !isAbsent(newest?.id) && first?.id !== newest?.id
  if (!newest || isOther) return first && { record: first, at: firstAt }
  const fromFirst = onlyInFirst(first ?? {}, newest).map((name) => [name, firstAt])
  const older = { ...latest.earlier, ...Object.fromEntries(fromFirst) }
  return { record: merged(first ?? {}, newest), at: latest.at, ...(Object.keys(older).length > 0 && { older }) }
}

/** How old a record is, and what of it is older still because the newest answer lacks it. */
export function RecordAge({ newest: { at, older = {} } }: { newest: NewestRecord }) {
  const times = [...new Set(Object.values(older))].sort().reverse()
  return (
    <p className="mt-2 text-sm text-ink-3 [overflow-wrap:anywhere]">
      As of <Time value={at} withZone />.
      {times.map((time) => (
        <span key={time}>
          {' '}
          Missing from that answer, shown as of <Time value={time} withZone />:{' '}
          <span className="font-mono">
            {Object.keys(older)
              .filter((name) => older[name] === time)
              .join(', ')}
          </span>
          .
        </span>
      ))}
    </p>
  )
}
