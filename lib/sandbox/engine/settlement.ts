/**
 * Creates and settles transfers. The spec shows no transitions; these are from docs/provider.md, "What our sandbox chooses".
 */
import { randomUUID } from 'node:crypto'
import type { Transfer } from '../../provider/transfers'
import { type Asset, type AssetName, assets, decimalOf, unitsOf } from '../money'
import { unseeded } from '../random'
import { hashOn } from '../seed/networks'
import { timestampOf } from '../timestamps'
import { adjustBalance, requireFunds } from './balances'
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

/** What a pending transfer can wait for until someone acts, and what it says then. */
const waits = {
  TRAVEL_RULE_INFO_REQUESTED: 'Provide the originator and the beneficiary.',
  PENDING_CUSTOMER_APPROVAL: 'One more approval is needed.',
}
export type Wait = keyof typeof waits
export const waitNames = Object.keys(waits) as Wait[]

function waitFor({ store, now }: Snapshot, transfer: Transfer, name: Wait): void {
  const detail = waits[name]
  store.updateTransfer({
    ...transfer,
    updated_at: timestampOf(now),
    secondary_status: { name, detail },
    ...(name === 'PENDING_CUSTOMER_APPROVAL' && { status_details: { pending_customer_approval: { message: detail } } }),
  })
}

/** Settles a pending transfer. Trigger amounts ending in .66, .77 or .88 decide the outcome. */
export function settleTransfer(snapshot: Snapshot, id: string): void {
  const transfer = snapshot.store.transfer(id)
  if (transfer?.status !== 'PENDING') return
  const { amount } = transfer
  if (amount.endsWith('.77')) waitFor(snapshot, transfer, 'TRAVEL_RULE_INFO_REQUESTED')
  else if (amount.endsWith('.88')) waitFor(snapshot, transfer, 'PENDING_CUSTOMER_APPROVAL')
  else if (amount.endsWith('.66')) finishTransfer(snapshot, transfer, { status: 'FAILED' })
  else payTransfer(snapshot, id)
}

/** Completes a pending transfer if it can be paid. */
export function payTransfer(snapshot: Snapshot, id: string): void {
  const transfer = snapshot.store.transfer(id)
  if (transfer?.status !== 'PENDING') return
  const refusal = paymentObstacle(snapshot, transfer)
  finishTransfer(
    snapshot,
    transfer,
    refusal ? { ...refusal, status: 'FAILED' } : { status: 'COMPLETED', status_details: undefined },
  )
}

/**
 * Puts the total of a seeded debit on hold before something becomes of it, because the opening balances leave seeded
 * transfers out.
 * @throws ProblemError 403 `insufficient-funds`
 */
export function reserveSeeded({ store }: Snapshot, transfer: Transfer): void {
  const { id, profile_id, direction } = transfer
  const seq = Number(store.first('SELECT seq FROM transfers WHERE id = ?', id)?.seq)
  const mark = `reserved ${id}`
  if (direction !== 'DEBIT' || seq > Number(store.meta('transfers')) || store.meta(mark)) return
  const total = totalOf(transfer)
  requireFunds(store, profile_id, assetOf(transfer), total)
  adjustBalance(store, profile_id, assetOf(transfer), { held: total })
  store.setMeta(mark, '1')
}

/** Keeps a pending transfer pending until it is decided or approved. @param wait what it waits for, if that is said */
export function holdTransfer(snapshot: Snapshot, transfer: Transfer, wait?: Wait): void {
  const { store } = snapshot
  store.run("DELETE FROM due WHERE kind IN ('settle-transfer', 'pay-transfer') AND subject = ?", transfer.id)
  if (wait) waitFor(snapshot, transfer, wait)
}

/** Microseconds in which an approved transfer settles, and a returned one comes back. */
const approval = 4_000_000

/** Ends the wait of a pending transfer, which then settles whatever its amount. */
export function approveTransfer(snapshot: Snapshot, transfer: Transfer): void {
  const { store, now } = snapshot
  holdTransfer(snapshot, transfer)
  store.updateTransfer({
    ...transfer,
    secondary_status: undefined,
    status_details: undefined,
    updated_at: timestampOf(now),
  })
  schedule(snapshot, now + approval, 'pay-transfer', transfer.id)
}

/** Whether the other side could send a transfer's money back. */
export const isReturnable = ({ status, type }: Transfer) =>
  status === 'COMPLETED' && /^(?:WIRE_DEPOSIT|WIRE_WITHDRAWAL|CRYPTO_WITHDRAWAL)$/.test(type)

/**
 * Sends the money of a completed transfer back the other way, as a transfer of its own: the contract has no returned status.
 * @throws ProblemError 403 `insufficient-funds` if a deposit has been spent
 */
export function returnTransfer(snapshot: Snapshot, transfer: Transfer): Transfer {
  const { profile_id: profile, direction, type, crypto_network: network, memo, id } = transfer
  const asset = assetOf(transfer)
  const isDebit = direction === 'DEBIT'
  // What the other side received, or what is left of what it sent.
  const amount = isDebit ? (unitsOf(transfer.amount, asset.scale) ?? 0n) : totalOf(transfer)
  if (!isDebit) requireFunds(snapshot.store, profile, asset, amount)
  return startTransfer(snapshot, {
    profile,
    asset,
    amount,
    type: (isDebit ? type.replace('WITHDRAWAL', 'DEPOSIT') : type.replace('DEPOSIT', 'WITHDRAWAL')) as Transfer['type'],
    takes: isDebit ? approval : 0,
    memo: `RETURN ${memo ?? id.slice(0, 8)}`,
    crypto_network: network,
    crypto_tx_hash: network && hashOn(network, unseeded()),
  })
}
