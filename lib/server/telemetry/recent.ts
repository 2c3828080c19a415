/** A value that many may ask for and that is expensive to read. */
import type { Clock } from '../clock'

/** Reads at most once in so many milliseconds, however many ask: they share the reading under way, or the last one. */
export class Recent<Value> {
  readonly #clock: Clock
  readonly #millis: number
  readonly #read: () => Promise<Value>
  #last: Promise<Value> | undefined
  /** When the last reading ended, on the steady clock; undefined while it is under way. */
  #readAt: number | undefined

  /** @param millis for which a value, or the failure to read one, is used again after it was read */
  constructor(clock: Clock, millis: number, read: () => Promise<Value>) {
    this.#clock = clock
    this.#millis = millis
    this.#read = read
  }

  /** @throws what the reading threw */
  value(): Promise<Value> {
    const isOld = this.#readAt !== undefined && this.#clock.steady() - this.#readAt >= this.#millis
    if (!this.#last || isOld) {
      this.#readAt = undefined
      const end = () => {
        this.#readAt = this.#clock.steady()
      }
      this.#last = this.#read()
      this.#last.then(end, end)
    }
    return this.#last
  }
}
