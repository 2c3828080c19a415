/** The time of a console, passed in so that tests can set it or let it run faster. */

export type Clock = {
  /** Milliseconds since 1970, on the clock that people and time servers set. */
  now: () => number
  /** Milliseconds on a monotonic clock. */
  steady: () => number
  /** Calls back after so many steady milliseconds. @returns a function that cancels it */
  after: (millis: number, act: () => void) => () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  steady: () => performance.now(),
  after(millis, act) {
    const timer = setTimeout(act, millis)
    timer.unref()
    return () => clearTimeout(timer)
  },
}

/** The clock's time as the database keeps it: microseconds since 1970. */
/** Milliseconds since 1970, without a fraction of a second. */
export const wholeSecond = (millis: number) => Math.floor(millis / 1_000) * 1_000

export const microseconds = (clock: Clock) => clock.now() * 1000

/** A moment of the database in RFC 3339, in UTC. @param micros since 1970 */
export const timeOf = (micros: number) => new Date(Number(micros) / 1000).toISOString()

/** Resolves after so many milliseconds. @throws the signal's reason as soon as it is aborted */
export function wait(clock: Clock, millis: number, signal?: AbortSignal): Promise<void> {
  let cancel = () => {}
  const over = new Promise<void>((resolve) => {
    cancel = clock.after(millis, resolve)
  })
  return (signal ? untilAborted(over, signal) : over).finally(cancel)
}

/** The promise's outcome, unless the signal is aborted first. @throws the signal's reason */
export function untilAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
