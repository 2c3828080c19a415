/** An intent as the API returns it, in lists and in detail, without what the role may not see. */

import { activityWriters, hoursToResolve, type Intent, type IntentDetail } from '../../api/console/intents'
import type { Environment } from '../../api/environments'
import { ProblemError } from '../../api/problem'
import { isOpenStatus } from '../../api/provider/records'
import type { IntentTable } from '../../database/tables'
import { accountNumbersIn, withoutAccountNumbers, withoutNumbers, withoutNumbersIn } from '../../domain/account-numbers'
import { exactJson } from '../../domain/exact-json'
import { withoutFoundNumbers, withoutFoundNumbersIn } from '../../domain/found-numbers'
import type { Session } from '../auth/sessions'
import { mapInPieces } from '../fair-queue'
import { checkWindow, isOfEarlierCredential } from '../writes/check-window'
import type { WriteCore } from '../writes/core'
import { type NewestRecord, newestRecordOf } from '../writes/newest-record'
import { intentRemoved } from '../writes/problems'
import { isFollowed } from '../writes/resolve'
import { applyDeadline, type ReadIntent } from '../writes/rows'
import { isSettledByNote } from '../writes/states'

const time = (micros: number | null) => (micros === null ? undefined : new Date(micros / 1000).toISOString())

/** For how long its outcome may be checked, or why it may not although it has a reference. */
function checkable(
  core: WriteCore,
  row: ReadIntent,
): Pick<Intent, 'check_until' | 'check_left_millis' | 'check_refused'> {
  const window = checkWindow(core, row)
  if (window === undefined) return {}
  if ('left' in window)
    return {
      check_until: new Date(core.clock.now() + window.left).toISOString(),
      check_left_millis: window.left,
    }
  const { kind, sentence } = window.refusal
  // Pages say when the time ended.
  return kind === 'too-late' && row.sent_at !== null
    ? { check_until: time(row.sent_at + hoursToResolve * 3_600_000_000) }
    : { check_refused: sentence }
}

/** A row as a list shows it, without members that are not known. */
export function intentOf(core: WriteCore, read: ReadIntent, session: Pick<Session, 'subject' | 'roles'>): Intent {
  const row = applyDeadline(read)
  const shown = (text: string | null | undefined) =>
    text === null || text === undefined || isWriter(session) ? (text ?? undefined) : withoutFoundNumbers(text)
  return {
    id: row.id,
    environment: row.environment as Environment,
    operation: row.operation,
    state: row.state,
    person: row.person,
    is_mine: row.subject === session.subject,
    summary: shown(row.summary) ?? '',
    ref_id: shown(core.ledger.rows.referenceOf(row)),
    record_id: row.record_id ?? undefined,
    record_status: shown(row.record_status),
    status_at: time(row.status_at),
    noted_by: row.noted_by ?? undefined,
    created_at: new Date(row.created_at / 1000).toISOString(),
    sent_at: time(row.sent_at),
    deadline_at: time(row.deadline_at),
    settled_at: time(row.settled_at),
    answer_status: row.answer_status ?? undefined,
    reason: shown(row.reason),
    is_conflict: row.is_conflict === 1,
    ...(row.is_by_reference === 1 && { is_by_reference: true }),
    ...(isOfEarlierCredential(core, row) && { is_earlier_credential: true }),
    ...checkable(core, row),
  }
}

/**
 * The row of an intent of an environment, whichever credential sent it.
 * @throws ProblemError 410 if it was removed; 404, which says that nothing was sent only if no row of any environment has this id
 */
export async function intentRow({ ledger }: WriteCore, environment: Environment, id: string): Promise<ReadIntent> {
  const row = await ledger.rows.byId(id.toLowerCase())
  if (row?.environment === environment) return row
  const removal = row ? undefined : await ledger.rows.removalOf(id.toLowerCase())
  if (removal?.environment === environment) throw intentRemoved(removal)
  const other = row ?? removal
  throw new ProblemError(404, 'no-such-intent', 'Mintdesk has no record of this request.', {
    detail: other
      ? `This request belongs to the ${other.environment} environment.`
      : 'Nothing is recorded with this ID, so nothing has been sent with it.',
  })
}

const parsed = (text: string | undefined): unknown => (text === undefined ? undefined : exactJson(text))

/** Whether a session may change requests, and so see whole account numbers. */
export const isWriter = ({ roles }: Pick<Session, 'roles'>) => roles.some((role) => activityWriters.includes(role))

/** Whether an open page may refresh the status automatically. */
export function mayFollow(core: WriteCore, row: ReadIntent, session: Session): boolean {
  const window = checkWindow(core, row)
  return (
    isFollowed(core, row) &&
    isWriter(session) &&
    window !== undefined &&
    'left' in window &&
    isOpenStatus(row.operation, row.record_status ?? '')
  )
}

/** Account numbers beyond which it is too expensive to look for each in each text: such a record is not shown. */
const mostNumbers = 50

/** What a session may see of values and sentences: whole account numbers only if it may write. */
function visibility(session: Session, values: readonly unknown[]) {
  if (isWriter(session)) return { value: (value: unknown) => value, words: (words: string) => words }
  const numbers = [...new Set(values.flatMap(accountNumbersIn))]
  return {
    value: (value: unknown) =>
      numbers.length > mostNumbers
        ? undefined
        : withoutFoundNumbersIn(withoutNumbersIn(withoutAccountNumbers(value), numbers)),
    words: (words: string) => withoutFoundNumbers(withoutNumbers(words, numbers.slice(0, mostNumbers))),
  }
}

function latestOf({ record, earlier }: NewestRecord, { latest_at }: IntentTable, seen: (value: unknown) => unknown) {
  const at = time(latest_at) ?? ''
  return { at, answer: seen(record), ...(Object.keys(earlier).length > 0 && { earlier }) }
}

/** One intent, whole. @param row with the last known status of its record */
export async function detailOf(core: WriteCore, row: ReadIntent, session: Session): Promise<IntentDetail> {
  const { rows } = core.ledger
  const body = parsed(rows.bodyOf(row))
  // An answer from before a person's note is not the outcome.
  const answer = isSettledByNote(row) ? undefined : parsed(rows.answerOf(row))
  const newest = newestRecordOf(rows, row)
  const changes = await rows.laterChangesOf(row, row.record_id)
  const { events, earlier } = await rows.eventsOf(row.id, session.subject)
  const visible = visibility(session, [body, answer, newest?.record])
  return {
    ...intentOf(core, row, session),
    ...(row.reason !== null && { reason: visible.words(row.reason) }),
    path: JSON.parse(row.path),
    body: visible.value(body),
    answer: visible.value(answer),
    ...(newest && { latest: latestOf(newest, row, visible.value) }),
    ...(changes.length > 0 && {
      later_changes: changes.map((change) => {
        const { id, state, summary, created_at } = intentOf(core, change, session)
        return { id, state, summary, created_at }
      }),
    }),
    may_follow: mayFollow(core, row, session),
    ...(earlier > 0 && { earlier_events: earlier }),
    events: await mapInPieces(session.subject, events, ({ at, kind, words, person, status }) => ({
      at: new Date(at / 1000).toISOString(),
      kind,
      words: visible.words(words),
      ...(person !== null && { person }),
      ...(status !== null && { status }),
    })),
  }
}
