/** What one environment was called for in the last 24 h, and how that went. Kept in memory, and bounded. */
import type { CallFailure, CallFigures } from '../../features/connection/interface'
import { type OperationName, rowOf } from '../../provider/operations'
import { ProblemError } from '../../provider/problem'
import { type Clock, microseconds, timeOf } from '../clock'

const hour = 3_600_000
const day = 24 * hour
/** Milliseconds of the calls that are counted together. */
const sliceMillis = 300_000
const mostFailures = 50

/** Durations are rounded to two digits, so that there are at most some hundred different ones. */
type Slice = { from: number; calls: number; failed: number; durations: Map<number, number> }
type Scope = { slices: Slice[]; answeredAt?: string; failure?: CallFailure }

/** Whether an answer says that the connection, and not what was asked for, is at fault. */
const isFailure = (status: number | undefined) =>
  status === undefined || status >= 500 || [401, 403, 408, 429].includes(status)

/** By nearest rank, as lib/domain/percentile. */
function percentileOf(durations: readonly (readonly [millis: number, count: number])[], fraction: number) {
  const total = durations.reduce((sum, [, count]) => sum + count, 0)
  let left = Math.max(1, Math.ceil(fraction * total))
  return durations.find(([, count]) => {
    left -= count
    return left <= 0
  })?.[0]
}

export class CallHistory {
  readonly #began: number
  readonly #scopes = new Map<string, Scope>()
  #failures: CallFailure[] = []

  constructor(private readonly clock: Clock) {
    this.#began = clock.steady()
  }

  /**
   * Notes a call that was answered, or failed.
   * @param status undefined if there was no answer
   * @param intent the recorded request that it sent
   */
  note(operation: OperationName, status: number | undefined, millis: number, intent?: string): void {
    const { scope } = rowOf(operation)
    const slice = this.#slice(scope)
    const rounded = Number(millis.toPrecision(2))
    slice.calls += 1
    slice.durations.set(rounded, (slice.durations.get(rounded) ?? 0) + 1)
    if (isFailure(status)) {
      slice.failed += 1
      const sent = { ...(status !== undefined && { status }), ...(intent && { intent }) }
      this.#fail({ at: this.#now(), scope, operation, millis, ...sent })
    } else this.#scope(scope).answeredAt = this.#now()
  }

  /** Notes that no token was issued for a scope. */
  noteTokenFailure(scope: string, cause: unknown): void {
    const words = cause instanceof ProblemError ? cause.problem.title : 'No answer in time.'
    this.#fail({ at: this.#now(), scope, operation: 'token', words })
  }

  /** What is known of a scope. */
  of(scope: string): { answered_at?: string; failure?: CallFailure; hour: CallFigures; day: CallFigures } {
    const { answeredAt, failure, slices } = this.#scope(scope)
    const figures = (span: number): CallFigures => {
      const within = slices.filter(({ from }) => from > this.clock.steady() - span)
      const counts = new Map<number, number>()
      for (const { durations } of within)
        for (const [millis, count] of durations) counts.set(millis, (counts.get(millis) ?? 0) + count)
      const sorted = [...counts].sort(([one], [other]) => one - other)
      const sum = (name: 'calls' | 'failed') => within.reduce((total, slice) => total + slice[name], 0)
      return {
        calls: sum('calls'),
        failed: sum('failed'),
        ...(sorted.length > 0 && { median: percentileOf(sorted, 0.5), p95: percentileOf(sorted, 0.95) }),
      }
    }
    return {
      ...(answeredAt !== undefined && { answered_at: answeredAt }),
      ...(failure && { failure }),
      hour: figures(hour),
      day: figures(day),
    }
  }

  /** The last failures, newest first. */
  get failures(): readonly CallFailure[] {
    return this.#failures
  }

  /** Since when calls are counted; undefined if that is a day or longer. */
  get since(): string | undefined {
    const age = this.clock.steady() - this.#began
    return age < day ? timeOf(microseconds(this.clock) - age * 1000) : undefined
  }

  #now = () => timeOf(microseconds(this.clock))

  #scope(name: string): Scope {
    const scope = this.#scopes.get(name) ?? { slices: [] }
    this.#scopes.set(name, scope)
    return scope
  }

  #slice(name: string): Slice {
    const scope = this.#scope(name)
    const now = this.clock.steady()
    const last = scope.slices.at(-1)
    if (last && now < last.from + sliceMillis) return last
    const slice = { from: now, calls: 0, failed: 0, durations: new Map() }
    scope.slices = [...scope.slices.filter(({ from }) => from > now - day), slice]
    return slice
  }

  #fail(failure: CallFailure): void {
    this.#scope(failure.scope).failure = failure
    this.#failures = [failure, ...this.#failures].slice(0, mostFailures)
  }
}
