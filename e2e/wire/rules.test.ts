/** Spec, "Orchestration rule" and "Create orchestration rule": typed by hand from its text. */
import { expect, test } from 'vitest'
import { ruleForm } from '@/components/rules/rule-form'
import { readRule } from '@/lib/provider/records'
import { hasForm } from './form'
import { accepts, answerOf, hasAddress, refuses, send } from './wire'

hasAddress('createRule', {}, 'POST /v2/orchestration/rules', 'orchestration:write_orchestration_rule')
hasForm('createRule', ruleForm({}, {}))

const post = (body: string) => send('POST /v2/orchestration/rules', body)
/** A rule from USD to USDG with these further members. */
const rule = (members: string) =>
  post(`{"ref_id":"r","profile_id":"p","source_asset":"USD","destination_asset":"USDG",${members}}`)
const assets = (from: string, to: string) =>
  post(`{"ref_id":"r","profile_id":"p","source_asset":${from},"destination_asset":${to},"source":{"profile":{}}}`)

test('accepts everything that the spec lists, unchanged', () => {
  const text = `{"ref_id":"r","profile_id":"p","source_asset":"USD","destination_asset":"PYUSD","nickname":"Mint",
    "identity_id":"i","account_id":"a",
    "source":{"fiat":{"deposit_instructions_id":"d","network":"WIRE","account_type":"ABA","memo_id":"m"}},
    "destination":{"crypto":{"address":"0x1","network":"ETHEREUM"}}}`
  expect(post(text)).toEqual({ operation: 'createRule', input: { body: JSON.parse(text) } })
})

accepts(['"USDG"', '"PYUSD"', '"USDP"', '"USDC"', '"USD"'], (asset) => assets(asset, asset))

accepts(
  [
    '"source":{"crypto":{"address_id":"d","address":"0x1","network":"POLYGON"}}',
    '"source":{"crypto":{"network":"A_NETWORK_OF_TOMORROW"}}',
    '"source":{"profile":{"profile_id":"p2"}}',
    '"source":{"fiat":{"network":"WIRE"}},"destination":{"fiat":{"fiat_account_id":"f","memo":"m"}}',
    '"source":{"fiat":{"network":"WIRE"}},"destination":{"profile":{"profile_id":"p2"}}',
    '"source":{"fiat":{"network":"WIRE"}},"destination":{}',
    '"source":{"profile":{}},"nickname":""',
  ],
  rule,
)

const oneSource = /^Choose exactly one source: crypto, fiat or profile\.$/
refuses(
  [
    ['"source":{}', 'source', oneSource],
    ['"source":{"crypto":{},"fiat":{}}', 'source', oneSource],
    ['"source":{"crypto":{},"fiat":{},"profile":{}}', 'source', oneSource],
    ['"nickname":"x"', 'source', /^Source is required\.$/],
    ['"source":null', 'source', /^Source must be an object\.$/],
    ['"source":{"crypto":null}', 'source.crypto', /^Crypto must be an object\.$/],
    ['"source":{"crypto":"0x1"}', 'source.crypto', /^Crypto must be an object\.$/],
    ['"source":{"crypt":{}}', 'source.crypt and source', /Did you mean "crypto"\?$/],
    ['"source":{"crypto":{"adress":"0x1"}}', 'source.crypto.adress', /Did you mean "address"\?$/],
    ['"source":{"crypto":{"network":5}}', 'source.crypto.network', /^Network must be text\.$/],
    ['"source":{"fiat":{"memo":"m"}}', 'source.fiat.memo', /Did you mean "memo_id"\?$/],
    [
      '"source":{"profile":{}},"destination":{"fiat":{"memo_id":"m"}}',
      'destination.fiat.memo_id',
      /Did you mean "memo"\?$/,
    ],
    [
      '"source":{"profile":{}},"destination":{"crypto":{},"profile":{}}',
      'destination',
      /^Choose at most one destination: crypto, fiat or profile\.$/,
    ],
    [
      `"source":{"crypto":{"address":"${'x'.repeat(256)}"}}`,
      'source.crypto.address',
      /^Address can have at most 255 characters\.$/,
    ],
    [
      `"source":{"profile":{}},"nickname":"${'x'.repeat(256)}"`,
      'nickname',
      /^Nickname can have at most 255 characters\.$/,
    ],
    ['"source":{"profile":{}},"status":"ACTIVE"', 'status', /^Unknown field "status"\./],
    ['"source":{"profile":{}},"metadata":{}', 'metadata', /^Unknown field "metadata"\./],
    ['"source":{"profile":{}},"identity_id":""', 'identity_id', /cannot be empty/],
  ],
  rule,
)

refuses(
  [
    ['"EUR"', 'source_asset', /^Source asset must be one of USDG, PYUSD, USDP, USDC, USD\.$/],
    ['"usdg"', 'source_asset', /one of USDG/],
    ['"USDT"', 'source_asset', /one of USDG/],
    ['null', 'source_asset', /one of USDG/],
  ],
  (asset) => assets(asset, '"USD"'),
)
refuses([['"BTC"', 'destination_asset', /one of USDG, PYUSD/]], (asset) => assets('"USD"', asset))

refuses(
  [
    [
      '{"profile_id":"p","source_asset":"USD","destination_asset":"USDG","source":{"profile":{}}}',
      'ref_id',
      /^Ref ID is required\.$/,
    ],
    [
      '{"ref_id":"r","source_asset":"USD","destination_asset":"USDG","source":{"profile":{}}}',
      'profile_id',
      /^Profile ID is required\.$/,
    ],
    [
      '{"ref_id":"r","profile_id":"p","source_asset":"USD","source":{"profile":{}}}',
      'destination_asset',
      /^Destination asset is required\.$/,
    ],
  ],
  post,
)

test('the answer holds one object, `rule`', () => {
  const text = `{"rule":{"id":"rule_abc123","ref_id":"r","nickname":"Mint","profile_id":"p","identity_id":"i",
    "account_id":"a","source_asset":"USD","destination_asset":"USDG","source":{"fiat":{"network":"WIRE","memo_id":"M1"}},
    "destination":{"profile":{"profile_id":"p2"}},"created_at":"2026-11-19T14:31:52Z"}}`
  expect(answerOf('createRule', text)).toEqual(JSON.parse(text))
  expect(readRule(JSON.parse(text))).toMatchObject({
    known: { id: 'rule_abc123', source: { fiat: { network: 'WIRE', memo_id: 'M1' } } },
    other: {},
    missing: [],
  })
  expect(() => answerOf('createRule', '{"id":"rule_abc123"}')).toThrow()
})
