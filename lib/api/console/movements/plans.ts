/** What people plan, the states of a movement, and which run of a rule is which plan, where they planned several with the same rule. */
import { compareDecimals } from '../../../domain/decimals'
import { percentile } from '../../../domain/percentile'

/** The wishes with which a movement begins. */
export const wishKinds = ['mint', 'redeem', 'convert', 'pay-out'] as const
export type WishKind = (typeof wishKinds)[number]

/** `waiting`: a person must act. `unknown`: what it means, or whether money moved, cannot be said. */
export const stationStates = ['done', 'moving', 'waiting', 'failed', 'unknown'] as const
export type StationState = (typeof stationStates)[number]

type Planned = { id: string; at: string; amount: string; withdrawn?: { at: string }; sent?: { at: string } }
/** `key` is the transfer that started the run. */
type Run = { key: string; at: string; amount: string }

/** Clocks differ: a run may be older by this much than the plan that it is, ms. */
export const clockSkew = 300_000

/**
 * Each run is at most one plan, and each plan at most one run. The rule's own mark (its memo, its address) has proven that
 * they belong together; among several plans the amount decides, and of equal ones the older plan. A run of another amount is
 * a plan's only if no other plan waits. What comes after a plan was withdrawn is not its money.
 * @param plans and runs, of one rule, oldest first
 * @returns the run of each plan by the plan's id; the runs that no plan explains
 */
export function assignedRuns<Of extends Run>(plans: readonly Planned[], runs: readonly Of[]) {
  const assigned = new Map<string, Of>()
  const unplanned: Of[] = []
  for (const run of runs) {
    const before = Date.parse(run.at) + clockSkew
    const waiting = plans.filter(
      ({ id, at, withdrawn }) =>
        !assigned.has(id) && Date.parse(at) <= before && !(withdrawn && Date.parse(withdrawn.at) < Date.parse(run.at)),
    )
    const equal = waiting.find(({ amount }) => compareDecimals(amount, run.amount) === 0)
    const plan = equal ?? (waiting.length === 1 ? waiting[0] : undefined)
    if (plan) assigned.set(plan.id, run)
    else unplanned.push(run)
  }
  return { assigned, unplanned }
}

/** When a plan's money counts as late, RFC 3339; and, where enough earlier plans of its rule got theirs, how long that took, s. */
export type PlanDue = { at: string; usual?: number; count?: number }

const day = 86_400_000
/** So many earlier plans make a usual time. */
const fewest = 3

/** A day later, or the Monday after it: banks send no wires at weekends. */
function businessDayAfter(at: number): number {
  let due = at + day
  while ([0, 6].includes(new Date(due).getUTCDay())) due += day
  return due
}

/** Since when money is waited for. */
const awaitedSince = ({ at, sent }: Planned) => Date.parse(sent?.at ?? at)

/**
 * A business day after the plan, or after its wire was said to be sent; later if earlier money of its rule took longer. Our
 * choice: the provider gives no time.
 * @param plans and the runs that they became, of the plan's rule
 */
export function dueOf(plan: Planned, plans: readonly Planned[], assigned: ReadonlyMap<string, Run>): PlanDue {
  const took = plans
    .flatMap((one) => {
      const run = assigned.get(one.id)
      return run ? Math.max(0, Date.parse(run.at) - awaitedSince(one)) : []
    })
    .sort((one, other) => one - other)
  const isKnown = took.length >= fewest
  const since = awaitedSince(plan)
  const at = Math.max(businessDayAfter(since), since + (isKnown ? (took.at(-1) ?? 0) : 0))
  return {
    at: new Date(at).toISOString(),
    ...(isKnown && { usual: percentile(took, 0.5) / 1000, count: took.length }),
  }
}
