/** A plan in words, before its money comes. */
import { CircleQuestionMark, Clock, OctagonX } from 'lucide-react'
import type { StatusStyle } from '@/components/ui/status'
import type { PlannedMovement, WaitingPlan } from '@/lib/api/console/movements/movement'

const verbs = { mint: 'Mint', redeem: 'Redeem', convert: 'Convert', 'pay-out': 'Pay out' } as const

/** The name that a person gave a plan, else what it is to do. */
export const plannedName = ({ kind, label, rule }: PlannedMovement) =>
  label || `${verbs[kind]} ${kind === 'mint' ? rule.destination_asset : rule.source_asset}`

const noRule = { tone: 'wait', icon: Clock, label: 'Its rule does not exist yet' } as const
/** What is said of a plan whose rule is not known to exist, by the state of the request that creates it. */
export const missingRules: Partial<Record<NonNullable<WaitingPlan['rule_state']>, StatusStyle>> = {
  refused: { tone: 'bad', icon: OctagonX, label: 'Its rule was not created' },
  unknown: { tone: 'unknown', icon: CircleQuestionMark, label: 'Its rule is not known', isLoud: true },
  prepared: noRule,
  sent: noRule,
  'never-sent': noRule,
}

/**
 * What a plan waits for.
 * @param now  by the provider's clock, ms since 1970
 * @param what how the money is called there
 */
export function waitingStyle({ rule_state, sent, due }: WaitingPlan, now: number, what = 'money'): StatusStyle {
  const missing = rule_state && missingRules[rule_state]
  if (missing) return missing
  const isLate = now > Date.parse(due.at)
  const label = isLate ? `Late: waiting for ${what}` : sent ? 'Said to be sent, not arrived' : `Waiting for ${what}`
  return { tone: 'wait', icon: Clock, label, ...(isLate && { isLoud: true }) }
}
