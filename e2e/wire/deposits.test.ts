/** Spec, "Initiate sandbox fiat deposit": typed by hand from its text. */
import { expect, test } from 'vitest'
import { answerOf, refuses, send, takes } from './wire'

const post = (body: string) => send('POST /v2/sandbox/fiat-deposits', body)
const deposit = (amount: string) =>
  post(`{"amount":${amount},"asset":"USD","memo_id":"M1","fiat_network_instructions":{"wire":{}}}`)

test('takes everything that the spec lists, unchanged', () => {
  const text = `{"amount":"250.00","asset":"USD","memo_id":"M1",
    "fiat_network_instructions":{"wire":{"account_number":"1","routing_details":{"routing_number":"021000021"}}},
    "fiat_account_owner":{"person_details":{"first_name":"Ada","last_name":"Byron"}}}`
  expect(post(text)).toEqual({ operation: 'initiateSandboxFiatDeposit', input: { body: JSON.parse(text) } })
})

takes(
  ['"1"', '"1.5"', '"1.55"', '".5"', '".55"', '"0"', '"007"', '"100"', '"123456789012345678901234567890.12"'],
  deposit,
)

const cents = /^Amount is written in digits and can have at most 2 decimal places\.$/
refuses(
  [
    ['"1.555"', 'amount', cents],
    ['"5."', 'amount', cents],
    ['"."', 'amount', cents],
    ['""', 'amount', cents],
    ['"-1"', 'amount', cents],
    ['"1,000.00"', 'amount', cents],
    ['"1e2"', 'amount', cents],
    ['" 1"', 'amount', cents],
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
    ['{"amount":"1","asset":"USD","memo_id":"M1"}', 'fiat_network_instructions', /is required\.$/],
    [
      '{"amount":"1","asset":"USD","memo":"M1","memo_id":"M1","fiat_network_instructions":{"wire":{}}}',
      'memo',
      /Did you mean "memo_id"\?$/,
    ],
    [
      '{"amount":"1","asset":"USD","memo_id":"M1","ref_id":"r","fiat_network_instructions":{"wire":{}}}',
      'ref_id',
      /is not known here/,
    ],
    [
      '{"amount":"1","asset":"USD","memo_id":"M1","fiat_network_instructions":{"wire":{}},"fiat_account_owner":{}}',
      'fiat_account_owner',
      /exactly one owner/,
    ],
  ],
  post,
)

test('answers with an empty object', () => {
  expect(answerOf('initiateSandboxFiatDeposit', '{}')).toEqual({})
  expect(() => answerOf('initiateSandboxFiatDeposit', '{"id":"x"}')).toThrow()
})
