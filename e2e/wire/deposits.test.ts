/** Spec, "Initiate sandbox fiat deposit": typed by hand from its text. */
import { expect, test } from 'vitest'
import { depositForm } from '@/components/deposits/deposit-form'
import { hasForm } from './form'
import { accepts, answerOf, hasAddress, refuses, send } from './wire'

hasAddress('initiateSandboxFiatDeposit', {}, 'POST /v2/sandbox/fiat-deposits', 'transfer:write_sandbox_fiat_deposit')
hasForm('initiateSandboxFiatDeposit', depositForm)

const post = (body: string) => send('POST /v2/sandbox/fiat-deposits', body)
const deposit = (amount: string) =>
  post(`{"amount":${amount},"asset":"USD","memo_id":"M1","fiat_network_instructions":{"wire":{}}}`)

test('accepts everything that the spec lists, unchanged', () => {
  const text = `{"amount":"250.00","asset":"USD","memo_id":"M1",
    "fiat_network_instructions":{"wire":{"account_number":"1","routing_details":{"routing_number":"021000021"}}},
    "fiat_account_owner":{"person_details":{"first_name":"Ada","last_name":"Byron"}}}`
  expect(post(text)).toEqual({ operation: 'initiateSandboxFiatDeposit', input: { body: JSON.parse(text) } })
})

accepts(
  ['"1"', '"1.5"', '"1.55"', '".5"', '".55"', '"0"', '"007"', '"100"', '"123456789012345678901234567890.12"'],
  deposit,
)

const cents = /^Amount can have at most 2 decimal places, like 1250\.00\.$/
const number = /^Enter the amount as a number, like 1250\.00\.$/
refuses(
  [
    ['"1.555"', 'amount', cents],
    ['"5."', 'amount', number],
    ['"."', 'amount', number],
    ['""', 'amount', number],
    ['"-1"', 'amount', number],
    ['"1,000.00"', 'amount', number],
    ['"1e2"', 'amount', number],
    ['" 1"', 'amount', number],
    [`"${'1'.repeat(101)}"`, 'amount', /^Amount can have at most 100 characters\.$/],
    ['1.5', 'amount', /^Amount must be text\.$/],
  ],
  deposit,
)

refuses(
  [
    [
      '{"amount":"1","asset":"USDG","memo_id":"M1","fiat_network_instructions":{"wire":{}}}',
      'asset',
      /^Only USD can be deposited\.$/,
    ],
    [
      '{"amount":"1","asset":"usd","memo_id":"M1","fiat_network_instructions":{"wire":{}}}',
      'asset',
      /^Only USD can be deposited\.$/,
    ],
    ['{"amount":"1","memo_id":"M1","fiat_network_instructions":{"wire":{}}}', 'asset', /^Only USD can be deposited\.$/],
    ['{"asset":"USD","memo_id":"M1","fiat_network_instructions":{"wire":{}}}', 'amount', /^Amount is required\.$/],
    ['{"amount":"1","asset":"USD","fiat_network_instructions":{"wire":{}}}', 'memo_id', /^Memo ID is required\.$/],
    ['{"amount":"1","asset":"USD","memo_id":"","fiat_network_instructions":{"wire":{}}}', 'memo_id', /cannot be empty/],
    [
      `{"amount":"1","asset":"USD","memo_id":"${'M'.repeat(256)}","fiat_network_instructions":{"wire":{}}}`,
      'memo_id',
      /^Memo ID can have at most 255 characters\.$/,
    ],
    ['{"amount":"1","asset":"USD","memo_id":"M1"}', 'fiat_network_instructions', /is required\.$/],
    [
      '{"amount":"1","asset":"USD","memo":"M1","memo_id":"M1","fiat_network_instructions":{"wire":{}}}',
      'memo',
      /Did you mean "memo_id"\?$/,
    ],
    [
      '{"amount":"1","asset":"USD","memo_id":"M1","ref_id":"r","fiat_network_instructions":{"wire":{}}}',
      'ref_id',
      /^Unknown field /,
    ],
    [
      '{"amount":"1","asset":"USD","memo_id":"M1","fiat_network_instructions":{"wire":{}},"fiat_account_owner":{}}',
      'fiat_account_owner',
      /Choose a person or an institution/,
    ],
  ],
  post,
)

test('answers with an empty object', () => {
  expect(answerOf('initiateSandboxFiatDeposit', '{}')).toEqual({})
  expect(() => answerOf('initiateSandboxFiatDeposit', '{"id":"x"}')).toThrow()
})
