/** The newest state of a confirmed record, as checks return it and as it is stored. */

import type { IntentTable } from '../../database/tables'
import { exactJson } from '../../domain/exact-json'
import { isObject, type Json } from '../../domain/json'
import { mergeChanges, pathsIn } from '../../provider/differences'
import type { NewEvent } from './events'
import type { Ledger } from './ledger'
import { membersOf, type WriteOutcome } from './outcome'
import type { IntentRows, ReadIntent } from './rows'

/**
 * A record as it was last seen, kept as JSON: `earlier` dates the members, by their paths, that the newest answer lacked.
 * `isOther`: it contradicts the request, so it is not the request's own record.
 */
export type NewestRecord = { record: Json; earlier: Record<string, string>; isOther?: true }

export function newestRecordOf(rows: IntentRows, row: IntentTable): NewestRecord | undefined {
  const text = rows.latestAnswerOf(row)
  // Written by `learn`.
  return text === undefined ? undefined : (JSON.parse(text) as NewestRecord)
}

/** The known members of a record after an answer that contains all or part of it. */
function withShown(before: NewestRecord | undefined, beforeAt: string, shown: Json): NewestRecord {
  if (!before) return { record: shown, earlier: {} }
  const paths = new Set(pathsIn(shown))
  const older = pathsIn(before.record).filter((path) => !paths.has(path))
  return {
    record: mergeChanges(before.record, shown) as Json,
    earlier: Object.fromEntries(older.map((path) => [path, before.earlier[path] ?? beforeAt])),
  }
}

/** The record in an answer: bare, or in the problem made of it. */
function recordIn(answer: unknown): unknown {
  const existing = isObject(answer) && isObject(answer.meta) ? answer.meta.existing : undefined
  return isObject(existing) ? existing : answer
}

/** The newest known members of an intent's own record: what checks returned over the first answer. */
export function knownMembersOf(rows: IntentRows, row: IntentTable): Json {
  const first = rows.answerOf(row)
  const newest = newestRecordOf(rows, row)
  const members = first === undefined ? {} : membersOf(row.operation, recordIn(exactJson(first)))
  return newest && !newest.isOther ? (mergeChanges(members, newest.record) as Json) : members
}

/** The beginning of a warning of a second record, which stays whatever later checks show. */
const secondRecord = 'The provider showed another record'

/**
 * Records what a check says of a confirmed record: perhaps a newer status, never that it does not exist.
 * @param isQuiet whether the history is to have only news
 */
export function updateNewestRecord(
  ledger: Ledger,
  row: ReadIntent,
  outcome: WriteOutcome,
  history: NewEvent,
  isQuiet: boolean,
): Promise<void> {
  const name = row.operation
  const { recordId, recordStatus, answer, isConflict, isByReference = false, reason, state } = outcome
  const quiet = isQuiet ? undefined : history
  const shown = answer === undefined ? undefined : membersOf(name, recordIn(exactJson(answer)))
  const other = shown && JSON.stringify({ record: shown, earlier: {}, isOther: true } satisfies NewestRecord)
  const kept = newestRecordOf(ledger.rows, row)
  const isRepeated = (words: string | undefined) => row.reason === words && JSON.stringify(kept) === other
  if (isConflict && state !== 'confirmed')
    return ledger.refresh(row, { conflict: reason, newest: other }, isRepeated(reason) ? quiet : history)
  if (recordId === undefined || !shown) return ledger.releaseReplayLease(row, quiet)
  if (row.record_id !== null && row.record_id !== recordId) {
    const words = `${secondRecord} (${recordId}): there may be two.`
    const warning = { ...history, words }
    return ledger.refresh(row, { conflict: words, newest: other }, isRepeated(words) ? quiet && warning : warning)
  }
  const isWarned = row.reason?.startsWith(secondRecord) === true
  const before = kept?.isOther ? undefined : kept
  const newest = withShown(before, new Date((row.latest_at ?? 0) / 1000).toISOString(), shown)
  const isNewStatus = recordStatus !== undefined && recordStatus !== row.record_status
  const first = ledger.rows.answerOf(row)
  const known = before?.record ?? (first && membersOf(name, recordIn(exactJson(first))))
  const isNews = isNewStatus || JSON.stringify(known) !== JSON.stringify(newest.record)
  return ledger.refresh(
    row,
    {
      recordId,
      recordStatus,
      newest: JSON.stringify(newest),
      isByReference,
      ...(isConflict && { conflict: reason }),
      // The whole record, as it was requested.
      ...(!isConflict && !isByReference && !isWarned && { conflict: null }),
    },
    isNews ? history : quiet,
  )
}

/**
 * How the record of a write must look now: with the changes that this console has made since. A change whose outcome is
 * unknown may be in it or not, so its members are left out.
 */
export async function expectedBody(
  rows: IntentRows,
  row: IntentTable,
  body: string,
  shown: string | undefined,
): Promise<unknown> {
  let expected: unknown = JSON.parse(body)
  for (const change of await rows.laterChangesOf(row, row.record_id ?? shown ?? null)) {
    const changed: unknown = JSON.parse(rows.bodyOf(change) ?? '{}')
    expected = change.state === 'confirmed' ? mergeChanges(expected, changed) : without(expected, pathsIn(changed))
  }
  return expected
}

/** A body without the values at these paths. */
function without(body: unknown, paths: readonly string[], path = ''): unknown {
  if (!isObject(body)) return body
  const members = Object.entries(body).map(([name, value]) => [name, path ? `${path}.${name}` : name, value] as const)
  return Object.fromEntries(
    members
      .filter(([, here]) => !paths.includes(here))
      .map(([name, here, value]) => [name, without(value, paths, here)]),
  )
}
