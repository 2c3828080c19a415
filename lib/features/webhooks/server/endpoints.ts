/**
 * The webhooks that people set up, and how far each was told. Addresses, names, filters and secrets are encrypted; a secret is
 * in one answer alone.
 */
import { sql } from 'kysely'
import { isReleased } from '../../../database/hold'
import { type Database, ofOwner } from '../../../database/open'
import type { WebhookTable } from '../../../database/tables'
import { ProblemError } from '../../../provider/problem'
import { createPeople, type People } from '../../../server/auth/people'
import type { Session } from '../../../server/auth/sessions'
import { type Clock, microseconds, timeOf } from '../../../server/clock'
import type { Encryption, Place } from '../../../server/encryption/encryption'
import type { Owner } from '../../../server/upstream/upstream'
import { isHeldBy, Lease, unleased } from '../../../server/work/lease'
import type { RetentionStep } from '../../../server/work/retention'
import { viewSearch } from '../../views/interface'
import type { NewWebhook } from '../input'
import {
  type CreatedWebhook,
  formatOfAddress,
  maximumWebhooks,
  movementEvents,
  oldSecretHours,
  type Webhook,
  type WebhookEvent,
} from '../interface'
import { newSecret } from './message'
import type { Outbox } from './outbox'

/** Milliseconds for which a console delivers without renewing its claim: longer than one attempt. */
const leaseMillis = 30_000
const hourMicros = 3_600_000_000

/** A secret that signs, and until when, microseconds since 1970; the newest one has no end. */
export type Secret = { secret: string; until?: number }

/** What describes a webhook. */
type Described = Pick<WebhookTable, 'id' | 'url' | 'name' | 'view'>

/** What belongs to a webhook opens with its own address alone, so that one that was moved gets nothing. */
const placeOf = (
  { id, url }: Pick<WebhookTable, 'id' | 'url'>,
  column: 'name' | 'view' | 'secret' | 'old_secret',
): Place => ['webhook', column, id, url]

/** The filters of a list, without what belongs to one visit of it: that would keep relative times at its moment. */
const filtersOf = (view: string | undefined) => viewSearch(new URLSearchParams(view)) || null

const addressPlace = (id: string): Place => ['webhook', 'url', id]

/** How a delivery ended: `position` is the last event that was delivered or passed over. */
export type Progress = {
  position: number
  attempt?: { status?: number; problem?: string }
  /** Microseconds until the next attempt, if the last one failed. */
  retryIn?: number
  /** Why nothing more is sent. */
  offBecause?: string
}

export const withoutSecret =
  "The console's secret has changed, or this webhook was changed in the database, so its secret cannot be read."

const unreadableWebhook = () =>
  new ProblemError(409, 'not-readable', withoutSecret, {
    detail: 'Check its address, then delete it and add it again. Nothing was changed.',
  })

export const noSuchWebhook = () => new ProblemError(404, 'no-such-webhook', 'This webhook no longer exists.')

export class Endpoints {
  readonly #people: People
  readonly #lease: Lease

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly encryption: Encryption,
    private readonly outbox: Outbox,
    hasDemoUsers = true,
  ) {
    this.#people = createPeople(database, encryption, hasDemoUsers)
    this.#lease = new Lease(database, clock, leaseMillis)
  }

  #of(owner: Owner) {
    return this.database.selectFrom('webhook').selectAll().where(ofOwner(owner))
  }

  /** The webhooks of an owner, oldest first. */
  async list(owner: Owner): Promise<Webhook[]> {
    const rows = await this.#of(owner).orderBy('created_at').execute()
    return Promise.all(rows.map((row) => this.#view(owner, this.#opened(row))))
  }

  /** A row with what describes the webhook as text; without an address, so that it gets nothing, if any of it cannot be read. */
  #opened(row: WebhookTable): WebhookTable {
    const url = this.encryption.decrypt(row.url, addressPlace(row.id)) ?? ''
    const name = this.encryption.decrypt(row.name, placeOf({ ...row, url }, 'name'))
    const view = row.view === null ? '' : this.encryption.decrypt(row.view, placeOf({ ...row, url }, 'view'))
    if (url === '' || name === undefined || view === undefined)
      return { ...row, url: '', name: 'A webhook that cannot be read', view: null }
    return { ...row, url, name, view: filtersOf(view) }
  }

  /** What describes a webhook, as its columns have it. */
  #encrypted({ id, url, name, view }: Described): Pick<Described, 'url' | 'name' | 'view'> {
    const encryption = this.encryption
    return {
      url: encryption.encrypt(url, addressPlace(id)),
      name: encryption.encrypt(name, placeOf({ id, url }, 'name')),
      view: view && encryption.encrypt(view, placeOf({ id, url }, 'view')),
    }
  }

  async #view(owner: Owner, row: WebhookTable): Promise<Webhook> {
    const { id, name, url, view, zone, format, person, failures, off_because, last_at, last_status, last_problem } = row
    const until = Number(row.old_secret_until ?? 0)
    return {
      id,
      name,
      url,
      zone,
      person,
      created_at: timeOf(row.created_at),
      events: row.events.split(' ') as WebhookEvent[],
      ...(format !== null && { format }),
      ...(view !== null && { view }),
      state: row.is_on ? (failures > 0 ? 'failing' : 'on') : 'off',
      ...(off_because !== null && { off_because }),
      ...((await this.#people.rolesOf(row.subject)).length === 0 && { has_person_left: true }),
      waiting: await this.outbox.countAfter(owner, Number(row.position)),
      ...(last_at !== null && {
        last: {
          at: timeOf(last_at),
          ...(last_status !== null && { status: last_status }),
          ...(last_problem !== null && { problem: last_problem }),
        },
      }),
      ...(row.is_on && failures > 0 && { retry_at: timeOf(row.retry_at) }),
      ...(until > microseconds(this.clock) && { old_secret_until: timeOf(until) }),
    }
  }

  async find(owner: Owner, id: string): Promise<WebhookTable | undefined> {
    const row = await this.#of(owner).where('id', '=', id.toLowerCase()).executeTakeFirst()
    return row && this.#opened(row)
  }

  /**
   * Adds a webhook, which is told of what happens from now on; a repeat adds nothing and gets no secret.
   * @throws ProblemError 409 if the id belongs to another one, 403 if there are too many
   */
  async add(owner: Owner, added: NewWebhook, session: Session): Promise<CreatedWebhook> {
    const id = added.id.toLowerCase()
    const { name, url, events, view, zone, format = formatOfAddress(url) } = added
    const columns = {
      id,
      name,
      url,
      events: events.join(' '),
      view: filtersOf(view),
      zone,
      format: format === 'standard' ? null : format,
    }
    const known = await this.find(owner, id)
    const secret = known ? undefined : await this.#insert(owner, columns, session)
    const row = known ?? (await this.find(owner, id))
    const isSame = (name: keyof typeof columns) => row?.[name] === columns[name]
    if (row?.subject !== session.subject || !(Object.keys(columns) as (keyof typeof columns)[]).every(isSame))
      throw new ProblemError(409, 'webhook-reused', 'This webhook was added before, with other values.', {
        detail: 'The earlier one is kept. Open the form again to add another.',
      })
    return { webhook: await this.#view(owner, row), ...(secret !== undefined && { secret }) }
  }

  /** @returns the secret; undefined if another request has added it meanwhile */
  async #insert(
    owner: Owner,
    columns: Described & Pick<WebhookTable, 'events' | 'format' | 'zone'>,
    session: Session,
  ): Promise<string | undefined> {
    const { environment, clientId: client_id } = owner
    const others = await this.#of(owner).select('id').execute()
    if (others.length >= maximumWebhooks)
      throw new ProblemError(403, 'too-many-webhooks', `There can be at most ${maximumWebhooks} webhooks.`, {
        detail: 'Delete one that is no longer needed. Nothing was added.',
      })
    // What happened while there was no webhook is nobody's.
    if (others.length === 0) await this.outbox.beginAnew(owner)
    const position = await this.outbox.lastSequence(owner)
    const secret = newSecret()
    const { numInsertedOrUpdatedRows } = await this.database
      .insertInto('webhook')
      .values({
        ...columns,
        ...this.#encrypted(columns),
        environment,
        client_id,
        position,
        secret: this.encryption.encrypt(secret, placeOf(columns, 'secret')),
        subject: session.subject,
        person: session.name,
        created_at: microseconds(this.clock),
        is_on: 1,
        failures: 0,
        retry_at: 0,
        ...unleased,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n ? secret : undefined
  }

  /** Turns a webhook on, from where it was turned off, or off. */
  async turn(owner: Owner, id: string, isOn: boolean): Promise<void> {
    await this.#change(owner, id, {
      is_on: isOn ? 1 : 0,
      off_because: null,
      failures: 0,
      failing_since: null,
      retry_at: 0,
    })
  }

  /** Sends what was recorded since a time again. @param time microseconds since 1970 */
  async replay(owner: Owner, id: string, time: number): Promise<void> {
    const position = await this.outbox.sequenceBefore(owner, time)
    // Whoever delivers now loses the claim, and with it the place that it would write.
    await this.#change(owner, id, { position, retry_at: 0, failures: 0, failing_since: null, ...unleased })
  }

  /**
   * Gives a webhook a new secret. Messages are signed with the old one as well for a day, so that the receiver can change
   * over without refusing any. @param rotation the same one again changes nothing
   * @returns the secret; undefined for a repeat
   * @throws ProblemError 404; 409 if an old secret still signs, or the present one cannot be read
   */
  async rotate(owner: Owner, id: string, rotation: string): Promise<string | undefined> {
    for (;;) {
      const row = await this.find(owner, id)
      if (!row) throw noSuchWebhook()
      const now = microseconds(this.clock)
      const current = this.#secretOf(row)
      // A new one would vouch for an address that somebody may have changed in the database.
      if (current === undefined) throw unreadableWebhook()
      if (row.rotation === rotation) return undefined
      if (Number(row.old_secret_until ?? 0) > now)
        throw new ProblemError(409, 'old-webhook-secret', 'Its old secret still signs messages.', {
          detail: 'Stop using the old secret first, or wait. Nothing was changed.',
        })
      const secret = newSecret()
      const changes = {
        rotation,
        old_secret_until: now + oldSecretHours * hourMicros,
        secret: this.encryption.encrypt(secret, placeOf(row, 'secret')),
        old_secret: this.encryption.encrypt(current, placeOf(row, 'old_secret')),
      }
      // Whoever delivers now loses the claim, because it signs with the old secret alone.
      if (await this.#change(owner, id, { ...changes, ...unleased }, row.secret)) return secret
    }
  }

  /** Signs with the newest secret alone from now on. */
  async retire(owner: Owner, id: string): Promise<void> {
    await this.#change(owner, id, { old_secret: null, old_secret_until: null, ...unleased })
  }

  /** Removes old secrets that sign nothing any more. */
  async removeOldSecrets(): Promise<RetentionStep> {
    const { numUpdatedRows } = await this.database
      .updateTable('webhook')
      .set({ old_secret: null, old_secret_until: null })
      .where('old_secret_until', '<', microseconds(this.clock))
      .executeTakeFirst()
    return { rows: Number(numUpdatedRows), hasMore: false }
  }

  #secretOf(row: WebhookTable): string | undefined {
    if (row.url === '') return undefined
    return this.encryption.decrypt(row.secret, placeOf(row, 'secret'))
  }

  /** @param secret as the row has it if it must not have changed since. @returns whether there is such a row */
  async #change(owner: Owner, id: string, columns: Partial<WebhookTable>, secret?: string): Promise<boolean> {
    const { numUpdatedRows } = await this.database
      .updateTable('webhook')
      .set(columns)
      .where(ofOwner(owner))
      .where('id', '=', id.toLowerCase())
      .$if(secret !== undefined, (update) => update.where('secret', '=', secret ?? ''))
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  async remove(owner: Owner, id: string): Promise<void> {
    await this.database.deleteFrom('webhook').where(ofOwner(owner)).where('id', '=', id.toLowerCase()).execute()
    await this.database
      .deleteFrom('webhook_delivery')
      .where(ofOwner(owner))
      .where('webhook_id', '=', id.toLowerCase())
      .execute()
  }

  /** Whether anything has to be recorded. */
  async hasAny(owner: Owner): Promise<boolean> {
    return (await this.#of(owner).select('id').limit(1).executeTakeFirst()) !== undefined
  }

  /** Whether one is told of movements, which costs calls. */
  async hasMovements(owner: Owner): Promise<boolean> {
    const asking = this.#of(owner).where('events', 'like', `%${movementEvents}%`)
    return (await asking.select('id').limit(1).executeTakeFirst()) !== undefined
  }

  /** Webhooks that have events before them and may be tried now. */
  async due(owner: Owner): Promise<Pick<WebhookTable, 'id'>[]> {
    return this.#of(owner)
      .clearSelect()
      .select('id')
      .where('is_on', '=', 1)
      .where('retry_at', '<=', this.#lease.now())
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('webhook_event')
            .select('sequence')
            .whereRef('webhook_event.environment', '=', 'webhook.environment')
            .whereRef('webhook_event.client_id', '=', 'webhook.client_id')
            .whereRef('sequence', '>', 'position'),
        ),
      )
      .execute()
  }

  /** Claims a webhook, so that only this console sends to it. @returns its newest row; undefined if another has it */
  async claim({ id }: Pick<WebhookTable, 'id'>, holder: string): Promise<WebhookTable | undefined> {
    const row = await this.database
      .updateTable('webhook')
      .set(this.#lease.takenBy(holder))
      .where('id', '=', id)
      .where('is_on', '=', 1)
      .where(isReleased)
      .where(this.#lease.isFreeFor(holder))
      .returningAll()
      .executeTakeFirst()
    return row && this.#opened(row)
  }

  /** Writes how far a claimed webhook was told. @returns whether it may be told more */
  async advance({ id }: WebhookTable, holder: string, progress: Progress): Promise<boolean> {
    const { position, attempt, retryIn, offBecause } = progress
    const now = this.#lease.now()
    const row = await this.database
      .updateTable('webhook')
      .set({
        position,
        ...this.#lease.renewed(),
        ...(attempt && { last_at: now, last_status: attempt.status ?? null, last_problem: attempt.problem ?? null }),
        ...(retryIn === undefined
          ? { failures: 0, failing_since: null }
          : {
              failures: sql<number>`failures + 1`,
              failing_since: sql<number>`coalesce(failing_since, ${now})`,
              retry_at: sql<number>`${now} + ${sql.lit(Math.round(retryIn))}`,
            }),
        ...(offBecause !== undefined && { is_on: 0, off_because: offBecause }),
      })
      .where('id', '=', id)
      .where(isHeldBy(holder))
      .where(isReleased)
      .returning('is_on')
      .executeTakeFirst()
    return row?.is_on === 1
  }

  async release({ id }: WebhookTable, holder: string): Promise<void> {
    await this.database.updateTable('webhook').set(unleased).where('id', '=', id).where(isHeldBy(holder)).execute()
  }

  /** Those that sign its messages, the newest first; none if its address or the console's secret has changed since. */
  secretsOf(row: WebhookTable): readonly Secret[] {
    const secret = this.#secretOf(row)
    if (secret === undefined) return []
    const { old_secret, old_secret_until: until } = row
    const old = this.encryption.decrypt(old_secret, placeOf(row, 'old_secret'))
    return [{ secret }, ...(old === undefined ? [] : [{ secret: old, until: Number(until) }])]
  }
}
