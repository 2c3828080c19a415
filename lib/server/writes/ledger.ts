/** The rows of intents: recorded before anything is sent, and changed by the events of the state machine only (states.ts). */
import { randomUUID } from 'node:crypto'
import { sql, type Transaction, type UpdateObject } from 'kysely'
import type { Environment } from '../../api/environments'
import type { IntentEventKind, WriteName } from '../../api/intents'
import { type IntentTable, microsecondsNow, sharedNow, type Tables } from '../../database/tables'
import type { Session } from '../sessions'
import { once } from '../state'
import { database } from '../store'
import type { WriteOutcome } from './outcome'
import { open, seal } from './sealing'
import { hasPassed, isIn, transitions, type WriteEvent } from './states'

/** One environment's credential: an intent is sent and checked by the one that recorded it. */
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

/**
 * An entry of a history. It has its id before it is written, so that writing it once more, because the first commit was
 * not acknowledged, adds nothing.
 */
export type NewEvent = {
  id: string
  at: number
  kind: IntentEventKind
  words: string
  person?: string
  status?: number
}

/** A text as both databases take it in a column: PostgreSQL has no NUL. Bodies are JSON, which writes it otherwise. */
const columnText = (text: string) => text.replaceAll('\u0000', '\ufffd')

/** When an event happened, in microseconds: never the same twice in a process, so that a history keeps its order. */
function nextEventTime(): number {
  const clock = once('event clock', () => ({ last: 0 }))
  clock.last = Math.max(microsecondsNow(), clock.last + 1)
  return clock.last
}

export const newEvent = (event: Omit<NewEvent, 'id' | 'at'>): NewEvent => ({
  id: randomUUID(),
  at: nextEventTime(),
  ...event,
})

const appendEvent = (within: Transaction<Tables>, intent: string, { person, status, words, ...event }: NewEvent) =>
  within
    .insertInto('happening')
    .values({ ...event, words: columnText(words), intent_id: intent, person: person ?? null, status: status ?? null })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()

type Columns = UpdateObject<Tables, 'intent', 'intent'>

type Move = {
  id: string
  event: WriteEvent
  set: Columns
  history: NewEvent
  /** A condition beside the state: that the row is still the one that was read. */
  where?: ReturnType<typeof sql<boolean>>
  /** Whether the history is written although the state had changed before: a late answer. */
  isAlwaysTold?: boolean
}

/** Carries out one event of the state machine. @returns whether the intent was in a state that allows it */
async function move({ id, event, set, history, where, isAlwaysTold }: Move): Promise<boolean> {
  const { from, to } = transitions[event]
  return database()
    .transaction()
    .execute(async (within) => {
      const { numUpdatedRows } = await within
        .updateTable('intent')
        .set({ ...set, state: to })
        .where('id', '=', id)
        .where((is) => isIn(is, from))
        .$if(where !== undefined, (rows) => rows.where(where ?? sql<boolean>`1 = 1`))
        .executeTakeFirst()
      const isMoved = numUpdatedRows > 0n
      if (isMoved || isAlwaysTold) await appendEvent(within, id, history)
      return isMoved
    })
}

const columnsOfNew = (asked: NewIntent) => ({
  path: JSON.stringify(asked.path),
  body: kept(asked.name, asked.body),
  fingerprint: asked.fingerprint,
  summary: columnText(asked.summary),
  ref_id: asked.refId === undefined ? null : columnText(asked.refId),
})

/** Records an intent as prepared, unless its id is known already. */
export async function record({ environment, clientId }: Owner, asked: NewIntent, session: Session): Promise<void> {
  await database()
    .transaction()
    .execute(async (within) => {
      const { numInsertedOrUpdatedRows } = await within
        .insertInto('intent')
        .values({
          ...columnsOfNew(asked),
          id: asked.id,
          environment,
          client_id: clientId,
          operation: asked.name,
          subject: session.subject,
          person: session.name,
          state: 'prepared',
          created_at: sharedNow(database()),
          is_conflict: 0,
          is_by_reference: 0,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows)
        await appendEvent(
          within,
          asked.id,
          newEvent({ kind: 'prepared', words: 'Recorded here.', person: session.name }),
        )
    })
}

/**
 * Puts another body in place of one that was never sent (design.md: "The body is fixed at the first send").
 * @returns whether it was still possible
 */
export async function amendPrepared(
  { environment, clientId }: Owner,
  asked: NewIntent,
  session: Session,
): Promise<boolean> {
  const { numUpdatedRows } = await database()
    .updateTable('intent')
    .set(columnsOfNew(asked))
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

export type Claim = {
  claimId: string
  fingerprint: string
  /** Milliseconds after which it counts as unknown. */
  limit: number
  person: string
  /** The service's clock in microseconds, where it has told its time. */
  serviceTime?: number
}

/** Takes an intent for sending: of all who try, one gets it. @returns whether it is the caller's to send */
export function claim(id: string, { claimId, fingerprint, limit, person, serviceTime }: Claim): Promise<boolean> {
  const now = sharedNow(database())
  return move({
    id,
    event: 'claim',
    set: {
      claim_id: claimId,
      sent_at: sql<number>`coalesce(sent_at, ${now})`,
      sent_at_service: sql<number | null>`coalesce(sent_at_service, ${serviceTime ?? null})`,
      deadline_at: sql<number>`${now} + ${limit * 1000}`,
    },
    history: newEvent({ kind: 'sent', words: 'Sent to the provider.', person }),
    where: sql<boolean>`fingerprint = ${fingerprint}`,
  })
}

const events = { prepared: 'notSent', confirmed: 'confirm', refused: 'refuse', unknown: 'lose' } as const

function columnsOf(operation: string, outcome: WriteOutcome): Columns {
  const now = microsecondsNow()
  const { state, reason, answer, answerStatus, recordId, recordStatus } = outcome
  return {
    deadline_at: null,
    reason: reason === undefined ? null : columnText(reason),
    answer_status: answerStatus ?? null,
    answer: answer === undefined ? null : kept(operation, answer),
    is_conflict: outcome.isConflict ? 1 : 0,
    is_by_reference: outcome.isByReference ? 1 : 0,
    ...((state === 'confirmed' || state === 'refused') && {
      settled_at: now,
      // Whoever noted its status still stands beside that status.
      noted_by: sql<string | null>`case when record_status is null then null else noted_by end`,
    }),
    ...(state === 'refused' && { record_status: null, status_at: null, noted_by: null }),
    ...(recordId !== undefined && { record_id: recordId }),
    ...(recordStatus !== undefined && { record_status: recordStatus, status_at: now, noted_by: null }),
    // Its first sending never happened.
    ...(state === 'prepared' && { sent_at: null, sent_at_service: null, claim_id: null }),
  }
}

/**
 * Records how a sending or a check ended. May be repeated with the same event: the second time changes nothing.
 * @param by the claim of the sending, so that what one process sent is never taken back by another; or the lease of the check
 */
export async function settle(
  { id, operation }: Pick<IntentTable, 'id' | 'operation'>,
  outcome: WriteOutcome,
  history: NewEvent,
  by: { claimId: string } | { lease: number | null },
): Promise<void> {
  const isSending = 'claimId' in by
  const set = { ...columnsOf(operation, outcome), ...(!isSending && leaseEnded(by.lease)) }
  const where = isSending ? sql<boolean>`claim_id = ${by.claimId}` : undefined
  await move({ id, event: events[outcome.state], set, history, where, isAlwaysTold: true })
}

/** Ends a lease, unless somebody else has one by then. */
const leaseEnded = (lease: number | null) => ({
  asking_until: sql<number | null>`case when asking_until = ${lease} then null else asking_until end`,
})

/**
 * What a check learned of a confirmed record. `newest` is the record as it was last seen, as JSON; `conflict` how it speaks
 * against what was asked, or null where it does so no longer.
 */
export type Refresh = Pick<WriteOutcome, 'recordId' | 'recordStatus' | 'isByReference'> & {
  newest?: string
  conflict?: string | null
}

/**
 * Records what a check of a confirmed write learned: its newest status and record. The answer that confirmed it stays as
 * it came; the newest one is kept beside it.
 * @param history undefined where a page checked by itself and learned nothing new
 */
export async function refresh(row: IntentTable, learned: Refresh, history: NewEvent | undefined): Promise<void> {
  const { id, operation, asking_until } = row
  const { recordId, recordStatus, isByReference, newest, conflict } = learned
  const now = microsecondsNow()
  await database()
    .transaction()
    .execute(async (within) => {
      await within
        .updateTable('intent')
        .set({
          ...leaseEnded(asking_until),
          ...(recordStatus !== undefined && { record_status: recordStatus, status_at: now, noted_by: null }),
          ...(conflict !== undefined && {
            is_conflict: conflict === null ? 0 : 1,
            reason: conflict === null ? null : columnText(conflict),
          }),
          ...(newest !== undefined && { latest_answer: kept(operation, newest), latest_at: now }),
          ...(recordId !== undefined && { record_id: recordId }),
          ...(isByReference === false && { is_by_reference: 0 }),
        })
        .where('id', '=', id)
        .where('state', '=', 'confirmed')
        // A process that stood still must not write what it learned over something newer.
        .where('asking_until', '=', asking_until)
        .execute()
      if (history) await appendEvent(within, id, history)
    })
}

/** Ends what was never sent. @returns whether it was still prepared */
export function withdraw(id: string, person: string): Promise<boolean> {
  const words = `Withdrawn by ${person}.`
  return move({
    id,
    event: 'withdraw',
    set: { settled_at: microsecondsNow(), reason: words, noted_by: null },
    history: newEvent({ kind: 'withdrawn', words, person }),
  })
}

const expiredWords = 'It was sent, and its answer was never recorded.'

/**
 * A row as it counts now: what was sent and whose deadline has passed is unknown, whether that was written down or not.
 * Reading needs no writable disk.
 */
export const asOfNow = (row: ReadIntent): ReadIntent =>
  row.state === 'sent' && row.is_overdue ? { ...row, state: 'unknown', reason: expiredWords, deadline_at: null } : row

/** Writes down that the deadline of what was sent has passed. @returns whether this call did */
export function expire({ id, deadline_at }: Pick<IntentTable, 'id' | 'deadline_at'>): Promise<boolean> {
  return move({
    id,
    event: 'expire',
    set: { reason: expiredWords, deadline_at: null },
    history: newEvent({ kind: 'lost', words: expiredWords }),
    // The row that was read, and no later sending of it.
    where: sql<boolean>`deadline_at = ${deadline_at}`,
  })
}

/** Takes the right to check an outcome with the service. @returns whether nobody else has it now */
export async function acquireReplayLease(id: string, millis: number): Promise<boolean> {
  const now = sharedNow(database())
  const { numUpdatedRows } = await database()
    .updateTable('intent')
    .set({ asking_until: sql<number>`${now} + ${millis * 1000}` })
    .where('id', '=', id)
    .where((is) => is.or([is('asking_until', 'is', null), hasPassed('asking_until', now)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Gives that right back after a check that settled nothing; the history says so, unless a page checked by itself. */
export async function releaseReplayLease(
  { id, asking_until }: Pick<IntentTable, 'id' | 'asking_until'>,
  history: NewEvent | undefined,
): Promise<void> {
  await database()
    .transaction()
    .execute(async (within) => {
      await within.updateTable('intent').set(leaseEnded(asking_until)).where('id', '=', id).execute()
      if (history) await appendEvent(within, id, history)
    })
}

/**
 * Records a person's note: signed, dated, and never taken for the service's word. It ends what is unknown, or what another
 * note has ended; a status is noted of what the service has or may have.
 * @returns whether it was still possible
 */
export async function noteDown(
  id: string,
  change: { hasHappened?: boolean; status?: string },
  history: NewEvent & { person: string },
): Promise<boolean> {
  const now = microsecondsNow()
  const status = change.hasHappened === false ? undefined : change.status
  const noted = status !== undefined && { record_status: status, status_at: now, noted_by: history.person }
  if (change.hasHappened !== undefined)
    return move({
      id,
      event: change.hasHappened ? 'noteHappened' : 'noteNotHappened',
      set: {
        settled_at: now,
        answer_status: null,
        is_conflict: 0,
        noted_by: history.person,
        reason: `Noted by ${history.person}.`,
        // What did not happen has no status.
        ...(change.hasHappened ? noted : { record_status: null, status_at: null }),
      },
      history,
    })
  return database()
    .transaction()
    .execute(async (within) => {
      if (noted) {
        const { numUpdatedRows } = await within
          .updateTable('intent')
          .set(noted)
          .where('id', '=', id)
          .where('state', 'in', ['confirmed', 'unknown'])
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return false
      }
      await appendEvent(within, id, history)
      return true
    })
}

/**
 * A row as it was read. `now` is the moment on the clock that all consoles share, in microseconds; by it `is_overdue` says
 * that its deadline has passed, and `is_checked` that somebody is checking it.
 */
export type ReadIntent = IntentTable & {
  now: number
  is_overdue: boolean | number | null
  is_checked: boolean | number | null
}

/** The query of rows, which every reading of them extends. */
export function intents() {
  const now = sharedNow(database())
  return database()
    .selectFrom('intent')
    .selectAll()
    .select([
      now.as('now'),
      hasPassed('deadline_at', now).as('is_overdue'),
      sql<boolean>`(asking_until is not null and not ${hasPassed('asking_until', now)})`.as('is_checked'),
    ])
}

/** The row of an intent, in whichever environment. */
export const rowById = (id: string): Promise<ReadIntent | undefined> =>
  intents().where('id', '=', id).executeTakeFirst()

/** What was sent, or undefined where it cannot be opened because the secret has changed. */
export function bodyOf({ body }: Pick<IntentTable, 'body'>): string | undefined {
  return open(body)
}

/** The answer as it came, or the problem it was told as. */
export function answerOf({ answer }: Pick<IntentTable, 'answer'>): string | undefined {
  return answer === null ? undefined : open(answer)
}

/** The newest record that a check showed. */
export function latestAnswerOf({ latest_answer }: Pick<IntentTable, 'latest_answer'>): string | undefined {
  return latest_answer === null ? undefined : open(latest_answer)
}

/** Other intents that were sent under the same reference, which may have made the record that stands under it. */
export const sharingReference = ({ id, environment, client_id, operation, ref_id }: IntentTable) =>
  intents()
    .where('ref_id', '=', ref_id)
    .where('environment', '=', environment)
    .where('client_id', '=', client_id)
    .where('operation', '=', operation)
    .where('state', 'in', ['sent', 'confirmed', 'unknown'])
    .where('id', '!=', id)
    .execute()

/** Whether the answer to the first sending of an intent was a 409. */
export async function wasTold409(id: string): Promise<boolean> {
  const told = await database()
    .selectFrom('happening')
    .select('id')
    .where('intent_id', '=', id)
    .where('kind', 'in', ['answered', 'lost'])
    .where('status', '=', 409)
    .executeTakeFirst()
  return told !== undefined
}

/**
 * Later changes by this desk of the record that an intent made or changed, oldest first.
 * @param record_id the record's id, as the row has it or as an answer shows it
 */
export async function laterChangesOf(
  { id, environment, operation, created_at }: IntentTable,
  record_id: string | null,
) {
  if (record_id === null || !(operation === 'createFiatAccount' || operation === 'updateFiatAccount')) return []
  const rows = await intents()
    .where('environment', '=', environment)
    .where('operation', '=', 'updateFiatAccount')
    .where('path', '=', JSON.stringify({ id: record_id }))
    .where('state', 'in', ['sent', 'unknown', 'confirmed'])
    .where('created_at', '>=', created_at)
    .where('id', '!=', id)
    .orderBy('created_at')
    .execute()
  return rows.map(asOfNow)
}
