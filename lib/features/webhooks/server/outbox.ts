/**
 * The outbox: what has happened, in one order per environment and client, recorded once together with how far the provider
 * was read. One console at a time records; a console that dies leaves its place to another.
 */
import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { transferEvent } from '../../../api/transfer-meaning'
import { isReleased } from '../../../database/hold'
import { paddedList } from '../../../database/list-lengths'
import { type Database, ofOwner } from '../../../database/open'
import type { Tables } from '../../../database/tables'
import { readTransfer } from '../../../provider/reading'
import { type Clock, microseconds, timeOf } from '../../../server/clock'
import type { Encryption, Place } from '../../../server/encryption/encryption'
import type { Change } from '../../../server/records/versions'
import type { Owner } from '../../../server/upstream/upstream'
import { isHeldBy, Lease, unleased } from '../../../server/work/lease'
import type { RetentionStep } from '../../../server/work/retention'
import { isGenuineDecision, versionOf } from '../../../server/writes/row-digests'
import { maximumWaiting, type WebhookEvent, webhookDays } from '../interface'

/** Milliseconds for which a console remains the recorder without renewing its lease. */
const leaseMillis = 15_000
/** Keys that one statement names. */
const keysAtOnce = 500
const removedAtOnce = 500
const dayMicros = 86_400_000_000

/** Something to tell. `key` is the same for the same event; `data` is the message's. */
export type NewEvent = { key: string; kind: WebhookEvent; data: Record<string, unknown> }
/**
 * An event as it was recorded; `at` is in microseconds since 1970, `data` is JSON, absent if this console's secret does not
 * open it.
 */
export type RecordedEvent = { sequence: number; kind: WebhookEvent; at: number; id: string; data?: string }

export const eventOf = (change: Change): NewEvent => ({
  key: change.key,
  kind: transferEvent(readTransfer(change.json)),
  data: { transfer: change.json },
})

/** The same for the same event of an owner; also what receivers know a repeat by. */
const digest = ({ environment, clientId }: Owner, key: string) =>
  createHash('sha256')
    .update(JSON.stringify([environment, clientId, key]))
    .digest('base64url')
    .slice(0, 32)

const bodyAt = ({ environment, clientId }: Owner, sequence: number): Place => [
  'webhook_event',
  'body',
  environment,
  clientId,
  sequence,
]

export class Outbox {
  readonly #lease: Lease

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly encryption: Encryption,
  ) {
    this.#lease = new Lease(database, clock, leaseMillis)
  }

  /**
   * Takes or renews the place of the recorder.
   * @returns the sequence of the last change that was recorded; undefined if another console records
   */
  async lease(owner: Owner, holder: string): Promise<{ mark: number } | undefined> {
    const row = await this.database
      .updateTable('webhook_outbox')
      .set(this.#lease.takenBy(holder))
      .where(ofOwner(owner))
      .where(this.#lease.isFreeFor(holder))
      .where(isReleased)
      .returning('mark')
      .executeTakeFirst()
    return row && { mark: Number(row.mark) }
  }

  /**
   * Records events that are not recorded yet, and how far the changes were recorded, both or neither.
   * @returns how many were new; undefined if another console took the place over
   */
  async record(
    owner: Owner,
    holder: string,
    { events, mark }: { events: readonly NewEvent[]; mark?: number },
  ): Promise<number | undefined> {
    const { environment, clientId } = owner
    return await this.database.transaction().execute(async (within) => {
      // The row is locked, so nobody else numbers events meanwhile.
      const place = await within
        .updateTable('webhook_outbox')
        .set({ ...(mark !== undefined && { mark }), ...this.#lease.renewed() })
        .where(ofOwner(owner))
        .where(isHeldBy(holder))
        .returning('last_sequence')
        .executeTakeFirst()
      if (!place) return undefined
      const keyed = new Map(events.map((event) => [digest(owner, event.key), event]))
      const known = await this.#known(within, owner, [...keyed.keys()])
      const at = microseconds(this.clock)
      let sequence = Number(place.last_sequence)
      const rows = [...keyed]
        .filter(([key]) => !known.has(key))
        .map(([key, { kind, data }]) => {
          sequence += 1
          const body = this.encryption.encryptJson(data, bodyAt(owner, sequence))
          return { environment, client_id: clientId, sequence, key, kind, at, body }
        })
      for (let from = 0; from < rows.length; from += keysAtOnce)
        await within
          .insertInto('webhook_event')
          .values(rows.slice(from, from + keysAtOnce))
          .execute()
      if (rows.length > 0)
        await within.updateTable('webhook_outbox').set({ last_sequence: sequence }).where(ofOwner(owner)).execute()
      return rows.length
    })
  }

  async #known(within: Transaction<Tables>, owner: Owner, keys: string[]): Promise<Set<string>> {
    const known = new Set<string>()
    for (let from = 0; from < keys.length; from += keysAtOnce) {
      const found = await within
        .selectFrom('webhook_event')
        .select('key')
        .where(ofOwner(owner))
        .where('key', 'in', keys.slice(from, from + keysAtOnce))
        .execute()
      for (const { key } of found) known.add(key)
    }
    return known
  }

  /** Events of requests that were sent within a day and whose outcome is not known; `record` leaves out those it has. */
  async requestEvents(owner: Owner): Promise<NewEvent[]> {
    const rows = await this.database
      .selectFrom('intent')
      .select(['id', 'operation', 'ref_id', 'sent_at'])
      .where(ofOwner(owner))
      .where('sent_at', '>', microseconds(this.clock) - dayMicros)
      .where(({ or, and, eb }) =>
        or([eb('state', '=', 'unknown'), and([eb('state', '=', 'sent'), eb('deadline_at', '<', this.#lease.now())])]),
      )
      .orderBy('sent_at')
      .limit(keysAtOnce)
      .execute()
    const unknown: NewEvent[] = rows.map(({ id, operation, ref_id, sent_at }) => ({
      key: `unknown ${id}`,
      kind: 'request.outcome_unknown',
      data: { request: { id, operation, ...(ref_id && { ref_id }), sent_at: timeOf(Number(sent_at)) } },
    }))
    return [...unknown, ...(await this.#waitingRequests(owner)), ...(await this.#decidedRequests(owner))]
  }

  /** The requests that wait for approval; one that was edited waits anew. */
  async #waitingRequests(owner: Owner): Promise<NewEvent[]> {
    const rows = await this.database
      .selectFrom('intent')
      .select(['id', 'operation', 'fingerprint', 'revision', 'person', 'created_at', 'approve_by'])
      .where('state', '=', 'waiting')
      .where(ofOwner(owner))
      .orderBy('created_at', 'desc')
      .limit(keysAtOnce)
      .execute()
    return rows.map(({ id, operation, person, created_at, approve_by, ...request }) => ({
      key: `waiting ${id} ${versionOf(request)}`,
      kind: 'request.approval_needed',
      data: {
        request: { id, operation, person, created_at: timeOf(created_at), expires_at: timeOf(Number(approve_by)) },
      },
    }))
  }

  /** The requests that waited, and within a day were approved by all and sent, or ended without being sent. */
  async #decidedRequests(owner: Owner): Promise<NewEvent[]> {
    const since = microseconds(this.clock) - dayMicros
    const rows = await this.database
      .selectFrom('intent')
      .innerJoin('approval_request', 'approval_request.intent_id', 'intent.id')
      .select(['intent.id', 'operation', 'person', 'fingerprint', 'revision', 'policy_version', 'created_at'])
      .select(['ended', 'sent_at', 'settled_at'])
      .where(ofOwner(owner))
      .where(({ or, and, eb }) =>
        or([
          and([eb('ended', 'is', null), eb('sent_at', '>', since)]),
          and([eb('ended', 'is not', null), eb('settled_at', '>', since)]),
        ]),
      )
      .orderBy('created_at', 'desc')
      .limit(keysAtOnce)
      .execute()
    if (rows.length === 0) return []
    const recorded = await this.database
      .selectFrom('approval_decision')
      .selectAll()
      .where('intent_id', 'in', paddedList(rows.map(({ id }) => id)))
      .where('kind', 'in', ['approve', 'decline'])
      .orderBy('at')
      .execute()
    const decisions = recorded.filter((one) => isGenuineDecision(this.encryption, one))
    return rows.map(({ id, operation, person, policy_version, created_at, ended, sent_at, settled_at, ...request }) => {
      const kind = ended === 'declined' ? 'decline' : 'approve'
      const decided = decisions.filter(
        (one) => one.intent_id === id && one.digest === versionOf(request) && one.kind === kind,
      )
      return {
        key: `${ended ?? 'approved'} ${id}`,
        kind: `request.${ended ?? 'approved'}`,
        data: {
          request: {
            id,
            operation,
            person,
            created_at: timeOf(created_at),
            policy_version,
            at: timeOf(Number(ended ? settled_at : sent_at)),
            decisions: decided.map((one) => ({ person: one.person, kind, at: timeOf(one.at) })),
          },
        },
      }
    })
  }

  /** Passes over every change so far. */
  async beginAnew(owner: Owner): Promise<void> {
    const { environment, clientId: client_id } = owner
    const last = await this.database
      .selectFrom('list_reading')
      .select('last_sequence')
      .where(ofOwner(owner))
      .where('list', '=', 'transfer')
      .executeTakeFirst()
    const mark = Number(last?.last_sequence ?? 0)
    await this.database
      .insertInto('webhook_outbox')
      .values({ environment, client_id, mark, last_sequence: 0, ...unleased })
      .onConflict((conflict) => conflict.columns(['environment', 'client_id']).doUpdateSet({ mark }))
      .execute()
  }

  /** Where the outbox ends: the number of its last event. */
  async lastSequence(owner: Owner): Promise<number> {
    const row = await this.database
      .selectFrom('webhook_outbox')
      .select('last_sequence')
      .where(ofOwner(owner))
      .executeTakeFirst()
    return Number(row?.last_sequence ?? 0)
  }

  /** How many events follow a place, up to one more than `maximumWaiting`; numbers after a restore are not without gaps. */
  async countAfter(owner: Owner, sequence: number): Promise<number> {
    const counted = this.database
      .selectFrom('webhook_event')
      .select('sequence')
      .where(ofOwner(owner))
      .where('sequence', '>', sequence)
      .limit(maximumWaiting + 1)
    const { count } = await this.database
      .selectFrom(counted.as('counted'))
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  /** The number of the last event before a time, from which a replay begins. @param time microseconds since 1970 */
  async sequenceBefore(owner: Owner, time: number): Promise<number> {
    const first = await this.database
      .selectFrom('webhook_event')
      .select('sequence')
      .where(ofOwner(owner))
      .where('at', '>=', time)
      .orderBy('sequence')
      .limit(1)
      .executeTakeFirst()
    return first ? Number(first.sequence) - 1 : this.lastSequence(owner)
  }

  /** The next events after a place, in order. */
  async after(owner: Owner, sequence: number, count: number): Promise<RecordedEvent[]> {
    const rows = await this.database
      .selectFrom('webhook_event')
      .selectAll()
      .where(ofOwner(owner))
      .where('sequence', '>', sequence)
      .orderBy('sequence')
      .limit(count)
      .execute()
    return rows.map(({ sequence: own, kind, at, key, body }) => {
      const data = this.encryption.decrypt(body, bodyAt(owner, own))
      return { sequence: Number(own), kind, at: Number(at), id: `msg_${key}`, ...(data !== undefined && { data }) }
    })
  }

  /** Removes events that can't be sent again any more, with their deliveries. */
  async removeOld(): Promise<RetentionStep> {
    const before = microseconds(this.clock) - webhookDays * dayMicros
    const old = await this.database
      .selectFrom('webhook_event')
      .select(['environment', 'client_id', 'sequence'])
      .where('at', '<', before)
      .orderBy('at')
      .limit(removedAtOnce)
      .execute()
    // First what names the event, so that a console that dies between finds the event again.
    for (const { environment, client_id, sequence } of old)
      for (const table of ['webhook_delivery', 'webhook_event'] as const)
        await this.database
          .deleteFrom(table)
          .where('environment', '=', environment)
          .where('client_id', '=', client_id)
          .where('sequence', '=', sequence)
          .execute()
    return { rows: old.length, hasMore: old.length === removedAtOnce }
  }
}
