/** Spec, "Transfer", "List transfers" and "Get transfer". */
import * as z from 'zod/mini'
import { Amount, Cursor, Id, Limit, Metadata, Opaque, object, SortOrder, Text, Timestamp, Uuid } from '../value-schemas'
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

export const TransferType = z.enum(transferTypes)
export type TransferType = z.infer<typeof TransferType>

export const TransferStatus = z.enum(transferStatuses)
export type TransferStatus = z.infer<typeof TransferStatus>

export const SecondaryStatus = z.enum(secondaryStatuses)
export type SecondaryStatus = z.infer<typeof SecondaryStatus>

export const CryptoNetwork = z.enum(cryptoNetworks)
export type CryptoNetwork = z.infer<typeof CryptoNetwork>

export const Direction = z.enum(['CREDIT', 'DEBIT'])

/** Fields not shown in the spec; `{name, detail}` was observed (docs/provider.md, "Reading"). */
const SecondaryStatusObject = object({ name: SecondaryStatus, detail: z.optional(Text) })

const Condition = z.looseObject({ message: Text })
/** Fields not shown in the spec; these conditions were observed (docs/provider.md, "Reading"). */
const StatusDetails = object({
  missing_trustline: z.optional(Condition),
  max_rent_exceeded: z.optional(Condition),
  pending_customer_approval: z.optional(Condition),
  stale_fee_quote: z.optional(Condition),
  invalid_destination_address: z.optional(Condition),
})

/** Fields not shown in the spec; these were observed (docs/provider.md, "Reading"). */
const AutoConversion = object({ from_transfer_id: z.optional(Id), to_transfer_id: z.optional(Id) })

/** A transfer by the spec: strict, for the sandbox and its description. reading.ts reads real answers. */
export const Transfer = object({
  id: Uuid,
  customer_id: Id,
  profile_id: Id,
  amount: Amount,
  total: Amount,
  fee: Amount,
  asset: Text,
  direction: Direction,
  type: TransferType,
  status: TransferStatus,
  created_at: Timestamp,
  updated_at: Timestamp,
  identity_id: z.optional(Id),
  account_id: z.optional(Id),
  ref_id: z.optional(Id),
  balance_asset: z.optional(Text),
  secondary_status: z.optional(SecondaryStatusObject),
  status_details: z.optional(StatusDetails),
  metadata: z.optional(Metadata),
  destination_address: z.optional(Text),
  crypto_network: z.optional(CryptoNetwork),
  crypto_tx_hash: z.optional(Text),
  crypto_tx_index: z.optional(Text),
  auto_conversion: z.optional(AutoConversion),
  group_id: z.optional(Id),
  fiat_account_id: z.optional(Uuid),
  notional_value: z.optional(Amount),
  memo: z.optional(Text),
})
export type Transfer = z.infer<typeof Transfer>

export const TransferPage = object({ items: z.array(Transfer), next_page_cursor: Opaque })
export type TransferPage = z.infer<typeof TransferPage>

const atMostHundred = <Item extends z.core.SomeType>(item: Item) =>
  z
    .array(item)
    .check(
      z.minLength(1, { error: 'Enter at least one value, or remove the filter.' }),
      z.maxLength(maximumValues, { error: `A filter can have at most ${maximumValues} values; split the list.` }),
    )
const oneOrMore = <Item extends z.core.SomeType>(item: Item) =>
  z.array(item).check(z.minLength(1, { error: 'Enter at least one value, or remove the filter.' }))

export const OrderBy = z.enum(['CREATED_AT', 'UPDATED_AT'])
export type OrderBy = z.infer<typeof OrderBy>

const plainTransferQuery = object({
  profile_ids: z.optional(atMostHundred(Id)),
  identity_ids: z.optional(atMostHundred(Id)),
  ref_ids: z.optional(atMostHundred(Id)),
  account_ids: z.optional(atMostHundred(Id)),
  ids: z.optional(atMostHundred(Id)),
  type: z.optional(oneOrMore(TransferType)),
  group_ids: z.optional(atMostHundred(Id)),
  crypto_tx_hashes: z.optional(atMostHundred(Id)),
  statuses: z.optional(oneOrMore(TransferStatus)),
  secondary_statuses: z.optional(oneOrMore(SecondaryStatus)),
  'created_at.lt': z.optional(Timestamp),
  'created_at.lte': z.optional(Timestamp),
  'created_at.eq': z.optional(Timestamp),
  'created_at.gte': z.optional(Timestamp),
  'created_at.gt': z.optional(Timestamp),
  'updated_at.lt': z.optional(Timestamp),
  'updated_at.lte': z.optional(Timestamp),
  'updated_at.eq': z.optional(Timestamp),
  'updated_at.gte': z.optional(Timestamp),
  'updated_at.gt': z.optional(Timestamp),
  limit: z.optional(Limit),
  order: z.optional(SortOrder),
  order_by: z.optional(OrderBy),
  page_cursor: z.optional(Cursor),
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
export const TransferPath = object({ id: Uuid })
