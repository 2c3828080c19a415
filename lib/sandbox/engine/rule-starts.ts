/** Which rule a credit starts. */
import { type RuleAsset, ruleAssets } from '../../api/rules'
import type { Transfer } from '../../api/transfers'
import { type AssetName, assets } from '../money'
import { post } from './balances'
import { schedule, type World } from './due'
import { rulesFrom, ruleWithMemo } from './rule-rows'

/**
 * A rule at work on money: `units` of what the transfer brought are held for it. `chain` are the rules that brought it
 * here, itself the last.
 */
export type Run = { rule: string; transfer: string; units: string; chain: string[] }

const second = 1_000_000

const isRuleAsset = (name: string): name is RuleAsset => ruleAssets.some((asset) => asset === name)

/**
 * Starts the rule that a completed credit calls for: the one of its memo, else the first that converts what the profile
 * receives. A rule works once in a chain, so that two of them never pass the same money round for ever.
 */
export function startRule(world: World, transfer: Transfer, units: bigint, before: readonly string[]): void {
  const { store, now } = world
  const { profile_id, asset, memo, type } = transfer
  if (!isRuleAsset(asset) || units <= 0n) return
  const ofMemo = type === 'WIRE_DEPOSIT' && memo !== undefined ? ruleWithMemo(store, memo) : undefined
  const rule = ofMemo ?? rulesFrom(store, profile_id, asset).find(({ id }) => !before.includes(id))
  if (!rule) return
  post(store, profile_id, assets[asset satisfies AssetName], { held: units })
  const run: Run = { rule: rule.id, transfer: transfer.id, units: String(units), chain: [...before, rule.id] }
  schedule(world, now + second, 'run-rule', JSON.stringify(run))
}
