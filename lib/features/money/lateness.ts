/** When the money of a plan is late. Nobody promised a time: these are bounds of ours, and pages say them. */
import { bankZone, isBankingDay } from '../../domain/banking-days'
import { percentile } from '../../domain/percentile'
import { momentsShowing, wallClock } from '../../domain/wall-clock'
import { type TeamSettings, teamDefaults } from '../team/interface'
import type { PlanDue, PlannedMovement } from './interface'

const dayMillis = 86_400_000
/** Dollar wires are sent and received until the evening of a business day. */
const bankCloses = 18 * 3_600_000

/** What a bound needs of a plan. */
type Plan = Pick<PlannedMovement, 'at'> & { rule: Pick<PlannedMovement['rule'], 'source'> }

export const isWired = ({ rule }: Plan) => rule.source.fiat !== undefined

/** The closing of so many business days after a moment's own day, ms since 1970. */
function nextClosing(at: number, days: number): number {
  const { year, month, day } = wallClock(Math.floor(at / 1000) * 1000, bankZone)
  let midnight = Date.UTC(year, month, day)
  for (let left = days; left > 0; left -= isBankingDay(midnight) ? 1 : 0) midnight += dayMillis
  return momentsShowing(midnight + bankCloses, bankZone)[0] ?? midnight + dayMillis
}

/** How long money may take, by the desk's settings: a wire has until the next business day ends, all else 24 h. */
type Bounds = Pick<TeamSettings, 'wire_days' | 'plan_hours'>

/** When the money of a plan counts as late, ms since 1970. */
export const planDueAt = (
  plan: Plan,
  { wire_days = teamDefaults.wire_days, plan_hours = teamDefaults.plan_hours }: Bounds = {},
): number =>
  isWired(plan) ? nextClosing(Date.parse(plan.at), wire_days) : Date.parse(plan.at) + plan_hours * 3_600_000

/** The bound in words. */
export const planBound = (
  plan: Plan,
  { wire_days = teamDefaults.wire_days, plan_hours = teamDefaults.plan_hours }: Bounds = {},
): string => (!isWired(plan) ? `${plan_hours} h` : wire_days === 1 ? 'one business day' : `${wire_days} business days`)

type PlanWithId = Pick<PlannedMovement, 'id' | 'at' | 'sent'> & { rule: Pick<PlannedMovement['rule'], 'source'> }

/** So many earlier plans make a usual time. */
const fewest = 3

/** Since when money is waited for. */
const awaitedSince = ({ at, sent }: Pick<PlanWithId, 'at' | 'sent'>) => sent?.at ?? at

/**
 * After our bound, from the plan or from when its wire was said to be sent; later if earlier money of its rule took longer.
 * @param plans and the runs that they became, of the plan's rule
 */
export function dueOf(
  plan: PlanWithId,
  plans: readonly PlanWithId[],
  assigned: ReadonlyMap<string, { at: string }>,
  bounds: Bounds = {},
): PlanDue {
  const took = plans
    .flatMap((one) => {
      const run = assigned.get(one.id)
      return run ? Math.max(0, Date.parse(run.at) - Date.parse(awaitedSince(one))) : []
    })
    .sort((one, other) => one - other)
  const isKnown = took.length >= fewest
  const since = awaitedSince(plan)
  const at = Math.max(planDueAt({ ...plan, at: since }, bounds), Date.parse(since) + (isKnown ? (took.at(-1) ?? 0) : 0))
  return { at: new Date(at).toISOString(), ...(isKnown && { usual: percentile(took, 0.5) / 1000, count: took.length }) }
}
