/** Spec, "Order" and "Create order": typed by hand from its text. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { orderChecks, orderDescription } from '@/components/orders/order-values'
import { timesInForce } from '@/lib/provider/order-terms'
import type { OrderType } from '@/lib/provider/orders'
import { readOrder } from '@/lib/provider/records'
import { hasForm } from './form'
import { accepts, answerOf, expectAccepted, expectRefused, hasAddress, refuses, send } from './wire'

hasAddress('createOrder', { profile_id: 'p1' }, 'POST /v2/profiles/p1/orders', 'exchange:write_order')
hasForm('createOrder', { ...orderDescription({}), loadChecks: async () => orderChecks }, (body) =>
  'type' in body ? { time_in_force: timesInForce[body.type as OrderType][0], ...body } : body,
)

const post = (body: string) => send('POST /v2/profiles/0f4a9f2e-2f0d-4b7e-8a55-2f6c0d9c7b10/orders', body)
/** An order whose text ends with these members. */
const buy = (members: string) => post(`{"side":"BUY","market":"BTCUSD",${members}}`)
const limit = (members: string) => buy(`"type":"LIMIT","base_amount":"1","price":"60000",${members}`)
const market = (amount: string) => buy(`"type":"MARKET","quote_amount":${amount}`)

// 2026-11-19T00:00:00Z
beforeAll(() => vi.useFakeTimers({ now: 1795046400000, toFake: ['Date'] }))
afterAll(() => vi.useRealTimers())

describe('Create order', () => {
  test('accepts everything that the spec lists, unchanged', () => {
    const text = `{"side":"SELL","market":"ETHUSD","type":"STOP_LIMIT","ref_id":"r-1","base_amount":"1.5","price":"2500",
      "quote_amount":"1","stop_price":"2600","metadata":{"desk":"east"},"await_fill_millis":5000,"time_in_force":"GTT",
      "expiration_date":"1795046460000","identity_id":"i","identity_account_id":"a","recipient_profile_id":"p2",
      "self_match_prevention_id":"s"}`
    expect(send('POST /v2/profiles/p%2F1/orders', text)).toEqual({
      operation: 'createOrder',
      input: { path: { profile_id: 'p/1' }, body: JSON.parse(text) },
    })
  })

  describe('amounts', () => {
    accepts(['"0"', '".5"', '"007"', '"0.00000001"', '"1250.00"', `"${'9'.repeat(60)}.${'1'.repeat(39)}"`], market)
    const digits = /^Enter the quote amount as a number, like 1250\.00\.$/
    const longest = /^Quote amount can have at most 100 characters\.$/
    refuses(
      [
        ['"5."', 'quote_amount', digits],
        ['"."', 'quote_amount', digits],
        ['""', 'quote_amount', digits],
        ['" 5"', 'quote_amount', digits],
        ['"5\\n"', 'quote_amount', digits],
        ['"1e5"', 'quote_amount', digits],
        ['"-1"', 'quote_amount', digits],
        ['"+1"', 'quote_amount', digits],
        ['"1,000"', 'quote_amount', digits],
        ['"1.2.3"', 'quote_amount', digits],
        ['"٥"', 'quote_amount', digits],
        ['"0x10"', 'quote_amount', digits],
        [`"${'1'.repeat(101)}"`, 'quote_amount', longest],
        ['5', 'quote_amount', /^Quote amount must be text\.$/],
        ['null', 'quote_amount', /^Quote amount must be text\.$/],
      ],
      market,
    )
    test('of 60,000 digits and a letter are refused at once', () => {
      const before = performance.now()
      expectRefused(market(`"${'1'.repeat(60_000)}x"`), 'quote_amount', longest)
      expect(performance.now() - before).toBeLessThan(250)
    })
  })

  describe('time in force', () => {
    // Spec, "Validity of time in force per order type", row by row; GTT with an expiry in a minute.
    const gtt = '"time_in_force":"GTT","expiration_date":"1795046460000"'
    accepts(
      [
        '"type":"MARKET"',
        '"type":"MARKET","time_in_force":"IOC"',
        '"type":"LIMIT"',
        '"type":"LIMIT","time_in_force":"IOC"',
        '"type":"LIMIT","time_in_force":"GTC"',
        `"type":"LIMIT",${gtt}`,
        '"type":"LIMIT","time_in_force":"FOK"',
        '"type":"POST_ONLY_LIMIT"',
        '"type":"POST_ONLY_LIMIT","time_in_force":"IOC"',
        '"type":"POST_ONLY_LIMIT","time_in_force":"GTC"',
        `"type":"POST_ONLY_LIMIT",${gtt}`,
        '"type":"POST_ONLY_LIMIT","time_in_force":"FOK"',
        '"type":"STOP_MARKET"',
        '"type":"STOP_MARKET","time_in_force":"GTC"',
        `"type":"STOP_MARKET",${gtt}`,
        '"type":"STOP_LIMIT"',
        '"type":"STOP_LIMIT","time_in_force":"GTC"',
        `"type":"STOP_LIMIT",${gtt}`,
      ],
      buy,
    )
    const not = (time: string, type: string) => new RegExp(`^${time} is not valid for ${type}\\. Use [A-Za-z ]+\\.$`)
    refuses(
      [
        ['"type":"MARKET","time_in_force":"GTC"', 'time_in_force', not('GTC', 'MARKET')],
        [`"type":"MARKET",${gtt}`, 'time_in_force', not('GTT', 'MARKET')],
        ['"type":"MARKET","time_in_force":"FOK"', 'time_in_force', not('FOK', 'MARKET')],
        ['"type":"STOP_MARKET","time_in_force":"IOC"', 'time_in_force', not('IOC', 'STOP_MARKET')],
        ['"type":"STOP_MARKET","time_in_force":"FOK"', 'time_in_force', not('FOK', 'STOP_MARKET')],
        ['"type":"STOP_LIMIT","time_in_force":"IOC"', 'time_in_force', not('IOC', 'STOP_LIMIT')],
        ['"type":"STOP_LIMIT","time_in_force":"FOK"', 'time_in_force', not('FOK', 'STOP_LIMIT')],
        ['"type":"LIMIT","time_in_force":"DAY"', 'time_in_force', /one of GTC, FOK, IOC, GTT/],
        ['"type":"LIMIT","time_in_force":""', 'time_in_force', /one of GTC, FOK, IOC, GTT/],
      ],
      buy,
    )
  })

  describe('expiry of a GTT order placed at 1795046400000', () => {
    const gtt = (expiry: string) => limit(`"time_in_force":"GTT","expiration_date":${expiry}`)
    accepts(['"1795046410001"', '"1795046415000"', '"9999999999999"'], gtt)
    const later = /^Expiry must be more than 10 seconds from now\.$/
    const digits = /^Enter the expiry as 13 digits/
    refuses(
      [
        ['"1795046410000"', 'expiration_date', later],
        ['"1795046409999"', 'expiration_date', later],
        ['"1795046400000"', 'expiration_date', later],
        ['"0000000000000"', 'expiration_date', later],
        ['"179504641000"', 'expiration_date', digits],
        ['"17950464100010"', 'expiration_date', digits],
        ['"2026-11-20T00:00:00Z"', 'expiration_date', digits],
        ['"179504641000.1"', 'expiration_date', digits],
        ['""', 'expiration_date', digits],
        ['1795046460000', 'expiration_date', /^Expiration date must be text\.$/],
      ],
      gtt,
    )
    test('is required', () => {
      expectRefused(limit('"time_in_force":"GTT"'), 'expiration_date', /needs an expiry more than 10 seconds from now/)
    })
    test('is left to the provider with any other time in force', () => {
      expectAccepted(limit('"time_in_force":"GTC","expiration_date":"1795046400000"'))
    })
  })

  describe('identity', () => {
    accepts(['"identity_id":"i","identity_account_id":"a"', '"ref_id":"r"'], limit)
    refuses(
      [
        ['"identity_id":"i"', 'identity_account_id', /must be sent together with identity ID\.$/],
        ['"identity_account_id":"a"', 'identity_id', /must be sent together with identity account ID\.$/],
        ['"identity_id":"","identity_account_id":"a"', 'identity_id', /cannot be empty/],
      ],
      limit,
    )
  })

  describe('metadata', () => {
    accepts(
      [
        '"metadata":{}',
        '"metadata":{"a":"1","b":"2","c":"3","d":"4","e":"5","f":"6"}',
        '"metadata":{"a":""}',
        `"metadata":{"${'k'.repeat(100)}":"${'v'.repeat(100)}"}`,
        '"metadata":{"constructor":"x","toString":"y"}',
      ],
      limit,
    )
    refuses(
      [
        ['"metadata":{"a":"1","b":"2","c":"3","d":"4","e":"5","f":"6","g":"7"}', 'metadata', /at most 6 pairs/],
        [`"metadata":{"a":"${'v'.repeat(101)}"}`, 'metadata.a', /^A metadata value can have at most 100 characters\.$/],
        [
          `"metadata":{"${'k'.repeat(101)}":"v"}`,
          `metadata.${'k'.repeat(101)}`,
          /^A metadata key can have at most 100 characters\.$/,
        ],
        ['"metadata":{"":"v"}', 'metadata.', /^A metadata key cannot be empty\.$/],
        ['"metadata":{"note":5}', 'metadata.note', /^Note must be text\.$/],
        ['"metadata":{"note":null}', 'metadata.note', /^Note must be text\.$/],
        ['"metadata":{"note":{"a":"b"}}', 'metadata.note', /^Note must be text\.$/],
        ['"metadata":["a"]', 'metadata', /^Metadata must be an object\.$/],
        ['"metadata":"a"', 'metadata', /^Metadata must be an object\.$/],
        ['"metadata":{"__proto__":"v"}', 'metadata.__proto__', /^A metadata key cannot be "__proto__"\.$/],
      ],
      limit,
    )
  })

  describe('waiting and self-match prevention', () => {
    accepts(
      [
        '"await_fill_millis":0',
        '"await_fill_millis":1',
        '"await_fill_millis":10000',
        '"self_match_prevention_id":"512f26ad-a3c3-4634-ac3c-6b12b7b33cb5"',
        '"stop_price":"any text: its format is not shown"',
        '"recipient_profile_id":"p2"',
      ],
      limit,
    )
    const wait = /^Wait for a fill must be a whole number of milliseconds from 0 to 10000\.$/
    refuses(
      [
        ['"await_fill_millis":10001', 'await_fill_millis', wait],
        ['"await_fill_millis":-1', 'await_fill_millis', wait],
        ['"await_fill_millis":1.5', 'await_fill_millis', wait],
        ['"await_fill_millis":1e300', 'await_fill_millis', wait],
        ['"await_fill_millis":"1000"', 'await_fill_millis', wait],
        ['"await_fill_millis":null', 'await_fill_millis', wait],
        [
          '"self_match_prevention_id":"512f26ad-a3c3-4634-ac3c-6b12b7b33cb5x"',
          'self_match_prevention_id',
          /at most 36 characters/,
        ],
        ['"self_match_prevention_id":""', 'self_match_prevention_id', /cannot be empty/],
        ['"stop_price":""', 'stop_price', /cannot be empty/],
        ['"stop_price":5', 'stop_price', /^Stop price must be text\.$/],
        ['"ref_id":""', 'ref_id', /cannot be empty/],
        ['"recipient_profile_id":""', 'recipient_profile_id', /cannot be empty/],
      ],
      limit,
    )
  })

  describe('side, market, type and names', () => {
    accepts(
      [
        'ETHEUR',
        'ETHSGD',
        'ETHUSD',
        'BTCEUR',
        'BTCSGD',
        'BTCUSD',
        'PAXGUSD',
        'BCHUSD',
        'LTCUSD',
        'USDPUSD',
        'LINKUSD',
        'MATICUSD',
        'AAVEUSD',
        'UNIUSD',
      ],
      (name) => post(`{"side":"SELL","market":"${name}","type":"MARKET","base_amount":"1"}`),
    )
    refuses(
      [
        ['{"market":"BTCUSD","type":"MARKET"}', 'side', /^Side is required\.$/],
        ['{"side":"BUY","type":"MARKET"}', 'market', /^Market is required\.$/],
        ['{"side":"BUY","market":"BTCUSD"}', 'type', /^Type is required\.$/],
        ['{"side":"buy","market":"BTCUSD","type":"MARKET"}', 'side', /one of BUY, SELL/],
        ['{"side":null,"market":"BTCUSD","type":"MARKET"}', 'side', /one of BUY, SELL/],
        ['{"side":"BUY","market":"BTCUSDT","type":"MARKET"}', 'market', /Did you mean BTCUSD\?$/],
        ['{"side":"BUY","market":"BTC-USD","type":"MARKET"}', 'market', /Did you mean BTCUSD\?$/],
        ['{"side":"BUY","market":"BTCUSD","type":"STOP"}', 'type', /one of LIMIT, MARKET, POST_ONLY_LIMIT/],
        ['{"side":"BUY","market":"BTCUSD","type":"MARKET","amount":"1"}', 'amount', /Did you mean "base_amount"\?$/],
        ['{"side":"BUY","market":"BTCUSD","type":"MARKET","refId":"1"}', 'refId', /Did you mean "ref_id"\?$/],
        [
          '{"side":"BUY","market":"BTCUSD","type":"MARKET","timeInForce":"IOC"}',
          'timeInForce',
          /Did you mean "time_in_force"\?$/,
        ],
        ['{"side":"BUY","market":"BTCUSD","type":"MARKET","profile_id":"p"}', 'profile_id', /^Unknown field /],
        ['{"side":"BUY","market":"BTCUSD","type":"MARKET","__proto__":{}}', '__proto__', /^Unknown field /],
        ['{"side":"BUY","market":"BTCUSD","type":"MARKET","constructor":1}', 'constructor', /^Unknown field /],
        ['null', '', /^The input must be an object\.$/],
        ['[]', '', /^The input must be an object\.$/],
        ['"order"', '', /^The input must be an object\.$/],
      ],
      post,
    )
    test('refuses a profile that would lead to another address', () => {
      const order = '{"side":"BUY","market":"BTCUSD","type":"MARKET","quote_amount":"1"}'
      for (const profile of ['..', '.', '%2e%2e']) {
        expectRefused(send(`POST /v2/profiles/${profile}/orders`, order), 'profile_id', /cannot be used in a URL/)
      }
      expectAccepted(send('POST /v2/profiles/.../orders', order))
      expectAccepted(send('POST /v2/profiles/..%2Fx/orders', order))
    })
    test('refuses a query: this operation has none', () => {
      const order = '{"side":"BUY","market":"BTCUSD","type":"MARKET","quote_amount":"1"}'
      expectRefused(send('POST /v2/profiles/p/orders?dry_run=1', order), 'dry_run', /^Unknown field /)
    })
  })

  const order = `{"id":"67c7c4f1-4f0e-4f57-a8a3-6a5b4f1d7d11","profile_id":"0f4a9f2e-2f0d-4b7e-8a55-2f6c0d9c7b10",
    "ref_id":"r-1","status":"SUBMITTED","side":"BUY","market":"BTCUSD","type":"LIMIT","base_amount":"1","price":"60000",
    "quote_amount":"","metadata":{"desk":"east"},"created_at":"2026-11-19T00:00:00Z","modified_at":"2026-11-19T00:00:00.1Z",
    "amount_filled":"0","volume_weighted_average_price":"0","time_in_force":"GTT",
    "expiration_date":"2026-11-19T00:01:00Z","identity_id":"i","identity_account_id":"a","stop_price":"1",
    "recipient_profile_id":"p2","is_triggered":false}`
  test('answers with an order', () => {
    expect(answerOf('createOrder', order)).toEqual(JSON.parse(order))
    const { known, other, missing } = readOrder(JSON.parse(order))
    expect({ other, missing }).toEqual({ other: {}, missing: [] })
    expect(known).toMatchObject({ status: 'SUBMITTED', is_triggered: false, amount_filled: '0' })
    expect(known).not.toHaveProperty('quote_amount')
  })
  test('answers with every status that the spec lists, and no other', () => {
    for (const status of ['PENDING_SUBMISSION', 'OPEN', 'FILLED', 'CANCELLED', 'REJECTED', 'EXPIRED']) {
      expect(answerOf('createOrder', order.replace('SUBMITTED', status))).toMatchObject({ status })
    }
    expect(() => answerOf('createOrder', order.replace('SUBMITTED', 'PARTIALLY_FILLED'))).toThrow()
  })
})
