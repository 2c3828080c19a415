/**
 * What happens by itself. Nobody sees a customer's world without a request, so nothing runs in between: before each
 * request everything that has become due is done, in order, each at its own time.
 */

import type { DueKind, World } from './due'
import { reviewAccount } from './fiat-accounts'
import { cross, enter, expire, resume, trigger } from './order-life'
import { convert, forward, runRule } from './rule-runs'
import { settle } from './settlement'

const steps: Record<DueKind, (world: World, subject: string) => void> = {
  'settle-transfer': settle,
  'run-rule': runRule,
  convert,
  forward,
  'review-account': reviewAccount,
  'enter-order': enter,
  'trigger-order': trigger,
  'cross-order': cross,
  'resume-order': resume,
  'expire-order': expire,
}

/** A step, and that it is done, are one transaction; so many share one, because each costs a write to the file. */
const together = 500

const isStep = (kind: string): kind is DueKind => Object.hasOwn(steps, kind)

/** Does what is due by the world's moment. A step may make others due; they are done too. */
export function catchUp({ store, now }: World): void {
  const next = () => store.first('SELECT seq, at, kind, subject FROM due WHERE at <= ? ORDER BY at, seq LIMIT 1', now)
  let due = next()
  while (due) {
    store.transaction(() => {
      for (let done = 0; due && done < together; done++) {
        const [kind, seq] = [String(due.kind), Number(due.seq)]
        if (!isStep(kind)) throw new Error(`Nothing is known of the step ${kind}.`)
        store.run('DELETE FROM due WHERE seq = ?', seq)
        steps[kind]({ store, now: Number(due.at) }, String(due.subject))
        due = next()
      }
    })
  }
}
