/** An intent as the API returns it in lists, without what the role may not see. */

import { hoursToResolve, type Intent } from '../../api/intents'
import { accountNumbersIn, withoutNumbers } from '../../domain/account-numbers'
import { withoutFoundNumbers, withoutNumbersOf } from '../../domain/found-numbers'
import type { Json } from '../../domain/json'
import { mergeChanges } from '../../provider/differences'
import type { Environment } from '../../provider/environments'
import { namedRecordOf } from '../../provider/listed-records'
import { ProblemError } from '../../provider/problem'
import type { ListedMembers } from '../../provider/record-names'
import { isWriter } from '../auth/access'
import type { Session } from '../auth/sessions'
import { timeOf } from '../clock'
import { checkWindow, isOfEarlierCredential } from './check-window'
import type { WriteCore } from './core'
import { isUnsent } from './ledger'
import { knownMembersOf } from './newest-record'
import { mayWithdraw } from './people-actions'
import { intentRemoved } from './problems'
import { applyDeadline, type IntentRows, type ReadIntent } from './rows'

export const time = (micros: number | null) => (micros === null ? undefined : timeOf(micros))

/** For how long its outcome may be checked, or why it may not although it has a reference. */
function checkable(
  core: WriteCore,
  row: ReadIntent,
): Pick<Intent, 'check_until' | 'check_left_millis' | 'check_refused'> {
  const window = checkWindow(core, row)
  if (window === undefined) return {}
  if ('left' in window)
    return { check_until: new Date(core.clock.now() + window.left).toISOString(), check_left_millis: window.left }
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
    created_at: timeOf(row.created_at),
    sent_at: time(row.sent_at),
    deadline_at: time(row.deadline_at),
    settled_at: time(row.settled_at),
    answer_status: row.answer_status ?? undefined,
    reason: shown(row.reason),
    is_conflict: row.is_conflict === 1,
    ...(row.is_by_reference === 1 && { is_by_reference: true }),
    ...(isUnsent(row) && mayWithdraw(row, session) && { may_withdraw: true }),
    ...(isOfEarlierCredential(core, row) && { is_earlier_credential: true }),
    ...checkable(core, row),
  }
}

/** What a desk calls the record. A body that can no longer be decrypted leaves its summary. */
export function recordNameOf(rows: IntentRows, row: ReadIntent): Pick<Intent, 'record_name'> {
  const { nameOf } = namedRecordOf(row.operation) ?? {}
  if (!nameOf) return {}
  const text = rows.bodyOf(row)
  if (text === undefined) return { record_name: row.summary }
  const body: unknown = JSON.parse(text)
  const name = nameOf(body)
  return name === undefined ? {} : { record_name: withoutNumbersOf(body, name) }
}

type Listed = ListedMembers & Pick<Intent, 'record_name'>

/** What lists show of a confirmed record, and its name, by its newest known members over what was sent. */
export function listedOf(rows: IntentRows, row: ReadIntent, session: Pick<Session, 'roles'>): Listed {
  const { listedOf: read, nameOf } = namedRecordOf(row.operation) ?? {}
  const body = rows.bodyOf(row)
  // What an unknown one was answered with may be of another record.
  if (!read || body === undefined || row.state !== 'confirmed') return {}
  const newest = knownMembersOf(rows, row)
  // A problem without a record has members of the same names, such as "type".
  const members = mergeChanges(JSON.parse(body), newest.id === undefined ? {} : newest) as Json
  const masked = (text: string) => withoutNumbersOf(members, text)
  const visible = isWriter(session) ? (text: string) => withoutNumbers(text, accountNumbersIn(members)) : masked
  const { fill, ...texts } = read(members)
  const shown = Object.entries(texts).map(([kind, values]) => [
    kind,
    Object.fromEntries(Object.entries(values).map(([name, text]) => [name, visible(text)])),
  ])
  const name = nameOf?.(members)
  return { ...(name && { record_name: masked(name) }), ...(fill && { fill }), ...Object.fromEntries(shown) }
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
