/** A plan in words, before its money comes. */
import { CircleQuestionMark, Clock, OctagonX, Stamp } from 'lucide-react'
import type { StatusStyle } from '@/components/ui/status'
import type { ApprovalEnd } from '@/lib/api/approval'
import { wishVerbs } from '@/lib/api/planned'
import { type Wait, waitingFor } from '@/lib/api/waits'
import { inSentence, namesText } from '@/lib/browser/labels'
import type { MovementRequest, PlannedMovement, WaitingPlan } from '@/lib/features/money/interface'

/** The name that a person gave a plan, else what it is to do. */
export const plannedName = ({ kind, label, rule }: PlannedMovement) =>
  label || `${wishVerbs[kind]} ${kind === 'mint' ? rule.destination_asset : rule.source_asset}`

const noRule = { tone: 'wait', icon: Clock, label: 'Its rule does not exist yet' } as const
/** What is said of a plan whose rule is not known to exist, by the state of the request that creates it. */
const missingRules: Partial<Record<NonNullable<WaitingPlan['rule_state']>, StatusStyle>> = {
  waiting: { tone: 'wait', icon: Stamp, label: waitingFor('request') },
  refused: { tone: 'bad', icon: OctagonX, label: 'Its rule was not created' },
  unknown: { tone: 'unknown', icon: CircleQuestionMark, label: 'Its rule is not known', isLoud: true },
  prepared: noRule,
  sent: noRule,
  'never-sent': noRule,
}

/** How a request ended that others did not let through. */
export const endTexts: Record<ApprovalEnd, string> = {
  declined: 'declined',
  expired: 'not approved in time',
  withdrawn: 'withdrawn',
}

/** The same, and what others decided about that request; undefined if the rule exists. */
export function missingRule(
  state: WaitingPlan['rule_state'],
  approval: MovementRequest['approval'],
): StatusStyle | undefined {
  const style = state && missingRules[state]
  if (!approval || !style) return style
  const { state: found, approvers } = approval
  if (found === 'approved') return state === 'waiting' ? { ...style, why: found } : style
  if (found === 'waiting') return { ...style, ...(approvers.length > 0 && { why: `for ${namesText(approvers)}` }) }
  return { ...style, label: `Its rule was ${endTexts[found]}` }
}

/** What brings the money of a plan. */
export const planWait = ({ rule: { source } }: PlannedMovement): Wait =>
  source.fiat ? 'wire' : source.crypto ? 'deposit' : 'money'

/** `Waiting for the wire`, `Late: waiting for the wire`. */
export function planWaitText(plan: PlannedMovement, isLate: boolean): string {
  const text = waitingFor(planWait(plan))
  return isLate ? `Late: ${inSentence(text)}` : text
}

/**
 * What a plan waits for.
 * @param now by the provider's clock, ms since 1970
 */
export function waitingStyle(plan: WaitingPlan, now: number): StatusStyle {
  const { rule_state, rule_approval, sent, due, has_candidates } = plan
  const missing = missingRule(rule_state, rule_approval)
  if (missing) return missing
  if (has_candidates)
    return { tone: 'wait', icon: CircleQuestionMark, label: 'Arrived, but fits several plans', isLoud: true }
  const isLate = now > Date.parse(due.at)
  const label = sent && !isLate ? 'Said to be sent, not arrived' : planWaitText(plan, isLate)
  return { tone: 'wait', icon: Clock, label, ...(isLate && { isLoud: true }) }
}
