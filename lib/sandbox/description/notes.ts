/** What each named schema and each field of it means, in the spec's words: "Resources and their fields". */
import type { ComponentName } from './schemas'

/** A sentence about a schema, and one for each of its fields. */
export type Note = { about: string; fields?: Record<string, string> }

const ids = {
  identity_id: 'Associated identity.',
  account_id: 'Associated account.',
}
const refId = 'Client-specified ID for replay protection and lookup.'
const order = {
  ref_id: 'Idempotence ID. Reusable once the order has been closed for more than 24 hours.',
  side: 'Whether base currency is bought or sold.',
  market: 'Base and quote currency.',
  type: 'How the order meets the market.',
  price: 'Quote price.',
  metadata: 'Client metadata, stored on the quote and the created order.',
  time_in_force: 'How long the order may wait; each order type takes some of them and has a default.',
  identity_id: 'End user requesting the trade. Must be sent together with `identity_account_id`.',
  identity_account_id: 'Account under which the order is placed. Must be sent together with `identity_id`.',
  recipient_profile_id: 'Profile that receives settled currency: base for buys, quote for sells.',
}
const changes = {
  fiat_account_owner: 'Who owns the account: exactly one description.',
  fiat_network_instructions: 'How money reaches the account.',
  metadata: 'Client metadata.',
}
const account = {
  ...changes,
  ref_id: 'Client ID for idempotence.',
  identity_id: 'Identity of the user. Required only for third-party integrations acting for end users.',
  account_id: 'Account of the user. Required only for third-party integrations acting for end users.',
}
const rule = {
  ref_id: 'Client-provided unique reference ID.',
  profile_id: 'Profile ID of the account owner.',
  source_asset: 'Asset that comes in.',
  destination_asset: 'Asset that it becomes.',
  source: 'Where the asset comes in: exactly one member.',
  nickname: 'Human-readable nickname.',
  identity_id: 'Identity ID of the account owner.',
  account_id: 'Account ID where the rule applies.',
  destination: 'Where the converted asset goes: at most one member. Without one it stays on the profile.',
}
const cursor =
  'Cursor for the next page. Empty where there is none: fewer items than `limit` came back, so this is the last page.'

export const notes: Record<ComponentName, Note> = {
  Amount: { about: 'An unsigned decimal number in a string, of any length; never a float.' },
  SignedDecimal: {
    about: 'A decimal number in a string that may be negative. Meaning and unit are not shown in the spec.',
  },
  Identifier: { about: 'An identifier, usually a UUID.' },
  PathIdentifier: { about: 'An identifier that is part of an address, so it cannot be `.` or `..`.' },
  Uuid: { about: 'A UUID.' },
  Timestamp: { about: 'An RFC 3339 time with its zone and 0 to 9 fraction digits. Leap seconds are not taken.' },
  Metadata: { about: 'Up to 6 pairs; each key and each value has at most 100 characters.' },
  PageLimit: { about: 'Items a page: 1 to 1000, written in digits.' },
  SortOrder: { about: 'Newest first (`DESC`) or oldest first (`ASC`).' },
  OrderBy: { about: 'The time that a list is sorted by.' },
  TransferType: {
    about: 'Transfer type. PLATFORM stands in for the operator’s name in the two platform-transfer values.',
  },
  TransferStatus: { about: 'Transfer status.' },
  SecondaryStatus: {
    about:
      'A more granular status. `TRAVEL_RULE_INFO_REQUESTED`: travel rule information is needed to continue processing. ' +
      '`TRAVEL_RULE_REJECTED`: terminally rejected because travel rule checks failed. `CUSTOMER_REJECTED`: rejected by ' +
      'a customer. `PENDING_CUSTOMER_APPROVAL`: waiting for customer approval.',
  },
  CryptoNetwork: { about: 'Network of a crypto transfer.' },
  Direction: { about: 'Whether the balance grew (`CREDIT`) or shrank (`DEBIT`).' },
  Transfer: {
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
      type: 'What kind of transfer it is.',
      status: 'Where it stands.',
      created_at: 'Creation time of the record.',
      updated_at: 'Most recent update time.',
      ...ids,
      ref_id: refId,
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
  },
  TransferSecondaryStatus: {
    about: 'The secondary status and a sentence about it. Its fields are not shown in the spec; these were seen.',
    fields: { name: 'The secondary status.', detail: 'A sentence for a person.' },
  },
  StatusDetails: {
    about: 'Keyed by condition. Its fields are not shown in the spec; these were seen.',
    fields: {
      missing_trustline: 'The destination account takes no such asset yet.',
      max_rent_exceeded: 'Opening the destination’s token account costs too much rent.',
      pending_customer_approval: 'Somebody has to approve.',
      stale_fee_quote: 'The network fee rose above the quote.',
      invalid_destination_address: 'There is no such address.',
    },
  },
  StatusCondition: {
    about: 'A condition, and whatever else belongs to it.',
    fields: { message: 'What is the matter, for a person.' },
  },
  AutoConversion: {
    about: 'The two sides of a conversion. Its fields are not shown in the spec; these were seen.',
    fields: { from_transfer_id: 'The transfer that was converted.', to_transfer_id: 'The transfer that it became.' },
  },
  TransferPage: {
    about: 'One page of transfers.',
    fields: { items: 'The transfers, in the order asked for.', next_page_cursor: cursor },
  },
  Market: { about: 'Base and quote currency.' },
  OrderSide: { about: 'Buy or sell base currency.' },
  OrderType: { about: 'Order type.' },
  TimeInForce: {
    about:
      'IOC: cancel if not executed immediately; partial fills are allowed. GTC: the order can be canceled until ' +
      'executed. GTT: expires if not executed by the specified time. FOK: fill the entire order or cancel it entirely.',
  },
  OrderStatus: { about: 'Order status. `EXPIRED` applies only to Smart Order Routing customers.' },
  NewOrder: {
    about:
      'An order to place. Which of price, stop_price, base_amount and quote_amount a type needs is decided by the service.',
    fields: {
      ...order,
      base_amount: 'Base currency amount for any limit order, or the exact amount to sell for a market sell.',
      quote_amount: 'Quote currency amount for a market buy.',
      stop_price: 'Stop trigger price.',
      await_fill_millis:
        'Milliseconds to wait for a fill. When non-zero, the call returns once the order has filled completely or the wait time has elapsed.',
      expiration_date:
        'Expiry for GTT orders, as a 13-digit UTC unix timestamp in milliseconds, more than 10 seconds after placement.',
      self_match_prevention_id:
        'Prevents matching against an opposite-side order of the same customer. When omitted, the original resting ' +
        'order is cancelled instead. Requires extra permissions available only to certain accounts.',
    },
  },
  Order: {
    about: 'An order as it stands.',
    fields: {
      ...order,
      id: 'Order UUID.',
      profile_id: 'Owning profile.',
      status: 'Where it stands. An order that is filled in part is `OPEN` with an `amount_filled`.',
      base_amount: 'Base amount, or the purchase amount for a market sell.',
      quote_amount: 'Quote amount of a market buy. It is an empty string when not applicable.',
      created_at: 'Creation time.',
      modified_at: 'Last modification time.',
      amount_filled: 'Amount filled.',
      volume_weighted_average_price: 'Volume-weighted average price.',
      expiration_date: 'Expiry when time in force is GTT.',
      stop_price: 'Stop trigger price.',
      is_triggered: 'True once a stop order has been triggered.',
    },
  },
  FiatAccountStatus: { about: 'Where the review of a fiat account stands.' },
  FiatAccountOwner: {
    about: 'Exactly one owner description is given, either of these.',
    fields: { person_details: 'The owner is a person.', institution_details: 'The owner is an institution.' },
  },
  PersonDetails: { about: 'A person.', fields: { first_name: 'First name.', last_name: 'Last name.' } },
  InstitutionDetails: { about: 'An institution.', fields: { name: 'Its name.' } },
  FiatNetworkInstructions: {
    about: 'Network instructions. Fiat networks other than wire are not shown in the spec.',
    fields: { wire: 'Wire instructions.' },
  },
  WireInstructions: {
    about: 'Wire instructions. Which members are mandatory is not shown in the spec, so none is.',
    fields: {
      account_number: 'Bank account number.',
      fiat_account_owner_address: 'Owner address.',
      routing_details: 'How the bank is found.',
    },
  },
  RoutingDetails: {
    about: 'How a bank is found.',
    fields: {
      routing_number_type: 'Type of routing number: ABA or SWIFT.',
      routing_number: 'Routing number.',
      bank_name: 'Bank name.',
      bank_address: 'Bank address.',
    },
  },
  Address: {
    about: 'An address. Which members are mandatory is not shown in the spec, so none is.',
    fields: {
      country: 'Country.',
      address1: 'First line.',
      address2: 'Second line.',
      city: 'City.',
      province: 'Province or state.',
      zip_code: 'Postal code.',
    },
  },
  NewFiatAccount: { about: 'A fiat account to create.', fields: account },
  FiatAccountChanges: {
    about:
      'What changes; what is left out stays. A change of the account itself puts it back to PENDING. Whether the owner is a person or an institution cannot change.',
    fields: changes,
  },
  FiatAccount: {
    about: 'A fiat account.',
    fields: {
      ...account,
      id: 'Fiat account ID.',
      status: 'Where its review stands.',
      created_at: 'Creation time.',
      updated_at: 'Most recent update time.',
    },
  },
  RuleAsset: { about: 'An asset that rules convert from or to.' },
  RuleSource: {
    about: 'Where the asset comes in: exactly one member. What is left out of it is made by the service.',
    fields: {
      crypto: 'From a crypto deposit address.',
      fiat: 'From a wire that carries the rule’s memo.',
      profile: 'From a profile.',
    },
  },
  RuleDestination: {
    about: 'Where the converted asset goes: at most one member.',
    fields: { crypto: 'To a crypto address.', fiat: 'By wire to a fiat account.', profile: 'To a profile.' },
  },
  NewRule: { about: 'An orchestration rule to create.', fields: rule },
  Rule: {
    about: 'A rule that automatically converts one asset to another, from a source to a destination.',
    fields: { ...rule, id: 'Rule ID.', created_at: 'Creation time.' },
  },
  RuleAnswer: { about: 'The created rule.', fields: { rule: 'The rule, with what the service made for its source.' } },
  NewFiatDeposit: {
    about: 'A fiat deposit to simulate.',
    fields: {
      amount: 'Amount, with at most two decimals.',
      asset: 'Only `USD` is supported.',
      memo_id: 'String the client must place in the memo field of the deposit to credit the platform balance.',
      fiat_network_instructions: 'Where the money comes from.',
      fiat_account_owner: 'Whose money it is.',
    },
  },
  NoContent: { about: 'An empty JSON object.' },
  IssuerQuoteStatus: { about: 'Status of an issuer quote execution.' },
  IssuerQuoteExecution: {
    about: 'A quote of an issuer that was executed. Meaning and units of its figures are not shown in the spec.',
    fields: {
      id: 'ID of the execution.',
      created_at: 'Creation time.',
      asset_type: 'The token.',
      principal: 'In the sandbox: the token principal times the token price, to the cent.',
      fee: 'Fee.',
      status: 'Where it stands.',
      ref_id: 'Client ID.',
      token_fee: 'Fee in tokens.',
      token_price: 'Price of a token.',
      token_principal: 'Tokens; negative where they were redeemed.',
      profile_id: 'Target profile.',
    },
  },
  IssuerQuotePage: {
    about: 'One page of issuer quote executions.',
    fields: { issuer_quote_executions: 'The executions, in the order asked for.', next_page_cursor: cursor },
  },
  TokenRequest: {
    about: 'Form data. Names beside these are ignored (RFC 6749, section 3.2).',
    fields: {
      grant_type: 'Client credentials are the only grant.',
      client_id: 'Client ID.',
      client_secret: 'Client secret.',
      scope:
        'Space-delimited scopes. One that the client may not have refuses them all; without any it gets all it may.',
    },
  },
  Token: {
    about: 'A bearer token.',
    fields: {
      access_token: 'Bearer token.',
      expires_in: 'Lifetime in seconds.',
      scope: 'Granted scopes, space delimited.',
      token_type: 'How it is sent.',
    },
  },
}

/** What each parameter means: the spec's tables of query parameters and of paths. */
export const parameterNotes: Record<string, string> = {
  profile_ids: 'Filter by target profiles.',
  identity_ids: 'Filter by identities.',
  ref_ids: 'Client IDs given at creation.',
  account_ids: 'Filter by accounts.',
  ids: 'Filter by transfer IDs.',
  type: 'Transfer types. Repeat the parameter for several values. Default is all.',
  group_ids: 'Filter by group IDs.',
  crypto_tx_hashes: 'Filter by on-chain hash.',
  statuses: 'Filter by status.',
  secondary_statuses: 'Filter by secondary status.',
  limit: 'Items a page.',
  order_by: 'Must be of the same kind as the time filter, where there is one.',
  page_cursor: 'Cursor for the next page. It goes only with the filters and the order that it came with.',
  profile_id: 'Filter by target profile.',
  status: 'Filter by status.',
  'created_range.begin': 'Records at or after this time (inclusive).',
  'created_range.end': 'Records at or before this time (inclusive).',
}
