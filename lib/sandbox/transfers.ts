/** Spec, "List transfers" and "Get transfer". */
import { defaultLimit } from '../domain/values'
import { comparisons } from '../provider/transfer-terms'
import type { Transfer, TransferPage, TransferQuery } from '../provider/transfers'
import { example, exampleAddress, exampleIds } from './description/documentation'
import { JsonText, notFound, type Operation } from './handlers'
import { cursorScope, type Position, pageOf, positionAt } from './pages'
import { filterColumns, indexOf, lookupColumns, type Row, type Store } from './store'
import { always, isAlways, isEmpty, type Window, windowOf } from './timestamps'

export type Order = { by: 'created_at' | 'updated_at'; descending: boolean }

const filterOf = {
  profile_id: 'profile_ids',
  identity_id: 'identity_ids',
  account_id: 'account_ids',
  type: 'type',
  secondary_status: 'secondary_statuses',
  status: 'statuses',
  id: 'ids',
  ref_id: 'ref_ids',
  group_id: 'group_ids',
  crypto_tx_hash: 'crypto_tx_hashes',
} as const satisfies Record<string, keyof TransferQuery>
type Column = keyof typeof filterOf

const requestedWindow = (query: TransferQuery, time: Order['by']): Window =>
  windowOf(Object.fromEntries(comparisons.map((comparison) => [comparison, query[`${time}.${comparison}`]])))

/** Both windows; each limits the other, because no transfer is updated before it is created. */
function windowsOf(query: TransferQuery): Record<Order['by'], Window> {
  const created = requestedWindow(query, 'created_at')
  const updated = requestedWindow(query, 'updated_at')
  if (isAlways(created) || isAlways(updated)) return { created_at: created, updated_at: updated }
  return {
    created_at: { from: created.from, to: Math.min(created.to, updated.to) },
    updated_at: { from: Math.max(created.from, updated.from), to: updated.to },
  }
}

/**
 * The order of a query. The spec's default is ASC "when order_by is UPDATED_AT". Ours: an absent `order_by` follows a lone
 * updated_at filter, and only a sent one changes the default to ASC.
 */
export function orderOf(query: TransferQuery): Order {
  const asks = (time: Order['by']) => comparisons.some((comparison) => query[`${time}.${comparison}`] !== undefined)
  const byUpdate = query.order_by ? query.order_by === 'UPDATED_AT' : asks('updated_at') && !asks('created_at')
  const order = query.order ?? (query.order_by === 'UPDATED_AT' ? 'ASC' : 'DESC')
  return { by: byUpdate ? 'updated_at' : 'created_at', descending: order === 'DESC' }
}

/** If the window of the other time has fewer rows than this, they are read and sorted instead of scanned in order. */
const fewRows = 2000

/**
 * Builds a query whose plan reads an index and stops at the limit, so that a page costs the same for ten thousand transfers
 * and for a million. Values are numbered, so that each part of a union can refer to
 * them.
 */
class Statement {
  readonly values: (string | number)[] = []

  value(value: string | number): string {
    this.values.push(value)
    return `?${this.values.length}`
  }

  isOneOf(column: Column, values: readonly string[]): string {
    return `${column} IN (${values.map((value) => this.value(value)).join(', ')})`
  }

  within(time: Order['by'], { from, to }: Window): string {
    return `${time} BETWEEN ${this.value(from)} AND ${this.value(to)}`
  }
}

function isSmallWindow(store: Store, time: Order['by'], { from, to }: Window): boolean {
  const counted = store.first(
    `SELECT count(*) AS found FROM (SELECT 1 FROM transfers INDEXED BY ${indexOf(time)} WHERE ${time} BETWEEN ?1 AND ?2 LIMIT ${fewRows})`,
    from,
    to,
  )
  return Number(counted?.found) < fewRows
}

/**
 * At most `limit` rows of the list in its order.
 * @param after the position of the last row of the previous page
 */
export function transferRows(
  store: Store,
  query: TransferQuery,
  order: Order,
  after: Position | undefined,
  limit: number,
): Row[] {
  const { by, descending } = order
  const otherTime = by === 'created_at' ? 'updated_at' : 'created_at'
  const { [by]: window, [otherTime]: otherWindow } = windowsOf(query)
  if (isEmpty(window) || isEmpty(otherWindow)) return []

  const statement = new Statement()
  // Compares (time, seq) as a row value; the first page starts beyond the near end of the window.
  const near = after ?? (descending ? { time: window.to, sequence: always.to } : { time: window.from, sequence: -1 })
  const place = `(${by}, seq) ${descending ? '<' : '>'} (${statement.value(near.time)}, ${statement.value(near.sequence)})`
  const far = descending ? `${by} >= ${statement.value(window.from)}` : `${by} <= ${statement.value(window.to)}`
  const conditions = [place, far]
  if (!isAlways(otherWindow)) conditions.push(statement.within(otherTime, otherWindow))

  const given = (columns: readonly Column[]) => columns.filter((column) => query[filterOf[column]] !== undefined)
  const valuesOf = (column: Column): string[] => [...new Set<string>(query[filterOf[column]] ?? [])]
  const [sought] = given(lookupColumns)
  const [streamed] = given(filterColumns)
  const isNarrow = !sought && !isAlways(otherWindow) && isSmallWindow(store, otherTime, otherWindow)
  const walked = sought || isNarrow ? undefined : streamed
  const rest = given([...lookupColumns, ...filterColumns]).filter((column) => column !== walked)
  for (const column of rest) conditions.push(statement.isOneOf(column, valuesOf(column)))

  const select = (index: string, more: string[] = []) =>
    `SELECT ${by} AS time, seq, answer FROM transfers INDEXED BY ${index} WHERE ${[...more, ...conditions].join(' AND ')}`
  const arms = () => {
    if (sought) return [select(indexOf(sought))]
    if (isNarrow) return [select(indexOf(otherTime))]
    if (!walked) return [select(indexOf(by))]
    // One ordered scan per value; SQLite merges them lazily and stops at the limit.
    return valuesOf(walked).map((value) => select(indexOf(walked, by), [`${walked} = ${statement.value(value)}`]))
  }
  const direction = descending ? 'DESC' : 'ASC'
  const sql = `${arms().join(' UNION ALL ')} ORDER BY time ${direction}, seq ${direction} LIMIT ${statement.value(limit)}`
  return store.rows(sql, statement.values)
}

const tag = { name: 'Transfers', description: 'Crypto, wire, bank, internal and platform transfers.' }

const withdrawal: Transfer = {
  id: exampleIds.transfer,
  customer_id: exampleIds.customer,
  profile_id: exampleIds.treasury,
  ref_id: 'supplier-2026-1119-04',
  amount: '25000.00',
  fee: '1.20',
  total: '25001.20',
  asset: 'USDC',
  direction: 'DEBIT',
  type: 'CRYPTO_WITHDRAWAL',
  status: 'COMPLETED',
  created_at: '2026-11-19T14:31:52.418207Z',
  updated_at: '2026-11-19T14:33:08.902416Z',
  destination_address: exampleAddress,
  crypto_network: 'ETHEREUM',
  crypto_tx_hash: '0x4be1c2a97d05f3386a1b9e4470cd52f81e6a3b9d7c20485f1e93ab64d07c5e28',
  crypto_tx_index: '0',
  notional_value: '25001.20',
  metadata: { purpose: 'supplier', team: 'ops-emea' },
}

const pending: Transfer = {
  id: '0d8e5b71-2c4f-4a96-b3e1-95f7a60c2d48',
  customer_id: exampleIds.customer,
  profile_id: exampleIds.payouts,
  ref_id: 'payroll-88412',
  amount: '180000.00',
  fee: '15.00',
  total: '180015.00',
  asset: 'USD',
  direction: 'DEBIT',
  type: 'WIRE_WITHDRAWAL',
  status: 'PENDING',
  created_at: '2026-11-19T13:58:20.114930Z',
  updated_at: '2026-11-19T13:58:21.006118Z',
  fiat_account_id: exampleIds.fiatAccount,
  secondary_status: { name: 'PENDING_CUSTOMER_APPROVAL', detail: 'A second approver must confirm this payment.' },
  status_details: { pending_customer_approval: { message: 'Waiting for the customer’s second approver.' } },
}

export const listTransfers: Operation<'listTransfers'> = {
  handle({ query }, context) {
    const { store } = context
    const order = orderOf(query)
    const limit = query.limit ?? defaultLimit
    const scope = cursorScope('transfers', query, `${order.by} ${order.descending ? 'DESC' : 'ASC'}`)
    const after = query.page_cursor === undefined ? undefined : positionAt(store, scope, query.page_cursor)
    const rows = transferRows(store, query, order, after, limit)
    return pageOf<TransferPage>(context, 'items', rows, limit, scope, (kept) => store.transferJson(kept))
  },

  tag,
  about:
    'Lists the transfers that match all filters. `order` defaults to ASC where `order_by` is UPDATED_AT, otherwise ' +
    'DESC. `order_by` defaults to UPDATED_AT where only `updated_at.*` filters are given, otherwise CREATED_AT. ' +
    '"When fewer items come back than `limit`, there is no next page" (rule 3).',
  rules: ['filters-that-go-alone', 'order-by-of-the-filtered-time', 'cursor-of-the-same-query'],
  parameters: { statuses: ['PENDING'], 'created_at.gte': '2026-11-01T00:00:00Z', limit: 25, order_by: 'CREATED_AT' },
  success: 'One page.',
  answers: example('lastPage', 'A page with fewer items than the limit, so the last one', {
    items: [pending],
    next_page_cursor: '',
  }),
}

export const getTransfer: Operation<'getTransfer'> = {
  handle({ path }, { store }) {
    // RFC 9562: a UUID is written in lower case and read in either.
    const found = store.first('SELECT answer FROM transfers WHERE id = ?', path.id.toLowerCase())
    if (!found) throw notFound('transfer', path.id)
    return new JsonText<Transfer>(store.transferJson(String(found.answer)))
  },

  tag,
  about: 'Returns one transfer by its ID.',
  parameters: { id: withdrawal.id },
  success: 'The transfer.',
  answers: example('withdrawal', 'A completed withdrawal', withdrawal),
}
