/** Reads the records that people create here. Apart from those of lists (reading.ts), which their pages load at once. */

import { isObject, type Json } from '../../domain/json'
import type { FiatAccount } from './fiat-accounts'
import type { Fields } from './fields'
import type { Order } from './orders'
import { type Decoded, decode, isAbsent, readerOf } from './reading'
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
 * and `metadata` next to `wire`; and with both inside `wire`. All read alike.
 */
export function readFiatAccount(raw: unknown): DecodedFiatAccount {
  if (!isObject(raw)) return decode(fiatAccountFields, raw)
  const beside = ['status', 'metadata']
  const account = lift(raw, 'fiat_account_owner', ['fiat_network_instructions'])
  const instructions = account.fiat_network_instructions
  const view = isObject(instructions)
    ? { ...account, fiat_network_instructions: lift(instructions, 'wire', beside) }
    : account
  return { ...decode(fiatAccountFields, lift(view, 'fiat_network_instructions', beside)), raw }
}

/** Whether the service masked an account number (`XXXX4512`). A masked number is never written back. */
export const isMasked = (accountNumber: string) => /[X*•]{2,}/i.test(accountNumber)
