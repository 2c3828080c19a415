/** Approvals and policies as Mintdesk answers them. */

import type { Identity } from '../../api/step-up'
import { type Role, rolesWith, writeRights } from '../../provider/roles'
import type { Moved } from '../../provider/summaries'
import type { DecisionKind, Missing } from './decisions'
import type { Policy, Requirement, UsedLimit } from './policy'

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
  lost_role?: { at?: string }
}

/** What an approver must know of a request beside itself. */
export type ApprovalFacts = {
  moved: Moved
  limits: UsedLimit[]
  /** The last one that was executed with the same destination, else of the same kind. */
  last?: { id: string; at: string; person: string; summary: string; moved: Moved }
  /** When a request to it was first executed; absent if none was. `similar_to` is another address with the same ends. */
  destination?: { first_seen?: string; similar_to?: string }
}

export type Approval = {
  state: 'waiting' | 'approved' | ApprovalEnd
  /** Of the policy by which it was weighed. */
  version: number
  requirements: Requirement[]
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

/** `proposed`: waits for another admin. `past`: another version took its place. */
export const policyStates = ['proposed', 'active', 'past', 'withdrawn'] as const
export type PolicyState = (typeof policyStates)[number]

export type PolicyVersion = {
  version: number
  state: PolicyState
  person: string
  at: string
  policy: Policy
  activated_at?: string
  activated_by?: string
  /** Whether this person may activate it; another must, if there is another admin. */
  may_activate?: boolean
  /** Where they must confirm at company sign-in who they are to activate it. */
  identity?: Identity
}

/** A destination of requests that were executed. Times are RFC 3339. */
export type PaidDestination = { to: string; first: string; last: string; requests: number }

/** The newest versions, newest first, and where the newest executed requests of an environment pay to, the last first. */
export type Policies = {
  versions: PolicyVersion[]
  has_other_admin: boolean
  paid: PaidDestination[]
  identity?: Identity
}

/** What a policy would have asked for. */
export type Simulation = {
  /** Requests that were weighed, of so many days. */
  weighed: number
  days: number
  /** Those for which it would have asked, newest first; the first few. */
  asked: { id: string; summary: string; person: string; at: string; requirements: Requirement[] }[]
  /** How many requests each rule would have asked for. */
  by_rule: Record<string, number>
  /** Requests whose body can no longer be read. */
  unread: number
}
