/** Fiat accounts as they are kept: each as its answer. */
import type { FiatAccount } from '../../api/fiat-accounts'
import type { Store } from '../store'

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

export function accountOf(store: Store, id: string): FiatAccount | undefined {
  const row = store.first('SELECT answer FROM fiat_accounts WHERE id = ?', id)
  return row && read(row)
}

export function accountWithRef(store: Store, refId: string): FiatAccount | undefined {
  const row = store.first('SELECT answer FROM fiat_accounts WHERE ref_id = ?', refId)
  return row && read(row)
}

/** Every account, the earliest first. */
export const everyAccount = (store: Store): FiatAccount[] =>
  store.all('SELECT answer FROM fiat_accounts ORDER BY seq').map(read)
