/** What goes wrong on request. */

import type { Leaving, Reply } from '../wire'
import { failureOf, tooMany } from './stress-failures'
import { type Stressed, StressSettings } from './stress-settings'
import { isShaping, shapedText, understoodQuery } from './stress-shapes'

type Entry = { operation?: Stressed }

/** The first entry that goes for an operation. */
const entryFor = <Any extends Entry>(entries: readonly Any[], operation: Stressed): Any | undefined =>
  entries.find((entry) => entry.operation === undefined || entry.operation === operation)

/** The entries after one of them went once more. */
const after = <Any extends { times: number }>(entries: readonly Any[], gone: Any): Any[] =>
  entries.flatMap((entry) => (entry !== gone ? [entry] : entry.times > 1 ? [{ ...entry, times: entry.times - 1 }] : []))

const nothing = StressSettings.parse({})

/** The stress switches of one customer; all are off at first, and off again after a restart. */
export class Stress {
  readonly #wall: () => number
  #settings = nothing
  #isShaping = false
  /** When the requests of the last second came, for each rate limit. */
  #recent = new Map<Entry, number[]>()
  readonly #pauses = new Set<() => void>()

  /** @param wall milliseconds since 1970 */
  constructor(wall: () => number) {
    this.#wall = wall
  }

  /** As they are now: what has been used up is gone. */
  get settings(): StressSettings {
    return this.#settings
  }

  /** Takes the place of every setting before. */
  set(settings: StressSettings): void {
    this.#settings = settings
    this.#isShaping = isShaping(settings)
    this.#recent.clear()
  }

  /** Ends every delay: what was delayed has lost its world. */
  stop(): void {
    for (const end of [...this.#pauses]) end()
  }

  /** Seconds that a new token lasts. */
  get tokenLifetime(): number {
    return this.#settings.token_lifetime_seconds
  }

  /** Whether no token is given for a scope. */
  refuses(scope: string): boolean {
    return this.#settings.refused_scopes.includes(scope)
  }

  #limit(operation: Stressed): void {
    const entry = entryFor(this.#settings.rate_limit, operation)
    if (!entry) return
    const now = this.#wall()
    const recent = (this.#recent.get(entry) ?? []).filter((at) => at > now - 1000)
    this.#recent.set(entry, recent)
    if (recent.length >= entry.per_second) throw tooMany(entry, now)
    recent.push(now)
  }

  async #pause(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer)
        this.#pauses.delete(end)
        resolve()
      }
      const timer = setTimeout(end, milliseconds)
      this.#pauses.add(end)
    })
  }

  /**
   * Comes before the work of an operation: the rate limit, then the delay, then the failure.
   * @throws ProblemError or OddAnswer where the operation is to fail
   */
  async before(operation: Stressed): Promise<void> {
    this.#limit(operation)
    const latency = entryFor(this.#settings.latency, operation)
    if (latency) await this.#pause(latency.millis)
    const failure = entryFor(this.#settings.fail, operation)
    if (!failure) return
    this.#settings = { ...this.#settings, fail: after(this.#settings.fail, failure) }
    throw failureOf(failure, this.#wall())
  }

  /** The query of a request in the service's own terms. */
  understood(query: URLSearchParams): URLSearchParams {
    return this.#isShaping ? understoodQuery(query, this.#settings) : query
  }

  /** An answer as it goes out: in the shape of real services, and perhaps not whole, though the work is done. */
  answered(operation: Stressed, reply: Reply): Reply {
    const isDone = reply.status === 200
    // A conflict brings the record that is there already.
    const isConflict = reply.status === 409 && reply.headers['content-type'] === 'application/problem+json'
    const isShaped = this.#isShaping && operation !== 'token' && (isDone || isConflict)
    const body = isShaped ? shapedText(operation, String(reply.body), this.#settings) : reply.body
    return { ...reply, body, leaving: isDone ? this.#leaving(operation) : 'whole' }
  }

  #leaving(operation: Stressed): Leaving {
    const { drop, cut } = this.#settings
    const dropped = entryFor(drop, operation)
    if (dropped) {
      this.#settings = { ...this.#settings, drop: after(drop, dropped) }
      return 'dropped'
    }
    const broken = entryFor(cut, operation)
    if (!broken) return 'whole'
    this.#settings = { ...this.#settings, cut: after(cut, broken) }
    return 'cut'
  }
}
