/** The records that the provider keeps and answers with. */
import { compareDecimals } from '../../domain/decimals'
import type { Json } from '../../domain/json'
import { accountName } from './account-names'
import { type WriteName, writeRowOf } from './operations'
import type { OrderFill, OrderStatus } from './orders'
import { readIssuerQuote, readTransfer } from './reading'
import { readFiatAccount, readOrder, readRule } from './reading-created'
import type { RecordName } from './row'

type RecordKind = {
  /** As it reads in a sentence: "fiat account". */
  name: string
  /** Reads the record from an answer, bare or in the member that holds it, whatever its nesting. */
  read: (raw: unknown) => { known: Json; other: Json; missing: string[]; raw: unknown }
  /** Statuses that change without a further request, so an open page follows them. */
  openStatuses: readonly string[]
  /** Statuses that mean the service did not carry out the write that created the record. */
  refusedStatuses: readonly string[]
  /** What its members say was filled; absent where a record is not filled. */
  fillOf?: (members: Json) => OrderFill
  /** What a person recognises it by, from the body that requested it; absent where its id must do. */
  nameOf?: (body: unknown) => string | undefined
}

/** What an order's newest known members say was filled, without those that are not decimals. */
function orderFill({ market, amount_filled: amount, volume_weighted_average_price: price }: Json): OrderFill {
  const isAmount = (value: unknown) => typeof value === 'string' && compareDecimals(value, '0') !== undefined
  const isFilled = isAmount(amount) && compareDecimals(`${amount}`, '0') !== 0
  return {
    ...(typeof market === 'string' && { market }),
    ...(isAmount(amount) && { amount: `${amount}` }),
    ...(isFilled && isAmount(price) && { price: `${price}` }),
  }
}

const openOrderStatuses: readonly OrderStatus[] = ['PENDING_SUBMISSION', 'SUBMITTED', 'OPEN']

const records: Record<RecordName, RecordKind> = {
  transfer: { name: 'transfer', read: readTransfer, openStatuses: ['PENDING'], refusedStatuses: [] },
  issuerQuote: { name: 'issuer quote', read: readIssuerQuote, openStatuses: ['PENDING'], refusedStatuses: [] },
  order: {
    name: 'order',
    read: readOrder,
    openStatuses: openOrderStatuses,
    // A refusal is a 4xx or a 200 with REJECTED (docs/provider.md, "Reading").
    refusedStatuses: ['REJECTED'],
    fillOf: orderFill,
  },
  fiatAccount: {
    name: 'fiat account',
    read: readFiatAccount,
    openStatuses: ['PENDING'],
    refusedStatuses: [],
    nameOf: accountName,
  },
  rule: { name: 'rule', read: readRule, openStatuses: ['PENDING'], refusedStatuses: [] },
}

/** The kind of record in the answer of a write; undefined where there is none. */
export function recordOf(name: WriteName): RecordKind | undefined {
  const { record } = writeRowOf(name)
  return record === null ? undefined : records[record]
}

/**
 * Reads the record in the answer of a write, or in `meta.existing` of a 409.
 * @returns undefined where the operation answers with no record
 */
export const readRecord = (name: WriteName, raw: unknown) => recordOf(name)?.read(raw)

/** A provider may write its statuses in another case. */
const statusWord = (status: string) => status.trim().toUpperCase()

/** Whether a status changes without a further request; any other is final or unknown to the spec. */
export const isOpenStatus = (name: WriteName, status: string): boolean =>
  recordOf(name)?.openStatuses.includes(statusWord(status)) === true

/** Whether a record with this status shows that the write was not carried out. */
export const isRefusedStatus = (name: WriteName, status: string): boolean =>
  recordOf(name)?.refusedStatuses.includes(statusWord(status)) === true
