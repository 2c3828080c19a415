/** Orchestration rules as they are kept: each as its answer. */
import type { Rule, RuleAsset } from '../../api/rules'
import type { Store } from '../store'

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

const found = (store: Store, column: 'id' | 'ref_id' | 'memo_id', value: string): Rule | undefined => {
  const row = store.first(`SELECT answer FROM rules WHERE ${column} = ?`, value)
  return row && read(row)
}

export const ruleOf = (store: Store, id: string) => found(store, 'id', id)
export const ruleWithRef = (store: Store, refId: string) => found(store, 'ref_id', refId)
/** The rule that a deposit with this memo belongs to. */
export const ruleWithMemo = (store: Store, memo: string) => found(store, 'memo_id', memo)

/** The rules that convert what a profile receives of an asset, the earliest first. */
export const rulesFrom = (store: Store, profile: string, asset: RuleAsset): Rule[] =>
  store
    .all('SELECT answer FROM rules WHERE source_profile_id = ? AND source_asset = ? ORDER BY seq', profile, asset)
    .map(read)

/** Every rule, the earliest first. */
export const everyRule = (store: Store): Rule[] => store.all('SELECT answer FROM rules ORDER BY seq').map(read)
