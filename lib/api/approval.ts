/**
 * What any request says of its approval: what it needs, what people decided, and the words for it. Whether a request needs
 * approval is decided by policies (lib/features/approvals).
 */
import { negated, sumOf } from '../domain/decimals'
import { type Role, rolesWith, writeRights } from '../provider/roles'
import { amountAt, type Moved } from '../provider/summaries'
import { type RulePlan, type Sum, sumText } from './planned'
import type { Identity } from './step-up'

/** Over what a rolling limit adds up, each on its own. */
export const limitScopes = ['desk', 'person', 'profile', 'destination'] as const
export type LimitScope = (typeof limitScopes)[number]

/** The hours over which limits roll. Calendar days would begin anew at midnight of some zone, and pass the limit twice. */
export const limitHours = [24, 168, 720] as const
export type LimitHours = (typeof limitHours)[number]

/** A rolling limit that a write uses up: what others used, and its own amount if that is known. */
export type UsedLimit = Sum & { hours: LimitHours; per: LimitScope; used: string; own?: string }

/** Why a write needs approval, by which rule, and whose. */
export type Requirement = {
  rule: string
  because: 'always' | 'amount' | 'limit' | 'destination' | 'unlisted' | 'cooling'
  /** The amount could not be compared with the threshold. */
  is_unknown?: true
  /** The rule's threshold; for a limit with what was used before. */
  threshold?: Sum & { used?: string; hours?: LimitHours; per?: LimitScope }
  /** Those of roles or people; if neither is named, no one can meet it: the policy refuses the request. */
  count: number
  roles?: readonly Role[]
  people?: readonly string[]
}

export const isRefusal = ({ roles, people }: Pick<Requirement, 'roles' | 'people'>) => !roles && !people

/** `open`: an approver read it; `remind`: who asked for it wants an answer. Neither decides anything. */
export const decisionKinds = ['approve', 'decline', 'ask', 'answer', 'open', 'remind'] as const
export type DecisionKind = (typeof decisionKinds)[number]

/** A requirement that is not met yet, and by how many people. */
export type Missing = Requirement & { missing: number }

/** How a request ended that was not sent. */
export const approvalEnds = ['declined', 'expired', 'withdrawn'] as const
export type ApprovalEnd = (typeof approvalEnds)[number]

/**
 * What a person decided, asked or answered. `is_current` is false of what was edited since, and `lost_role` there if the
 * person may not decide any more, with when their roles changed. Times are RFC 3339.
 */
export type ShownDecision = {
  person: string
  kind: DecisionKind
  at: string
  is_current: boolean
  /** Of the person who reads it. */
  is_mine?: true
  lost_role?: { at?: string }
}

/** What an approver must know of a request beside itself. */
export type ApprovalFacts = {
  moved: Moved
  limits: UsedLimit[]
  /** The last one that was executed with the same destination, else of the same kind. */
  last?: { id: string; at: string; person: string; summary: string; moved: Moved; plans?: RulePlan[] }
  /** When a request to it was first executed; absent if none was. `similar_to` is another address with the same ends. */
  destination?: { first_seen?: string; similar_to?: string }
}

export type Approval = {
  state: 'waiting' | 'approved' | ApprovalEnd
  /** Of the policy by which it was weighed. */
  version: number
  requirements: Requirement[]
  /** What people planned here for the rule that it creates, oldest first: what an approver lets through. */
  plans?: RulePlan[]
  /** Those that nobody has met yet. */
  missing: Missing[]
  expires_at: string
  decisions: ShownDecision[]
  /** The people who may meet what is missing, by name, the first few. */
  approvers: string[]
  /** The same for whoever asked, in detail: when each opened it, and in how many seconds they usually decide. */
  waiting_for?: { name: string; opened_at?: string; usual_seconds?: number }[]
  /** Whether this person may decide now. */
  may_decide: boolean
  /** Whether it is recorded that this person opened it, as it is now. */
  is_opened?: true
  /** Where this person must confirm at company sign-in who they are to approve it. */
  identity?: Identity
  /** Of what would be sent; a decision names it. */
  digest: string
  /** In detail; of one that does not wait any more only what it moves. */
  facts?: ApprovalFacts
}

/** Whose approvals count, oldest first. */
export const approvedBy = ({ decisions }: Pick<Approval, 'decisions'>): ShownDecision[] =>
  decisions.filter(({ kind, is_current, lost_role }) => kind === 'approve' && is_current && !lost_role)

/** What a request would wait for, the people who could approve it, by name, the first few, the limits that it uses up, and who must
 * confirm who they are. */
export type WeighedRequest = {
  requirements: Requirement[]
  approvers: string[]
  limits: UsedLimit[]
  identity?: Identity
}

/** Minutes between two reminders of a request. */
export const reminderMinutes = 15

/** Who may write, activate and withdraw policies. */
export const policyRoles: readonly Role[] = rolesWith('configure')
/** Who may decide on requests, where the policy names them, and who may answer what they ask. */
export const decisionRoles: readonly Role[] = rolesWith('approve', ...writeRights)

/** What a rule's threshold is for, which includes the amount itself: "250,000.00 USD and more". */
export const thresholdText = (sum: Sum) => `${sumText(sum)} and more`

const people = (count: number) => (count === 1 ? 'one approver' : `${count} approvers`)

/** Why a request must be approved, in a sentence: "250,000.00 USD and more: one approver must agree." */
export function requirementText(requirement: Requirement): string {
  const { because, threshold, count, is_unknown } = requirement
  const needs = isRefusal(requirement) ? 'the policy refuses it' : `${people(count)} must agree`
  const sum = threshold && sumText(threshold)
  if (is_unknown && because === 'amount')
    return `What it moves cannot be compared with ${sum} before it is sent, so ${needs}.`
  if (is_unknown)
    return `What it moves cannot be compared with the limit of ${sum} in ${hoursText(threshold?.hours ?? 24)} before it is sent, so ${needs}.`
  if (because === 'amount') return `${threshold && thresholdText(threshold)}: ${needs}.`
  if (because === 'limit')
    return `It goes over the limit of ${sum} in ${hoursText(threshold?.hours ?? 24)} (${amountAt(threshold, 'used') ?? '0'} used), so ${needs}.`
  if (because === 'destination') return `Its destination is new, so ${needs}.`
  if (because === 'unlisted') return `Its destination is not approved, so ${needs}.`
  if (because === 'cooling') return `Its destination was approved only recently, so ${needs}.`
  return `Each request of this kind: ${needs}.`
}

export const requirementsText = (requirements: readonly Requirement[]) => requirements.map(requirementText).join(' ')

export const scopeTexts: Record<LimitScope, string> = {
  desk: 'The desk',
  person: 'Each person',
  profile: 'Each profile',
  destination: 'Each destination',
}

/** What a limit has left: "The desk: 267,500.00 USD left of 1,000,000.00 USD in 24 h, with this request." */
export function limitText({ amount, asset, hours, per, used, own }: UsedLimit): string {
  const left = sumOf([amount, negated(used), negated(own ?? '0')]) ?? ''
  const isOver = left.startsWith('-')
  const money = (text: string) => sumText({ amount: text, asset })
  const what = own === undefined ? '; what this request uses is not known before it is sent' : ', with this request'
  return `${scopeTexts[per]}: ${money(isOver ? left.slice(1) : left)} ${isOver ? 'over' : 'left of'} ${money(amount)} in ${hoursText(hours)}${what}.`
}

export const hoursText = (hours: number) => (hours % 24 === 0 && hours > 24 ? `${hours / 24} days` : `${hours} h`)
