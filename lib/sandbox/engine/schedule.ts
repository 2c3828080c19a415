/** What will come to pass: a row each, so that it survives a restart. */
import type { Store } from '../store'

/** A customer's snapshot at a moment; `now` is microseconds since 1970. */
export type Snapshot = { store: Store; now: number }

/** Each kind has its step in engine.ts. */
export type StepKind =
  | 'settle-transfer'
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
 * Has a step done at a moment (microseconds since 1970), never before the present one.
 * @param subject what the step is about: an id, or more as JSON
 */
export function schedule({ store, now }: Snapshot, at: number, kind: StepKind, subject: string): void {
  store.run('INSERT INTO due (at, kind, subject) VALUES (?, ?, ?)', Math.max(at, now), kind, subject)
}

/** The moment of the next step; undefined where nothing will come to pass. */
export function nextStepAt({ store }: Pick<Snapshot, 'store'>): number | undefined {
  const at = store.first('SELECT at FROM due ORDER BY at LIMIT 1')?.at
  return at === undefined ? undefined : Number(at)
}
