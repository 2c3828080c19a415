/** Stored fiat accounts and their review, which the spec does not show (docs/provider.md, "What our sandbox chooses"). */
import type { FiatAccount } from '../../provider/fiat-accounts'
import type { Store } from '../store'
import { timestampOf } from '../timestamps'
import { type Snapshot, schedule } from './schedule'

export function addAccount(store: Store, account: FiatAccount): void {
  store.run(
    'INSERT INTO fiat_accounts (id, ref_id, answer) VALUES (?, ?, ?)',
    account.id,
    account.ref_id ?? null,
    JSON.stringify(account),
  )
}

export function saveAccount(store: Store, account: FiatAccount): void {
  store.run('UPDATE fiat_accounts SET answer = ? WHERE id = ?', JSON.stringify(account), account.id)
}

// Only the two functions above write the column.
const read = (row: Record<string, unknown>) => JSON.parse(String(row.answer)) as FiatAccount

export function findAccount(store: Store, id: string): FiatAccount | undefined {
  const row = store.first('SELECT answer FROM fiat_accounts WHERE id = ?', id)
  return row && read(row)
}

export function findAccountByRef(store: Store, refId: string): FiatAccount | undefined {
  const row = store.first('SELECT answer FROM fiat_accounts WHERE ref_id = ?', refId)
  return row && read(row)
}

/** All accounts, oldest first. */
export const allAccounts = (store: Store): FiatAccount[] =>
  store.all('SELECT answer FROM fiat_accounts ORDER BY seq').map(read)

/** Duration of a review in microseconds. */
const review = 4_000_000

/** Schedules the review of an account. */
export const startReview = (snapshot: Snapshot, id: string) =>
  schedule(snapshot, snapshot.now + review, 'review-account', id)

/** Trigger values: a bank name containing REJECT is rejected, one containing HOLD stays pending. */
function decisionOn(account: FiatAccount): FiatAccount['status'] {
  const bank = account.fiat_network_instructions.wire.routing_details?.bank_name ?? ''
  if (bank.includes('REJECT')) return 'REJECTED'
  return bank.includes('HOLD') ? 'PENDING' : 'APPROVED'
}

/** Ends a review with the account's current content. */
export function reviewAccount({ store, now }: Snapshot, id: string): void {
  const account = findAccount(store, id)
  if (account?.status !== 'PENDING') return
  const status = decisionOn(account)
  if (status !== 'PENDING') decideAccount({ store, now }, account, status)
}

/** Approves or rejects an account, also one that was decided before. */
export function decideAccount({ store, now }: Snapshot, account: FiatAccount, status: FiatAccount['status']) {
  const decided: FiatAccount = { ...account, status, updated_at: timestampOf(now) }
  saveAccount(store, decided)
  return decided
}
