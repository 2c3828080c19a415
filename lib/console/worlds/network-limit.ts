/** How often one network may do something. */
import { ProblemError } from '../../provider/problem'
import type { Clock } from '../../server/clock'

/** @returns counts one more for a network. @throws ProblemError 429 */
export function createNetworkLimit(limit: { count: number; millis: number }, title: string, clock: Clock) {
  const counted = new Map<string, number[]>()
  return (network: string): void => {
    const now = clock.steady()
    for (const [key, times] of counted) {
      const recent = times.filter((time) => now - time < limit.millis)
      if (recent.length > 0) counted.set(key, recent)
      else counted.delete(key)
    }
    const times = counted.get(network) ?? []
    const [first] = times
    if (first !== undefined && times.length >= limit.count) {
      const seconds = Math.ceil((first + limit.millis - now) / 1000)
      throw new ProblemError(429, 'rate-limited', title, {
        detail: `Wait ${seconds} s, then try again.`,
        meta: { answered_by: 'console', retry_after: seconds },
        headers: { 'retry-after': String(seconds) },
      })
    }
    counted.set(network, [...times, now])
  }
}
