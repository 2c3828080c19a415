/**
 * Policies: which writes need other people's approval, and whose. Evaluated here alone, before sending and in simulations.
 * What cannot be told of a write before it is sent, such as its amount in the asset of a rule, its profile or its destination,
 * counts as what the rule holds.
 */
import type { LimitHours, LimitScope, Requirement } from '../../api/approval'
import type { Sum } from '../../api/planned'
import { compareDecimals, sumOf } from '../../domain/decimals'
import { idIn } from '../../provider/destinations'
import type { Environment } from '../../provider/environments'
import { type WriteName, writeRowOf } from '../../provider/operations'
import type { markets } from '../../provider/order-terms'
import type { DefaultRole } from '../../provider/roles'
import type { Moved } from '../../provider/summaries'

export type PolicyRule = {
  /** Unique in its policy, and the same in every version. */
  id: string
  operations: WriteName[]
  environments: Environment[]
  side?: 'BUY' | 'SELL'
  market?: (typeof markets)[number]
  /** A profile that the write names, or the account or identity of a customer. */
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
  /** As requests name theirs: `Party.key`. */
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

/**
 * A rolling limit that a write uses up, and where: what was used by others of the same key adds up. Without a key nobody can
 * tell whose limit it is, or it is that of several; then, and where it cannot be compared, it has no amount either.
 */
export type LimitUse = { rule: string; per: LimitScope; of?: string; hours: LimitHours; asset: string; amount?: string }

/** What was found out about a write for the rules that apply to it. */
export type Findings = {
  /** What was sent or waits in the hours of a limit, in its asset, by rule. */
  used: Readonly<Record<string, string>>
  /** Hours since requests to all of its destinations were sent with approval; undefined if one never was. */
  approvedHours?: number
  /** Hours since the policy lists all of its destinations; undefined if it does not list one. */
  listedHours?: number
}

/** Whether a value is one that a rule is for; what is not known may be. */
const has = <Value>(wanted: Value | undefined, given: Value | undefined) =>
  wanted === undefined || given === undefined || wanted === given

/** Whether a write names a profile or a customer, or none that can be told. */
function mayConcern(id: string, { parties }: Moved): boolean {
  const profiles = parties.filter(({ kind }) => kind === 'profile' || kind === 'deposits')
  if (profiles.length === 0 || profiles.some(({ key }) => key === undefined)) return true
  return parties.some((party) => idIn(party) === id.trim().toLowerCase())
}

const concerns = (rule: PolicyRule, { operation, environment, moved }: WeighedWrite) =>
  rule.operations.includes(operation) &&
  rule.environments.includes(environment) &&
  has(rule.side, moved.side) &&
  has(rule.market, moved.market) &&
  (rule.profile === undefined || mayConcern(rule.profile, moved))

/** Where a write pays to, each once; undefined of one that nobody can tell. */
export const destinationsIn = ({ parties }: Moved): (string | undefined)[] => [
  ...new Set(parties.filter(({ as }) => as === 'destination').map(({ key }) => key)),
]

/** Whose limits a write uses up; [] if those of no one. */
function scopesOf({ person, moved }: WeighedWrite, per: LimitScope): (string | undefined)[] {
  if (per === 'destination') return destinationsIn(moved)
  if (per !== 'profile') return [per === 'person' ? person : '']
  const givers = moved.parties.filter(
    ({ as, kind }) => as !== 'destination' && (kind === 'profile' || kind === 'deposits'),
  )
  return givers.length === 0 ? [undefined] : [...new Set(givers.map(idIn))]
}

/** The most that a write moves of an asset or its equals; undefined if that cannot be compared, or is not known before it is sent. */
export function amountIn({ amounts }: Moved, { asset, equal_assets = [] }: Omit<Sum, 'amount'>): string | undefined {
  const known = amounts.flatMap((one) =>
    one.amount !== undefined && (one.asset === asset || equal_assets.includes(one.asset)) ? [one.amount] : [],
  )
  return known.reduce<string | undefined>(
    (most = '', one) => ((compareDecimals(most, one) ?? 0) < 0 ? one : most),
    known[0],
  )
}

/** The rolling limits that a write uses up. */
export const limitsOf = ({ rules }: Policy, write: WeighedWrite): LimitUse[] =>
  rules.flatMap((rule) => {
    if (!rule.limit || !concerns(rule, write)) return []
    const { per, hours, asset } = rule.limit
    const scopes = scopesOf(write, per)
    if (scopes.length === 0) return []
    const of = scopes.length === 1 ? scopes[0] : undefined
    const amount = of === undefined ? undefined : amountIn(write.moved, rule.limit)
    return [
      { rule: rule.id, per, hours, asset, ...(of !== undefined && { of }), ...(amount !== undefined && { amount }) },
    ]
  })

/** Whether an amount reaches a threshold; one that cannot be compared counts as more than any. */
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
  const unknown = (amount: string | undefined) => amount === undefined && { is_unknown: true as const }
  const amount = from && amountIn(write.moved, from)
  if (from && reaches(amount, from.amount)) return { because: 'amount', threshold: from, ...unknown(amount) }
  const [use] = limitsOf({ rules: [rule], stand_ins: [] }, write)
  if (limit && use) {
    const used = findings.used[rule.id] ?? '0'
    const after = use.amount === undefined ? undefined : sumOf([used, use.amount])
    // What uses the limit up to its last cent is within it.
    if (after === undefined || (compareDecimals(after, limit.amount) ?? 1) > 0)
      return { because: 'limit', threshold: { ...limit, used }, ...unknown(use.amount) }
  }
  const destinations = destinationsIn(write.moved)
  if (cooling_hours === undefined || destinations.length === 0) return undefined
  const { approvedHours = -1, listedHours = -1 } = destinations.includes(undefined) ? {} : findings
  const isNew = (is_listed ? listedHours : Math.max(approvedHours, listedHours)) < cooling_hours
  if (isNew) return { because: !is_listed ? 'destination' : listedHours < 0 ? 'unlisted' : 'cooling' }
  return undefined
}

/** The least of what is known of each; undefined if nothing is of one, or there is none. */
export const leastOf = (hours: readonly (number | undefined)[]): number | undefined =>
  hours.reduce<number | undefined>((least, one) => {
    return least === undefined || one === undefined ? undefined : Math.min(least, one)
  }, hours[0])

/**
 * Hours since a policy lists all destinations of a write; undefined if it does not list one.
 * @param activated when this version was, milliseconds
 */
export function listedHours(
  { destinations = [] }: Policy,
  { environment, moved }: Pick<WeighedWrite, 'environment' | 'moved'>,
  activated: number,
  now: number,
): number | undefined {
  return leastOf(
    destinationsIn(moved).map((to) => {
      const found = destinations.find((one) => one.environment === environment && one.to === to)
      // A clock that was set back makes none new that is listed.
      return found && Math.max(0, now - (found.approved ? Date.parse(found.approved.at) : activated)) / 3_600_000
    }),
  )
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

/** Whether a kind of request has a side and a market. */
export const isOrder = (name: WriteName) => writeRowOf(name).moves.money === 'order'

/** The kinds of requests that there are in none of these environments. */
export const absentIn = (operations: readonly WriteName[], environments: readonly Environment[]): WriteName[] =>
  operations.filter((name) => writeRowOf(name).isSandboxOnly && !environments.includes('sandbox'))

export const absentText = (operations: readonly WriteName[]) =>
  `There are ${operations.map((name) => `${writeRowOf(name).noun}s`).join(' and ')} only in the sandbox.`
