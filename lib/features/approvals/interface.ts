/** Approvals and policies as Mintdesk answers them. */

import type { Requirement } from '../../api/approval'
import type { Identity } from '../../api/step-up'
import type { Policy } from './policy'

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
  /** For how many of them it would have asked. */
  asked_total: number
  /** Those, newest first; the first few. */
  asked: { id: string; summary: string; person: string; at: string; requirements: Requirement[] }[]
  /** How many requests each rule would have asked for. */
  by_rule: Record<string, number>
  /** Requests whose body can no longer be read. */
  unread: number
}
