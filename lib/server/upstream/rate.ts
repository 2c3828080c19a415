/**
 * How fast the provider is called: one bucket per credential and console, shared fairly. Writes
 * go before reads, people before background work, and people take turns, so that nobody who asks for much stops the others.
 */
import { overAfter, ProblemError } from '../../provider/problem'
import type { Clock } from '../clock'
import type { TraceContext } from '../telemetry/trace-context'
import { FairQueue } from '../work/fair-queue'

/** Calls a second that only people may use, so that background work never slows a page; all consoles together. */
const reservedForPeople = 10

/** Milliseconds that a call waits for its slot at most, before the console says that it is busy. */
const queueLimit = 5_000

/** Calls of one person that may wait at once. */
const personalQueue = 100

/** For whom and for what a call is made. `trace`: headers of the trace to which the calls of a walk belong. */
export type Caller = { kind: 'write' | 'read' | 'background'; subject: string; trace?: TraceContext['headers'] }

/** A token bucket that holds one second's calls; each call takes a slot. */
export class RateBucket {
  readonly #rate: number
  readonly #reserved: number
  #level: number
  #filledAt: number
  readonly #writes = new FairQueue()
  readonly #reads = new FairQueue()
  #isScheduled = false
  #personAt = Number.NEGATIVE_INFINITY

  /**
   * @param rate     calls a second of the credential, 0 for no limit
   * @param replicas consoles that share the credential: each takes its part, and at least one call a second
   */
  constructor(
    rate: number,
    replicas: number,
    private readonly clock: Clock,
  ) {
    this.#rate = rate === 0 ? 0 : Math.max(1, rate / replicas)
    this.#reserved = Math.min(reservedForPeople / replicas, this.#rate - 1)
    this.#level = this.#rate
    this.#filledAt = clock.steady()
  }

  /**
   * Waits for a slot. A caller who goes away meanwhile leaves the queue. Background work does not queue: its queue would
   * hold people up.
   * @throws ProblemError 429 if the wait would be too long, or too many calls of this person wait; the signal's reason if
   * it is aborted
   */
  async slot(caller: Caller, signal: AbortSignal): Promise<void> {
    if (caller.kind !== 'background') this.#personAt = this.clock.steady()
    if (this.#rate === 0) return
    signal.throwIfAborted()
    this.#fill()
    const { kind, subject } = caller
    const isIdle = this.#writes.isEmpty && this.#reads.isEmpty
    if (isIdle && this.#level >= (kind === 'background' ? this.#reserved : 0) + 1) {
      this.#level -= 1
      return
    }
    if (kind === 'background') throw busy(1 + Math.ceil((this.#reserved - this.#level) / this.#rate))
    const queue = kind === 'write' ? this.#writes : this.#reads
    const ahead = this.#writes.ahead(subject) + (kind === 'read' ? this.#reads.ahead(subject) : 0)
    const millis = ((ahead + 1 - this.#level) / this.#rate) * 1000
    if (millis > queueLimit || queue.of(subject) >= personalQueue) throw busy(Math.ceil(millis / 1000))
    const timeout = new AbortController()
    // Writes that came later may have gone first.
    const cancel = this.clock.after(queueLimit, () => timeout.abort(busy(1)))
    const served = queue.wait(subject, AbortSignal.any([signal, timeout.signal]))
    this.#schedule()
    await served.finally(cancel)
  }

  /** Calls a second, those that only people may use, and those that can be made at once. */
  state(): { limit: number; kept_for_people: number; free: number } {
    this.#fill()
    return { limit: this.#rate, kept_for_people: Math.max(0, this.#reserved), free: Math.floor(this.#level) }
  }

  /** Milliseconds since a person last asked for something here. */
  millisSincePerson(): number {
    return this.clock.steady() - this.#personAt
  }

  /** Milliseconds until background work may make a call, 0 for now: it asks again then, instead of being refused. */
  millisToSpare(): number {
    if (this.#rate === 0) return 0
    this.#fill()
    if (!this.#writes.isEmpty || !this.#reads.isEmpty) return 100
    return Math.ceil((Math.max(0, this.#reserved + 1 - this.#level) / this.#rate) * 1000)
  }

  #fill(): void {
    const now = this.clock.steady()
    this.#level = Math.min(this.#rate, this.#level + ((now - this.#filledAt) / 1000) * this.#rate)
    this.#filledAt = now
  }

  /** Serves who waits, as slots become free. */
  #schedule(): void {
    if (this.#isScheduled || (this.#writes.isEmpty && this.#reads.isEmpty)) return
    this.#isScheduled = true
    const millis = Math.ceil((Math.max(0, 1 - this.#level) / this.#rate) * 1000)
    this.clock.after(millis, () => {
      this.#isScheduled = false
      this.#fill()
      while (this.#level >= 1 && (this.#writes.serve() || this.#reads.serve())) this.#level -= 1
      this.#schedule()
    })
  }
}

const busy = (seconds: number) =>
  new ProblemError(429, 'console-busy', 'Mintdesk has reached its limit of calls to the provider.', {
    detail: `Nothing was sent. Try again in ${seconds} s.`,
    ...overAfter(seconds),
  })
