/** Future steps, stored so that they survive a restart. */
import type { Store } from '../store'

/** A tenant's state at a time; `now` is microseconds since 1970. */
export type Snapshot = { store: Store; now: number }

/** engine.ts has a function for each kind. */
export type StepKind =
  | 'settle-transfer'
  | 'pay-transfer'
  | 'run-rule'
  | 'convert'
  | 'forward'
  | 'review-account'
  | 'enter-order'
  | 'trigger-order'
  | 'cross-order'
  | 'resume-order'
  | 'expire-order'

/**
 * Schedules a step (microseconds since 1970), at the earliest now.
 * @param subject an id, or JSON with more
 */
export function schedule({ store, now }: Snapshot, at: number, kind: StepKind, subject: string): void {
  store.run('INSERT INTO due (at, kind, subject) VALUES (?, ?, ?)', Math.max(at, now), kind, subject)
}

/** The time of the next step, if any. */
export function nextStepAt({ store }: Pick<Snapshot, 'store'>): number | undefined {
  const at = store.first('SELECT at FROM due ORDER BY at LIMIT 1')?.at
  return at === undefined ? undefined : Number(at)
}
