/** Movements as rows: what a desk would call each, and the read of a page. */

import { typeLabel } from '@/components/records/transfer-labels'
import type { StatusStyle } from '@/components/ui/status'
import { callConsole } from '@/lib/browser/operation'
import type { MovementPage, MovementRow, WaitingPlan } from '@/lib/features/money/interface'
import { moneyRows } from '@/lib/features/money/operations'
import { conversionKind, type StationKind } from '@/lib/features/money/stations'
import type { Environment } from '@/lib/provider/environments'
import { plannedName, waitingStyle } from './plan-texts'

/** A movement, or a plan whose money has not come: it has no stations yet. */
export type ListedMovement = MovementRow & { name: string; waits?: StatusStyle }

/** What a desk would call it, by what it does. */
export function movementName({ stops, ahead = [], in: from, out: to, type }: MovementRow): string {
  const kinds = [...stops.map(({ kind }) => kind), ...ahead]
  const does = (kind: StationKind) => kinds.includes(kind)
  if (does('minted') && does('redeemed')) return `Mint and redeem, ${from?.asset ?? ''}`
  if (does('minted')) return `Mint ${to?.asset ?? ''}`.trim()
  if (does('redeemed')) return `Redeem ${from?.asset ?? ''}`
  if (does('converted')) return `Convert ${from?.asset ?? ''}${to ? ` to ${to.asset}` : ''}`
  if (kinds.length === 1 && type) return (kinds[0] !== 'moved' && typeLabel(type)) || 'Transfer between profiles'
  // What failed on its way out brought nothing: it is called after what came.
  return does('out') ? `Pay out ${(to ?? from)?.asset ?? ''}` : `Move ${from?.asset ?? ''}`
}

/** What a plan's rule does with its money, once that has come. */
function aheadOf({ source_asset, destination_asset, destination }: WaitingPlan['rule']): StationKind[] {
  const leaves = destination?.crypto || destination?.fiat ? 'out' : destination?.profile ? 'moved' : undefined
  return [
    ...(source_asset === destination_asset ? [] : [conversionKind(source_asset, destination_asset)]),
    ...(leaves ? [leaves] : []),
  ] as StationKind[]
}

export const plannedRow = (plan: WaitingPlan, now: number): ListedMovement => ({
  id: plan.id,
  waits: waitingStyle(plan, now),
  newest: plan.at,
  started: plan.at,
  stops: [{ key: plan.id, kind: 'in', state: 'waiting' }],
  ahead: aheadOf(plan.rule),
  state: 'moving',
  transfers: 0,
  fees: [],
  name: plannedName(plan),
  in: { amount: plan.amount, asset: plan.rule.source_asset },
  profile_id: plan.rule.profile_id,
})

/** @param now by the provider's clock, ms since 1970 */
export const rowsOf = ({ movements, waiting = [] }: MovementPage, now: number): ListedMovement[] => [
  ...waiting.map((plan) => plannedRow(plan, now)),
  ...movements.map((row) => ({ ...row, name: movementName(row) })),
]

/** A page of movements. @param isBackground if no person asked for it */
export const movementsRead = (environment: Environment, query: object, isBackground = false) => ({
  queryKey: [environment, 'listMovements', query] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<MovementPage & { at: number }> => {
    const { body, at } = await callConsole(environment, moneyRows.listMovements, { query }, { signal, isBackground })
    return { ...body, at }
  },
})
