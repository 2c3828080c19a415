/** When the money of a plan counts as late, with what is known of earlier plans. */
import { percentile } from '../../../domain/percentile'
import { planDueAt } from './lateness'
import type { PlanDue, PlannedMovement } from './movement'

type Plan = Pick<PlannedMovement, 'id' | 'at' | 'sent'> & { rule: Pick<PlannedMovement['rule'], 'source'> }

/** So many earlier plans make a usual time. */
const fewest = 3

/** Since when money is waited for. */
const awaitedSince = ({ at, sent }: Pick<Plan, 'at' | 'sent'>) => sent?.at ?? at

/**
 * After our bound, from the plan or from when its wire was said to be sent; later if earlier money of its rule took longer.
 * @param plans and the runs that they became, of the plan's rule
 */
export function dueOf(plan: Plan, plans: readonly Plan[], assigned: ReadonlyMap<string, { at: string }>): PlanDue {
  const took = plans
    .flatMap((one) => {
      const run = assigned.get(one.id)
      return run ? Math.max(0, Date.parse(run.at) - Date.parse(awaitedSince(one))) : []
    })
    .sort((one, other) => one - other)
  const isKnown = took.length >= fewest
  const since = awaitedSince(plan)
  const at = Math.max(planDueAt({ ...plan, at: since }), Date.parse(since) + (isKnown ? (took.at(-1) ?? 0) : 0))
  return {
    at: new Date(at).toISOString(),
    ...(isKnown && { usual: percentile(took, 0.5) / 1000, count: took.length }),
  }
}
