/** What the API description says of transfers. */
import {
  CryptoNetwork,
  Direction,
  OrderBy,
  SecondaryStatus,
  Transfer,
  TransferPage,
  TransferStatus,
  TransferType,
} from '../../api/provider/transfers'
import { type Documentation, example, named, type ParameterNote } from './documentation'
import { cursorNote, exampleAddress, exampleIds, limitNote, nextCursor, orderNote } from './values'

const statusDetails = Transfer.shape.status_details.def.innerType

const schemas = {
  OrderBy: named(OrderBy, { about: 'The time that a list is sorted by.' }),
  TransferType: named(TransferType, {
    about: 'Transfer type. PLATFORM stands in for the operator’s name in the two platform-transfer values.',
  }),
  TransferStatus: named(TransferStatus, { about: 'Transfer status.' }),
  SecondaryStatus: named(SecondaryStatus, {
    about:
      'A more granular status. `TRAVEL_RULE_INFO_REQUESTED`: travel rule information is needed to continue processing. ' +
      '`TRAVEL_RULE_REJECTED`: terminally rejected because travel rule checks failed. `CUSTOMER_REJECTED`: rejected by ' +
      'a customer. `PENDING_CUSTOMER_APPROVAL`: waiting for customer approval.',
  }),
  CryptoNetwork: named(CryptoNetwork, { about: 'Network of a crypto transfer.' }),
  Direction: named(Direction, { about: 'Whether the balance grew (`CREDIT`) or shrank (`DEBIT`).' }),
  Transfer: named(Transfer, {
    about: 'A crypto, wire, bank, internal or platform transfer.',
    fields: {
      id: 'Transfer ID.',
      customer_id: 'Customer ID.',
      profile_id: 'Target profile. Its balance of `asset` is debited or credited.',
      amount: 'Amount sent.',
      total: 'Unsigned balance change: amount minus fee for deposits, amount plus fee for withdrawals.',
      fee: 'Fee paid.',
      asset: 'Asset whose balance is debited or credited.',
      direction: 'Whether the balance is credited or debited.',
      type: 'Transfer type.',
      status: 'Transfer status.',
      created_at: 'Creation time of the record.',
      updated_at: 'Most recent update time.',
      identity_id: 'Associated identity.',
      account_id: 'Associated account.',
      ref_id: 'Client-specified ID for replay protection and lookup.',
      balance_asset:
        'Asset whose balance was affected. Differs from `asset` only when the transfer includes a conversion.',
      secondary_status: 'More granular explanation of the status.',
      status_details: 'Extra information on why the transfer is in its state.',
      metadata:
        'Client metadata. For deposits it is copied from the crypto deposit address or fiat deposit memo used for attribution.',
      destination_address: 'Destination crypto address.',
      crypto_network: 'Network, for crypto transfers.',
      crypto_tx_hash: 'On-chain transaction hash, for crypto transfers.',
      crypto_tx_index: 'Output index or output address, for crypto transfers.',
      auto_conversion: 'Conversion information.',
      group_id: 'Links the debit and credit sides of an internal or platform transfer.',
      fiat_account_id: 'For fiat withdrawals, the owner’s fiat account ID.',
      notional_value: 'For crypto deposits and withdrawals, the USD value of amount plus fee at transfer time.',
      memo: 'Optional memo identifying the transfer.',
    },
  }),
  TransferSecondaryStatus: named(Transfer.shape.secondary_status.def.innerType, {
    about: 'The secondary status with an explanation. The spec does not show its fields; these were observed.',
    fields: { name: 'The secondary status.', detail: 'An explanation in one sentence.' },
  }),
  StatusDetails: named(statusDetails, {
    about: 'Keyed by condition. The spec does not show its fields; these were observed.',
    fields: {
      missing_trustline: 'The destination account does not accept this asset yet.',
      max_rent_exceeded: 'Opening the destination’s token account costs too much rent.',
      pending_customer_approval: 'Waiting for an approval.',
      stale_fee_quote: 'The network fee rose above the quote.',
      invalid_destination_address: 'The destination address does not exist.',
    },
  }),
  StatusCondition: named(statusDetails.shape.missing_trustline.def.innerType, {
    about: 'A condition. It may have further members.',
    fields: { message: 'An explanation in one sentence.' },
  }),
  AutoConversion: named(Transfer.shape.auto_conversion.def.innerType, {
    about: 'The two sides of a conversion. The spec does not show its fields; these were observed.',
    fields: {
      from_transfer_id: 'The transfer that was converted.',
      to_transfer_id: 'The transfer that resulted from the conversion.',
    },
  }),
  TransferPage: named(TransferPage, {
    about: 'One page of transfers.',
    fields: { items: 'The transfers, in the requested order.', next_page_cursor: nextCursor },
  }),
}

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

type Time = 'created_at' | 'updated_at'
type Comparison = 'lt' | 'lte' | 'eq' | 'gte' | 'gt'

function timeNotes<Of extends Time>(time: Of, values: Partial<Record<Comparison, string>> = {}) {
  const words: Record<Comparison, string> = {
    lt: 'before',
    lte: 'at or before',
    eq: 'at',
    gte: 'at or after',
    gt: 'after',
  }
  const verb = time === 'created_at' ? 'created' : 'updated'
  const notes = Object.entries(words).map(([comparison, word]) => {
    const value = values[comparison as Comparison]
    const note: ParameterNote = { about: `Records ${verb} ${word} this time.`, ...(value && { example: value }) }
    return [`${time}.${comparison}`, note]
  })
  return Object.fromEntries(notes) as Record<`${Of}.${Comparison}`, ParameterNote>
}

const operations: { [Name in 'listTransfers' | 'getTransfer']: Documentation<Name> } = {
  listTransfers: {
    tag: 'Transfers',
    about:
      'Lists the transfers that match all filters. `order` defaults to ASC where `order_by` is UPDATED_AT, otherwise ' +
      'DESC. `order_by` defaults to UPDATED_AT where only `updated_at.*` filters are given, otherwise CREATED_AT. ' +
      '"When fewer items come back than `limit`, there is no next page" (rule 3).',
    rules: ['filters-that-go-alone', 'order-by-of-the-filtered-time', 'cursor-of-the-same-query'],
    parameters: {
      profile_ids: { about: 'Filter by target profiles.' },
      identity_ids: { about: 'Filter by identities.' },
      ref_ids: { about: 'Client IDs given at creation.' },
      account_ids: { about: 'Filter by accounts.' },
      ids: { about: 'Filter by transfer IDs.' },
      type: { about: 'Transfer types. Repeat the parameter for several values. Default is all.' },
      group_ids: { about: 'Filter by group IDs.' },
      crypto_tx_hashes: { about: 'Filter by on-chain hash.' },
      statuses: { about: 'Filter by status.', example: ['PENDING'] },
      secondary_statuses: { about: 'Filter by secondary status.' },
      ...timeNotes('created_at', { gte: '2026-11-01T00:00:00Z' }),
      ...timeNotes('updated_at'),
      limit: limitNote,
      order: { about: orderNote },
      order_by: { about: 'Must match the time filter, where one is given.', example: 'CREATED_AT' },
      page_cursor: cursorNote,
    },
    success: 'One page.',
    response: schemas.TransferPage,
    answers: example('lastPage', 'A page with fewer items than the limit, so the last one', {
      items: [pending],
      next_page_cursor: '',
    }),
  },
  getTransfer: {
    tag: 'Transfers',
    about: 'Returns one transfer by its ID.',
    rules: [],
    parameters: { id: { about: 'Transfer ID.', example: withdrawal.id } },
    success: 'The transfer.',
    response: schemas.Transfer,
    answers: example('withdrawal', 'A completed withdrawal', withdrawal),
  },
}

export const transfers = { schemas, operations }
