/** What people plan, the states of a movement, and which run of a rule is which plan, where they planned several with the same rule. */
import { compareDecimals, inPlaces, textOf, unitsOf } from '../../domain/decimals'

/** The wishes with which a movement begins. */
export const wishKinds = ['mint', 'redeem', 'convert', 'pay-out'] as const
export type WishKind = (typeof wishKinds)[number]

/** `waiting`: a person must act. `unknown`: what it means, or whether money moved, cannot be said. */
export const stationStates = ['done', 'moving', 'waiting', 'failed', 'unknown'] as const
export type StationState = (typeof stationStates)[number]
/**
 * Of a whole movement: that of its worst station, `unexplained` if its money does not add up, `returned` if some of it came
 * back or was sent back, or `left` if it went from a profile to where nothing is seen of it.
 */
export const movementStates = [...stationStates, 'unexplained', 'returned', 'left'] as const
export type MovementState = (typeof movementStates)[number]

type Planned = { id: string; at: string; amount: string; rule: { source_asset: string }; withdrawn?: { at: string } }
/** `key` is the transfer that started the run, `movement` what it is part of, as people joined it too. */
type Run = { key: string; movement: string; at: string; amount: string; asset: string }

/** Clocks differ: a run may be older by this much than the plan that it is, ms. */
export const clockSkew = 300_000

/** What banks may keep of a wire on its way, or a sender may add: whole units of its asset, and 1 in so many, the lesser. */
const mostUnits = 100n
const mostShare = 100n

/** The amounts that count as a plan's money; undefined if its amount is not a decimal. */
export function planRange(amount: string): { least: string; most: string } | undefined {
  const read = unitsOf(amount)
  if (!read) return undefined
  const places = Math.max(2, read.places)
  const planned = inPlaces(read, places)
  const [units, share] = [mostUnits * 10n ** BigInt(places), planned / mostShare]
  const slack = units < share ? units : share
  return { least: textOf({ units: planned - slack, places }), most: textOf({ units: planned + slack, places }) }
}

function isInRange(amount: string, planned: string): boolean {
  const range = planRange(planned)
  const [above, below] = range ? [compareDecimals(amount, range.least), compareDecimals(amount, range.most)] : []
  return above !== undefined && below !== undefined && above >= 0 && below <= 0
}

/** The plans that a run may be: those made before it, else the first that was made within what clocks differ by. */
function fitting<Of extends Planned>(plans: readonly Of[], run: Run): Of[] {
  const came = Date.parse(run.at)
  const alike = plans.filter(
    ({ amount, rule, withdrawn }) =>
      rule.source_asset === run.asset &&
      isInRange(run.amount, amount) &&
      !(withdrawn && Date.parse(withdrawn.at) < came),
  )
  const before = alike.filter(({ at }) => Date.parse(at) <= came)
  if (before.length > 0) return before
  const first = Math.min(...alike.map(({ at }) => Date.parse(at)))
  return first <= came + clockSkew ? alike.filter(({ at }) => Date.parse(at) === first) : []
}

/**
 * Each run is at most one plan, and each plan at most one run. The rule's own mark (its memo, its address) has proven that
 * they belong together; a run is a plan only if it fits no other that still waits. Of two that it fits a person says which.
 * Plans and runs that come later change nothing of it. What comes after a plan was withdrawn is not its money.
 * @param plans and runs, of one rule
 * @returns the run of each plan by the plan's id; the runs that are no plan's, oldest first, each with the ids of the plans
 * that wait and that it fits
 */
export function assignedRuns<Of extends Run>(plans: readonly Planned[], runs: readonly Of[]) {
  const assigned = new Map<string, Of>()
  const taken = new Set<string>()
  const left: { run: Of; fits: Planned[] }[] = []
  const inOrder = [...runs].sort(
    (one, other) => Date.parse(one.at) - Date.parse(other.at) || (one.key < other.key ? -1 : 1),
  )
  for (const run of inOrder) {
    if (taken.has(run.movement)) continue
    const fits = fitting(
      plans.filter(({ id }) => !assigned.has(id)),
      run,
    )
    const [plan, another] = fits
    if (plan && !another) {
      assigned.set(plan.id, run)
      taken.add(run.movement)
    } else left.push({ run, fits })
  }
  const unplanned = left.flatMap(({ run, fits }) =>
    taken.has(run.movement) ? [] : { ...run, fits: fits.flatMap(({ id }) => (assigned.has(id) ? [] : id)) },
  )
  return { assigned, unplanned }
}
