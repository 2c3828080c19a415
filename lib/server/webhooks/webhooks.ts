/**
 * Webhooks at work: while there is one, this console or another records what changes at the provider and which outcomes are
 * unknown, and each webhook is told by one of them.
 */
import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import type { Dispatcher } from 'undici'
import type { WebhookAnswer } from '../../api/console/webhooks'
import type { Environment } from '../../api/environments'
import type { Database } from '../../database/open'
import type { WebhookTable } from '../../database/tables'
import type { Clock } from '../clock'
import type { Encryption } from '../encryption/encryption'
import { type Log, traceOf } from '../http/log'
import { changesSince, type Mark, markNow } from '../live/changes'
import { repeat } from '../live/poller'
import { type Change, Versions } from '../live/versions'
import type { Owner, Upstream, Upstreams } from '../upstream/upstream'
import { Delivery } from './delivery'
import { Endpoints } from './endpoints'
import { eventOf, type NewEvent, Outbox } from './outbox'

/** Milliseconds between two looks for webhooks while there is none, and between two reads and deliveries while there are. */
const idlePause = 5_000
const readPause = 1_000
const deliveryPause = 500
/** Milliseconds between two reads that go back far enough to find what became visible late. */
const wholeReadEvery = 10_000

/** What is told of the movements of these changes; may call the provider a few times. */
export type MovementsOf = (changes: readonly Change[], signal: AbortSignal) => Promise<NewEvent[]>

export type WebhookDependencies = {
  database: Database
  clock: Clock
  log: Log
  encryption: Encryption
  upstreams: Upstreams
  connections: Dispatcher
  followMovements: (upstream: Upstream) => MovementsOf
  /** Whether those who sign in as demo users may still do so; by default they may. */
  hasDemoUsers?: boolean
}

/** How far this console has read while it records. */
type Reading = { versions: Versions; movements: MovementsOf; mark: Mark; newest: Mark; wholeAt: number }

export class Webhooks {
  readonly outbox: Outbox
  readonly endpoints: Endpoints
  readonly #dependencies: WebhookDependencies
  readonly delivery: Delivery
  readonly #holder = randomUUID()
  readonly #closing = new AbortController()
  readonly #telling = new Map<string, Promise<void>>()
  #running: Promise<void>[] = []

  constructor(dependencies: WebhookDependencies) {
    const { database, clock, encryption, connections, hasDemoUsers } = dependencies
    // Each delivery listens, and Node warns from the eleventh on.
    setMaxListeners(0, this.#closing.signal)
    this.#dependencies = dependencies
    this.outbox = new Outbox(database, clock, encryption)
    this.endpoints = new Endpoints(database, clock, encryption, this.outbox, hasDemoUsers)
    this.delivery = new Delivery({ clock, database, outbox: this.outbox, endpoints: this.endpoints, connections })
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
      const upstream = this.#dependencies.upstreams.of(environment)
      return [this.#record(upstream), this.#tell(upstream)]
    })
  }

  /** Ends after what is being written; what was not acknowledged is sent again by whoever goes on. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('The console is closed.'))
    await Promise.all([...this.#running, ...this.#telling.values()])
    await this.#dependencies.connections.close()
  }

  /** Calls again and again until the console stops. @param step how long to wait until the next call, milliseconds */
  #repeat(what: string, step: () => Promise<number>): Promise<void> {
    const { clock, log } = this.#dependencies
    const failed = (failure: unknown, isFirst: boolean) => {
      if (isFirst) log.warn({ event: `${what}-failed`, ...traceOf(failure) }, 'webhooks')
    }
    return repeat({ clock, signal: this.#closing.signal, pause: readPause, failed }, step)
  }

  #record(upstream: Upstream): Promise<void> {
    const owner = upstream.owner
    let reading: Reading | undefined
    return this.#repeat('webhook-recording', async () => {
      const place = (await this.endpoints.hasAny(owner)) ? await this.outbox.lease(owner, this.#holder) : undefined
      if (!place) {
        reading = undefined
        return idlePause
      }
      const before = reading
      // If recording fails, what was read must be given again.
      reading = undefined
      reading = await this.#read(upstream, owner, before, place.mark)
      const events = await this.outbox.requestEvents(owner)
      if (events.length > 0) await this.outbox.record(owner, this.#holder, { events })
      return readPause
    })
  }

  /**
   * Records what changed. Most reads begin where the last one ended; now and then one goes back as far as a change may have
   * been hidden, and only that one moves the mark that is kept.
   */
  async #read(upstream: Upstream, owner: Owner, before: Reading | undefined, kept: Mark | undefined) {
    const { clock, followMovements } = this.#dependencies
    const { signal } = this.#closing
    const mark = kept ?? (await markNow(upstream, { clock, signal }))
    const reading =
      before && kept !== undefined
        ? before
        : { versions: new Versions(), movements: followMovements(upstream), mark, newest: mark, wholeAt: -Infinity }
    const isWhole = clock.steady() - reading.wholeAt >= wholeReadEvery
    const began = clock.steady()
    const options = { clock, signal, versions: reading.versions, ...(!isWhole && { reach: 0 }) }
    const hasMovements = await this.endpoints.hasMovements(owner)
    for await (const found of changesSince(upstream, isWhole ? reading.mark : reading.newest, options)) {
      const mark = isWhole ? { mark: found.mark } : {}
      const record = (more: Parameters<Outbox['record']>[2]) => this.outbox.record(owner, this.#holder, more)
      const events = found.changes.map(eventOf)
      let recorded = await record({ events, ...(!hasMovements && mark) })
      if (recorded !== undefined && hasMovements && (events.length > 0 || isWhole)) {
        // Only then the mark moves on: after a failure both are found again.
        const more = await record({ events: await reading.movements(found.changes, signal), ...mark })
        recorded = more === undefined ? undefined : recorded + more
      }
      // Another console took the place over; it reads from the mark that is kept.
      if (recorded === undefined) return undefined
      if (recorded > 0) await this.#tellDue(upstream, owner)
      if (isWhole) reading.mark = found.mark
      reading.newest = Math.max(reading.newest, found.mark)
    }
    if (isWhole) reading.wholeAt = began
    return reading
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
    const { log } = this.#dependencies
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
