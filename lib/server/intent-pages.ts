/** The intents as the console shows them: lists and single ones, with what a role may not see left out. */
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { accountNumbersIn, withoutAccountNumbers, withoutNumbersIn } from '../api/account-numbers'
import {
  activityWriters,
  type Intent,
  type IntentDetail,
  type IntentPage,
  type IntentQuery,
  type WriteName,
} from '../api/intents'
import { ProblemError } from '../api/problem'
import { defaultLimit, nanoseconds } from '../api/values'
import { type IntentTable, microsecondsNow, type Tables } from '../database/tables'
import { findOutUntil } from './find-out'
import { answerOf, bodyOf, giveUpWaiting, type Owner, rowById } from './ledger'
import type { Session } from './sessions'
import { database } from './store'

const time = (micros: number | null) => (micros === null ? undefined : new Date(micros / 1000).toISOString())

/** A row as a list shows it; members that are not known are left out. */
function shown(row: IntentTable, session: Session): Intent {
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
    find_out_until: time(findOutUntil(row) ?? null),
  }
}

/** @throws ProblemError 404 where this environment has no such intent */
export async function intentRow({ environment, clientId }: Owner, id: string): Promise<IntentTable> {
  const row = await rowById(id.toLowerCase())
  if (row && row.environment === environment && row.client_id === clientId) return row
  throw new ProblemError(404, 'no-such-intent', 'Mintdesk has no record of this.', {
    detail: 'Nothing is recorded under this id, so nothing has been sent under it until now.',
  })
}

const parsed = (text: string | undefined): unknown => (text === undefined ? undefined : JSON.parse(text))

/** One intent, whole. What was sent and whose time is up is told as unknown. @throws ProblemError 404 */
export async function intentDetail(owner: Owner, id: string, session: Session): Promise<IntentDetail> {
  const first = await intentRow(owner, id)
  const row = first.state === 'sent' && (await giveUpWaiting(first.id)) ? await intentRow(owner, id) : first
  const happenings = await database()
    .selectFrom('happening')
    .selectAll()
    .where('intent_id', '=', row.id)
    .orderBy('at')
    .execute()
  // Whoever may not write sees no whole account number, wherever it stands.
  const mayWrite = session.roles.some((role) => activityWriters.includes(role))
  const body = parsed(bodyOf(row))
  const answer = parsed(answerOf(row))
  const numbers = mayWrite ? [] : [...accountNumbersIn(body), ...accountNumbersIn(answer)]
  const seen = (value: unknown) => (mayWrite ? value : withoutNumbersIn(withoutAccountNumbers(value), numbers))
  return {
    ...shown(row, session),
    path: JSON.parse(row.path),
    body: seen(body),
    answer: seen(answer),
    happenings: happenings.map(({ at, kind, words, person, status }) => ({
      at: new Date(at / 1000).toISOString(),
      kind,
      words,
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

/** Makes unknown, in one go, whatever is past its deadline: whoever looks sees it so. */
async function endOverdue({ environment, clientId }: Owner): Promise<void> {
  const overdue = await database()
    .selectFrom('intent')
    .select('id')
    .where('environment', '=', environment)
    .where('client_id', '=', clientId)
    .where('state', '=', 'sent')
    .where('deadline_at', '<', microsecondsNow())
    .execute()
  for (const { id } of overdue) await giveUpWaiting(id)
}

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Whether an intent stands for its record: what made it, else its newest change. One without a record is alone. */
const isFirstOfRecord = sql<boolean>`not exists (
  select 1 from intent other
  where other.record_id = intent.record_id
    and other.environment = intent.environment and other.client_id = intent.client_id and other.state = 'confirmed'
    and (other.operation <> 'updateFiatAccount', other.created_at, other.id)
      > (intent.operation <> 'updateFiatAccount', intent.created_at, intent.id)
)`

function selected(database: Kysely<Tables>, { environment, clientId }: Owner, query: IntentQuery) {
  const { states, operations, q, page_cursor } = query
  const place = page_cursor === undefined ? undefined : placeOf(page_cursor)
  const [from, before] = [query['created_at.gte'], query['created_at.lt']]
  const words = q?.trim() ?? ''
  return database
    .selectFrom('intent')
    .selectAll()
    .where('environment', '=', environment)
    .where('client_id', '=', clientId)
    .$if(query.by === 'record', (rows) => rows.where('state', '=', 'confirmed').where(isFirstOfRecord))
    .$if(states !== undefined && states.length > 0, (rows) => rows.where('state', 'in', states ?? []))
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
  { environment, clientId }: Owner,
  rows: readonly IntentTable[],
): Promise<Map<string, LastKnown>> {
  const ids = rows.flatMap(({ record_id }) => record_id ?? [])
  if (ids.length === 0) return new Map()
  const learned = await database()
    .selectFrom('intent')
    .select(['record_id', 'record_status', 'status_at', 'noted_by'])
    .where('environment', '=', environment)
    .where('client_id', '=', clientId)
    .where('record_id', 'in', ids)
    .where('status_at', 'is not', null)
    .orderBy('status_at')
    .execute()
  // Of one record the last one stays.
  return new Map(learned.map(({ record_id, ...status }) => [record_id ?? '', status]))
}

/** A page of intents, newest first. @throws ProblemError 400 where the cursor is another list's */
export async function intentPage(owner: Owner, query: IntentQuery, session: Session): Promise<IntentPage> {
  await endOverdue(owner)
  const limit = query.limit ?? defaultLimit
  const rows = await selected(database(), owner, query)
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const known = query.by === 'record' ? await lastKnown(owner, page) : new Map<string, LastKnown>()
  return {
    intents: page.map((row) => shown({ ...row, ...(row.record_id && known.get(row.record_id)) }, session)),
    next_page_cursor: rows.length > limit && last ? cursorOf(last) : '',
  }
}
