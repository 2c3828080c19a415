/**
 * The live feeds of this process, one per environment: what is new in our own database, told to all who listen here. The
 * events are numbered as the changes are in the database, so a listener goes on at any console.
 */
import { setMaxListeners } from 'node:events'
import type { Environment } from '../../../provider/environments'
import { type Clock, microseconds } from '../../../server/clock'
import type { NumberedChange } from '../../../server/records/record-rows'
import type { Records } from '../../../server/records/records'
import type { Change } from '../../../server/records/versions'
import { type Log, traceOf } from '../../../server/telemetry/log'
import type { Owner, Upstreams } from '../../../server/upstream/upstream'
import { repeat } from '../../../server/work/repeat'
import type { LiveState } from '../interface'

/** Milliseconds between two looks for what other consoles wrote. */
const pause = 1_000
/** Milliseconds after the last read of the provider for which its changes count as followed. */
const followedFor = 15_000
/** Changes that are told at most to those who come back; those who missed more read their page again. */
const mostMissed = 1_000
/** Milliseconds for which those who come for the first time get what was changed before. */
const recent = 60_000

/** `id` names the place in the feed after this event. */
export type FeedEvent =
  | { kind: 'change'; id: string; change: Change }
  | { kind: 'state'; state: LiveState; at?: number }
  /** What changed since the listener's last event is too much to be told. `id` names where it goes on. */
  | { kind: 'reload'; id: string }
export type FeedListener = (event: FeedEvent) => void

export type LiveDependencies = {
  clock: Clock
  log: Log
  upstreams: Pick<Upstreams, 'of'>
  records: Pick<Records, 'rows' | 'onChanges'>
  /** Lets the provider be read more often while somebody listens. @returns what ends it */
  watch: (environment: Environment) => () => void
}

/** Somebody who listens. `position`: the sequence of the last change that they know; undefined before the first look. */
type Listening = { tell: FeedListener; after: string | undefined; position?: number }

class Feed {
  readonly #listeners = new Set<Listening>()
  readonly #wake = { now: () => {} }
  #state: LiveState = 'waiting'
  /** When the provider was last read to the end of its changes, ms since 1970. */
  #readAt: number | undefined
  #running: AbortController | undefined

  constructor(
    private readonly owner: Owner,
    private readonly dependencies: LiveDependencies,
  ) {}

  subscribe(tell: FeedListener, after?: string): () => void {
    const listening: Listening = { tell, after }
    this.#listeners.add(listening)
    tell({ kind: 'state', ...this.state })
    if (this.#running) this.#wake.now()
    else this.#start()
    return () => {
      this.#listeners.delete(listening)
      if (this.#listeners.size === 0) this.stop()
    }
  }

  get state(): { state: LiveState; at?: number } {
    return { state: this.#state, ...(this.#readAt !== undefined && { at: this.#readAt }) }
  }

  stop(): void {
    this.#running?.abort(new Error('The last listener has left.'))
    this.#running = undefined
    this.#state = 'waiting'
  }

  #start(): void {
    const { clock, log, records, watch } = this.dependencies
    const running = new AbortController()
    this.#running = running
    const { signal } = running
    const unwatch = watch(this.owner.environment)
    const leave = records.onChanges(({ environment, clientId }) => {
      if (environment === this.owner.environment && clientId === this.owner.clientId) this.#wake.now()
    })
    const failed = (failure: unknown, isFirst: boolean) => {
      if (isFirst) log.warn({ event: 'changes-not-told', ...traceOf(failure) }, 'live')
      this.#change('waiting')
    }
    void repeat({ clock, signal, pause, wake: this.#wake, failed }, async () => {
      await this.#look()
      return pause
    }).finally(() => {
      unwatch()
      leave()
    })
  }

  /** Tells everyone what they do not know. */
  async #look(): Promise<void> {
    const { clock, records } = this.dependencies
    const reading = await records.rows.reading(this.owner)
    const last = reading?.lastSequence ?? 0
    for (const one of this.#listeners) one.position ??= await this.#positionOf(one, last)
    for (let first = this.#first(); first < last; first = this.#first()) {
      const changes = await records.rows.changesAfter(this.owner, first, mostMissed)
      // Those that follow were written after the look, or cannot be opened.
      const end = changes.at(-1)?.sequence ?? last
      for (const one of this.#listeners) this.#tell(one, changes, end)
    }
    this.#readAt = reading && reading.age < clock.now() ? Math.floor(clock.now() - reading.age) : undefined
    this.#change(reading && reading.age < followedFor ? 'live' : 'waiting')
  }

  /** The first place after which somebody knows nothing. */
  #first = () => Math.min(...[...this.#listeners].map(({ position }) => position ?? Number.POSITIVE_INFINITY))

  #tell(one: Listening, changes: readonly NumberedChange[], end: number): void {
    const { position } = one
    if (position === undefined || position >= end) return
    for (const { sequence, change } of changes)
      if (sequence > position) one.tell({ kind: 'change', id: String(sequence), change })
    one.position = end
  }

  async #positionOf({ tell, after }: Listening, last: number): Promise<number> {
    const known = Number(after ?? Number.NaN)
    if (Number.isInteger(known) && known >= 0 && known <= last && last - known <= mostMissed) return known
    if (after !== undefined) {
      tell({ kind: 'reload', id: String(last) })
      return last
    }
    const { clock, records } = this.dependencies
    const since = microseconds(clock) - recent * 1_000
    return Math.max(last - mostMissed, (await records.rows.sequenceBefore(this.owner, since)) ?? 0)
  }

  #change(state: LiveState): void {
    if (this.#state === state) return
    this.#state = state
    for (const { tell } of this.#listeners) tell({ kind: 'state', ...this.state })
  }
}

export class Live {
  readonly #feeds = new Map<Environment, Feed>()
  readonly #closing = new AbortController()

  constructor(private readonly dependencies: LiveDependencies) {
    // Each open page listens, and Node warns from the eleventh on.
    setMaxListeners(0, this.#closing.signal)
  }

  /** Aborted when the console stops. */
  get closing(): AbortSignal {
    return this.#closing.signal
  }

  #feedOf(environment: Environment): Feed {
    const { owner } = this.dependencies.upstreams.of(environment)
    const feed = this.#feeds.get(environment) ?? new Feed(owner, this.dependencies)
    this.#feeds.set(environment, feed)
    return feed
  }

  /**
   * Tells a listener every change of a transfer, oldest first, none twice and none after a newer one of its transfer. Listeners
   * must not throw.
   * @param after the id of the last event that the listener knows; without one it gets the changes of the last minute
   * @returns what ends it
   * @throws ProblemError 404 if the environment is not configured here
   */
  subscribe(environment: Environment, listener: FeedListener, after?: string): () => void {
    return this.#feedOf(environment).subscribe(listener, after)
  }

  /** Whether an environment's changes are followed, and when they were read. */
  stateOf = (environment: Environment) => this.#feedOf(environment).state

  /** Ends every stream and every feed. */
  close(): void {
    this.#closing.abort()
    for (const feed of this.#feeds.values()) feed.stop()
  }
}
