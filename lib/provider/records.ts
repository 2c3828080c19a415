/** The records that the provider keeps and answers with; those of lists are read by reading.ts, which their pages load at once. */
import { isObject, type Json } from '../domain/json'
import { besideInstructions, networksIn } from './account-names'
import type { FiatAccount } from './fiat-accounts'
import { type WriteName, writeRowOf } from './operations'
import type { Order, OrderStatus } from './orders'
import { type Decoded, decode, type Fields, isAbsent, readerOf, readIssuerQuote, readTransfer } from './reading'
import type { RecordName } from './row'
import type { Rule } from './rules'

export type DecodedOrder = Decoded<Order>
export type DecodedRule = Decoded<Rule>
export type DecodedFiatAccount = Decoded<FiatAccount>

const orderFields: Fields<Order> = {
  id: 'text',
  profile_id: 'text',
  ref_id: 'text?',
  status: 'text',
  side: 'text',
  market: 'text',
  type: 'text',
  base_amount: 'text?',
  price: 'text?',
  quote_amount: 'text?',
  metadata: 'object?',
  created_at: 'text',
  modified_at: 'text',
  amount_filled: 'text',
  volume_weighted_average_price: 'text?',
  time_in_force: 'text',
  expiration_date: 'text?',
  identity_id: 'text?',
  identity_account_id: 'text?',
  stop_price: 'text?',
  recipient_profile_id: 'text?',
  is_triggered: 'boolean?',
}

const ruleFields: Fields<Rule> = {
  id: 'text',
  ref_id: 'text',
  profile_id: 'text',
  source_asset: 'text',
  destination_asset: 'text',
  source: 'object',
  nickname: 'text?',
  identity_id: 'text?',
  account_id: 'text?',
  destination: 'object?',
  created_at: 'text',
}

const fiatAccountFields: Fields<FiatAccount> = {
  id: 'text',
  fiat_network_instructions: 'object',
  status: 'text',
  created_at: 'text',
  ref_id: 'text?',
  identity_id: 'text?',
  account_id: 'text?',
  fiat_account_owner: 'object?',
  metadata: 'object?',
  updated_at: 'text?',
}

/** `created_at` may be absent; a refused order can have the status REJECTED. */
export const readOrder = readerOf(orderFields)

/** A rule arrives as `{rule}` or bare. It may have a `status`, in it or next to it (kept in `other`). */
export function readRule(raw: unknown): DecodedRule {
  if (!isObject(raw) || !isObject(raw.rule)) return decode(ruleFields, raw)
  const { rule, ...beside } = raw
  const seen = decode(ruleFields, rule)
  const others = Object.entries(beside).filter(([, value]) => !isAbsent(value))
  return { ...seen, other: { ...Object.fromEntries(others), ...seen.other }, raw }
}

/** Moves members of a nested object to the outer one where that lacks them, so that every nesting reads alike. */
function lift(outer: Json, from: string, names: readonly string[]): Json {
  const inner = outer[from]
  if (!isObject(inner)) return outer
  const lifted = names.filter((name) => !isAbsent(inner[name]) && isAbsent(outer[name]))
  const rest = Object.entries(inner).filter(([name, value]) => !isAbsent(value) && !lifted.includes(name))
  const moved = lifted.map((name) => [name, inner[name]] as const)
  return { ...outer, ...Object.fromEntries(moved), [from]: Object.fromEntries(rest) }
}

/**
 * A fiat account. Four nestings were observed: instructions at the top; inside `fiat_account_owner`; there with `status`
 * and `metadata` next to `wire`; and with both inside `wire`. All read alike, whatever the network.
 */
export function readFiatAccount(raw: unknown): DecodedFiatAccount {
  if (!isObject(raw)) return decode(fiatAccountFields, raw)
  const account = lift(raw, 'fiat_account_owner', ['fiat_network_instructions'])
  const instructions = account.fiat_network_instructions
  const lifted = (outer: Json, from: string) => lift(outer, from, besideInstructions)
  const view = isObject(instructions)
    ? { ...account, fiat_network_instructions: networksIn(instructions).reduce(lifted, instructions) }
    : account
  return { ...decode(fiatAccountFields, lifted(view, 'fiat_network_instructions')), raw }
}

type RecordKind = {
  /** As it reads in a sentence: "fiat account". */
  name: string
  /** Reads the record from an answer, bare or in the member that holds it, whatever its nesting. */
  read: (raw: unknown) => { known: Json; other: Json; missing: string[]; raw: unknown }
  /** Statuses that change without a further request, so an open page follows them. */
  openStatuses: readonly string[]
  /** Statuses that nothing changes any more. */
  finalStatuses: readonly string[]
  /** Statuses that mean the service did not carry out the write that created the record. */
  refusedStatuses: readonly string[]
}

const openOrderStatuses: readonly OrderStatus[] = ['PENDING_SUBMISSION', 'SUBMITTED', 'OPEN']
const finalOrderStatuses: readonly OrderStatus[] = ['FILLED', 'CANCELLED', 'EXPIRED', 'REJECTED']

const records: Record<RecordName, RecordKind> = {
  transfer: { name: 'transfer', read: readTransfer, openStatuses: ['PENDING'], finalStatuses: [], refusedStatuses: [] },
  issuerQuote: {
    name: 'issuer quote',
    read: readIssuerQuote,
    openStatuses: ['PENDING'],
    finalStatuses: [],
    refusedStatuses: [],
  },
  order: {
    name: 'order',
    read: readOrder,
    openStatuses: openOrderStatuses,
    finalStatuses: finalOrderStatuses,
    // A refusal is a 4xx or a 200 with REJECTED (docs/provider.md, "Reading").
    refusedStatuses: ['REJECTED'],
  },
  fiatAccount: {
    name: 'fiat account',
    read: readFiatAccount,
    openStatuses: ['PENDING'],
    finalStatuses: [],
    refusedStatuses: [],
  },
  rule: { name: 'rule', read: readRule, openStatuses: ['PENDING'], finalStatuses: [], refusedStatuses: [] },
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

/** Whether nothing changes this status any more; of an account or a rule a person may learn of a change. */
export const isFinalStatus = (name: WriteName, status: string): boolean =>
  recordOf(name)?.finalStatuses.includes(statusWord(status)) === true

/** Whether a record with this status shows that the write was not carried out. */
export const isRefusedStatus = (name: WriteName, status: string): boolean =>
  recordOf(name)?.refusedStatuses.includes(statusWord(status)) === true
