/**
 * How many pages are read at once from one provider, by all scans together: more after good seconds, half after a refusal or
 * failure. It starts with four and doubles until the first trouble, then rises by one each second. Slow answers alone, for
 * which our own machine may be the reason, take a quarter of it, and never of those four.
 */
import { type Clock, wait } from '../clock'

const second = 1000
/** Milliseconds after which the level doubles, until the first trouble. */
const doubling = 250
const atFirst = 4
/** Pages of all scans that wait for their turn, about 45 MB. */
const mostHeld = 64

export class Pace {
  readonly #clock: Clock
  readonly #most: number
  #level: number
  /** How many scans each person reads. */
  readonly #scans = new Map<string, number>()
  #raisedAt: number
  #reducedAt = Number.NEGATIVE_INFINITY
  #closedUntil = Number.NEGATIVE_INFINITY
  #isProbing = true
  /** Milliseconds of a full page: the fastest, and the average of the last ones. */
  #fastest = Number.POSITIVE_INFINITY
  #average: number | undefined

  /** @param most pages that are read at once at most */
  constructor(clock: Clock, most: number) {
    this.#clock = clock
    this.#most = most
    this.#level = Math.min(atFirst, most)
    this.#raisedAt = clock.steady()
  }

  /** Pages that each scan of a person may read at once now: people have equal shares, whatever each of them reads. */
  share(subject: string): number {
    const people = Math.max(1, this.#scans.size)
    return Math.max(1, Math.floor(this.#level / people / Math.max(1, this.#scans.get(subject) ?? 0)))
  }

  /** Pages that each scan may hold until their turn comes. */
  get pagesHeld(): number {
    const scans = [...this.#scans.values()].reduce((sum, count) => sum + count, 0)
    return Math.max(4, Math.floor(mostHeld / Math.max(1, scans)))
  }

  /** Shares the pace with one more scan of a person. @returns a function that ends its part */
  join(subject: string): () => void {
    this.#scans.set(subject, (this.#scans.get(subject) ?? 0) + 1)
    return () => {
      const left = (this.#scans.get(subject) ?? 1) - 1
      if (left > 0) this.#scans.set(subject, left)
      else this.#scans.delete(subject)
    }
  }

  /** Resolves when the provider may be asked: at once, unless it asked to wait. @throws the signal's reason */
  async opened(signal: AbortSignal): Promise<void> {
    for (let millis = this.#millisClosed(); millis > 0; millis = this.#millisClosed()) {
      await wait(this.#clock, millis, signal)
    }
  }

  /** A full page came. @param millis until its answer began; twice the fastest on average means that the provider is busy */
  succeeded(millis: number): void {
    this.#fastest = Math.min(this.#fastest, millis)
    this.#average = this.#average === undefined ? millis : this.#average + (millis - this.#average) / 8
    if (this.#average > 2 * this.#fastest + 50) this.#reduce(3 / 4, atFirst)
    else this.#raise()
  }

  #raise(): void {
    const now = this.#clock.steady()
    if (now - Math.max(this.#raisedAt, this.#reducedAt) < (this.#isProbing ? doubling : second)) return
    this.#raisedAt = now
    this.#level = Math.min(this.#most, this.#isProbing ? 2 * this.#level : this.#level + 1)
  }

  /** A page was refused for its rate, or failed. @param closedFor milliseconds that the provider asked to wait */
  failed(closedFor = 0): void {
    this.#closedUntil = Math.max(this.#closedUntil, this.#clock.steady() + closedFor)
    this.#reduce(1 / 2, 1)
  }

  /** Counts once a second, because pages that are read together fail together. */
  #reduce(part: number, least: number): void {
    const now = this.#clock.steady()
    this.#isProbing = false
    if (now - this.#reducedAt < second) return
    this.#reducedAt = now
    this.#average = undefined
    this.#level = Math.max(Math.min(least, this.#level), Math.floor(this.#level * part))
  }

  #millisClosed(): number {
    return this.#closedUntil - this.#clock.steady()
  }
}
