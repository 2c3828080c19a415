/** When the money of a plan is late. Nobody promised a time: these are bounds of ours, and pages say them. */
import { momentsShowing, wallClock } from '../../../domain/wall-clock'
import type { PlannedMovement } from './movement'

const dayMillis = 86_400_000
/** Where dollar wires are sent and received until the evening of a business day. Bank holidays are not known here. */
const bankZone = 'America/New_York'
const bankCloses = 18 * 3_600_000

const isWeekend = (midnight: number) => [0, 6].includes(new Date(midnight).getUTCDay())

/** What a bound needs of a plan. */
type Plan = Pick<PlannedMovement, 'at'> & { rule: Pick<PlannedMovement['rule'], 'source'> }

export const isWired = ({ rule }: Plan) => rule.source.fiat !== undefined

/** The closing of the business day after a moment's own day, ms since 1970. */
function nextClosing(at: number): number {
  const { year, month, day } = wallClock(Math.floor(at / 1000) * 1000, bankZone)
  let midnight = Date.UTC(year, month, day) + dayMillis
  while (isWeekend(midnight)) midnight += dayMillis
  return momentsShowing(midnight + bankCloses, bankZone)[0] ?? midnight + dayMillis
}

/** When the money of a plan counts as late, ms since 1970: a wire has until the next business day ends, all else 24 h. */
export const planDueAt = (plan: Plan): number =>
  isWired(plan) ? nextClosing(Date.parse(plan.at)) : Date.parse(plan.at) + dayMillis

/** The bound in words. */
export const planBound = (plan: Plan): string => (isWired(plan) ? 'one business day' : '24 h')
