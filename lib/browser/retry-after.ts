/** How long a refusal asks to wait. */
import type { ProblemError } from '../api/problem'

/** Service-facts, "Errors": a 429 that names no time means a minute. */
const unnamedWait = 60

/** @returns seconds that a 429 asks to wait, as Retry-After (seconds or a date) or `meta.retry_after` name them */
export function retryAfterSeconds({ headers, problem }: ProblemError, now: number): number {
  const written = headers['retry-after'] ?? String(problem.meta?.retry_after ?? '')
  if (/^\d+$/.test(written)) return Number(written)
  const date = Date.parse(written)
  return Number.isNaN(date) ? unnamedWait : Math.max(1, Math.ceil((date - now) / 1000))
}
