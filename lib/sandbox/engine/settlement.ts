/**
 * Creates and settles transfers. The spec shows no transitions; these are from docs/provider.md, "What our sandbox chooses".
 */
import { randomUUID } from 'node:crypto'
import type { Transfer } from '../../api/provider/transfers'
import { type Asset, type AssetName, assets, decimalOf, unitsOf } from '../money'
import { timestampOf } from '../timestamps'
import { adjustBalance } from './balances'
import { findAccount } from './fiat-accounts'
import { startRule } from './rules'
import { type Snapshot, schedule } from './schedule'

/** The inputs of a transfer; the rest is derived. `takes` is microseconds until it settles, 0 for immediately. */
export type Plan = {
  profile: string
  type: Transfer['type']
  asset: Asset
  amount: bigint
  fee?: bigint
  takes: number
} & Partial<Omit<Transfer, 'amount' | 'asset' | 'fee' | 'type'>>

const isCredit = (type: Transfer['type']) => type.endsWith('_DEPOSIT') || type.endsWith('_CREDIT')

/** The asset of a transfer created here. */
export const assetOf = ({ asset }: Transfer): Asset => assets[asset as AssetName]
/** The balance change of a transfer in units. */
export const totalOf = (transfer: Transfer): bigint => unitsOf(transfer.total, assetOf(transfer).scale) ?? 0n

/** Creates a transfer. A pending debit holds its total, so that nothing else can spend it. */
export function startTransfer(snapshot: Snapshot, plan: Plan): Transfer {
  const { store, now } = snapshot
  const { profile, type, asset, amount, fee = 0n, takes, ...rest } = plan
  const credit = isCredit(type)
  // Spec, Transfer: "amount minus fee for deposits, amount plus fee for withdrawals".
  const total = credit ? amount - fee : amount + fee
  const text = (units: bigint) => decimalOf(units, asset.scale, asset.minimumDigits)
  const transfer: Transfer = {
    id: randomUUID(),
    customer_id: store.customerId,
    profile_id: profile,
    amount: text(amount),
    total: text(total),
    fee: text(fee),
    asset: asset.name,
    direction: credit ? 'CREDIT' : 'DEBIT',
    type,
    status: takes === 0 ? 'COMPLETED' : 'PENDING',
    created_at: timestampOf(now),
    updated_at: timestampOf(now),
    ...rest,
  }
  store.addTransfer(transfer)
  if (takes === 0) adjustBalance(store, profile, asset, { balance: credit ? total : -total })
  else {
    if (!credit) adjustBalance(store, profile, asset, { held: total })
    schedule(snapshot, now + takes, 'settle-transfer', transfer.id)
  }
  return transfer
}

/** Ends a pending transfer: a completed one changes the balance, a failed debit releases its hold. */
export function finishTransfer(
  snapshot: Snapshot,
  transfer: Transfer,
  end: Pick<Transfer, 'status' | 'status_details'>,
): void {
  const { store, now } = snapshot
  const total = totalOf(transfer)
  const isDone = end.status === 'COMPLETED'
  const change = transfer.direction === 'CREDIT' ? { balance: total } : { balance: -total, held: -total }
  if (isDone) adjustBalance(store, transfer.profile_id, assetOf(transfer), change)
  else if (transfer.direction === 'DEBIT')
    adjustBalance(store, transfer.profile_id, assetOf(transfer), { held: -total })
  const ended: Transfer = { ...transfer, ...end, secondary_status: undefined, updated_at: timestampOf(now) }
  store.updateTransfer(ended)
  if (isDone && transfer.direction === 'CREDIT') startRule(snapshot, ended, totalOf(ended), [])
}

/** Why a withdrawal cannot be paid at settlement, if so. */
function paymentObstacle({ store }: Snapshot, transfer: Transfer): Pick<Transfer, 'status_details'> | undefined {
  if (transfer.type === 'CRYPTO_WITHDRAWAL' && transfer.crypto_network === undefined)
    return {
      status_details: { invalid_destination_address: { message: 'The network of the destination is unknown.' } },
    }
  if (transfer.type === 'WIRE_WITHDRAWAL' && findAccount(store, transfer.fiat_account_id ?? '')?.status !== 'APPROVED')
    return {}
  return undefined
}

/** Settles a pending transfer. Trigger amounts ending in .66, .77 or .88 decide the outcome. */
export function settleTransfer(snapshot: Snapshot, id: string): void {
  const transfer = snapshot.store.transfer(id)
  if (transfer?.status !== 'PENDING') return
  const { amount } = transfer
  const updated = { ...transfer, updated_at: timestampOf(snapshot.now) }
  if (amount.endsWith('.77')) {
    const detail = 'Provide the originator and the beneficiary.'
    snapshot.store.updateTransfer({ ...updated, secondary_status: { name: 'TRAVEL_RULE_INFO_REQUESTED', detail } })
  } else if (amount.endsWith('.88')) {
    const detail = 'One more approval is needed.'
    snapshot.store.updateTransfer({
      ...updated,
      secondary_status: { name: 'PENDING_CUSTOMER_APPROVAL', detail },
      status_details: { pending_customer_approval: { message: detail } },
    })
  } else {
    const refusal = amount.endsWith('.66') ? {} : paymentObstacle(snapshot, transfer)
    finishTransfer(
      snapshot,
      transfer,
      refusal ? { ...refusal, status: 'FAILED' } : { status: 'COMPLETED', status_details: undefined },
    )
  }
}
