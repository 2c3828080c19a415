/**
 * Webhooks at work: while there is one, this console or another records what changed in our own database and which outcomes
 * are unknown, and each webhook is told by one of them.
 */
import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import type { Dispatcher } from 'undici'
import type { Database } from '../../../database/open'
import type { WebhookTable } from '../../../database/tables'
import type { Environment } from '../../../provider/environments'
import type { Clock } from '../../../server/clock'
import type { Encryption } from '../../../server/encryption/encryption'
import type { Records } from '../../../server/records/records'
import type { Change } from '../../../server/records/versions'
import { type Log, traceOf } from '../../../server/telemetry/log'
import type { Owner, Upstream, Upstreams } from '../../../server/upstream/upstream'
import { repeat } from '../../../server/work/repeat'
import type { WebhookAnswer } from '../interface'
import { Delivery } from './delivery'
import { Endpoints } from './endpoints'
import type { NoticeSources } from './notice'
import { eventOf, type NewEvent, Outbox } from './outbox'

/** Milliseconds between two looks for webhooks while there is none, and between two reads and deliveries while there are. */
const idlePause = 5_000
const readPause = 1_000
const deliveryPause = 500
/** Changes that are recorded together. */
const changesAtOnce = 500

export type WebhookDependencies = {
  database: Database
  clock: Clock
  log: Log
  encryption: Encryption
  upstreams: Upstreams
  records: Pick<Records, 'rows'>
  connections: Dispatcher
  /** What is told of the movements of these changes. */
  eventsOfMovements: (owner: Owner, changes: readonly Change[]) => Promise<NewEvent[]>
  notices: NoticeSources
  /** Whether those who sign in as demo users may still do so; by default they may. */
  hasDemoUsers?: boolean
}

export class Webhooks {
  readonly outbox: Outbox
  readonly endpoints: Endpoints
  readonly delivery: Delivery
  readonly #holder = randomUUID()
  readonly #closing = new AbortController()
  readonly #telling = new Map<string, Promise<void>>()
  #running: Promise<void>[] = []

  constructor(private readonly dependencies: WebhookDependencies) {
    const { database, clock, encryption, connections, notices, hasDemoUsers } = dependencies
    // Each delivery listens, and Node warns from the eleventh on.
    setMaxListeners(0, this.#closing.signal)
    this.outbox = new Outbox(database, clock, encryption)
    this.endpoints = new Endpoints(database, clock, encryption, this.outbox, hasDemoUsers)
    const { outbox, endpoints } = this
    this.delivery = new Delivery({ clock, database, outbox, endpoints, connections, notices })
  }

  /** Sends a test message at once. @throws the signal's reason */
  test(owner: Owner, row: WebhookTable, signal: AbortSignal): Promise<WebhookAnswer> {
    return this.delivery.test(owner, row, AbortSignal.any([signal, this.#closing.signal]))
  }

  /** Sends a delivered event once more at once. @throws ProblemError 404 or 409; the signal's reason */
  resend(owner: Owner, row: WebhookTable, sequence: number, signal: AbortSignal): Promise<WebhookAnswer> {
    return this.delivery.resend(owner, row, sequence, AbortSignal.any([signal, this.#closing.signal]))
  }

  /** Begins in the background; its timers do not keep the process alive. */
  start(environments: readonly Environment[]): void {
    this.#running = environments.flatMap((environment) => {
      const upstream = this.dependencies.upstreams.of(environment)
      return [this.#record(upstream), this.#tell(upstream)]
    })
  }

  /** Ends after what is being written; what was not acknowledged is sent again by whoever goes on. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('The console is closed.'))
    await Promise.all([...this.#running, ...this.#telling.values()])
    await this.dependencies.connections.close()
  }

  /** Calls again and again until the console stops. @param step how long to wait until the next call, milliseconds */
  #repeat(what: string, step: () => Promise<number>): Promise<void> {
    const { clock, log } = this.dependencies
    const failed = (failure: unknown, isFirst: boolean) => {
      if (isFirst) log.warn({ event: `${what}-failed`, ...traceOf(failure) }, 'webhooks')
    }
    return repeat({ clock, signal: this.#closing.signal, pause: readPause, failed }, step)
  }

  #record(upstream: Upstream): Promise<void> {
    const { owner } = upstream
    return this.#repeat('webhook-recording', async () => {
      const place = (await this.endpoints.hasAny(owner)) ? await this.outbox.lease(owner, this.#holder) : undefined
      if (!place) return idlePause
      for (let mark: number | undefined = place.mark; mark !== undefined; )
        mark = await this.#recordAfter(upstream, mark)
      const events = await this.outbox.requestEvents(owner)
      if (events.length > 0) await this.outbox.record(owner, this.#holder, { events })
      return readPause
    })
  }

  /** Records the next changes. @returns where they end; undefined if there are none, or another console took the place over */
  async #recordAfter(upstream: Upstream, after: number): Promise<number | undefined> {
    const { owner } = upstream
    const seen = await this.dependencies.records.rows.changesAfter(owner, after, changesAtOnce)
    const mark = seen.at(-1)?.sequence
    if (mark === undefined) return undefined
    const changes = seen.map(({ change }) => change)
    const record = (more: Parameters<Outbox['record']>[2]) => this.outbox.record(owner, this.#holder, more)
    const hasMovements = await this.endpoints.hasMovements(owner)
    let recorded = await record({ events: changes.map(eventOf), ...(!hasMovements && { mark }) })
    if (recorded !== undefined && hasMovements) {
      // Only then the mark moves on: after a failure both are found again.
      const more = await record({ events: await this.dependencies.eventsOfMovements(owner, changes), mark })
      recorded = more === undefined ? undefined : recorded + more
    }
    if (recorded) await this.#tellDue(upstream, owner)
    return recorded === undefined ? undefined : mark
  }

  #tell(upstream: Upstream): Promise<void> {
    const owner = upstream.owner
    return this.#repeat('webhook-delivery', async () => {
      if (!(await this.endpoints.hasAny(owner))) return idlePause
      await this.#tellDue(upstream, owner)
      return deliveryPause
    })
  }

  /** Begins to tell every webhook that does not know everything, and that this console is not telling already. */
  async #tellDue(upstream: Upstream, owner: Owner): Promise<void> {
    const { log } = this.dependencies
    for (const row of await this.endpoints.due(owner)) {
      if (this.#telling.has(row.id)) continue
      const told = this.delivery
        .deliver(owner, row, this.#holder, { now: upstream.now(), signal: this.#closing.signal })
        .catch((failure) => log.warn({ event: 'webhook-delivery-failed', ...traceOf(failure) }, 'webhooks'))
        .finally(() => this.#telling.delete(row.id))
      this.#telling.set(row.id, told)
    }
  }
}
