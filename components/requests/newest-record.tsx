'use client'
/** The newest record of an intent: what later checks returned over what the first answer held. */
import { mergeRecords } from '@/components/forms/form-values'
import { type Fact, Facts } from '@/components/ui/facts'
import { Time } from '@/components/ui/time'
import type { IntentDetail } from '@/lib/api/intents'
import { isObject, type Json } from '@/lib/domain/json'
import type { WriteName } from '@/lib/provider/operations'
import { readRecord } from '@/lib/provider/records'

/**
 * The record in an answer, alone or within a problem.
 * @returns its members under the spec's names, undefined where the answer holds no record
 */
export function recordIn(operation: WriteName, answer: unknown): Json | undefined {
  if (!isObject(answer)) return undefined
  const raw = isObject(answer.meta) && isObject(answer.meta.existing) ? answer.meta.existing : answer
  // A problem's status is a number (RFC 9457), a record's a word.
  const record = typeof raw.status === 'number' ? undefined : readRecord(operation, raw)
  return record && { ...record.other, ...record.known }
}

const isAbsent = (value: unknown) => value === undefined || value === null || value === ''

/** The paths of the members that only the first answer has. */
function onlyInFirst(first: Json, newest: Json, parent = ''): string[] {
  return Object.entries(first).flatMap(([name, value]) => {
    const path = parent ? `${parent}.${name}` : name
    if (isAbsent(value)) return []
    const other = newest[name]
    if (isAbsent(other)) return [path]
    // Metadata are replaced as a whole.
    return isObject(value) && isObject(other) && name !== 'metadata' ? onlyInFirst(value, other, path) : []
  })
}

export type NewestRecord = {
  /** Members under the spec's names; a rule without its wrapper, an account in one nesting. */
  record: Json
  /** When it was read (RFC 3339). */
  at: string
  /** When each member was read that the newest answer lacks, by its path. */
  older?: Readonly<Record<string, string>>
}

/** @returns undefined where no answer held a record */
export function newestRecord(intent: IntentDetail): NewestRecord | undefined {
  const { operation, answer, latest, settled_at, status_at, created_at } = intent
  const first = recordIn(operation, answer)
  const newest = latest && recordIn(operation, latest.answer)
  const firstAt = settled_at ?? status_at ?? created_at
  // A record with another id contradicts this one and adds nothing to it.
  const isOther = !isAbsent(first?.id) && !isAbsent(newest?.id) && first?.id !== newest?.id
  if (!newest || isOther) return first && { record: first, at: firstAt }
  const fromFirst = onlyInFirst(first ?? {}, newest).map((path) => [path, firstAt])
  const older = { ...latest.earlier, ...Object.fromEntries(fromFirst) }
  return { record: mergeRecords(first ?? {}, newest), at: latest.at, ...(Object.keys(older).length > 0 && { older }) }
}

type RecordFactsProps = {
  facts: Fact[]
  record: { other: Json; missing: string[] }
  newest?: NewestRecord
  /** When its status was learned, which the head of the page says (RFC 3339). */
  statusAt?: string
}

/** A record's facts, what it lacks or has besides the spec's members, and when it was read if the page does not say so. */
export function RecordFacts({ facts, record: { other, missing }, newest, statusAt }: RecordFactsProps) {
  const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  const lacking: Fact[] = newest && missing.length > 0 ? [['Missing', missing.join(', ')]] : []
  const added = Object.entries(other).map(([name, value]): Fact => [name, textOf(value)])
  return (
    <>
      <Facts facts={[...facts, ...lacking, ...added]} className="mt-1" />
      {newest && <RecordAge {...newest} statusAt={statusAt} />}
    </>
  )
}

/** When a record was read, and which of its members are older. */
function RecordAge({ at, older = {}, statusAt }: NewestRecord & { statusAt?: string }) {
  const secondOf = (time: string | undefined) => time?.slice(0, 19)
  const times = [...new Set(Object.values(older))].sort().reverse()
  return (
    <p className="mt-2 text-sm text-ink-3 [overflow-wrap:anywhere] empty:hidden">
      {secondOf(at) !== secondOf(statusAt) && (
        <>
          Received <Time value={at} withZone />.
        </>
      )}
      {times.map((time) => (
        <span key={time}>
          {' '}
          Not in that response, shown as of <Time value={time} withZone />:{' '}
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
