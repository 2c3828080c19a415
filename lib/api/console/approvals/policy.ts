/** Policies: which writes need other people's approval, and whose. Evaluated here alone, before sending and in simulations. */
import { compareDecimals, negated, sumOf, withPlaces } from '../../../domain/decimals'
import type { Environment } from '../../environments'
import type { WriteName } from '../../provider/operations'
import { amountAt, type Moved } from '../../provider/summaries'
import type { DefaultRole, Role } from '../../roles'

/** Over what a rolling limit adds up, each on its own. */
export const limitScopes = ['desk', 'person', 'profile', 'destination'] as const
export type LimitScope = (typeof limitScopes)[number]

/** The hours over which limits roll. Calendar days would begin anew at midnight of some zone, and pass the limit twice. */
export const limitHours = [24, 168, 720] as const
export type LimitHours = (typeof limitHours)[number]

type Sum = { amount: string; asset: string }

export type PolicyRule = {
  /** Unique in its policy, and the same in every version. */
  id: string
  operations: WriteName[]
  environments: Environment[]
  side?: 'BUY' | 'SELL'
  market?: string
  profile?: string
  /** Applies from this amount of a single write. */
  from?: Sum
  /** Applies to a write that brings what was sent in so many hours above the amount. */
  limit?: Sum & { hours: LimitHours; per: LimitScope }
  /** Applies to a destination that was not approved at least so many hours ago. */
  cooling_hours?: number
  /** Whether a destination counts as approved only if the policy lists it, not if an earlier request to it was approved. */
  is_listed?: true
  /** How many people, of these roles or by subject. Without them the request is refused. */
  approvers?: { count: number; roles?: DefaultRole[]; people?: string[] }
  expires_hours: number
}

/** Whoever stands in for a person approves as that person may. Dates are times of RFC 3339. */
export type StandIn = { absent: string; by: string; from: string; until: string }

/** Where requests may pay to. A version that adds one approves it when it is activated. */
export type ApprovedDestination = {
  environment: Environment
  /** As requests name theirs: `Moved.destination`. */
  to: string
  name: string
  /** Of an earlier version, whose list had it since; times are RFC 3339. */
  approved?: { at: string; by: string }
}

export type Policy = { rules: PolicyRule[]; stand_ins: StandIn[]; destinations?: ApprovedDestination[] }

/** A write as a policy sees it. */
export type WeighedWrite = {
  operation: WriteName
  environment: Environment
  /** The subject of who asks for it. */
  person: string
  moved: Moved
}

/** A rolling limit that a write uses up, and where: what was used by others of the same key adds up. */
export type LimitUse = { rule: string; per: LimitScope; of: string; hours: LimitHours; asset: string; amount?: string }

/** A rolling limit that a write uses up: what others used, and its own amount if that is known. */
export type UsedLimit = Sum & { hours: LimitHours; per: LimitScope; used: string; own?: string }

/** What was found out about a write for the rules that apply to it. */
export type Findings = {
  /** What was sent or waits in the hours of a limit, in its asset, by rule. */
  used: Readonly<Record<string, string>>
  /** Hours since a request to the destination was sent with approval; undefined if none was. */
  approvedHours?: number
  /** Hours since the policy lists the destination; undefined if it does not. */
  listedHours?: number
}

/** Why a write needs approval, by which rule, and whose. */
export type Requirement = {
  rule: string
  because: 'always' | 'amount' | 'limit' | 'destination' | 'unlisted' | 'cooling'
  /** The rule's threshold; for a limit with what was used before. */
  threshold?: Sum & { used?: string; hours?: LimitHours; per?: LimitScope }
  /** Those of roles or people; if neither is named, no one can meet it: the policy refuses the request. */
  count: number
  roles?: readonly Role[]
  people?: readonly string[]
}

export const isRefusal = ({ roles, people }: Pick<Requirement, 'roles' | 'people'>) => !roles && !people

const has = <Value>(wanted: Value | undefined, given: Value | undefined) => wanted === undefined || wanted === given

const concerns = (rule: PolicyRule, { operation, environment, moved }: WeighedWrite) =>
  rule.operations.includes(operation) &&
  rule.environments.includes(environment) &&
  has(rule.side, moved.side) &&
  has(rule.market, moved.market) &&
  has(rule.profile?.toLowerCase(), moved.profile)

const scopeOf = ({ person, moved }: WeighedWrite, per: LimitScope): string | undefined =>
  ({ desk: '', person, profile: moved.profile, destination: moved.destination })[per]

const amountIn = (moved: Moved, asset: string) => moved.amounts.find((one) => one.asset === asset)

/** The rolling limits that a write uses up. */
export const limitsOf = ({ rules }: Policy, write: WeighedWrite): LimitUse[] =>
  rules.flatMap((rule) => {
    const moved = rule.limit && amountIn(write.moved, rule.limit.asset)
    const of = rule.limit && scopeOf(write, rule.limit.per)
    if (!rule.limit || !moved || of === undefined || !concerns(rule, write)) return []
    const { per, hours, asset } = rule.limit
    return [{ rule: rule.id, per, of, hours, asset, ...(moved.amount !== undefined && { amount: moved.amount }) }]
  })

/** Whether an amount reaches a threshold; one that is not known before it is sent counts as more than any. */
const reaches = (amount: string | undefined, threshold: string) =>
  amount === undefined || (compareDecimals(amount, threshold) ?? 1) >= 0

/** The condition by which a rule asks for approval of a write that it concerns; undefined if it does not. */
function causeOf(
  rule: PolicyRule,
  write: WeighedWrite,
  findings: Findings,
): Omit<Requirement, 'rule' | 'count'> | undefined {
  const { from, limit, cooling_hours, is_listed } = rule
  if (!from && !limit && cooling_hours === undefined) return { because: 'always' }
  const moved = from && amountIn(write.moved, from.asset)
  if (from && moved && reaches(moved.amount, from.amount)) return { because: 'amount', threshold: from }
  const [use] = limitsOf({ rules: [rule], stand_ins: [] }, write)
  if (limit && use) {
    const used = findings.used[rule.id] ?? '0'
    const after = use.amount === undefined ? undefined : sumOf([used, use.amount])
    // What uses the limit up to its last cent is within it.
    if (after === undefined || (compareDecimals(after, limit.amount) ?? 1) > 0)
      return { because: 'limit', threshold: { ...limit, used } }
  }
  if (cooling_hours === undefined || write.moved.destination === undefined) return undefined
  const { approvedHours = -1, listedHours = -1 } = findings
  const isNew = (is_listed ? listedHours : Math.max(approvedHours, listedHours)) < cooling_hours
  if (isNew) return { because: !is_listed ? 'destination' : listedHours < 0 ? 'unlisted' : 'cooling' }
  return undefined
}

/**
 * Hours since a policy lists the destination of a write; undefined if it does not.
 * @param activated when this version was, milliseconds
 */
export function listedHours(
  { destinations = [] }: Policy,
  { environment, moved }: Pick<WeighedWrite, 'environment' | 'moved'>,
  activated: number,
  now: number,
): number | undefined {
  const found = destinations.find((one) => one.environment === environment && one.to === moved.destination)
  // A clock that was set back makes none new that is listed.
  return found && Math.max(0, now - (found.approved ? Date.parse(found.approved.at) : activated)) / 3_600_000
}

/** What a policy asks for before a write is sent: all of it must be met. */
export const requirementsOf = ({ rules }: Policy, write: WeighedWrite, findings: Findings): Requirement[] =>
  rules.flatMap((rule) => {
    const cause = concerns(rule, write) ? causeOf(rule, write, findings) : undefined
    return cause ? [{ rule: rule.id, ...cause, ...(rule.approvers ?? { count: 1 }) }] : []
  })

/** The hours after which a request expires: those of the rule that waits least. */
export const expiryOf = ({ rules }: Policy, requirements: readonly Requirement[]): number =>
  Math.min(...rules.filter(({ id }) => requirements.some(({ rule }) => rule === id)).map((rule) => rule.expires_hours))

const people = (count: number) => (count === 1 ? 'one approver' : `${count} approvers`)

/** Why a request must be approved, in a sentence: "Orders over 100,000 USD need one approver." */
export function requirementText(requirement: Requirement): string {
  const { because, threshold, count } = requirement
  const needs = isRefusal(requirement) ? 'the policy refuses it' : `${people(count)} must agree`
  const sum = threshold && `${amountAt(threshold, 'amount')} ${threshold.asset}`
  if (because === 'amount') return `From ${sum}, ${needs}.`
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
  const left = withPlaces(sumOf([amount, negated(used), negated(own ?? '0')]) ?? '', 2)
  const isOver = left.startsWith('-')
  const money = (text: string) => `${amountAt({ text }, 'text')} ${asset}`
  const what = own === undefined ? '; what this request uses is not known before it is sent' : ', with this request'
  return `${scopeTexts[per]}: ${money(isOver ? left.slice(1) : left)} ${isOver ? 'over' : 'left of'} ${money(amount)} in ${hoursText(hours)}${what}.`
}

export const hoursText = (hours: number) => (hours % 24 === 0 && hours > 24 ? `${hours / 24} days` : `${hours} h`)
