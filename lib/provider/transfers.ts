/** Spec, "Transfer", "List transfers" and "Get transfer". */
import * as z from 'zod/mini'
import {
  combinableFilters,
  cryptoNetworks,
  exclusiveFilters,
  maximumValues,
  secondaryStatuses,
  timeFilters,
  transferStatuses,
  transferTypes,
} from './transfer-terms'
import {
  Amount,
  Id,
  Metadata,
  named,
  nextPageCursor,
  object,
  oneOrMore,
  optional,
  pageCursor,
  pageLimit,
  required,
  SortOrder,
  Text,
  Timestamp,
  Uuid,
} from './value-schemas'

export const TransferType = named(
  'TransferType',
  'Transfer type. PLATFORM stands in for the operator’s name in the two platform-transfer values.',
  z.enum(transferTypes),
)
export type TransferType = z.infer<typeof TransferType>

export const TransferStatus = named('TransferStatus', 'Transfer status.', z.enum(transferStatuses))
export type TransferStatus = z.infer<typeof TransferStatus>

export const SecondaryStatus = named(
  'SecondaryStatus',
  'A more granular status. `TRAVEL_RULE_INFO_REQUESTED`: travel rule information is needed to continue processing. ' +
    '`TRAVEL_RULE_REJECTED`: terminally rejected because travel rule checks failed. `CUSTOMER_REJECTED`: rejected by ' +
    'a customer. `PENDING_CUSTOMER_APPROVAL`: waiting for customer approval.',
  z.enum(secondaryStatuses),
)
export type SecondaryStatus = z.infer<typeof SecondaryStatus>

export const CryptoNetwork = named('CryptoNetwork', 'Network of a crypto transfer.', z.enum(cryptoNetworks))
export type CryptoNetwork = z.infer<typeof CryptoNetwork>

const Direction = named(
  'Direction',
  'Whether the balance grew (`CREDIT`) or shrank (`DEBIT`).',
  z.enum(['CREDIT', 'DEBIT']),
)

/** `{name, detail}` was observed (docs/provider.md, "Reading"). */
const SecondaryStatusObject = named(
  'TransferSecondaryStatus',
  'The secondary status with an explanation. The spec does not show its fields; these were observed.',
  object({
    name: required(SecondaryStatus, 'The secondary status.'),
    detail: optional(Text, 'An explanation in one sentence.'),
  }),
)

const Condition = named(
  'StatusCondition',
  'A condition. It may have further members.',
  z.looseObject({ message: required(Text, 'An explanation in one sentence.') }),
)
/** These conditions were observed (docs/provider.md, "Reading"). */
const StatusDetails = named(
  'StatusDetails',
  'Keyed by condition. The spec does not show its fields; these were observed.',
  object({
    missing_trustline: optional(Condition, 'The destination account does not accept this asset yet.'),
    max_rent_exceeded: optional(Condition, 'Opening the destination’s token account costs too much rent.'),
    pending_customer_approval: optional(Condition, 'Waiting for an approval.'),
    stale_fee_quote: optional(Condition, 'The network fee rose above the quote.'),
    invalid_destination_address: optional(Condition, 'The destination address does not exist.'),
  }),
)

/** These were observed (docs/provider.md, "Reading"). */
const AutoConversion = named(
  'AutoConversion',
  'The two sides of a conversion. The spec does not show its fields; these were observed.',
  object({
    from_transfer_id: optional(Id, 'The transfer that was converted.'),
    to_transfer_id: optional(Id, 'The transfer that resulted from the conversion.'),
  }),
)

/** A transfer by the spec: strict, for the sandbox and its description. reading.ts reads real answers. */
export const Transfer = named(
  'Transfer',
  'A crypto, wire, bank, internal or platform transfer.',
  object({
    id: required(Uuid, 'Transfer ID.'),
    customer_id: required(Id, 'Customer ID.'),
    profile_id: required(Id, 'Target profile. Its balance of `asset` is debited or credited.'),
    amount: required(Amount, 'Amount sent.'),
    total: required(Amount, 'Unsigned balance change: amount minus fee for deposits, amount plus fee for withdrawals.'),
    fee: required(Amount, 'Fee paid.'),
    asset: required(Text, 'Asset whose balance is debited or credited.'),
    direction: required(Direction, 'Whether the balance is credited or debited.'),
    type: required(TransferType, 'Transfer type.'),
    status: required(TransferStatus, 'Transfer status.'),
    created_at: required(Timestamp, 'Creation time of the record.'),
    updated_at: required(Timestamp, 'Most recent update time.'),
    identity_id: optional(Id, 'Associated identity.'),
    account_id: optional(Id, 'Associated account.'),
    ref_id: optional(Id, 'Client-specified ID for replay protection and lookup.'),
    balance_asset: optional(
      Text,
      'Asset whose balance was affected. Differs from `asset` only when the transfer includes a conversion.',
    ),
    secondary_status: optional(SecondaryStatusObject, 'More granular explanation of the status.'),
    status_details: optional(StatusDetails, 'Extra information on why the transfer is in its state.'),
    metadata: optional(
      Metadata,
      'Client metadata. For deposits it is copied from the crypto deposit address or fiat deposit memo used for attribution.',
    ),
    destination_address: optional(Text, 'Destination crypto address.'),
    crypto_network: optional(CryptoNetwork, 'Network, for crypto transfers.'),
    crypto_tx_hash: optional(Text, 'On-chain transaction hash, for crypto transfers.'),
    crypto_tx_index: optional(Text, 'Output index or output address, for crypto transfers.'),
    auto_conversion: optional(AutoConversion, 'Conversion information.'),
    group_id: optional(Id, 'Links the debit and credit sides of an internal or platform transfer.'),
    fiat_account_id: optional(Uuid, 'For fiat withdrawals, the owner’s fiat account ID.'),
    notional_value: optional(
      Amount,
      'For crypto deposits and withdrawals, the USD value of amount plus fee at transfer time.',
    ),
    memo: optional(Text, 'Optional memo identifying the transfer.'),
  }),
)
export type Transfer = z.infer<typeof Transfer>

export const TransferPage = named(
  'TransferPage',
  'One page of transfers.',
  object({
    items: required(z.array(Transfer), 'The transfers, in the requested order.'),
    next_page_cursor: nextPageCursor,
  }),
)
export type TransferPage = z.infer<typeof TransferPage>

const atMostHundred = oneOrMore(Id).check(
  z.maxLength(maximumValues, { error: `A filter can have at most ${maximumValues} values; split the list.` }),
)

export const OrderBy = named('OrderBy', 'The time that a list is sorted by.', z.enum(['CREATED_AT', 'UPDATED_AT']))
export type OrderBy = z.infer<typeof OrderBy>

const plainTransferQuery = object({
  profile_ids: optional(atMostHundred, 'Filter by target profiles.'),
  identity_ids: optional(atMostHundred, 'Filter by identities.'),
  ref_ids: optional(atMostHundred, 'Client IDs given at creation.'),
  account_ids: optional(atMostHundred, 'Filter by accounts.'),
  ids: optional(atMostHundred, 'Filter by transfer IDs.'),
  type: optional(oneOrMore(TransferType), 'Transfer types. Repeat the parameter for several values. Default is all.'),
  group_ids: optional(atMostHundred, 'Filter by group IDs.'),
  crypto_tx_hashes: optional(atMostHundred, 'Filter by on-chain hash.'),
  statuses: optional(oneOrMore(TransferStatus), 'Filter by status.'),
  secondary_statuses: optional(oneOrMore(SecondaryStatus), 'Filter by secondary status.'),
  'created_at.lt': optional(Timestamp, 'Records created before this time.'),
  'created_at.lte': optional(Timestamp, 'Records created at or before this time.'),
  'created_at.eq': optional(Timestamp, 'Records created at this time.'),
  'created_at.gte': optional(Timestamp, 'Records created at or after this time.'),
  'created_at.gt': optional(Timestamp, 'Records created after this time.'),
  'updated_at.lt': optional(Timestamp, 'Records updated before this time.'),
  'updated_at.lte': optional(Timestamp, 'Records updated at or before this time.'),
  'updated_at.eq': optional(Timestamp, 'Records updated at this time.'),
  'updated_at.gte': optional(Timestamp, 'Records updated at or after this time.'),
  'updated_at.gt': optional(Timestamp, 'Records updated after this time.'),
  limit: pageLimit,
  order: optional(SortOrder, 'Newest first (`DESC`) or oldest first (`ASC`).'),
  order_by: optional(OrderBy, 'Must match the time filter, where one is given.'),
  page_cursor: pageCursor,
})
export type TransferQuery = z.infer<typeof plainTransferQuery>

/** List transfers, rule 1: the given pairs of filters that cannot be combined, the later one first. */
export function forbiddenPairs(query: TransferQuery): [string, string][] {
  const [first, ...others] = exclusiveFilters.filter((name) => query[name] !== undefined)
  if (!first) return []
  return [...others, ...combinableFilters.filter((name) => query[name] !== undefined)].map((name) => [name, first])
}

/** List transfers, rule 2: the time filters of another time than `order_by` names. */
export function mismatchedTimes(query: TransferQuery): string[] {
  if (!query.order_by) return []
  const others = query.order_by === 'CREATED_AT' ? timeFilters.UPDATED_AT : timeFilters.CREATED_AT
  return others.filter((name) => query[name] !== undefined)
}

export const TransferQuery = plainTransferQuery.check(
  z.superRefine((query, context) => {
    for (const [name, first] of forbiddenPairs(query)) {
      const message = `Combine ${first} only with time filters, not with ${name}.`
      context.addIssue({ code: 'custom', path: [name], message })
    }
    for (const name of mismatchedTimes(query)) {
      const message = `order_by=${query.order_by} cannot be combined with ${name}. Order by the time you filter by.`
      context.addIssue({ code: 'custom', path: [name], message })
    }
  }),
)

/** "Get transfer": path values. */
export const TransferPath = object({ id: required(Uuid, 'Transfer ID.') })
