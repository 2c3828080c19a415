/** Spec, "List transfers" and "Get transfer". */

import { defaultLimit } from '../domain/values'
import type { Transfer, TransferPage } from '../provider/transfers'
import { example, exampleAddress, exampleIds } from './description/documentation'
import { JsonText, notFound, type Operation } from './handlers'
import { cursorScope, pageOf, positionAt } from './pages'
import { orderOf, transferRows } from './transfer-query'

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
