/** The intents' rows: recorded before anything is sent, settled after, by conditional updates only (design.md, "Intents"). */
import { randomUUID } from 'node:crypto'
import type { ExpressionBuilder, Transaction } from 'kysely'
import type { Environment } from '../api/environments'
import type { HappeningKind, IntentState, WriteName } from '../api/intents'
import { type IntentTable, microsecondsNow, type Tables } from '../database/tables'
import { open, seal } from './seal'
import type { Session } from './sessions'
import { once } from './state'
import { database } from './store'
import type { Verdict } from './verdicts'

/** One environment's credential: an intent is seen by those who work with it. */
export type Owner = { environment: Environment; clientId: string }

/** Operations whose bodies and answers hold account numbers: they are kept sealed. */
const sealedOperations: readonly string[] = ['createFiatAccount', 'updateFiatAccount', 'initiateSandboxFiatDeposit']
const kept = (operation: string, text: string) => (sealedOperations.includes(operation) ? seal(text) : text)

/** What is recorded of an intent when it is first heard of. */
export type NewIntent = {
  id: string
  name: WriteName
  path: Record<string, string>
  /** JSON, exactly as it is sent. */
  body: string
  fingerprint: string
  summary: string
  refId?: string
}

/** A line of a history, as it is about to be written. */
export type Line = { kind: HappeningKind; words: string; person?: string; status?: number }

/** When something happened, in microseconds: never the same twice in a process, so that a history keeps its order. */
function momentOfLine(): number {
  const clock = once('line clock', () => ({ last: 0 }))
  clock.last = Math.max(microsecondsNow(), clock.last + 1)
  return clock.last
}

async function tell(within: Transaction<Tables>, id: string, { kind, words, person, status }: Line): Promise<void> {
  await within
    .insertInto('happening')
    .values({
      id: randomUUID(),
      intent_id: id,
      at: momentOfLine(),
      kind,
      words,
      person: person ?? null,
      status: status ?? null,
    })
    .execute()
}

const seconds = (count: number) => count * 1_000_000

/** A text as both databases take it in a column: PostgreSQL has no NUL. Bodies are JSON, which writes it otherwise. */
const columnText = (text: string) => text.replaceAll('\u0000', '\ufffd')

/** Records an intent as prepared, unless its id is known already. */
export async function record({ environment, clientId }: Owner, asked: NewIntent, session: Session): Promise<void> {
  const now = microsecondsNow()
  await database()
    .transaction()
    .execute(async (within) => {
      const { numInsertedOrUpdatedRows } = await within
        .insertInto('intent')
        .values({
          id: asked.id,
          environment,
          client_id: clientId,
          operation: asked.name,
          subject: session.subject,
          person: session.name,
          path: JSON.stringify(asked.path),
          body: kept(asked.name, asked.body),
          fingerprint: asked.fingerprint,
          summary: columnText(asked.summary),
          ref_id: asked.refId === undefined ? null : columnText(asked.refId),
          state: 'prepared',
          created_at: now,
          is_conflict: 0,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows)
        await tell(within, asked.id, { kind: 'prepared', words: 'Recorded here.', person: session.name })
    })
}

/**
 * Puts another body in place of one that was never sent (design.md: "The body is fixed at the first send").
 * @returns whether it was still possible
 */
export async function restate({ environment, clientId }: Owner, asked: NewIntent, session: Session): Promise<boolean> {
  const { numUpdatedRows } = await database()
    .updateTable('intent')
    .set({
      path: JSON.stringify(asked.path),
      body: kept(asked.name, asked.body),
      fingerprint: asked.fingerprint,
      summary: columnText(asked.summary),
      ref_id: asked.refId === undefined ? null : columnText(asked.refId),
    })
    .where('id', '=', asked.id)
    .where('state', '=', 'prepared')
    .where('sent_at', 'is', null)
    .where('environment', '=', environment)
    .where('client_id', '=', clientId)
    .where('operation', '=', asked.name)
    .where('subject', '=', session.subject)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Takes an intent for sending: of all who try, one gets it.
 * @param limit seconds after which it counts as unknown
 * @returns whether it is ours to send
 */
export async function claim(id: string, fingerprint: string, limit: number, person: string): Promise<boolean> {
  const now = microsecondsNow()
  return database()
    .transaction()
    .execute(async (within) => {
      const { numUpdatedRows } = await within
        .updateTable('intent')
        .set(({ fn, val }) => ({
          state: 'sent',
          sent_at: fn.coalesce('sent_at', val(now)),
          deadline_at: now + seconds(limit),
        }))
        .where('id', '=', id)
        .where('state', '=', 'prepared')
        .where('fingerprint', '=', fingerprint)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return false
      await tell(within, id, { kind: 'sent', words: 'Sent to the service.', person })
      return true
    })
}

const columnsOf = (operation: string, verdict: Verdict, now: number) => ({
  state: verdict.state,
  deadline_at: null,
  asking_until: null,
  reason: verdict.reason ?? null,
  answer_status: verdict.answerStatus ?? null,
  answer: verdict.answer === undefined ? null : kept(operation, verdict.answer),
  is_conflict: verdict.isConflict ? 1 : 0,
  ...(verdict.state !== 'prepared' && verdict.state !== 'unknown' && { settled_at: now }),
  ...(verdict.recordId !== undefined && { record_id: verdict.recordId }),
  ...(verdict.recordStatus !== undefined && { record_status: verdict.recordStatus, status_at: now, noted_by: null }),
})

/**
 * Writes down how a sending ended. A late answer still counts where nothing better is known; what never left is prepared
 * again, and its first sending forgotten, unless it counts as unknown: then it may have been asked for meanwhile.
 * @param from the states that it may end: a replay may also mend what was taken for refused
 */
export async function settle(
  { id, operation }: Pick<IntentTable, 'id' | 'operation'>,
  verdict: Verdict,
  from: readonly IntentState[],
  line: Line,
): Promise<void> {
  const now = microsecondsNow()
  // The service's word stands over a person's.
  const isAnswer = verdict.state === 'confirmed' || verdict.state === 'refused'
  const ended = verdict.state === 'prepared' ? (['sent'] as const) : from
  await database()
    .transaction()
    .execute(async (within) => {
      await within
        .updateTable('intent')
        .set({ ...columnsOf(operation, verdict, now), ...(verdict.state === 'prepared' && { sent_at: null }) })
        .where('id', '=', id)
        .where((is) => is.or([is('state', 'in', [...ended]), ...(isAnswer ? [settledByNote(is)] : [])]))
        .execute()
      await tell(within, id, line)
    })
}

/**
 * Writes down what a confirmed record's replay told: its status, and whether it speaks against what was asked. The answer
 * that confirmed it stays as it came; one is kept only where there was none.
 */
export async function refresh(
  { id, operation, answer }: Pick<IntentTable, 'id' | 'operation' | 'answer'>,
  told: Pick<Verdict, 'recordId' | 'recordStatus' | 'answer'> & { conflict?: string },
  line: Line,
): Promise<void> {
  const now = microsecondsNow()
  await database()
    .transaction()
    .execute(async (within) => {
      await within
        .updateTable('intent')
        .set({
          asking_until: null,
          ...(told.recordStatus !== undefined && { record_status: told.recordStatus, status_at: now, noted_by: null }),
          // A warning stays until a person has looked.
          ...(told.conflict !== undefined && { is_conflict: 1, reason: told.conflict }),
          ...(answer === null && told.answer !== undefined && { answer: kept(operation, told.answer) }),
          ...(told.recordId !== undefined && { record_id: told.recordId }),
        })
        .where('id', '=', id)
        .where('state', '=', 'confirmed')
        .execute()
      await tell(within, id, line)
    })
}

/** Ends what was never sent. @returns whether it was still prepared */
export async function withdraw(id: string, person: string): Promise<boolean> {
  const words = `Withdrawn by ${person}.`
  return database()
    .transaction()
    .execute(async (within) => {
      const { numUpdatedRows } = await within
        .updateTable('intent')
        .set({ state: 'refused', settled_at: microsecondsNow(), reason: words, noted_by: null })
        .where('id', '=', id)
        .where('state', '=', 'prepared')
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return false
      await tell(within, id, { kind: 'withdrawn', words, person })
      return true
    })
}

/** Makes unknown what was sent and whose time is up. @returns whether this call did */
export async function giveUpWaiting(id: string): Promise<boolean> {
  return database()
    .transaction()
    .execute(async (within) => {
      const words = 'It was sent, and its answer was never recorded.'
      const { numUpdatedRows } = await within
        .updateTable('intent')
        .set({ state: 'unknown', reason: words, deadline_at: null })
        .where('id', '=', id)
        .where('state', '=', 'sent')
        .where('deadline_at', '<', microsecondsNow())
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return false
      await tell(within, id, { kind: 'lost', words })
      return true
    })
}

/** Takes the right to ask the service once. @returns whether nobody else has it now */
export async function takeAsking(id: string, limit: number): Promise<boolean> {
  const now = microsecondsNow()
  const { numUpdatedRows } = await database()
    .updateTable('intent')
    .set({ asking_until: now + seconds(limit) })
    .where('id', '=', id)
    .where((is) => is.or([is('asking_until', 'is', null), is('asking_until', '<', now)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Gives the right back after an asking that told nothing, and says so in the history. */
export async function endAsking(id: string, line: Line): Promise<void> {
  await database()
    .transaction()
    .execute(async (within) => {
      await within.updateTable('intent').set({ asking_until: null }).where('id', '=', id).execute()
      await tell(within, id, line)
    })
}

/** Whether a person's word ended it, and no answer of the service. */
export const isSettledByNote = ({
  state,
  noted_by,
  answer_status,
}: Pick<IntentTable, 'state' | 'noted_by' | 'answer_status'>): boolean =>
  (state === 'confirmed' || state === 'refused') && noted_by !== null && answer_status === null

/** The same in a query. */
const settledByNote = (is: ExpressionBuilder<Tables, 'intent'>) =>
  is.and([is('state', 'in', ['confirmed', 'refused']), is('noted_by', 'is not', null), is('answer_status', 'is', null)])

/**
 * What a person noted: signed, dated, and never taken for the service's word. It ends what is not known, or what another
 * note has ended; a status is noted of what the service has or may have.
 * @returns whether it was still possible
 */
export async function noteDown(
  id: string,
  change: { state?: 'confirmed' | 'refused'; status?: string },
  line: Line & { person: string },
): Promise<boolean> {
  const now = microsecondsNow()
  return database()
    .transaction()
    .execute(async (within) => {
      if (change.state !== undefined) {
        const { numUpdatedRows } = await within
          .updateTable('intent')
          .set({
            state: change.state,
            settled_at: now,
            answer_status: null,
            is_conflict: 0,
            noted_by: line.person,
            reason: `Noted by ${line.person}.`,
          })
          .where('id', '=', id)
          .where((is) => is.or([is('state', '=', 'unknown'), settledByNote(is)]))
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return false
      }
      // What did not happen has no status.
      if (change.status !== undefined && change.state !== 'refused') {
        const { numUpdatedRows } = await within
          .updateTable('intent')
          .set({ record_status: change.status, status_at: now, noted_by: line.person })
          .where('id', '=', id)
          .where('state', 'in', ['confirmed', 'unknown'])
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return false
      }
      await tell(within, id, line)
      return true
    })
}

/** The row of an intent, wherever it belongs. */
export const rowById = (id: string): Promise<IntentTable | undefined> =>
  database().selectFrom('intent').selectAll().where('id', '=', id).executeTakeFirst()

/** What was sent, or undefined where it cannot be opened any more. */
export function bodyOf({ body }: Pick<IntentTable, 'body'>): string | undefined {
  return open(body)
}

/** The answer as it came, or the problem it was told as. */
export function answerOf({ answer }: Pick<IntentTable, 'answer'>): string | undefined {
  return answer === null ? undefined : open(answer)
}

/**
 * Whose a record is that the service has under the reference of an intent: another's, where one is confirmed by it;
 * unclear, where another that was sent under the same reference may have made it; else its own. What was sent is recorded
 * before it leaves, so whoever is answered with a record finds the one that made it. Of those that are all unknown the
 * first that was sent has it once it asks, and the others learn it from that one; `asked` while another of them is being
 * asked for, because that asking may be what has made it.
 */
export async function makerOf(
  { id, environment, client_id, operation, ref_id, sent_at }: IntentTable,
  recordId: string,
  isReplay: boolean,
): Promise<'own' | 'another' | 'unclear' | 'asked'> {
  const others = await database()
    .selectFrom('intent')
    .select(['id', 'state', 'record_id', 'sent_at', 'asking_until'])
    .where('ref_id', '=', ref_id)
    .where('environment', '=', environment)
    .where('client_id', '=', client_id)
    .where('operation', '=', operation)
    .where('state', 'in', ['sent', 'confirmed', 'unknown'])
    .where((is) => is.or([is('record_id', 'is', null), is('record_id', '=', recordId)]))
    .where('id', '!=', id)
    .execute()
  if (others.some(({ state }) => state === 'confirmed')) return 'another'
  const place = (one: { id: string; sent_at: number | null }) =>
    `${String(one.sent_at ?? 0).padStart(17, '0')} ${one.id}`
  const mine = place({ id, sent_at })
  const isFirst = others.every((one) => one.state === 'unknown' && mine < place(one))
  if (others.length === 0) return 'own'
  if (!isReplay || !isFirst) return 'unclear'
  const now = microsecondsNow()
  return others.some(({ asking_until }) => asking_until !== null && asking_until > now) ? 'asked' : 'own'
}
