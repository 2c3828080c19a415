/** Reads intents for pages: filtered lists, and single ones with the last known status of their records. */

import { sql } from 'kysely'
import type { Approval } from '../../api/approval'
import type { IntentQuery } from '../../api/intent-input'
import type { IntentDetail, IntentPage, IntentState } from '../../api/intents'
import type { IntentTable } from '../../database/tables'
import { accountNumbersIn, withoutAccountNumbers, withoutNumbers, withoutNumbersIn } from '../../domain/account-numbers'
import { exactJson } from '../../domain/exact-json'
import { withoutFoundNumbers, withoutFoundNumbersIn } from '../../domain/found-numbers'
import { defaultLimit, nanoseconds } from '../../domain/values'
import type { Environment } from '../../provider/environments'
import { isChange, writeNames } from '../../provider/operations'
import { ProblemError } from '../../provider/problem'
import { isOpenStatus } from '../../provider/records'
import { isWriter } from '../auth/access'
import type { Session } from '../auth/sessions'
import { timeOf } from '../clock'
import { mapInPieces } from '../work/fair-queue'
import { checkWindow } from './check-window'
import type { WriteCore } from './core'
import { intentOf, intentRow, listedOf, recordNameOf, time } from './intent-view'
import { type NewestRecord, newestRecordOf } from './newest-record'
import { isFollowed } from './resolve'
import { applyDeadline, type IntentRows, type ReadIntent } from './rows'
import { hasPassed, isSettledByNote } from './states'

/** A cursor is the last row's position: when it was created, or expires, and its id. */
const cursorOf = ({ id }: IntentTable, at: number) => Buffer.from(`${at} ${id}`).toString('base64url')

function positionOf(cursor: string): { at: number; id: string } {
  const [, at, id] = /^(\d{1,17}) (\S+)$/.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? []
  if (at && id) return { at: Number(at), id }
  throw new ProblemError(400, 'invalid-input', 'This page cursor belongs to another list.', {
    errors: [{ field: 'page_cursor', message: 'This page cursor belongs to another list.' }],
  })
}

const micros = (text: string) => Number((nanoseconds(text) ?? 0n) / 1000n)

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')

const changes = sql.join(writeNames.filter(isChange).map((name) => sql.lit(name)))

/** Whether an intent represents its record: the one that created it, else its newest change. */
const representsRecord = sql<boolean>`not exists (
  select 1 from intent other
  where other.record_id = intent.record_id
    and other.environment = intent.environment and other.client_id = intent.client_id and other.state = 'confirmed'
    and (other.operation not in (${changes}), other.created_at, other.id)
      > (intent.operation not in (${changes}), intent.created_at, intent.id)
)`

/** Rows in some states as they count now: one that was sent and is overdue is unknown. */
function inStates(rows: IntentRows, states: readonly IntentState[]) {
  const isOverdue = sql<boolean>`(state = 'sent' and ${hasPassed('deadline_at', rows.now())})`
  const isIn = sql<boolean>`state in (${sql.join(states.map((state) => sql.lit(state)))})`
  if (states.includes('unknown')) return sql<boolean>`(${isIn} or ${isOverdue})`
  return states.includes('sent') ? sql<boolean>`(${isIn} and not ${isOverdue})` : isIn
}

/** @param subject who asks */
function selected(intents: IntentRows, environment: Environment, query: IntentQuery, subject: string) {
  const { states, operations, q, page_cursor } = query
  const position = page_cursor === undefined ? undefined : positionOf(page_cursor)
  const [from, before] = [query['created_at.gte'], query['created_at.lt']]
  const words = q?.trim() ?? ''
  return intents
    .query()
    .where('environment', '=', environment)
    .$if(query.by === 'record', (rows) => rows.where('state', '=', 'confirmed').where(representsRecord))
    .$if(states !== undefined && states.length > 0, (rows) => rows.where(inStates(intents, states ?? [])))
    .$if(operations !== undefined && operations.length > 0, (rows) => rows.where('operation', 'in', operations ?? []))
    .$if(from !== undefined, (rows) => rows.where('created_at', '>=', micros(from ?? '')))
    .$if(before !== undefined, (rows) => rows.where('created_at', '<', micros(before ?? '')))
    .$if(words !== '', (rows) =>
      rows.where((is) =>
        is.or([
          is('ref_id', 'in', intents.referencesAs(words)),
          is('id', '=', words.toLowerCase()),
          is('record_id', '=', words),
          sql<boolean>`lower(person) like ${`%${escaped(words.toLowerCase())}%`} escape '\\'`,
        ]),
      ),
    )
    .$if(query.decided === 'me', (rows) =>
      rows.where(
        sql<boolean>`id in (select intent_id from approval_decision
          where subject = ${subject} and kind in ('approve', 'decline'))`,
      ),
    )
    .$if(query.by === 'expiry', (rows) => rows.where('state', '=', 'waiting'))
    .$if(query.by === 'expiry' && position !== undefined, (rows) =>
      rows.where(sql<boolean>`(approve_by, id) > (${position?.at ?? 0}, ${position?.id ?? ''})`),
    )
    .$if(query.by !== 'expiry' && position !== undefined, (rows) =>
      rows.where((is) =>
        is.or([
          is('created_at', '<', position?.at ?? 0),
          is.and([is('created_at', '=', position?.at ?? 0), is('id', '<', position?.id ?? '')]),
        ]),
      ),
    )
    .$if(query.by === 'expiry', (rows) => rows.orderBy('approve_by').orderBy('id'))
    .$if(query.by !== 'expiry', (rows) => rows.orderBy('created_at', 'desc').orderBy('id', 'desc'))
}

type LastStatus = Pick<IntentTable, 'record_status' | 'status_at' | 'noted_by'>

/** The rows with the last known status of their records, whichever intent learned it. */
async function withLastStatus(
  rows: IntentRows,
  environment: Environment,
  read: readonly ReadIntent[],
): Promise<ReadIntent[]> {
  const ids = read.flatMap(({ record_id }) => record_id ?? [])
  if (ids.length === 0) return [...read]
  const learned = await rows
    .query()
    .where('environment', '=', environment)
    .where('record_id', 'in', ids)
    .where('status_at', 'is not', null)
    .orderBy('status_at')
    .execute()
  // Of several statuses of one record the last one remains.
  const last = new Map(
    learned.map(({ record_id, record_status, status_at, noted_by }): [string, LastStatus] => [
      record_id ?? '',
      { record_status, status_at, noted_by },
    ]),
  )
  return read.map((row) => ({ ...row, ...(row.record_id && last.get(row.record_id)) }))
}

const parsed = (text: string | undefined): unknown => (text === undefined ? undefined : exactJson(text))

/** Whether the status may change and be checked, and whether an open page may do that automatically. */
function following(core: WriteCore, row: ReadIntent, session: Session): Pick<IntentDetail, 'is_open' | 'may_follow'> {
  const window = checkWindow(core, row)
  const isOpen =
    row.state === 'confirmed' &&
    !isSettledByNote(row) &&
    isWriter(session) &&
    window !== undefined &&
    'left' in window &&
    isOpenStatus(row.operation, row.record_status ?? '')
  return { ...(isOpen && { is_open: true }), may_follow: isOpen && isFollowed(core, row) }
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

/** What stands of a person's confirmation of who they are, for each request on which they may decide. */
async function identities({ ledger }: WriteCore, environment: string, session: Session) {
  const of = await ledger.stepUp.identities(environment, session)
  return (row: ReadIntent, { may_decide }: Approval) => {
    const identity = may_decide ? of(ledger.actions.approvalDigest(row)) : undefined
    return identity && { identity }
  }
}

/** One intent, whole. @param row with the last known status of its record */
async function detailOf(core: WriteCore, row: ReadIntent, session: Session): Promise<IntentDetail> {
  const { rows } = core.ledger
  const body = parsed(rows.bodyOf(row))
  // An answer from before a person's note is not the outcome.
  const answer = isSettledByNote(row) ? undefined : parsed(rows.answerOf(row))
  const newest = newestRecordOf(rows, row)
  const changes = await rows.laterChangesOf(row, row.record_id)
  const { events, earlier } = await rows.eventsOf(row.id, session.subject)
  const visible = visibility(session, [body, answer, newest?.record])
  const weighed = (await core.ledger.weighing.shown([row], session.subject, true)).get(row.id)
  const facts = weighed && (await core.ledger.approvalFacts(row))
  const identityOf = weighed && (await identities(core, row.environment, session))
  const approval = weighed && { ...weighed, ...(facts && { facts }), ...identityOf?.(row, weighed) }
  return {
    ...intentOf(core, row, session),
    ...(approval && { approval }),
    ...recordNameOf(rows, row),
    ...listedOf(rows, row, session),
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
    ...following(core, row, session),
    ...(earlier > 0 && { earlier_events: earlier }),
    events: await mapInPieces(session.subject, events, ({ at, kind, words, person, status }) => ({
      at: timeOf(at),
      kind,
      words: visible.words(words),
      ...(person !== null && { person }),
      ...(status !== null && { status }),
    })),
  }
}

/** One intent, whole. @throws ProblemError 404 */
export async function intentDetail(
  core: WriteCore,
  environment: Environment,
  id: string,
  session: Session,
): Promise<IntentDetail> {
  const read = await intentRow(core, environment, id)
  const row = applyDeadline(read)
  const [newest = row] = await withLastStatus(core.ledger.rows, environment, [row])
  const detail = await detailOf(core, newest, session)
  return (await core.ledger.isAltered(read)) ? { ...detail, is_altered: true } : detail
}

/** A page of intents, newest first. @throws ProblemError 400 if the cursor belongs to another list */
export async function intentPage(
  core: WriteCore,
  environment: Environment,
  query: IntentQuery,
  session: Session,
): Promise<IntentPage> {
  const { rows } = core.ledger
  const limit = query.limit ?? defaultLimit
  const found = await selected(rows, environment, query, session.subject)
    .limit(limit + 1)
    .execute()
  const page = found.slice(0, limit)
  const last = page.at(-1)
  const approvals = await core.ledger.weighing.shown(page, session.subject)
  const identityOf = approvals.size > 0 ? await identities(core, environment, session) : undefined
  const altered = new Set(page.filter((row) => rows.isAltered(row)).map(({ id }) => id))
  const shown = (row: ReadIntent) => {
    const approval = approvals.get(row.id)
    const intent = {
      ...intentOf(core, row, session),
      ...(altered.has(row.id) && { is_altered: true }),
      ...(approval && { approval: { ...approval, ...identityOf?.(row, approval) } }),
      ...recordNameOf(rows, row),
      ...following(core, row, session),
    }
    return query.by === 'record' ? { ...intent, ...listedOf(rows, row, session) } : intent
  }
  return {
    intents: (await withLastStatus(rows, environment, page)).map(shown),
    next_page_cursor:
      found.length > limit && last
        ? cursorOf(last, query.by === 'expiry' ? Number(last.approve_by) : last.created_at)
        : '',
  }
}
