/** Stored orchestration rules, and which rule a credit starts. */

import { ruleAssets } from '../../provider/rule-terms'
import type { Rule, RuleAsset } from '../../provider/rules'
import { cryptoNetworks } from '../../provider/transfer-terms'
import type { CryptoNetwork, Transfer } from '../../provider/transfers'
import { type AssetName, assets } from '../money'
import type { Store } from '../store'
import { adjustBalance } from './balances'
import { type Snapshot, schedule } from './schedule'

export function addRule(store: Store, rule: Rule): void {
  store.run(
    'INSERT INTO rules (id, ref_id, memo_id, source_profile_id, source_asset, answer) VALUES (?, ?, ?, ?, ?, ?)',
    rule.id,
    rule.ref_id,
    rule.source.fiat?.memo_id ?? null,
    rule.source.profile?.profile_id ?? null,
    rule.source_asset,
    JSON.stringify(rule),
  )
}

// Only `addRule` writes the column.
const read = (row: Record<string, unknown>) => JSON.parse(String(row.answer)) as Rule

/** Few rules are stored, so none of these needs a column. */
const sourceAddress = "json_extract(answer, '$.source.crypto.address')"

const found = (
  store: Store,
  column: 'id' | 'ref_id' | 'memo_id' | typeof sourceAddress,
  value: string,
): Rule | undefined => {
  const row = store.first(`SELECT answer FROM rules WHERE ${column} = ?`, value)
  return row && read(row)
}

export const findRule = (store: Store, id: string) => found(store, 'id', id)
export const findRuleByRef = (store: Store, refId: string) => found(store, 'ref_id', refId)
export const findRuleByMemo = (store: Store, memo: string) => found(store, 'memo_id', memo)
export const findRuleByAddress = (store: Store, address: string) => found(store, sourceAddress, address)

/** The rules that convert an asset received by a profile, oldest first. */
export const rulesFrom = (store: Store, profile: string, asset: RuleAsset): Rule[] =>
  store
    .all('SELECT answer FROM rules WHERE source_profile_id = ? AND source_asset = ? ORDER BY seq', profile, asset)
    .map(read)

/** All rules, oldest first. */
export const allRules = (store: Store): Rule[] => store.all('SELECT answer FROM rules ORDER BY seq').map(read)

/** The transfer network for a rule's network name: POLYGON was observed where transfers say POLYGON_POS. */
export function networkNamed(name: string): CryptoNetwork | undefined {
  return name === 'POLYGON' ? 'POLYGON_POS' : cryptoNetworks.find((network) => network === name)
}

/**
 * A run of a rule: `units` of the transfer are held for it. `chain` lists the rules that have run on the funds, this one last.
 */
export type RuleRun = { rule: string; transfer: string; units: string; chain: string[] }

const second = 1_000_000

const isRuleAsset = (name: string): name is RuleAsset => ruleAssets.some((asset) => asset === name)

/**
 * The rule of a deposit's memo or address, else the first for the received asset. What comes to the address of a rule runs
 * no other. A rule runs only once in a chain, so that two rules cannot pass funds back and forth forever.
 */
function ruleFor(store: Store, transfer: Transfer, asset: RuleAsset, before: readonly string[]): Rule | undefined {
  const { profile_id, memo, type, destination_address: address } = transfer
  const ofMemo = type === 'WIRE_DEPOSIT' && memo !== undefined ? findRuleByMemo(store, memo) : undefined
  if (ofMemo) return ofMemo
  const ofAddress = type === 'CRYPTO_DEPOSIT' && address !== undefined ? findRuleByAddress(store, address) : undefined
  if (ofAddress) return ofAddress.source_asset === asset ? ofAddress : undefined
  return rulesFrom(store, profile_id, asset).find(({ id }) => !before.includes(id))
}

/** Starts the rule for a completed credit, if there is one. */
export function startRule(snapshot: Snapshot, transfer: Transfer, units: bigint, before: readonly string[]): void {
  const { store, now } = snapshot
  const { profile_id, asset } = transfer
  if (!isRuleAsset(asset) || units <= 0n) return
  const rule = ruleFor(store, transfer, asset, before)
  if (!rule) return
  adjustBalance(store, profile_id, assets[asset satisfies AssetName], { held: units })
  const run: RuleRun = { rule: rule.id, transfer: transfer.id, units: String(units), chain: [...before, rule.id] }
  schedule(snapshot, now + second, 'run-rule', JSON.stringify(run))
}
