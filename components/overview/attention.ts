/** What needs attention, as texts, links and an order. */

import { actionLabel } from '@/components/records/next-action'
import { moneyText } from '@/components/records/transfer-labels'
import { countText } from '@/lib/browser/labels'
import { hrefOf } from '@/lib/browser/list-url'
import { writeQuery } from '@/lib/domain/query-string'
import type { MovementRow, WaitingPlan } from '@/lib/features/money/interface'
import type { AttentionFigures } from '@/lib/features/overview/interface'
import { attentionQuery } from '@/lib/features/overview/overview-links'

/** The page of a movement, by a transfer of it or a plan. @param path the environment's */
export const trackHref = (path: string, id: string) => `${path}/money/${encodeURIComponent(id)}`

/** Of one transfer its movement, which says more than a list of one; else the list. @param now by which it was judged, ms since 1970 */
export function attentionHref(path: string, { kind, count, ids }: AttentionFigures, now: number): string {
  if (count === 1 && ids?.[0] !== undefined) return trackHref(path, ids[0])
  const { order, order_by, ...filter } = attentionQuery(kind, now)
  return hrefOf(`${path}/transfers`, writeQuery({ ...(ids ? { ids } : filter), order_by, order }))
}

/** `opens a list of 250 transfers`; "" if the list has just the counted ones. */
export const listNote = ({ count, ids, listed }: AttentionFigures): string =>
  ids || listed === count ? '' : `opens a list of ${countText(listed, 'transfer')}`

/** The sums of up to two assets, else of one and how many more. @param isComplete all assets */
export function amountsText({ byAsset, withoutAmount }: AttentionFigures, isComplete = false): string {
  const shown = byAsset.length > 2 && !isComplete ? byAsset.slice(0, 1) : byAsset
  const texts = shown.map(([asset, sum]) => moneyText(sum, asset)).join(', ')
  const rest = shown.length < byAsset.length ? ` and ${byAsset.length - shown.length} other assets` : ''
  const missing = withoutAmount > 0 ? `${withoutAmount.toLocaleString('en-US')} without an amount` : ''
  return [`${texts}${rest}`, missing].filter(Boolean).join('; ')
}

/** Who acts on them. @param isTreasury whether this person does what treasury does */
export function nextText({ reasons }: AttentionFigures, isTreasury: boolean): string | undefined {
  const labels = new Set(reasons.map((reason) => actionLabel(reason, isTreasury)))
  return labels.size > 1 ? 'Support and treasury' : [...labels][0]
}

/** Puts what has least time left first, and what has no time last. @param left ms; below zero it is overdue */
export const bySoonest = <Row extends { left?: number }>(rows: readonly Row[]): Row[] =>
  [...rows].sort(({ left: one = Number.POSITIVE_INFINITY }, { left: other = Number.POSITIVE_INFINITY }) =>
    // Two of them without a time are equal; their difference is not a number.
    one === other ? 0 : one - other,
  )

/** Whether money came, and its rule has not gone on for longer than it may take: no transfer of it waits. */
export const isStalled = ({ state, ahead, stops }: MovementRow) =>
  state === 'waiting' && ahead !== undefined && stops.every((stop) => stop.state === 'done')

/** Plans whose money is late, the first to be due first; while its rule waits for approval, no money can come, and what may have come is not late. @param now by the provider's clock, ms since 1970 */
export const latePlans = (plans: readonly WaitingPlan[], now: number) =>
  plans
    .filter(({ rule_state, has_candidates }) => rule_state !== 'waiting' && !has_candidates)
    .map((plan) => ({ plan, dueAt: Date.parse(plan.due.at) }))
    .filter(({ dueAt }) => dueAt < now)
    .sort((one, other) => one.dueAt - other.dueAt)
