/** Finds out what became of an intent: the same is sent again, and what the service has under its reference is read. */
import type { Environment } from '../api/environments'
import { canBeFoundOut, hoursToFindOut, type WriteName } from '../api/intents'
import { ProblemError } from '../api/problem'
import type { IntentTable } from '../database/tables'
import { grace, limitOf, ownerOf, unreadable } from './intents'
import { bodyOf, endAsking, isSettledByNote, type Line, refresh, settle, takeAsking } from './ledger'
import { owned } from './owned'
import type { Session } from './sessions'
import { type Verdict, verdictOf } from './verdicts'
import { readyWrite } from './writes'

/** Until when the same may be sent again to find out, in microseconds; undefined where it never may. */
export const findOutUntil = ({ operation, sent_at }: Pick<IntentTable, 'operation' | 'sent_at'>): number | undefined =>
  canBeFoundOut(operation as WriteName) && sent_at !== null ? sent_at + hoursToFindOut * 3_600_000_000 : undefined

/**
 * Asks the service what became of an intent, by sending the identical body with the same reference again.
 * @throws ProblemError where that is not safe, where somebody else is asking, or where nothing could be asked
 */
export async function findOut(row: IntentTable, session: Session): Promise<void> {
  const until = findOutUntil(row)
  if (until === undefined || (row.state !== 'unknown' && row.state !== 'confirmed' && !isSettledByNote(row))) {
    throw new ProblemError(409, 'cannot-be-asked', 'This cannot be found out by asking again.', {
      detail: canBeFoundOut(row.operation as WriteName)
        ? 'Only what was sent and is not known, or is confirmed, can be asked for.'
        : 'It has no reference: sending it again would do it again.',
    })
  }
  if (Date.now() * 1000 > until) {
    throw new ProblemError(409, 'too-late', `More than ${hoursToFindOut} h have passed since it was sent.`, {
      detail: 'A reference may be used again 24 h after its order closed: asking now could do it a second time.',
    })
  }
  const body = bodyOf(row)
  if (body === undefined) throw unreadable()
  const limit = limitOf(body)
  if (!(await takeAsking(row.id, limit / 1000 + grace)))
    throw new ProblemError(409, 'someone-asks', 'Somebody is asking for it at this moment.')
  await ask(row, body, Date.now() + limit, session)
}

/** @param until ms since 1970, after which somebody else may ask */
async function ask(row: IntentTable, body: string, until: number, session: Session): Promise<void> {
  const name = row.operation as WriteName
  const owner = ownerOf(row.environment as Environment)
  const path: Record<string, string> = JSON.parse(row.path)
  const ready = await readyWrite(owner.environment, name).catch(async (problem) => {
    const why = problem instanceof ProblemError ? problem.problem.title : 'Mintdesk failed.'
    await endAsking(row.id, { kind: 'asked', words: `Nothing could be asked: ${why}`, person: session.name })
    throw problem
  })
  const asked = { id: row.id, name, path, body: JSON.parse(body), isReplay: true }
  const verdict = await owned(verdictOf(asked, await ready.send(path, body, until)), row, true)
  const line = { kind: 'asked' as const, words: verdict.words, person: session.name, status: verdict.answerStatus }
  const status = verdict.answerStatus ?? 0
  // Only a record settles it: any other refusal may have been given before the reference was looked at.
  const isTold = (status >= 200 && status <= 299) || status === 409
  if (!isTold || verdict.state === 'unknown') return endAsking(row.id, line)
  if (row.state === 'unknown' || isSettledByNote(row)) return settle(row, verdict, ['sent', 'unknown', 'refused'], line)
  return refreshBy(row, verdict, line)
}

/** What a replay says of a record that is confirmed: perhaps a newer status, never that it is not there. */
async function refreshBy(row: IntentTable, verdict: Verdict, line: Line): Promise<void> {
  const { recordId, recordStatus, answer, isConflict, reason } = verdict
  if (recordId === undefined) return endAsking(row.id, line)
  if (row.record_id === null || row.record_id === recordId)
    return refresh(row, { recordId, recordStatus, answer, ...(isConflict && { conflict: reason }) }, line)
  const words = `The service answered with another record (${recordId}): there may be two.`
  return refresh(row, { conflict: words }, { ...line, words })
}
