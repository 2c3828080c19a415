/**
 * The fields of the records by the spec, as pages read them: their schemas would bring all of zod to every page. The
 * compiler compares each list with its schema.
 */
import type { IssuerQuoteExecution } from './issuer-quotes'
import type { Transfer } from './transfers'

export type FieldKind = 'text' | 'object' | 'boolean'

type KindOf<Value> = Value extends string ? 'text' : Value extends boolean ? 'boolean' : 'object'

/** How each field of a record reads; `?` where the spec lets it be absent. */
export type Fields<Known = object> = {
  readonly [Name in keyof Known]-?: undefined extends Known[Name]
    ? `${KindOf<Exclude<Known[Name], undefined>>}?`
    : KindOf<Known[Name]>
}

export const transferFields: Fields<Transfer> = {
  id: 'text',
  customer_id: 'text',
  profile_id: 'text',
  amount: 'text',
  total: 'text',
  fee: 'text',
  asset: 'text',
  direction: 'text',
  type: 'text',
  status: 'text',
  created_at: 'text',
  updated_at: 'text',
  identity_id: 'text?',
  account_id: 'text?',
  ref_id: 'text?',
  balance_asset: 'text?',
  secondary_status: 'object?',
  status_details: 'object?',
  metadata: 'object?',
  destination_address: 'text?',
  crypto_network: 'text?',
  crypto_tx_hash: 'text?',
  crypto_tx_index: 'text?',
  auto_conversion: 'object?',
  group_id: 'text?',
  fiat_account_id: 'text?',
  notional_value: 'text?',
  memo: 'text?',
}

export const issuerQuoteFields: Fields<IssuerQuoteExecution> = {
  id: 'text',
  created_at: 'text',
  asset_type: 'text',
  principal: 'text',
  fee: 'text',
  status: 'text',
  ref_id: 'text?',
  token_fee: 'text',
  token_price: 'text',
  token_principal: 'text',
  profile_id: 'text',
}
