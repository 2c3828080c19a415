/** What people planned of a rule, in words: apart from approvals, which lists and tracks of movements do not load. */
import { sumOf, withPlaces } from '../domain/decimals'
import type { NewMovement } from '../features/money/input'
import { amountAt } from '../provider/summaries'

export type Sum = {
  amount: string
  asset: string
  /** Other assets of the same currency, one of which counts as one of the asset. */
  equal_assets?: string[]
}

/** What a person planned here for the rule that a request creates. */
export type RulePlan = NewMovement & { id: string; person: string; at: string }

/** Money with two places at least: "250,000.00 USD". */
export const sumText = ({ amount, asset }: Sum) => `${amountAt({ amount: withPlaces(amount, 2) }, 'amount')} ${asset}`

export const wishVerbs: Record<NewMovement['kind'], string> = {
  mint: 'Mint',
  redeem: 'Redeem',
  convert: 'Convert',
  'pay-out': 'Pay out',
}

type Planned = Pick<NewMovement, 'kind' | 'amount'> & {
  rule: Pick<NewMovement['rule'], 'source_asset' | 'destination_asset'>
}

/** What plans of one rule bring, which is in one asset; undefined without any, or if an amount is no decimal. */
export function plannedSum(plans: readonly Planned[]): Sum | undefined {
  const [first] = plans
  const amount = first && sumOf(plans.map((plan) => plan.amount))
  return amount === undefined || !first ? undefined : { amount, asset: first.rule.source_asset }
}

/** What plans of one rule are for: "Mint 50,000.00 USD into PYUSD". */
export function plannedText(plans: readonly Planned[]): string | undefined {
  const [first] = plans
  const sum = plannedSum(plans)
  if (!first || !sum) return undefined
  const { source_asset, destination_asset } = first.rule
  const into = source_asset === destination_asset ? '' : ` into ${destination_asset}`
  return `${wishVerbs[first.kind]} ${sumText(sum)}${into}${plans.length > 1 ? `, ${plans.length} movements` : ''}`
}
