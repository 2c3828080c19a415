/** The intents as the console shows them: lists and single ones, with what a role may not see left out. */
import { sql } from 'kysely'
import { accountNumbersIn, withoutAccountNumbers, withoutNumbers, withoutNumbersIn } from '../api/account-numbers'
import type { Environment } from '../api/environments'
import { exactJson } from '../api/exact-json'
import {
  activityWriters,
  hoursToResolve,
  type Intent,
  type IntentDetail,
  type IntentPage,
  type IntentQuery,
  type IntentState,
  type WriteName,
} from '../api/intents'
import { ProblemError } from '../api/problem'
import { defaultLimit, nanoseconds } from '../api/values'
import { type IntentTable, sharedNow } from '../database/tables'
import type { Session } from './sessions'
import { settings } from './settings'
import { database } from './store'
import {
  answerOf,
  asOfNow,
  bodyOf,
  intents,
  laterChangesOf,
  type Owner,
  type ReadIntent,
  rowById,
} from './writes/ledger'
import { checkWindow, isFollowed, type NewestRecord, newestRecordOf } from './writes/resolve'
import { hasPassed, isSettledByNote } from './writes/states'

const time = (micros: number | null) => (micros === null ? undefined : new Date(micros / 1000).toISOString())

/** Whether an intent was sent with a client id that its environment no longer has. */
const isOfEarlierCredential = ({ environment, client_id }: IntentTable) =>
  settings().credentials[environment as Environment]?.clientId !== client_id

/** For how long its outcome may be checked, or why it may not be although it has a reference. */
function checkable(row: ReadIntent): Pick<Intent, 'check_until' | 'check_left_millis' | 'check_refused'> {
  const window = isOfEarlierCredential(row) ? undefined : checkWindow(row)
  if (window === undefined) return {}
  if ('left' in window)
    return { check_until: new Date(Date.now() + window.left).toISOString(), check_left_millis: window.left }
  const { kind, sentence } = window.refusal
  // What is too late has its end all the same: pages say since when.
  return kind === 'too-late' && row.sent_at !== null
    ? { check_until: time(row.sent_at + hoursToResolve * 3_600_000_000) }
    : { check_refused: sentence }
}

/** A row as a list shows it; members that are not known are left out. */
function shown(read: ReadIntent, session: Session): Intent {
  const row = asOfNow(read)
  return {
    id: row.id,
    environment: row.environment,
    operation: row.operation as WriteName,
    state: row.state,
    person: row.person,
    is_mine: row.subject === session.subject,
    summary: row.summary,
    ref_id: row.ref_id ?? undefined,
    record_id: row.record_id ?? undefined,
    record_status: row.record_status ?? undefined,
    status_at: time(row.status_at),
    noted_by: row.noted_by ?? undefined,
    created_at: new Date(row.created_at / 1000).toISOString(),
    sent_at: time(row.sent_at),
    deadline_at: time(row.deadline_at),
    settled_at: time(row.settled_at),
    answer_status: row.answer_status ?? undefined,
    reason: row.reason ?? undefined,
    is_conflict: row.is_conflict === 1,
    ...(row.is_by_reference === 1 && { is_by_reference: true }),
    ...(isOfEarlierCredential(row) && { is_earlier_credential: true }),
    ...checkable(row),
  }
}

/**
 * The row of an intent of an environment, whichever credential sent it.
 * @throws ProblemError 404; it says that nothing was sent only where no row of any environment has this id
 */
export async function intentRow({ environment }: Pick<Owner, 'environment'>, id: string): Promise<ReadIntent> {
  const row = await rowById(id.toLowerCase())
  if (row?.environment === environment) return row
  throw new ProblemError(404, 'no-such-intent', 'Mintdesk has no record of this.', {
    detail: row
      ? `This request belongs to the ${row.environment} environment.`
      : 'Nothing is recorded under this id, so nothing has been sent under it until now.',
  })
}

const parsed = (text: string | undefined): unknown => (text === undefined ? undefined : exactJson(text))

/** Statuses of a record that change by themselves; any other is final, or unknown to this interface. */
const openStatuses: Partial<Record<WriteName, readonly string[]>> = {
  createOrder: ['PENDING_SUBMISSION', 'SUBMITTED', 'OPEN'],
  createFiatAccount: ['PENDING'],
  createRule: ['PENDING'],
}

/** Whether an open page may check the status by itself (DECISIONS, "Follow by itself in the sandbox only"). */
function mayFollow(row: ReadIntent, session: Session): boolean {
  const { operation, record_status } = row
  const window = isOfEarlierCredential(row) ? undefined : checkWindow(row)
  return (
    isFollowed(row) &&
    session.roles.some((role) => activityWriters.includes(role)) &&
    window !== undefined &&
    'left' in window &&
    openStatuses[operation as WriteName]?.includes(record_status ?? '') === true
  )
}

/** Account numbers in a record beyond which nobody can look for each of them in each text: such a record is not shown. */
const mostNumbers = 50

function latestOf({ record, earlier }: NewestRecord, { latest_at }: IntentTable, seen: (value: unknown) => unknown) {
  const at = time(latest_at) ?? ''
  return { at, answer: seen(record), ...(Object.keys(earlier).length > 0 && { earlier }) }
}

/** One intent, whole. What was sent and whose deadline has passed is told as unknown. @throws ProblemError 404 */
export async function intentDetail(
  owner: Pick<Owner, 'environment'>,
  id: string,
  session: Session,
): Promise<IntentDetail> {
  const read = asOfNow(await intentRow(owner, id))
  const row = withStatus(read, await lastKnown(owner, [read]))
  const events = await database()
    .selectFrom('happening')
    .selectAll()
    .where('intent_id', '=', row.id)
    .orderBy('at')
    .execute()
  // Whoever may not write sees no whole account number anywhere.
  const mayWrite = session.roles.some((role) => activityWriters.includes(role))
  const body = parsed(bodyOf(row))
  // What came before a person's note was no answer to this.
  const answer = isSettledByNote(row) ? undefined : parsed(answerOf(row))
  const newest = newestRecordOf(row)
  const changes = await laterChangesOf(row, row.record_id)
  const numbers = mayWrite ? [] : [...new Set([body, answer, newest?.record].flatMap(accountNumbersIn))]
  const seen = (value: unknown) =>
    mayWrite
      ? value
      : numbers.length > mostNumbers
        ? undefined
        : withoutNumbersIn(withoutAccountNumbers(value), numbers)
  const said = (words: string) => (mayWrite ? words : withoutNumbers(words, numbers.slice(0, mostNumbers)))
  return {
    ...shown(row, session),
    ...(row.reason !== null && { reason: said(row.reason) }),
    path: JSON.parse(row.path),
    body: seen(body),
    answer: seen(answer),
    ...(newest && { latest: latestOf(newest, row, seen) }),
    ...(changes.length > 0 && {
      later_changes: changes.map((change) => {
        const { id, state, summary, created_at } = shown(change, session)
        return { id, state, summary, created_at }
      }),
    }),
    may_follow: mayFollow(row, session),
    events: events.map(({ at, kind, words, person, status }) => ({
      at: new Date(at / 1000).toISOString(),
      kind,
      words: said(words),
      ...(person !== null && { person }),
      ...(status !== null && { status }),
    })),
  }
}

/** A cursor is the last row's place: when it was made, and its id. */
const cursorOf = ({ created_at, id }: IntentTable) => Buffer.from(`${created_at} ${id}`).toString('base64url')

function placeOf(cursor: string): { at: number; id: string } {
  const [, at, id] = /^(\d{1,17}) (\S+)$/.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? []
  if (at && id) return { at: Number(at), id }
  throw new ProblemError(400, 'invalid-input', 'This cursor is none of this list.', {
    errors: [{ field: 'page_cursor', message: 'This cursor is none of this list.' }],
  })
}

const micros = (text: string) => Number((nanoseconds(text) ?? 0n) / 1000n)

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Whether an intent stands for its record: what made it, else its newest change. One without a record is alone. */
const isFirstOfRecord = sql<boolean>`not exists (
  select 1 from intent other
  where other.record_id = intent.record_id
    and other.environment = intent.environment and other.client_id = intent.client_id and other.state = 'confirmed'
    and (other.operation <> 'updateFiatAccount', other.created_at, other.id)
      > (intent.operation <> 'updateFiatAccount', intent.created_at, intent.id)
)`

/** Rows in some states as they count now: what was sent and is overdue counts as unknown. */
function inStates(states: readonly IntentState[]) {
  const isOverdue = sql<boolean>`(state = 'sent' and ${hasPassed('deadline_at', sharedNow(database()))})`
  const isIn = sql<boolean>`state in (${sql.join(states.map((state) => sql.lit(state)))})`
  if (states.includes('unknown')) return sql<boolean>`(${isIn} or ${isOverdue})`
  return states.includes('sent') ? sql<boolean>`(${isIn} and not ${isOverdue})` : isIn
}

function selected({ environment }: Pick<Owner, 'environment'>, query: IntentQuery) {
  const { states, operations, q, page_cursor } = query
  const place = page_cursor === undefined ? undefined : placeOf(page_cursor)
  const [from, before] = [query['created_at.gte'], query['created_at.lt']]
  const words = q?.trim() ?? ''
  return intents()
    .where('environment', '=', environment)
    .$if(query.by === 'record', (rows) => rows.where('state', '=', 'confirmed').where(isFirstOfRecord))
    .$if(states !== undefined && states.length > 0, (rows) => rows.where(inStates(states ?? [])))
    .$if(operations !== undefined && operations.length > 0, (rows) => rows.where('operation', 'in', operations ?? []))
    .$if(from !== undefined, (rows) => rows.where('created_at', '>=', micros(from ?? '')))
    .$if(before !== undefined, (rows) => rows.where('created_at', '<', micros(before ?? '')))
    .$if(words !== '', (rows) =>
      rows.where((is) =>
        is.or([
          is('ref_id', '=', words),
          is('id', '=', words.toLowerCase()),
          is('record_id', '=', words),
          sql<boolean>`lower(person) like ${`%${escaped(words.toLowerCase())}%`} escape '\\'`,
        ]),
      ),
    )
    .$if(place !== undefined, (rows) =>
      rows.where((is) =>
        is.or([
          is('created_at', '<', place?.at ?? 0),
          is.and([is('created_at', '=', place?.at ?? 0), is('id', '<', place?.id ?? '')]),
        ]),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
}

type LastKnown = Pick<IntentTable, 'record_status' | 'status_at' | 'noted_by'>

/** The last known status of the records of some intents, by whichever intent it was learned, by record id. */
async function lastKnown(
  { environment }: Pick<Owner, 'environment'>,
  rows: readonly IntentTable[],
): Promise<Map<string, LastKnown>> {
  const ids = rows.flatMap(({ record_id }) => record_id ?? [])
  if (ids.length === 0) return new Map()
  const learned = await database()
    .selectFrom('intent')
    .select(['record_id', 'record_status', 'status_at', 'noted_by'])
    .where('environment', '=', environment)
    .where('record_id', 'in', ids)
    .where('status_at', 'is not', null)
    .orderBy('status_at')
    .execute()
  // Of one record the last one stays.
  return new Map(learned.map(({ record_id, ...status }) => [record_id ?? '', status]))
}

/** A row with the last known status of its record. */
const withStatus = (row: ReadIntent, known: Map<string, LastKnown>): ReadIntent => ({
  ...row,
  ...(row.record_id && known.get(row.record_id)),
})

/** A page of intents, newest first. @throws ProblemError 400 where the cursor is another list's */
export async function intentPage(
  owner: Pick<Owner, 'environment'>,
  query: IntentQuery,
  session: Session,
): Promise<IntentPage> {
  const limit = query.limit ?? defaultLimit
  const rows = await selected(owner, query)
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const known = await lastKnown(owner, page)
  return {
    intents: page.map((row) => shown(withStatus(row, known), session)),
    next_page_cursor: rows.length > limit && last ? cursorOf(last) : '',
  }
}
