/** Movements as rows: what a desk would call each, and the read of a page. */
import { CircleQuestionMark, Clock, OctagonX } from 'lucide-react'
import { typeLabel } from '@/components/transfers/labels'
import type { StatusStyle } from '@/components/ui/status'
import type { MovementPage, MovementRow, PlannedMovement, WaitingPlan } from '@/lib/api/console/movements/movement'
import type { StationKind } from '@/lib/api/console/movements/stations'
import type { Environment } from '@/lib/api/environments'
import { callConsole } from '@/lib/browser/operation'

/** A movement, or a plan whose money has not come: it has no stations yet. */
export type ListedMovement = MovementRow & { name: string; waits?: StatusStyle }

const verbs = { mint: 'Mint', redeem: 'Redeem', convert: 'Convert', 'pay-out': 'Pay out' } as const

/** The name that a person gave a plan, else what it is to do. */
export const plannedName = ({ kind, label, rule }: PlannedMovement) =>
  label || `${verbs[kind]} ${kind === 'mint' ? rule.destination_asset : rule.source_asset}`

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

const noRule = { tone: 'wait', icon: Clock, label: 'Its rule does not exist yet' } as const
/** What is said of a plan whose rule is not known to exist, by the state of the request that creates it. */
export const missingRules: Partial<Record<NonNullable<WaitingPlan['rule_state']>, StatusStyle>> = {
  refused: { tone: 'bad', icon: OctagonX, label: 'Its rule was not created' },
  unknown: { tone: 'unknown', icon: CircleQuestionMark, label: 'Its rule is not known', isLoud: true },
  prepared: noRule,
  sent: noRule,
  'never-sent': noRule,
}

/**
 * What a plan waits for.
 * @param now  by the provider's clock, ms since 1970
 * @param what how the money is called there
 */
export function waitingStyle({ rule_state, sent, due }: WaitingPlan, now: number, what = 'money'): StatusStyle {
  const missing = rule_state && missingRules[rule_state]
  if (missing) return missing
  const isLate = now > Date.parse(due.at)
  const label = isLate ? `Late: waiting for ${what}` : sent ? 'Said to be sent, not arrived' : `Waiting for ${what}`
  return { tone: 'wait', icon: Clock, label, ...(isLate && { isLoud: true }) }
}

export const plannedRow = (plan: WaitingPlan, now: number): ListedMovement => ({
  ...{ id: plan.id, waits: waitingStyle(plan, now), newest: plan.at, started: plan.at },
  ...{ stops: [], state: 'moving', transfers: 0, fees: [] },
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
    const { body, at } = await callConsole(environment, 'listMovements', { query }, { signal, isBackground })
    return { ...body, at }
  },
})
