/** What follows when a write was not simply done: told apart by how far the console got with it, never by words. */
import { type ProblemError, problemKind } from '@/lib/api/problem'
import type { FieldError } from '@/lib/api/sentences'

export type Following =
  /** The intent has an end, or an end that nobody knows: its own page says which. */
  | { to: 'result' }
  /** Wrong fields; `isOver` where this intent was refused, so that the next try is another one; `isTaken` where it was
   *  because the service has a record under its reference. */
  | { to: 'fields'; errors: FieldError[]; isOver: boolean; isTaken?: boolean }
  | { to: 'sign-in' }
  /** `refused`: over, the next press is another intent. `kept`: recorded, nothing left. `unheard`: it may have arrived.
   *  `reused`: this intent was spent on something else. `not-taken`: the console did not record it. `person-changed`:
   *  somebody else is signed in, and this page sends nothing more. */
  | { to: 'stay'; why: 'refused' | 'kept' | 'unheard' | 'reused' | 'not-taken' | 'person-changed' }

/** @param error what sending threw */
export function followingOf({ problem }: ProblemError): Following {
  const kind = problemKind(problem.type)
  const state = problem.meta?.intent_state
  const errors = problem.errors?.filter(({ field }) => field !== '') ?? []
  if (kind === 'person-changed') return { to: 'stay', why: 'person-changed' }
  if (kind === 'intent-reused') return { to: 'stay', why: 'reused' }
  if (state === 'unknown' || state === 'sent' || state === 'confirmed') return { to: 'result' }
  // What was never sent may be changed under the same id.
  if (state === 'prepared')
    return errors.length > 0 ? { to: 'fields', errors, isOver: false } : { to: 'stay', why: 'kept' }
  if (state === 'refused')
    return errors.length > 0
      ? { to: 'fields', errors, isOver: true, isTaken: problem.status === 409 }
      : { to: 'stay', why: 'refused' }
  if (problem.status === 401) return { to: 'sign-in' }
  if (errors.length > 0) return { to: 'fields', errors, isOver: false }
  // A console that failed or was not heard may have recorded it before; only one that says no has not.
  const isHeard = problem.status < 500 && kind !== 'console-unreachable'
  return { to: 'stay', why: isHeard ? 'not-taken' : 'unheard' }
}
