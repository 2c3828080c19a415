/** A value that many may ask for and that is expensive to read. */
import type { Clock } from './clock'

/**
 * Reads at most once in so many milliseconds, however many ask: they share the reading under way, or the last one.
 * @param millis for which a value, or the failure to read one, is used again after it was read
 * @returns what gives the value, or throws what the reading threw
 */
export function recent<Value>(clock: Clock, millis: number, read: () => Promise<Value>): () => Promise<Value> {
  let last: Promise<Value> | undefined
  /** When the last reading ended, on the steady clock; undefined while it is under way. */
  let readAt: number | undefined
  return () => {
    const isOld = readAt !== undefined && clock.steady() - readAt >= millis
    if (!last || isOld) {
      readAt = undefined
      const end = () => {
        readAt = clock.steady()
      }
      last = read()
      last.then(end, end)
    }
    return last
  }
}
