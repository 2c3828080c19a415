/** Written by hand: what is sent and answered on an ordinary day. The compiler and a test hold them to the schemas. */
import type { NewFiatDeposit } from '../../api/deposits'
import type { FiatAccount, FiatAccountChanges, NewFiatAccount } from '../../api/fiat-accounts'
import type { OperationName, Output } from '../../api/operations'
import type { NewOrder, Order } from '../../api/orders'
import { type Problem, type ProblemKind, problemType } from '../../api/problem'
import type { NewRule, Rule } from '../../api/rules'
import type { Token, TokenRequest } from '../../api/tokens'
import type { Transfer } from '../../api/transfers'

export type Examples<Value> = Record<string, { summary: string; value: Value }>

const customer = 'c7b1f5a2-5d0e-4b7c-9a64-2f8e31d0a911'
const treasury = '1f0a6c1e-8d2b-4c57-9f3e-5a7d1b2c4e60'
const payouts = '3c4e8f57-6b1d-4a29-a7d8-0e5c2f9b3a74'
const fiatAccount = '9a4d27c3-51be-4f0a-8c62-e7d0b3f81a95'
const requestId = '5b0c8a1e-3f6d-4e27-9d84-70a2c6e1f359'

const withdrawal: Transfer = {
  id: '512f26ad-a3c3-4634-ac3c-6b12b7b33cb5',
  customer_id: customer,
  profile_id: treasury,
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
  destination_address: '0x8f3a1C6b2D94e07F5a6B3c8D1E2f40A97b5C6d3E',
  crypto_network: 'ETHEREUM',
  crypto_tx_hash: '0x4be1c2a97d05f3386a1b9e4470cd52f81e6a3b9d7c20485f1e93ab64d07c5e28',
  crypto_tx_index: '0',
  notional_value: '25001.20',
  metadata: { purpose: 'supplier', team: 'ops-emea' },
}

const waiting: Transfer = {
  id: '0d8e5b71-2c4f-4a96-b3e1-95f7a60c2d48',
  customer_id: customer,
  profile_id: payouts,
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
  fiat_account_id: fiatAccount,
  secondary_status: { name: 'PENDING_CUSTOMER_APPROVAL', detail: 'A second approver has to confirm this payment.' },
  status_details: { pending_customer_approval: { message: 'Waiting for a second approver of the customer.' } },
}

const limitSell: NewOrder = {
  side: 'SELL',
  market: 'BTCUSD',
  type: 'LIMIT',
  ref_id: 'rebalance-2026-1119-02',
  base_amount: '1.25',
  price: '94250.00',
  time_in_force: 'GTT',
  expiration_date: '1924948800000',
  metadata: { desk: 'treasury' },
}

const restingOrder: Order = {
  id: 'e3b7914f-60c2-4d8a-95e1-2a7f8c0d6b34',
  profile_id: treasury,
  ref_id: 'rebalance-2026-1119-02',
  status: 'SUBMITTED',
  side: 'SELL',
  market: 'BTCUSD',
  type: 'LIMIT',
  base_amount: '1.25',
  price: '94250.00',
  quote_amount: '',
  metadata: { desk: 'treasury' },
  created_at: '2026-11-19T14:40:03.551204Z',
  modified_at: '2026-11-19T14:40:03.551204Z',
  amount_filled: '0',
  time_in_force: 'GTT',
  expiration_date: '2030-12-31T00:00:00.000Z',
}

const newAccount: NewFiatAccount = {
  ref_id: 'account-harbour-01',
  fiat_account_owner: { institution_details: { name: 'Harbour Payments Ltd' } },
  fiat_network_instructions: {
    wire: {
      account_number: '4402917358',
      fiat_account_owner_address: { country: 'US', address1: '88 Pier Street', city: 'Boston', province: 'MA' },
      routing_details: {
        routing_number_type: 'ABA',
        routing_number: '123456780',
        bank_name: 'First Harbour Bank',
        bank_address: { country: 'US', city: 'Boston', province: 'MA', zip_code: '02110' },
      },
    },
  },
  metadata: { purpose: 'supplier' },
}

const account: FiatAccount = {
  ...newAccount,
  id: fiatAccount,
  status: 'PENDING',
  created_at: '2026-11-19T14:44:19.320771Z',
  updated_at: '2026-11-19T14:44:19.320771Z',
}

const newRule: NewRule = {
  ref_id: 'mint-usdg-main',
  profile_id: treasury,
  source_asset: 'USD',
  destination_asset: 'USDG',
  nickname: 'Mint USDG from wires',
  source: { fiat: { network: 'WIRE', account_type: 'ABA' } },
  destination: { crypto: { address: '0x8f3a1C6b2D94e07F5a6B3c8D1E2f40A97b5C6d3E', network: 'ETHEREUM' } },
}

const rule: Rule = {
  ...newRule,
  id: 'rule_7f2c91d04e',
  source: {
    fiat: {
      deposit_instructions_id: 'b80f6d2a-4c17-49e5-8a3b-d165e0c7f942',
      network: 'WIRE',
      account_type: 'ABA',
      memo_id: 'MD7KQ2XW4H',
    },
  },
  created_at: '2026-11-19T14:47:55.008163Z',
}

type Bodies = {
  createOrder: NewOrder
  createFiatAccount: NewFiatAccount
  updateFiatAccount: FiatAccountChanges
  createRule: NewRule
  initiateSandboxFiatDeposit: NewFiatDeposit
}

/** What is sent. */
export const exampleBodies: {
  [Name in OperationName]: Name extends keyof Bodies ? Examples<Bodies[Name]> : undefined
} = {
  listTransfers: undefined,
  getTransfer: undefined,
  listIssuerQuotes: undefined,
  createOrder: {
    marketBuy: {
      summary: 'Buy ether for 50,000 dollars, and wait up to five seconds for the fill',
      value: {
        side: 'BUY',
        market: 'ETHUSD',
        type: 'MARKET',
        ref_id: 'top-up-2026-1119-07',
        quote_amount: '50000.00',
        await_fill_millis: 5000,
      },
    },
    limitSell: { summary: 'Sell bitcoin at a price or better, until a time', value: limitSell },
    stopLimit: {
      summary: 'Sell bitcoin for an end user once the price has fallen',
      value: {
        side: 'SELL',
        market: 'BTCUSD',
        type: 'STOP_LIMIT',
        base_amount: '0.40',
        stop_price: '90000.00',
        price: '89750.00',
        identity_id: '7d1e4c80-92a3-4f5b-b6c7-e8d90f1a2b3c',
        identity_account_id: '2e9f0b6d-83c4-4a15-97d8-f6e5c4b3a291',
      },
    },
  },
  createFiatAccount: {
    institution: { summary: 'The account of a company', value: newAccount },
    person: {
      summary: 'The account of a person, as a third party that acts for end users',
      value: {
        ref_id: 'account-user-20418',
        identity_id: '7d1e4c80-92a3-4f5b-b6c7-e8d90f1a2b3c',
        account_id: '2e9f0b6d-83c4-4a15-97d8-f6e5c4b3a291',
        fiat_account_owner: { person_details: { first_name: 'Ines', last_name: 'Okafor' } },
        fiat_network_instructions: {
          wire: {
            account_number: 'DE02120300000000202051',
            routing_details: { routing_number_type: 'SWIFT', routing_number: 'HRBRDEFFXXX', bank_name: 'Hafenbank' },
          },
        },
      },
    },
  },
  updateFiatAccount: {
    metadata: { summary: 'Change only what a client keeps', value: { metadata: { purpose: 'settlement' } } },
    owner: {
      summary: 'The company has a new name',
      value: { fiat_account_owner: { institution_details: { name: 'Harbour Payments Group Ltd' } } },
    },
  },
  createRule: {
    mint: { summary: 'Mint USDG from wires and send it on', value: newRule },
    redeem: {
      summary: 'Redeem PYUSD from an address to a bank account',
      value: {
        ref_id: 'redeem-pyusd-main',
        profile_id: treasury,
        source_asset: 'PYUSD',
        destination_asset: 'USD',
        source: { crypto: { network: 'SOLANA' } },
        destination: { fiat: { fiat_account_id: fiatAccount, memo: 'Redemption' } },
      },
    },
  },
  initiateSandboxFiatDeposit: {
    wire: {
      summary: 'A wire of 10,000 dollars with a rule’s memo',
      value: {
        amount: '10000.00',
        asset: 'USD',
        memo_id: 'MD7KQ2XW4H',
        fiat_network_instructions: newAccount.fiat_network_instructions,
        fiat_account_owner: newAccount.fiat_account_owner,
      },
    },
  },
}

/** Parameters that go together: what the viewer fills in, so that a first try is answered with something. */
export const exampleParameters: Partial<Record<OperationName, Record<string, unknown>>> = {
  listTransfers: { statuses: ['PENDING'], 'created_at.gte': '2026-11-01T00:00:00Z', order_by: 'CREATED_AT', limit: 25 },
  getTransfer: { id: withdrawal.id },
  createOrder: { profile_id: treasury },
  updateFiatAccount: { id: fiatAccount },
  listIssuerQuotes: { status: ['COMPLETE'], limit: 25 },
}

const problem = (status: number, kind: ProblemKind, title: string, more: Partial<Problem> = {}): Problem => ({
  type: problemType(kind),
  title,
  status,
  ...more,
  request_id: requestId,
})

const one = <Value>(name: string, summary: string, value: Value): Examples<Value> => ({ [name]: { summary, value } })

/** The record that a repeated `ref_id` names. */
const existing = (what: string, refId: string, record: object) =>
  one(
    'repeated',
    'The ref_id was used before',
    problem(409, 'already-exists', `There is ${what} with this ref_id already.`, {
      detail: `The ref_id ${refId} is in force; the record that has it is in meta.existing.`,
      errors: [{ field: 'ref_id', message: 'This ref_id is in force already.' }],
      meta: { existing: record },
    }),
  )

/** What is answered, and where a `ref_id` can be repeated, what is answered then. */
export const exampleAnswers: {
  [Name in OperationName]: { success: Examples<Output<Name>>; alreadyExists?: Examples<Problem> }
} = {
  listTransfers: {
    success: one('lastPage', 'A short page, and so the last', { items: [waiting], next_page_cursor: '' }),
  },
  getTransfer: { success: one('withdrawal', 'A withdrawal that was confirmed', withdrawal) },
  createOrder: {
    success: {
      submitted: { summary: 'On its way to the market', value: restingOrder },
      filled: {
        summary: 'Filled within the time to wait',
        value: {
          id: '64c0e7b2-1d95-4f38-a8e6-b7f20c9d5a13',
          profile_id: treasury,
          ref_id: 'top-up-2026-1119-07',
          status: 'FILLED',
          side: 'BUY',
          market: 'ETHUSD',
          type: 'MARKET',
          quote_amount: '50000.00',
          created_at: '2026-11-19T14:41:30.209115Z',
          modified_at: '2026-11-19T14:41:30.609115Z',
          amount_filled: '14.64906',
          volume_weighted_average_price: '3413.1815',
          time_in_force: 'IOC',
        },
      },
    },
    alreadyExists: existing('an order', 'rebalance-2026-1119-02', restingOrder),
  },
  createFiatAccount: {
    success: one('pending', 'Created, and not reviewed yet', account),
    alreadyExists: existing('a fiat account', 'account-harbour-01', account),
  },
  updateFiatAccount: {
    success: one('changed', 'The owner has a new name, and the account is reviewed again', {
      ...account,
      fiat_account_owner: { institution_details: { name: 'Harbour Payments Group Ltd' } },
      updated_at: '2026-11-19T15:02:47.771920Z',
    }),
  },
  createRule: {
    success: one('mint', 'The service made the memo that wires must carry', { rule }),
    alreadyExists: existing('a rule', 'mint-usdg-main', rule),
  },
  initiateSandboxFiatDeposit: { success: one('done', 'The deposit is on its way', {}) },
  listIssuerQuotes: {
    success: one('lastPage', 'A mint and a redemption', {
      issuer_quote_executions: [
        {
          id: 'a92d5e07-6b3f-4c18-8e74-0f1d2c3b4a59',
          created_at: '2026-11-19T14:12:44.003518Z',
          asset_type: 'USDG',
          principal: '750000.00',
          fee: '0.00',
          status: 'COMPLETE',
          ref_id: 'mint-2026-1119-07',
          token_fee: '0.00',
          token_price: '1.00',
          token_principal: '750000.00',
          profile_id: '2b9d7e34-1a6f-4e08-8c45-7d3f9a0b6c12',
        },
        {
          id: '3f86b1c4-95d2-4e70-a1b8-7c6d5e4f3a20',
          created_at: '2026-11-19T11:30:09.640277Z',
          asset_type: 'PYUSD',
          principal: '120000.00',
          fee: '0.00',
          status: 'COMPLETE',
          token_fee: '0.00',
          token_price: '1.00',
          token_principal: '-120000.00',
          profile_id: '2b9d7e34-1a6f-4e08-8c45-7d3f9a0b6c12',
        },
      ],
      next_page_cursor: '',
    }),
  },
}

/** Refusals that any operation can give, by the name of the shared answer. */
export const problemExamples = {
  InvalidInput: one(
    'filtersThatGoAlone',
    'Two filters that do not go together',
    problem(400, 'invalid-input', 'List transfers: the request does not fit.', {
      detail: 'statuses: The service takes profile_ids only with time filters, not beside statuses.',
      errors: [
        { field: 'statuses', message: 'The service takes profile_ids only with time filters, not beside statuses.' },
      ],
    }),
  ),
  Unauthenticated: one(
    'noToken',
    'No token',
    problem(401, 'unauthenticated', 'This needs an access token.', {
      detail: 'Send the header Authorization: Bearer with a token of the token endpoint.',
    }),
  ),
  Forbidden: {
    ...one(
      'scope',
      'The token has another scope',
      problem(403, 'insufficient-scope', 'Create order needs the scope exchange:write_order.', {
        detail: 'The token has: transfer:read_transfer.',
        meta: { scope: 'exchange:write_order', granted: ['transfer:read_transfer'] },
      }),
    ),
    ...one(
      'funds',
      'The profile does not hold so much',
      problem(403, 'insufficient-funds', 'The profile does not hold enough USD.', {
        detail: '25000000.00 USD are needed; 9874998.80 are available.',
        meta: { profile_id: treasury, asset: 'USD', available: '9874998.80', needed: '25000000.00' },
      }),
    ),
  },
  NotFound: one(
    'noTransfer',
    'No such transfer',
    problem(404, 'not-found', 'There is no such transfer.', { detail: `No transfer has the id ${withdrawal.id}.` }),
  ),
  BodyTooLarge: one(
    'tooLarge',
    'A body of 65,537 bytes',
    problem(413, 'body-too-large', 'The body is too large.', { detail: 'A body has at most 65536 bytes.' }),
  ),
  UnsupportedMediaType: one(
    'text',
    'A body that is declared as text',
    problem(415, 'unsupported-media-type', 'Send the body as application/json.', { detail: 'It came as text/plain.' }),
  ),
  TooManyRequests: one(
    'limited',
    'Too many requests',
    problem(429, 'rate-limited', 'Too many requests.', { detail: 'Try again after 5 seconds.' }),
  ),
  InternalError: one(
    'failed',
    'The service failed',
    problem(500, 'internal-error', 'The service failed.', { detail: 'Its log names this request.' }),
  ),
} satisfies Record<string, Examples<Problem>>

/** The token endpoint: a request, its answer, and its refusals. */
export const tokenExamples = {
  request: one<TokenRequest>('reading', 'A token for reading transfers', {
    grant_type: 'client_credentials',
    client_id: 'demo-client',
    client_secret: 'demo-secret',
    scope: 'transfer:read_transfer',
  }),
  success: one<Token>('reading', 'A token for reading transfers', {
    access_token: 'Xq3vN0sLr8mYdZk5TgB1wEoPcHjUa7F2iRyM4xVtQ6A',
    expires_in: 3599,
    scope: 'transfer:read_transfer',
    token_type: 'bearer',
  }),
  refused: one('scope', 'A scope that the client may not have', {
    error: 'invalid_scope',
    error_description: 'This client cannot have: exchange:write_order.',
  }),
  unknownClient: one('unknown', 'A wrong secret', {
    error: 'invalid_client',
    error_description: 'The client is not known, or its secret is wrong.',
  }),
}
