import type { FiatAccount } from '../../api/fiat-accounts'
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

// Only the two above write the column.
const read = (row: Record<string, unknown>) => JSON.parse(String(row.answer)) as FiatAccount

export function findAccount(store: Store, id: string): FiatAccount | undefined {
  const row = store.first('SELECT answer FROM fiat_accounts WHERE id = ?', id)
  return row && read(row)
}

export function findAccountByRef(store: Store, refId: string): FiatAccount | undefined {
  const row = store.first('SELECT answer FROM fiat_accounts WHERE ref_id = ?', refId)
  return row && read(row)
}

/** Every account, the earliest first. */
export const allAccounts = (store: Store): FiatAccount[] =>
  store.all('SELECT answer FROM fiat_accounts ORDER BY seq').map(read)

/** Microseconds that a review takes. */
const review = 4_000_000

/** Has an account reviewed. */
export const startReview = (snapshot: Snapshot, id: string) =>
  schedule(snapshot, snapshot.now + review, 'review-account', id)

/** Magic: a bank whose name contains REJECT is rejected, one with HOLD is never decided. */
function decisionOn(account: FiatAccount): FiatAccount['status'] {
  const bank = account.fiat_network_instructions.wire.routing_details?.bank_name ?? ''
  if (bank.includes('REJECT')) return 'REJECTED'
  return bank.includes('HOLD') ? 'PENDING' : 'APPROVED'
}

/** Decides about an account, by what is in it at the end of the review. */
export function reviewAccount({ store, now }: Snapshot, id: string): void {
  const account = findAccount(store, id)
  if (account?.status !== 'PENDING') return
  const status = decisionOn(account)
  if (status !== 'PENDING') saveAccount(store, { ...account, status, updated_at: timestampOf(now) })
}
