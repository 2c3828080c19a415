/**
 * Runs due steps. State is visible only through requests, so nothing runs in between: before each request all due steps run
 * in order, each at its own time.
 */

import { reviewAccount } from './fiat-accounts'
import { enterMarket, expireOrder, fillResting, resumeOrder, triggerStop } from './order-lifecycle'
import { convertAsset, forwardToDestination, runRule } from './rule-runs'
import type { Snapshot, StepKind } from './schedule'
import { payTransfer, settleTransfer } from './settlement'

const steps: Record<StepKind, (snapshot: Snapshot, subject: string) => void> = {
  'settle-transfer': settleTransfer,
  'pay-transfer': payTransfer,
  'run-rule': runRule,
  convert: convertAsset,
  forward: forwardToDestination,
  'review-account': reviewAccount,
  'enter-order': enterMarket,
  'trigger-order': triggerStop,
  'cross-order': fillResting,
  'resume-order': resumeOrder,
  'expire-order': expireOrder,
}

/** A step and its removal share a transaction. Steps are batched, because each commit costs a file write. */
const stepsPerTransaction = 500

const isStep = (kind: string): kind is StepKind => Object.hasOwn(steps, kind)

/** Runs all steps that are due, including those that steps add. */
export function runDueSteps({ store, now }: Snapshot): void {
  const next = () => store.first('SELECT seq, at, kind, subject FROM due WHERE at <= ? ORDER BY at, seq LIMIT 1', now)
  let due = next()
  while (due) {
    store.transaction(() => {
      for (let done = 0; due && done < stepsPerTransaction; done++) {
        const [kind, seq] = [String(due.kind), Number(due.seq)]
        if (!isStep(kind)) throw new Error(`Unknown step ${kind}.`)
        store.run('DELETE FROM due WHERE seq = ?', seq)
        steps[kind]({ store, now: Number(due.at) }, String(due.subject))
        due = next()
      }
    })
  }
}
