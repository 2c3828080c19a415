/** How fast the provider is called: one bucket per credential and console, part of it reserved for people (design.md, UPSTREAM_RATE). */
import { ProblemError } from '../../api/problem'
import { type Clock, wait } from '../clock'

/** Calls a second that only people may use, so that background work never slows a page; all consoles together. */
const reservedForPeople = 10

/** Milliseconds that a call waits for its slot at most, before the console says that it is busy. */
const queueLimit = 5_000

/** A token bucket that holds one second's calls; each call takes a slot. */
export class RateBucket {
  readonly #rate: number
  readonly #reserved: number
  #level: number
  #filledAt: number
  readonly #clock: Clock

  /**
   * @param rate     calls a second of the credential, 0 for no limit
   * @param replicas consoles that share the credential: each takes its part, and at least one call a second
   */
  constructor(rate: number, replicas: number, clock: Clock) {
    this.#rate = rate === 0 ? 0 : Math.max(1, rate / replicas)
    this.#reserved = Math.min(reservedForPeople / replicas, this.#rate - 1)
    this.#level = this.#rate
    this.#clock = clock
    this.#filledAt = clock.steady()
  }

  /**
   * Takes a slot, unless the call would have to wait too long for it: then nothing is taken.
   * @param longest milliseconds that the call would wait at most
   * @returns milliseconds to wait until the slot; 0 is now, more than `longest` is never
   */
  take(isPersonal: boolean, longest = Number.POSITIVE_INFINITY): number {
    if (this.#rate === 0) return 0
    const now = this.#clock.steady()
    this.#level = Math.min(this.#rate, this.#level + ((now - this.#filledAt) / 1000) * this.#rate)
    this.#filledAt = now
    const floor = isPersonal ? 0 : this.#reserved
    const missing = floor + 1 - this.#level
    const millis = missing <= 0 ? 0 : Math.ceil((missing / this.#rate) * 1000)
    // A call that waits is counted at once, so that later calls wait longer; a refused one is not.
    if (millis <= longest) this.#level -= 1
    return millis
  }

  /**
   * Waits for a slot. A caller who goes away meanwhile gives the slot back.
   * @throws ProblemError 429 if the wait would be too long; the signal's reason if it is aborted
   */
  async slot(isPersonal: boolean, signal: AbortSignal): Promise<void> {
    // Background work does not queue: its queue would hold people up.
    const longest = isPersonal ? queueLimit : 0
    const millis = this.take(isPersonal, longest)
    if (millis > longest) throw busy(Math.ceil(millis / 1000))
    if (millis === 0) return
    await wait(this.#clock, millis, signal).catch((reason) => {
      this.#level += 1
      throw reason
    })
  }
}

const busy = (seconds: number) =>
  new ProblemError(429, 'console-busy', 'Mintdesk has reached its limit of calls to the provider.', {
    detail: `Nothing was sent. Try again in ${seconds} s.`,
    meta: { answered_by: 'console', retry_after: seconds },
    headers: { 'retry-after': String(seconds) },
  })
