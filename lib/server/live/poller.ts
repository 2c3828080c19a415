/** Follows one credential's transfers while someone listens, and remembers its last changes. */
import { randomUUID } from 'node:crypto'
import type { LiveState } from '../../api/console/live'
import { ProblemError } from '../../api/problem'
import { type Clock, wait } from '../clock'
import { type Log, traceOf } from '../http/log'
import type { Records } from '../records/records'
import type { Upstream } from '../upstream/upstream'
import { changesSince, type Mark, markNow } from './changes'
import { type Change, Versions } from './versions'

/** Milliseconds between two reads: after a change, and at most when nothing changes. */
export const fastest = 2_000
export const slowest = 15_000
const slowerBy = 1.5
/** Milliseconds after a failure at most, unless the provider asks for more. */
const longestPause = 60_000
/** Changes that are remembered, for those who come back. */
const mostRemembered = 1_000
/** Milliseconds for which those who come for the first time get what was read before. */
const recent = 60_000
/** Milliseconds without listeners after which the feed begins anew. */
const resumable = 5 * 60_000

/** `id` names the place in the feed after this event. */
export type FeedEvent =
  | { kind: 'change'; id: string; change: Change }
  | { kind: 'state'; state: LiveState; at?: number }
  /** What changed since the listener's last event is not known any more. `id` names where it goes on. */
  | { kind: 'reload'; id: string }
export type FeedListener = (event: FeedEvent) => void

export type PollerDependencies = { upstream: Upstream; clock: Clock; log: Log; records: Records }

type Remembered = { number: number; at: number; change: Change }

/** Milliseconds that a failure asks to wait, if it does. */
function askedWait(failure: unknown): number {
  const seconds = failure instanceof ProblemError ? Number(failure.headers['retry-after']) : Number.NaN
  return Number.isFinite(seconds) ? seconds * 1_000 : 0
}

type Repeating = {
  clock: Clock
  signal: AbortSignal
  pause: number
  failed: (failure: unknown, isFirst: boolean) => void
}

/**
 * Calls again and again until it is aborted, at longer and longer intervals while it fails.
 * @property pause half of the wait after a first failure, milliseconds; it doubles with each further one
 * @property failed hears of a failure, and whether it is the first of a row: a provider may be away for long
 * @param step how long to wait until the next call, milliseconds
 */
export async function repeat({ clock, signal, pause, failed }: Repeating, step: () => Promise<number>): Promise<void> {
  for (let failures = 0; !signal.aborted; ) {
    let millis: number
    try {
      millis = await step()
      failures = 0
    } catch (failure) {
      if (signal.aborted) return
      failures += 1
      millis = Math.max(askedWait(failure), Math.min(longestPause, pause * 2 ** failures))
      failed(failure, failures === 1)
    }
    await wait(clock, millis, signal).catch(() => undefined)
  }
}

export class Poller {
  readonly #upstream: Upstream
  readonly #clock: Clock
  readonly #log: Log
  readonly #records: Records
  readonly #listeners = new Set<FeedListener>()
  #versions = new Versions()
  #memory: Remembered[] = []
  #mark: Mark | undefined
  /** Tells this feed from one that began earlier or in another process. */
  #epoch = ''
  #count = 0
  #state: LiveState = 'waiting'
  /** When the last complete read began, ms since 1970. */
  #readAt: number | undefined
  /** When it began to follow, ms since 1970. */
  #startedAt = 0
  #running: AbortController | undefined

  constructor({ upstream, clock, log, records }: PollerDependencies) {
    this.#upstream = upstream
    this.#clock = clock
    this.#log = log
    this.#records = records
  }

  /**
   * Tells a listener at once what it missed, then every change, oldest first, and every change of the state. Listeners must not throw.
   * @param after the id of the last event that it knows
   * @returns what ends it
   */
  subscribe(listener: FeedListener, after?: string): () => void {
    if (!this.#running) this.#start()
    this.#catchUp(listener, after)
    listener({ kind: 'state', ...this.state })
    // A listener may be given twice.
    const tell: FeedListener = (event) => listener(event)
    this.#listeners.add(tell)
    return () => {
      this.#listeners.delete(tell)
      if (this.#listeners.size === 0) this.stop()
    }
  }

  get state(): { state: LiveState; at?: number } {
    return { state: this.#state, ...(this.#readAt !== undefined && { at: this.#readAt }) }
  }

  /** Milliseconds since it was read, or began to follow; undefined while nobody listens. */
  get lag(): number | undefined {
    if (!this.#running) return undefined
    return Math.max(0, this.#clock.now() - Math.max(this.#readAt ?? 0, this.#startedAt))
  }

  stop(): void {
    this.#running?.abort(new Error('The last listener has left.'))
    this.#running = undefined
    this.#state = 'waiting'
  }

  #catchUp(listener: FeedListener, after: string | undefined): void {
    const [epoch, number] = after?.split('.') ?? []
    const last = epoch === this.#epoch ? Number(number) : Number.NaN
    const first = this.#memory[0]?.number ?? this.#count
    const isKnown = last >= first - 1 && last <= this.#count
    if (after !== undefined && !isKnown) listener({ kind: 'reload', id: this.#id(this.#count) })
    const since = this.#clock.now() - recent
    for (const { number: own, at, change } of this.#memory)
      if (isKnown ? own > last : at >= since) listener({ kind: 'change', id: this.#id(own), change })
  }

  #id = (number: number) => `${this.#epoch}.${number}`

  #start(): void {
    const isResumable = this.#readAt !== undefined && this.#clock.now() - this.#readAt < resumable
    if (!isResumable) {
      this.#mark = undefined
      this.#versions = new Versions()
      this.#memory = []
      this.#epoch = randomUUID().slice(0, 8)
      this.#count = 0
    }
    this.#running = new AbortController()
    this.#startedAt = this.#clock.now()
    void this.#run(this.#running.signal)
  }

  async #run(signal: AbortSignal): Promise<void> {
    let pause = fastest
    const failed = (failure: unknown, isFirst: boolean) => {
      pause = fastest
      if (isFirst) this.#log.warn({ event: 'not-followed', ...traceOf(failure) }, 'live')
      this.#change('waiting')
    }
    await repeat({ clock: this.#clock, signal, pause: fastest, failed }, async () => {
      pause = (await this.#read(signal)) > 0 ? fastest : Math.min(slowest, pause * slowerBy)
      this.#change('live')
      return pause
    })
  }

  /** Reads what is new and tells it. @returns how many changes it told */
  async #read(signal: AbortSignal): Promise<number> {
    const options = { clock: this.#clock, signal, versions: this.#versions }
    const began = this.#clock.now()
    let count = 0
    this.#mark ??= await markNow(this.#upstream, options)
    for await (const { changes, mark } of changesSince(this.#upstream, this.#mark, options)) {
      this.#mark = mark
      count += changes.length
      this.#records.note(
        this.#upstream.owner,
        changes.map(({ text }) => text),
      )
      for (const change of changes) this.#tell(change)
    }
    this.#readAt = began
    return count
  }

  #tell(change: Change): void {
    this.#count += 1
    const number = this.#count
    this.#memory.push({ number, at: this.#clock.now(), change })
    if (this.#memory.length > mostRemembered * 2) this.#memory = this.#memory.slice(-mostRemembered)
    for (const tell of this.#listeners) tell({ kind: 'change', id: this.#id(number), change })
  }

  #change(state: LiveState): void {
    if (this.#state === state) return
    this.#state = state
    for (const tell of this.#listeners) tell({ kind: 'state', ...this.state })
  }
}
