/** What each profile holds of each asset, exactly, and what of it is promised already. */
import { ProblemError } from '../../api/problem'
import { type Asset, type AssetName, assets, decimalOf, tenTo } from '../money'
import { profiles } from '../seed/parties'
import type { Store } from '../store'

/** "Every seeded profile holds 10,000,000 of each asset": what a profile has before anything happens. */
export const openingBalance = 10_000_000n

/** Units of an asset: all that a profile has, and what of it open orders and pending withdrawals hold. */
export type Balance = { balance: bigint; held: bigint }

export const hasProfile = (id: string): boolean => profiles.some((profile) => profile.id === id)

/** A profile that nothing has touched has no row. */
export function balanceOf(store: Store, profile: string, asset: Asset): Balance {
  const row = store.first('SELECT balance, held FROM balances WHERE profile_id = ? AND asset = ?', profile, asset.name)
  if (!row) return { balance: openingBalance * tenTo(asset.scale), held: 0n }
  return { balance: BigInt(String(row.balance)), held: BigInt(String(row.held)) }
}

/** Changes what a profile has and what of it is held, by units of either sign. */
export function adjustBalance(store: Store, profile: string, asset: Asset, change: Partial<Balance>): void {
  const { balance, held } = balanceOf(store, profile, asset)
  store.run(
    `INSERT INTO balances (profile_id, asset, balance, held) VALUES (?, ?, ?, ?)
     ON CONFLICT (profile_id, asset) DO UPDATE SET balance = excluded.balance, held = excluded.held`,
    profile,
    asset.name,
    String(balance + (change.balance ?? 0n)),
    String(held + (change.held ?? 0n)),
  )
}

/** Units that are not promised yet. */
export function availableOf(store: Store, profile: string, asset: Asset): bigint {
  const { balance, held } = balanceOf(store, profile, asset)
  return balance - held
}

/** @throws ProblemError 403 `insufficient-funds` (service-facts, "Errors") where a profile cannot spare so many units */
export function requireFunds(store: Store, profile: string, asset: Asset, needed: bigint): void {
  const available = availableOf(store, profile, asset)
  if (needed <= available) return
  const text = (units: bigint) => decimalOf(units, asset.scale, asset.minimumDigits)
  throw new ProblemError(403, 'insufficient-funds', `The profile does not have enough ${asset.name}.`, {
    detail: `It has ${text(available)} ${asset.name} available, and this needs ${text(needed)}.`,
    meta: { profile_id: profile, asset: asset.name, available: text(available), needed: text(needed) },
  })
}

/** Every balance that something has touched, for who reckons it up. */
export function changedBalances(
  store: Store,
): { profile_id: string; asset: AssetName; balance: string; held: string }[] {
  return store.all('SELECT profile_id, asset, balance, held FROM balances ORDER BY profile_id, asset').map((row) => {
    // Only `post` writes the table, with the name of an asset.
    const { name, scale, minimumDigits }: Asset = assets[row.asset as AssetName]
    return {
      profile_id: String(row.profile_id),
      asset: name as AssetName,
      balance: decimalOf(BigInt(String(row.balance)), scale, minimumDigits),
      held: decimalOf(BigInt(String(row.held)), scale, minimumDigits),
    }
  })
}
