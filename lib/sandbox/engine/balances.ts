/** Exact balances per profile and asset, and the part of them on hold. */
import { ProblemError } from '../../provider/problem'
import { type Asset, decimalOf, tenTo } from '../money'
import { profiles } from '../seed/parties'
import type { Store } from '../store'

/** "Every seeded profile holds 10,000,000 of each asset": the balance before any change. */
export const openingBalance = 10_000_000n

/** Units of an asset: the total, and the part held by open orders and pending withdrawals. */
export type Balance = { balance: bigint; held: bigint }

export const hasProfile = (id: string): boolean => profiles.some((profile) => profile.id === id)

/** An unchanged balance has no row. */
export function balanceOf(store: Store, profile: string, asset: Asset): Balance {
  const row = store.first('SELECT balance, held FROM balances WHERE profile_id = ? AND asset = ?', profile, asset.name)
  if (!row) return { balance: openingBalance * tenTo(asset.scale), held: 0n }
  return { balance: BigInt(String(row.balance)), held: BigInt(String(row.held)) }
}

/** Changes a balance and its hold by signed units. */
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

/** Units that are not on hold. */
export function availableOf(store: Store, profile: string, asset: Asset): bigint {
  const { balance, held } = balanceOf(store, profile, asset)
  return balance - held
}

/** @throws ProblemError 403 `insufficient-funds` (docs/provider.md, "Errors") if the profile has too little available */
export function requireFunds(store: Store, profile: string, asset: Asset, needed: bigint): void {
  const available = availableOf(store, profile, asset)
  if (needed <= available) return
  const text = (units: bigint) => decimalOf(units, asset.scale, asset.minimumDigits)
  throw new ProblemError(403, 'insufficient-funds', `The profile does not have enough ${asset.name}.`, {
    detail: `${text(available)} ${asset.name} are available; ${text(needed)} are needed.`,
    meta: { profile_id: profile, asset: asset.name, available: text(available), needed: text(needed) },
  })
}
