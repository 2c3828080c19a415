/** How fast the service is called: one bucket a credential and console, a part of it kept for people (design.md, UPSTREAM_RATE). */

/** Calls a second that only people may use, so that background work never slows a page; all consoles together. */
const keptForPeople = 10

/** A token bucket that holds one second's calls. */
export class RateBucket {
  readonly #rate: number
  readonly #kept: number
  #level: number
  #filledAt: number
  readonly #now: () => number

  /**
   * @param rate     calls a second of the credential, 0 for no limit
   * @param replicas consoles that share the credential: each takes its part, and at least one call a second
   * @param now      milliseconds, for tests
   */
  constructor(rate: number, replicas = 1, now: () => number = () => performance.now()) {
    this.#rate = rate === 0 ? 0 : Math.max(1, rate / replicas)
    this.#kept = Math.min(keptForPeople / replicas, this.#rate - 1)
    this.#level = this.#rate
    this.#now = now
    this.#filledAt = now()
  }

  /**
   * Takes one call, unless it would have to wait too long: then nothing is taken.
   * @param longest milliseconds that the call would wait at most
   * @returns milliseconds to wait before it may go out; 0 is now, more than `longest` is never
   */
  take(isPersonal: boolean, longest = Number.POSITIVE_INFINITY): number {
    if (this.#rate === 0) return 0
    const now = this.#now()
    this.#level = Math.min(this.#rate, this.#level + ((now - this.#filledAt) / 1000) * this.#rate)
    this.#filledAt = now
    const floor = isPersonal ? 0 : this.#kept
    const missing = floor + 1 - this.#level
    const wait = missing <= 0 ? 0 : Math.ceil((missing / this.#rate) * 1000)
    // What waits is counted at once, so that those who come later wait longer; what is refused is not.
    if (wait <= longest) this.#level -= 1
    return wait
  }
}
