/** How many requests run at once, and how long a 429 asks to wait. */
import type { ProblemError } from '../provider/problem'

/** Runs a limited number of calls at once; the others wait in order. */
export type ConcurrencyLimit = <Result>(signal: AbortSignal | undefined, work: () => Promise<Result>) => Promise<Result>

/** @param maximum calls that run at once */
export function createConcurrencyLimit(maximum: number): ConcurrencyLimit {
  let running = 0
  const waiting: (() => void)[] = []
  const acquire = (signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener('abort', cancel)
        running += 1
        resolve()
      }
      const cancel = () => {
        const index = waiting.indexOf(start)
        if (index >= 0) waiting.splice(index, 1)
        reject(signal?.reason)
      }
      if (signal?.aborted) return reject(signal.reason)
      if (running < maximum) return start()
      signal?.addEventListener('abort', cancel, { once: true })
      waiting.push(start)
    })
  return async (signal, work) => {
    await acquire(signal)
    try {
      return await work()
    } finally {
      running -= 1
      waiting.shift()?.()
    }
  }
}

/** docs/provider.md, "Errors": a 429 without a time means one minute. */
const defaultWait = 60

/** @returns seconds to wait after a 429, from Retry-After (seconds or a date) or `meta.retry_after` */
export function retryAfterSeconds({ headers, problem }: ProblemError, now: number): number {
  const value = headers['retry-after'] ?? String(problem.meta?.retry_after ?? '')
  if (/^\d+$/.test(value)) return Number(value)
  const date = Date.parse(value)
  return Number.isNaN(date) ? defaultWait : Math.max(1, Math.ceil((date - now) / 1000))
}
