/** One seeded transfer from what was decided about it: exact amounts, times that follow, every field in its place. */
import type { Transfer, TransferStatus } from '../../api/transfers'
import { timestampOf } from '../moments'
import { type Asset, decimalOf, tenTo, unitsWorth } from '../money'
import type { Trouble } from './cases'
import { customerId, purposes, teams } from './parties'
import { day, type Party, second, type World } from './world'

/** A transfer and its creation time in microseconds. */
export type Draft = { at: number; transfer: Transfer }

/** What a maker decides; the rest follows from it. `settles` is how long the transfer takes, in microseconds. */
export type Plan = {
  at: number
  party: Party
  type: Transfer['type']
  asset: Asset
  amount: bigint
  fee?: bigint
  settles: number
  trouble?: Trouble
} & Partial<Omit<Transfer, 'amount' | 'asset' | 'fee' | 'type'>>

/** A status that follows from how long a transfer takes: who was not done yet is pending. */
function outcomeOf(
  { random, now }: World,
  { at, settles, trouble }: Plan,
): { status: TransferStatus; updated: number } {
  const done = at + settles
  const early = Math.min(now, at + random.below(20 * second))
  if (trouble) return { status: trouble.status, updated: trouble.status === 'FAILED' ? Math.min(now, done) : early }
  if (done > now || (now - at < 2 * day && random.chance(0.15))) return { status: 'PENDING', updated: early }
  return { status: random.chance(0.012) ? 'FAILED' : 'COMPLETED', updated: done }
}

const waitingFor = {
  TRAVEL_RULE_INFO_REQUESTED: 'Name the originator and the beneficiary.',
  TRAVEL_RULE_REJECTED: 'The counterparty did not confirm the beneficiary.',
  CUSTOMER_REJECTED: 'Rejected by an approver of the customer.',
  PENDING_CUSTOMER_APPROVAL: 'One more approval is needed.',
} as const

/** The transfer of a plan. */
export function draft(world: World, plan: Plan): Draft {
  const { at, party, type, asset, amount, fee = 0n, trouble } = plan
  const { random } = world
  const direction = type.endsWith('_DEPOSIT') || type.endsWith('_CREDIT') ? 'CREDIT' : 'DEBIT'
  const { status, updated } = outcomeOf(world, plan)
  const text = (units: bigint) => decimalOf(units, asset.scale, asset.least)
  const secondary = trouble?.secondary
  const transfer: Transfer = {
    id: plan.id ?? random.uuid(),
    customer_id: customerId,
    profile_id: party.id,
    amount: text(amount),
    // Spec, Transfer: "amount minus fee for deposits, amount plus fee for withdrawals".
    total: text(direction === 'CREDIT' ? amount - fee : amount + fee),
    fee: text(fee),
    asset: asset.name,
    direction,
    type,
    status,
    created_at: timestampOf(at),
    updated_at: timestampOf(updated),
    identity_id: party.user?.identity,
    account_id: party.user?.account,
    ref_id: plan.ref_id,
    balance_asset: plan.balance_asset,
    secondary_status: secondary && { name: secondary, detail: waitingFor[secondary] },
    status_details: trouble?.details,
    metadata: plan.metadata,
    destination_address: plan.destination_address,
    crypto_network: plan.crypto_network,
    crypto_tx_hash: plan.crypto_tx_hash,
    crypto_tx_index: plan.crypto_tx_index,
    auto_conversion: plan.auto_conversion,
    group_id: plan.group_id,
    fiat_account_id: plan.fiat_account_id,
    notional_value: plan.notional_value,
    memo: plan.memo,
  }
  return { at, transfer }
}

/** Log-normal US cents around a median in dollars, from 20 dollars to 25 million; mostly as people round. */
export function cents({ random }: World, median: number): bigint {
  const dollars = Math.min(25e6, Math.max(20, median * Math.exp(1.35 * random.normal())))
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(dollars)) - 1)
  if (random.chance(0.55)) return BigInt(Math.round(dollars / unit) * unit) * 100n
  return BigInt(Math.round(dollars * 100))
}

/** Units as people send them: stablecoins to the cent or to the last digit, ether now and then to the last wei. */
export function sentUnits({ random }: World, asset: Asset, worth: bigint): bigint {
  const units = unitsWorth(worth, asset)
  if (asset.cents === 100n) return random.chance(0.7) ? units : units + BigInt(random.below(10_000))
  if (asset.name !== 'ETH') return units
  return random.chance(0.25) ? units - (units % 1000n) + BigInt(random.below(1000)) : units - (units % tenTo(12))
}

/** Metadata for a quarter of the transfers. */
export const note = ({ random }: World, at: number): Record<string, string> | undefined =>
  random.chance(0.25)
    ? { purpose: random.pick(purposes), team: random.pick(teams), batch: timestampOf(at).slice(0, 10) }
    : undefined
