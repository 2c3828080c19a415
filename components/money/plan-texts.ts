/** A plan in words, before its money comes. */
import { Ban, CircleQuestionMark, Clock, OctagonX, Stamp, TimerOff } from 'lucide-react'
import { listText } from '@/components/transfers/labels'
import type { StatusStyle } from '@/components/ui/status'
import { type ApprovalEnd, approvedBy } from '@/lib/api/console/approvals/approval'
import type { MovementRequest, PlannedMovement, WaitingPlan } from '@/lib/api/console/movements/movement'
import { namesText } from '@/lib/browser/labels'

const verbs = { mint: 'Mint', redeem: 'Redeem', convert: 'Convert', 'pay-out': 'Pay out' } as const

/** The name that a person gave a plan, else what it is to do. */
export const plannedName = ({ kind, label, rule }: PlannedMovement) =>
  label || `${verbs[kind]} ${kind === 'mint' ? rule.destination_asset : rule.source_asset}`

const noRule = { tone: 'wait', icon: Clock, label: 'Its rule does not exist yet' } as const
/** What is said of a plan whose rule is not known to exist, by the state of the request that creates it. */
const missingRules: Partial<Record<NonNullable<WaitingPlan['rule_state']>, StatusStyle>> = {
  waiting: { tone: 'wait', icon: Stamp, label: 'Its rule waits for approval' },
  refused: { tone: 'bad', icon: OctagonX, label: 'Its rule was not created' },
  unknown: { tone: 'unknown', icon: CircleQuestionMark, label: 'Its rule is not known', isLoud: true },
  prepared: noRule,
  sent: noRule,
  'never-sent': noRule,
}

const endedRules: Record<ApprovalEnd, StatusStyle> = {
  declined: { tone: 'bad', icon: Ban, label: 'Its rule was declined' },
  expired: { tone: 'bad', icon: TimerOff, label: 'Its rule was not approved in time' },
  withdrawn: { tone: 'off', icon: Ban, label: 'Its rule was withdrawn' },
}

/** The same, and what others decided about that request; undefined if the rule exists. */
export function missingRule(
  state: WaitingPlan['rule_state'],
  approval: MovementRequest['approval'],
): StatusStyle | undefined {
  const style = state && missingRules[state]
  if (!approval || !style) return style
  if (state === 'waiting') {
    const why =
      approval.state === 'approved'
        ? `approved by ${listText(approvedBy(approval).map(({ person }) => person))}`
        : approval.approvers.length > 0 && `for ${namesText(approval.approvers)}`
    return { ...style, ...(why && { why }) }
  }
  const ended = approval.state
  return state === 'refused' && ended !== 'waiting' && ended !== 'approved' ? endedRules[ended] : style
}

/**
 * What a plan waits for.
 * @param now  by the provider's clock, ms since 1970
 * @param what how the money is called there
 */
export function waitingStyle(
  { rule_state, rule_approval, sent, due }: WaitingPlan,
  now: number,
  what = 'money',
): StatusStyle {
  const missing = missingRule(rule_state, rule_approval)
  if (missing) return missing
  const isLate = now > Date.parse(due.at)
  const label = isLate ? `Late: waiting for ${what}` : sent ? 'Said to be sent, not arrived' : `Waiting for ${what}`
  return { tone: 'wait', icon: Clock, label, ...(isLate && { isLoud: true }) }
}
