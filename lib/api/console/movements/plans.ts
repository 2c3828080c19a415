/** What people plan, the states of a movement, and which run of a rule is which plan, where they planned several with the same rule. */
import { compareDecimals } from '../../../domain/decimals'

/** The wishes with which a movement begins. */
export const wishKinds = ['mint', 'redeem', 'convert', 'pay-out'] as const
export type WishKind = (typeof wishKinds)[number]

/** `waiting`: a person must act. `unknown`: what it means, or whether money moved, cannot be said. */
export const stationStates = ['done', 'moving', 'waiting', 'failed', 'unknown'] as const
export type StationState = (typeof stationStates)[number]
/**
 * Of a whole movement: that of its worst station, `unexplained` if its money does not add up, or `left` if it went from a
 * profile to where nothing is seen of it.
 */
export const movementStates = [...stationStates, 'unexplained', 'left'] as const
export type MovementState = (typeof movementStates)[number]

type Planned = { id: string; at: string; amount: string; withdrawn?: { at: string } }
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
