/** What people decided about a request, and what follows from it. Whoever sends it asks here, in the transaction of sending. */
import type { DecisionKind, Missing, Requirement } from '../../api/approval'
import type { Role } from '../../provider/roles'
import type { StandIn } from './policy'

/** @property digest of what the person saw: a decision about other content counts for nothing */
export type Decision = { subject: string; kind: DecisionKind; digest: string }

/** A request that waits, and whoever may decide. Times are milliseconds since 1970. */
export type Waiting = {
  requester: string
  digest: string
  requirements: readonly Requirement[]
  stand_ins: readonly StandIn[]
  expires: number
  decisions: readonly Decision[]
}

/** The roles that a person has now; none for somebody who left. */
export type RolesOf = (subject: string) => readonly Role[]

export type ApprovalState =
  | { state: 'waiting'; missing: Missing[] }
  | { state: 'approved' }
  | { state: 'declined'; by: string }
  | { state: 'expired' }

/** A person and those whom they stand in for: none of them the requester, and none who left. */
function actingAs(
  { requester, stand_ins }: Pick<Waiting, 'requester' | 'stand_ins'>,
  subject: string,
  rolesOf: RolesOf,
  now: number,
): string[] {
  const isNow = ({ by, from, until }: StandIn) => by === subject && Date.parse(from) <= now && now < Date.parse(until)
  const absent = stand_ins.filter(isNow).map((one) => one.absent)
  return [subject, ...absent].filter((one) => one !== requester && rolesOf(one).length > 0)
}

/** A role of a company's own that has the right to approve counts as an approver. */
const holds = (held: readonly Role[], role: Role) =>
  held.includes(role) || (role === 'approver' && held.includes('approve'))

/** Whether a person may help to meet a requirement. Nobody may for their own request, whatever their roles. */
export function mayApprove(
  waiting: Pick<Waiting, 'requester' | 'stand_ins'>,
  { roles, people }: Pick<Requirement, 'roles' | 'people'>,
  subject: string,
  rolesOf: RolesOf,
  now: number,
): boolean {
  if (subject === waiting.requester || rolesOf(subject).length === 0) return false
  return actingAs(waiting, subject, rolesOf, now).some(
    (one) => people?.includes(one) || roles?.some((role) => holds(rolesOf(one), role)),
  )
}

/** The state of a request that was neither sent nor withdrawn. */
export function approvalState(waiting: Waiting, rolesOf: RolesOf, now: number): ApprovalState {
  const { decisions, digest, requirements, expires } = waiting
  const current = decisions.filter((one) => one.digest === digest)
  const isEligible = (requirement: Requirement, subject: string) =>
    mayApprove(waiting, requirement, subject, rolesOf, now)
  const declined = current.find(
    ({ kind, subject }) => kind === 'decline' && requirements.some((one) => isEligible(one, subject)),
  )
  if (declined) return { state: 'declined', by: declined.subject }
  if (now >= expires) return { state: 'expired' }
  const approvers = [...new Set(current.flatMap(({ kind, subject }) => (kind === 'approve' ? [subject] : [])))]
  const missing = requirements.flatMap((requirement) => {
    const left = requirement.count - approvers.filter((subject) => isEligible(requirement, subject)).length
    return left > 0 ? [{ ...requirement, missing: left }] : []
  })
  return missing.length > 0 ? { state: 'waiting', missing } : { state: 'approved' }
}
