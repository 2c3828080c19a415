/** Reads the intents that the ledger keeps. */
import { sql } from 'kysely'
import type { Database } from '../../database/open'
import { type IntentEventTable, type IntentTable, type RemovedIntentTable, sharedNow } from '../../database/tables'
import {
  changesOf,
  isEncrypted,
  isWriteName,
  type OperationName,
  operationNames,
  writeRowOf,
} from '../../provider/operations'
import { type Clock, microseconds } from '../clock'
import { type Encryption, isKeyed } from '../encryption/encryption'
import { mapInPieces } from '../work/fair-queue'
import { isGenuineRow } from './row-digests'
import { hasPassed } from './states'

/**
 * A row as it was read. `now` is the moment on the clock that all consoles share, in microseconds; by it `is_overdue` says
 * that the deadline has passed, and `is_checked` that a check is under way.
 */
export type ReadIntent = IntentTable & {
  now: number
  is_overdue: boolean | number | null
  is_checked: boolean | number | null
}

/** Entries of an intent's history, and later changes of its record, that are shown at most: the newest. */
const maximumEvents = 200
const maximumChanges = 50

const unreadableEntry = 'This entry can no longer be read, because the secret of this console has changed.'

export const expiredText = 'It was sent, and its outcome was not recorded in time.'

/**
 * A row as it counts now: an intent that was sent and whose deadline has passed is unknown, even if that is not recorded,
 * because reading needs no writable disk.
 */
export const applyDeadline = (row: ReadIntent): ReadIntent =>
  row.state === 'sent' && row.is_overdue ? { ...row, state: 'unknown', reason: expiredText, deadline_at: null } : row

/** Whether texts of an operation are stored as they are; those of an operation that no longer exists are encrypted. */
export function isPlain(operation: string): boolean {
  const name = operationNames.find((known: OperationName) => known === operation)
  return name !== undefined && isWriteName(name) && !isEncrypted(name)
}

function parsed(json: string | undefined): unknown {
  try {
    return JSON.parse(json ?? '')
  } catch {
    return undefined
  }
}

type Recorded = Pick<IntentTable, 'environment' | 'client_id' | 'operation' | 'path' | 'subject'>

/** What a row's fingerprint is made of. @param body as it was opened */
export const requestOf = (row: Recorded, body: string | undefined) => ({
  environment: row.environment,
  clientId: row.client_id,
  name: row.operation,
  subject: row.subject,
  path: parsed(row.path),
  body: parsed(body),
})

/** The operations that change the record of an intent, and the paths of such requests, as rows have them. */
export function changesOfRecord(operation: string, recordId: string | null) {
  const name = operationNames.find((known) => known === operation)
  const changes = recordId !== null && name !== undefined && isWriteName(name) ? changesOf(name) : []
  const paths = changes.map((change) => JSON.stringify({ [writeRowOf(change).changesRecordAt ?? '']: recordId }))
  return { changes, paths: [...new Set(paths)] }
}

export class IntentRows {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly encryption: Encryption,
  ) {}

  /** The moment on the clock that all consoles share, as SQL. */
  now() {
    return sharedNow(this.database, microseconds(this.clock))
  }

  /** The query that every reading of rows extends. */
  query() {
    const now = this.now()
    return this.database
      .selectFrom('intent')
      .selectAll()
      .select([
        now.as('now'),
        hasPassed('deadline_at', now).as('is_overdue'),
        sql<boolean>`(lease_until is not null and not ${hasPassed('lease_until', now)})`.as('is_checked'),
      ])
  }

  /** The row of an intent, in whichever environment. */
  byId(id: string): Promise<ReadIntent | undefined> {
    return this.query().where('id', '=', id).executeTakeFirst()
  }

  /** When an intent was removed at the end of its life; undefined if it was not. */
  removalOf(id: string): Promise<RemovedIntentTable | undefined> {
    return this.database.selectFrom('removed_intent').selectAll().where('id', '=', id).executeTakeFirst()
  }

  /** What was sent, or undefined if it cannot be opened because the secret has changed. */
  bodyOf({ id, body }: Pick<IntentTable, 'id' | 'body'>): string | undefined {
    return this.encryption.decrypt(body, ['intent', 'body', id])
  }

  /**
   * Whether a row says what was recorded for its person: nobody without the key of digests can change the request and have
   * it sent. Whether it is the newest version, the ledger knows.
   */
  isGenuine(row: IntentTable): boolean {
    return (
      this.encryption.isFingerprintOf(requestOf(row, this.bodyOf(row)), row.fingerprint) &&
      isGenuineRow(this.encryption, row)
    )
  }

  /**
   * Whether the row of a request that may still be sent or checked was changed without the key of digests. What a restore marked
   * is never sent or checked.
   */
  isAltered(row: IntentTable): boolean {
    const isOpen =
      row.state === 'prepared' || row.state === 'waiting' || row.state === 'sent' || row.state === 'unknown'
    return isOpen && row.restored_at === null && !isGenuineRow(this.encryption, row)
  }

  /** The provider's answer, or the problem made of it. */
  answerOf({ id, answer }: Pick<IntentTable, 'id' | 'answer'>): string | undefined {
    return this.encryption.decrypt(answer, ['intent', 'answer', id])
  }

  /** The newest record that a check showed. */
  latestAnswerOf({ id, latest_answer }: Pick<IntentTable, 'id' | 'latest_answer'>): string | undefined {
    return this.encryption.decrypt(latest_answer, ['intent', 'latest_answer', id])
  }

  /** The newest entries of an intent's history, oldest first, and how many are left out. @param subject who reads them */
  async eventsOf(id: string, subject = ''): Promise<{ events: IntentEventTable[]; earlier: number }> {
    const all = this.database.selectFrom('intent_event').where('intent_id', '=', id)
    const newest = await all.selectAll().orderBy('at', 'desc').limit(maximumEvents).execute()
    const events = await mapInPieces(subject, newest.reverse(), (event) => ({
      ...event,
      words: this.encryption.decrypt(event.words, ['intent_event', 'words', event.id]) ?? unreadableEntry,
    }))
    if (events.length < maximumEvents) return { events, earlier: 0 }
    const { count } = await all.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
    return { events, earlier: Number(count) - events.length }
  }

  /** The reference of an intent as it was sent; undefined if it has none, or it can no longer be read. */
  referenceOf(row: Pick<IntentTable, 'id' | 'ref_id' | 'body'>): string | undefined {
    if (row.ref_id === null || !isKeyed(row.ref_id)) return row.ref_id ?? undefined
    const body = this.bodyOf(row)
    return body === undefined ? undefined : JSON.parse(body).ref_id
  }

  /** A reference in every form that rows may have it in. */
  referencesAs(reference: string): string[] {
    return this.encryption.references(reference)
  }

  /** Other intents that were sent with the same reference, which may have created the record under it. */
  async sharingReference(row: IntentTable): Promise<ReadIntent[]> {
    const { id, environment, client_id, operation, ref_id } = row
    if (ref_id === null) return []
    return this.query()
      .where('ref_id', 'in', [ref_id, ...this.referencesAs(this.referenceOf(row) ?? ref_id)])
      .where('environment', '=', environment)
      .where('client_id', '=', client_id)
      .where('operation', '=', operation)
      .where('state', 'in', ['sent', 'confirmed', 'unknown'])
      .where('id', '!=', id)
      .execute()
  }

  /** Whether the first sending of an intent was answered with 409. */
  async wasAnswered409(id: string): Promise<boolean> {
    const event = await this.database
      .selectFrom('intent_event')
      .select('id')
      .where('intent_id', '=', id)
      .where('kind', 'in', ['answered', 'lost'])
      .where('status', '=', 409)
      .executeTakeFirst()
    return event !== undefined
  }

  /**
   * Later changes by this console of the record that an intent created or changed, oldest first.
   * @param recordId the record's id, from the row or from an answer
   */
  async laterChangesOf(row: IntentTable, recordId: string | null): Promise<ReadIntent[]> {
    const { changes, paths } = changesOfRecord(row.operation, recordId)
    if (changes.length === 0) return []
    const rows = await this.query()
      .where('environment', '=', row.environment)
      .where('operation', 'in', changes)
      .where('path', 'in', paths)
      .where('state', 'in', ['sent', 'unknown', 'confirmed'])
      .where('created_at', '>=', row.created_at)
      .where('id', '!=', row.id)
      .orderBy('created_at', 'desc')
      .limit(maximumChanges)
      .execute()
    return rows.reverse().map(applyDeadline)
  }
}
