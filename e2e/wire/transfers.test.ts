/** Spec, "Transfer", "List transfers", "Get transfer": typed by hand from its text. */
import { describe, expect, test } from 'vitest'
import { readTransfer, readTransferPage } from '@/lib/provider/reading'
import { accepts, answerOf, hasAddress, refuses, send } from './wire'

const id = '512f26ad-a3c3-4634-ac3c-6b12b7b33cb5'
hasAddress('listTransfers', {}, 'GET /v2/transfer/transfers', 'transfer:read_transfer')
hasAddress('getTransfer', { id }, `GET /v2/transfer/transfers/${id}`, 'transfer:read_transfer')

const list = (query: string) => send(`GET /v2/transfer/transfers?${query}`)
const hundred = (name: string) => Array.from({ length: 100 }, (_, index) => `${name}=${index}`).join('&')

const transfer = `{
  "id": "512f26ad-a3c3-4634-ac3c-6b12b7b33cb5",
  "customer_id": "a8a4d1f0-39b6-4f2c-9d3e-5a5b3e1f0c11",
  "profile_id": "0f4a9f2e-2f0d-4b7e-8a55-2f6c0d9c7b10",
  "amount": "1250.00",
  "total": "1240.00",
  "fee": "10.00",
  "asset": "USD",
  "direction": "CREDIT",
  "type": "WIRE_DEPOSIT",
  "status": "COMPLETED",
  "created_at": "2026-11-19T14:31:52.123456789Z",
  "updated_at": "2026-11-19T14:33:00Z",
  "identity_id": "3d2a0b7c-7a52-4f8e-8b37-b5d1fbd0d0aa",
  "account_id": "9f0c5e36-77f7-4d40-94ab-1f9b1e5f6c22",
  "ref_id": "payroll-7",
  "balance_asset": "USDG",
  "secondary_status": {"name": "PENDING_CUSTOMER_APPROVAL"},
  "status_details": {"missing_trustline": {"message": "The address has no trustline.", "asset": "USDG"}},
  "metadata": {"desk": "east"},
  "destination_address": "0x52908400098527886E0F7030069857D2E4169EE7",
  "crypto_network": "POLYGON_POS",
  "crypto_tx_hash": "0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060",
  "crypto_tx_index": "0",
  "auto_conversion": {"to_transfer_id": "1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed"},
  "group_id": "g-1",
  "fiat_account_id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
  "notional_value": "1260.00",
  "memo": "MEMO1"
}`

describe('List transfers', () => {
  test('is written as in the spec: names repeat, dots join the comparison', () => {
    expect(list('type=WIRE_DEPOSIT&type=CRYPTO_DEPOSIT&created_at.gte=2026-11-01T00:00:00Z&limit=50')).toEqual({
      operation: 'listTransfers',
      input: {
        query: { type: ['WIRE_DEPOSIT', 'CRYPTO_DEPOSIT'], 'created_at.gte': '2026-11-01T00:00:00Z', limit: 50 },
      },
    })
  })

  test('reads a comma as part of a value, not as a separator', () => {
    expect(list('ref_ids=a,b&ref_ids=c')).toMatchObject({ input: { query: { ref_ids: ['a,b', 'c'] } } })
    expect(list('group_ids=a%2Cb')).toMatchObject({ input: { query: { group_ids: ['a,b'] } } })
  })

  accepts(
    [
      '',
      'profile_ids=p1',
      'identity_ids=i1&identity_ids=i2',
      'ref_ids=payroll-7',
      'account_ids=a1',
      'ids=512f26ad-a3c3-4634-ac3c-6b12b7b33cb5',
      'group_ids=g1',
      'crypto_tx_hashes=0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060',
      'statuses=PENDING&statuses=COMPLETED&statuses=FAILED',
      'secondary_statuses=TRAVEL_RULE_INFO_REQUESTED&secondary_statuses=TRAVEL_RULE_REJECTED',
      'secondary_statuses=CUSTOMER_REJECTED&secondary_statuses=PENDING_CUSTOMER_APPROVAL',
      'type=INTERNAL_TRANSFER_DEBIT&type=INTERNAL_TRANSFER_CREDIT&type=CRYPTO_DEPOSIT&type=CRYPTO_WITHDRAWAL',
      'type=WIRE_DEPOSIT&type=WIRE_WITHDRAWAL&type=SEN_DEPOSIT&type=SEN_WITHDRAWAL&type=BANK_DEPOSIT',
      'type=BANK_WITHDRAWAL&type=PLATFORM_TRANSFER_DEBIT&type=PLATFORM_TRANSFER_CREDIT&type=SIGNET_DEPOSIT',
      'type=SIGNET_WITHDRAWAL&type=CBIT_WITHDRAWAL&type=CBIT_DEPOSIT&type=CUBIX_DEPOSIT&type=CUBIX_WITHDRAWAL',
      'type=RTP_DEPOSIT',
      'order=DESC',
      'order=ASC',
      'order_by=CREATED_AT',
      'order_by=UPDATED_AT&order=ASC',
      'page_cursor=eyJhIjoxfQ%3D%3D',
      'limit=1',
      'limit=100',
      'limit=1000',
      'created_at.lt=2026-11-01T00:00:00Z',
      'created_at.lte=2026-11-01T00:00:00Z',
      'created_at.eq=2026-11-01T00:00:00Z',
      'created_at.gt=2026-11-01T00:00:00Z',
      'updated_at.lt=2026-11-01T00:00:00Z',
      'updated_at.lte=2026-11-01T00:00:00Z',
      'updated_at.eq=2026-11-01T00:00:00Z',
      'updated_at.gte=2026-11-01T00:00:00Z',
      'updated_at.gt=2026-11-01T00:00:00Z',
      'created_at.gte=2026-11-01T00:00:00Z&created_at.lt=2026-12-01T00:00:00Z&order_by=CREATED_AT',
      'created_at.gte=2026-11-01T00:00:00Z&updated_at.lt=2026-12-01T00:00:00Z',
      'updated_at.gte=2026-11-01T00:00:00Z&order_by=UPDATED_AT',
      // Fraction digits, zones, and a leap day that exists.
      'created_at.eq=2026-11-19T14:31:52.1Z',
      'created_at.eq=2026-11-19T14:31:52.123Z',
      'created_at.eq=2026-11-19T14:31:52.123456Z',
      'created_at.eq=2026-11-19T14:31:52.123456789Z',
      'created_at.eq=2026-11-19T14:31:52%2B05:30',
      'created_at.eq=2026-11-19T14:31:52-08:00',
      'created_at.eq=2028-02-29T00:00:00Z',
      // Rule 1: each of the six goes with times; the rest go with each other and with times.
      'profile_ids=p1&created_at.gte=2026-11-01T00:00:00Z',
      'type=CRYPTO_DEPOSIT&updated_at.gte=2026-11-01T00:00:00Z&order_by=UPDATED_AT&order=DESC&limit=10&page_cursor=c',
      'statuses=FAILED&secondary_statuses=CUSTOMER_REJECTED&group_ids=g&crypto_tx_hashes=h',
      'statuses=PENDING&created_at.gte=2026-11-01T00:00:00Z',
      // 100 values are allowed in each array filter that has the limit.
      hundred('profile_ids'),
      hundred('identity_ids'),
      hundred('ref_ids'),
      hundred('account_ids'),
      hundred('ids'),
      hundred('group_ids'),
      hundred('crypto_tx_hashes'),
    ],
    list,
  )

  const tooMany = /at most 100 values/
  const onlyTimes = /^Combine [a-z_]+ only with time filters, not with /
  const orderByTime = /^order_by=(CREATED|UPDATED)_AT cannot be combined with /
  const zone = /^Enter the time with its zone/
  const rows = /^Rows per page must be a whole number from 1 to 1000\.$/
  refuses(
    [
      [`${hundred('profile_ids')}&profile_ids=x`, 'profile_ids', tooMany],
      [`${hundred('identity_ids')}&identity_ids=x`, 'identity_ids', tooMany],
      [`${hundred('ref_ids')}&ref_ids=x`, 'ref_ids', tooMany],
      [`${hundred('account_ids')}&account_ids=x`, 'account_ids', tooMany],
      [`${hundred('ids')}&ids=x`, 'ids', tooMany],
      [`${hundred('group_ids')}&group_ids=x`, 'group_ids', tooMany],
      [`${hundred('crypto_tx_hashes')}&crypto_tx_hashes=x`, 'crypto_tx_hashes', tooMany],
      // Rule 1.
      ['profile_ids=p&identity_ids=i', 'identity_ids', onlyTimes],
      ['profile_ids=p&ref_ids=r', 'ref_ids', onlyTimes],
      ['profile_ids=p&account_ids=a', 'account_ids', onlyTimes],
      ['profile_ids=p&ids=t', 'ids', onlyTimes],
      ['profile_ids=p&type=WIRE_DEPOSIT', 'type', onlyTimes],
      ['identity_ids=i&ref_ids=r', 'ref_ids', onlyTimes],
      ['identity_ids=i&type=WIRE_DEPOSIT', 'type', onlyTimes],
      ['ref_ids=r&account_ids=a', 'account_ids', onlyTimes],
      ['account_ids=a&ids=t', 'ids', onlyTimes],
      ['ids=t&type=WIRE_DEPOSIT', 'type', onlyTimes],
      ['type=WIRE_DEPOSIT&statuses=PENDING', 'statuses', onlyTimes],
      ['ids=t&secondary_statuses=CUSTOMER_REJECTED', 'secondary_statuses', onlyTimes],
      ['profile_ids=p&group_ids=g', 'group_ids', onlyTimes],
      ['ref_ids=r&crypto_tx_hashes=h', 'crypto_tx_hashes', onlyTimes],
      // Rule 2.
      ['updated_at.gte=2026-11-01T00:00:00Z&order_by=CREATED_AT', 'updated_at.gte', orderByTime],
      ['created_at.lt=2026-11-01T00:00:00Z&order_by=UPDATED_AT', 'created_at.lt', orderByTime],
      ['created_at.eq=2026-11-01T00:00:00Z&order_by=UPDATED_AT', 'created_at.eq', orderByTime],
      [
        'created_at.gte=2026-11-01T00:00:00Z&updated_at.lt=2026-12-01T00:00:00Z&order_by=CREATED_AT',
        'updated_at.lt',
        orderByTime,
      ],
      // Rows per page.
      ['limit=0', 'limit', rows],
      ['limit=1001', 'limit', rows],
      ['limit=-1', 'limit', rows],
      ['limit=1.5', 'limit', rows],
      ['limit=100.0', 'limit', rows],
      ['limit=1e2', 'limit', rows],
      ['limit=abc', 'limit', rows],
      ['limit=', 'limit', rows],
      ['limit=99999999999999999999', 'limit', rows],
      // A single value given twice.
      ['limit=10&limit=10', 'limit', /^"limit" takes one value; 2 were given\.$/],
      ['order=ASC&order=DESC', 'order', /takes one value/],
      ['page_cursor=a&page_cursor=b&page_cursor=c', 'page_cursor', /3 were given/],
      ['created_at.gte=2026-11-01T00:00:00Z&created_at.gte=2026-11-02T00:00:00Z', 'created_at.gte', /takes one value/],
      // Values outside a list.
      ['order=desc', 'order', /one of DESC, ASC/],
      ['order=', 'order', /one of DESC, ASC/],
      ['order_by=created_at', 'order_by', /one of CREATED_AT, UPDATED_AT/],
      ['statuses=COMPLETE', 'statuses.0', /one of PENDING, COMPLETED, FAILED/],
      ['statuses=PENDING,FAILED', 'statuses.0', /one of PENDING, COMPLETED, FAILED/],
      ['statuses=PENDING&statuses=', 'statuses.1', /one of PENDING, COMPLETED, FAILED/],
      ['secondary_statuses=REJECTED', 'secondary_statuses.0', /TRAVEL_RULE_INFO_REQUESTED/],
      ['type=wire_deposit', 'type.0', /^Unknown value "wire_deposit"\. Did you mean WIRE_DEPOSIT\?$/],
      ['type=WIRE_DEPOSIT&type=CRYPTO_DEPOSITS', 'type.1', /Did you mean CRYPTO_DEPOSIT\?$/],
      ['type=XYZZY', 'type.0', /one of INTERNAL_TRANSFER_DEBIT, /],
      // Empty values.
      ['profile_ids=', 'profile_ids.0', /cannot be empty/],
      ['ids=a&ids=', 'ids.1', /cannot be empty/],
      ['page_cursor=', 'page_cursor', /cannot be empty/],
      ['created_at.gte=', 'created_at.gte', zone],
      // Texts that are not times, and times that do not exist.
      ['created_at.gte=2026-11-01', 'created_at.gte', zone],
      ['created_at.gte=2026-11-01T00:00:00', 'created_at.gte', zone],
      ['created_at.gte=2026-11-01%2000:00:00Z', 'created_at.gte', zone],
      ['created_at.gte=2026-11-01T00:00Z', 'created_at.gte', zone],
      ['created_at.gte=2026-02-30T00:00:00Z', 'created_at.gte', zone],
      ['created_at.gte=2026-02-29T00:00:00Z', 'created_at.gte', zone],
      ['created_at.gte=2026-13-01T00:00:00Z', 'created_at.gte', zone],
      ['created_at.gte=2026-00-10T00:00:00Z', 'created_at.gte', zone],
      ['created_at.gte=2026-11-00T00:00:00Z', 'created_at.gte', zone],
      ['created_at.gte=2026-11-01T24:00:00Z', 'created_at.gte', zone],
      ['created_at.gte=2026-11-01T23:60:00Z', 'created_at.gte', zone],
      ['created_at.gte=2026-11-01T00:00:00.Z', 'created_at.gte', zone],
      ['created_at.gte=2026-11-01T00:00:00.1234567890Z', 'created_at.gte', zone],
      ['created_at.gte=2026-11-01T00:00:00%2B24:00', 'created_at.gte', zone],
      // A plus that was not encoded is a space.
      ['created_at.gte=2026-11-01T00:00:00+01:00', 'created_at.gte', zone],
      ['updated_at.lt=1795046400000', 'updated_at.lt', zone],
      // Names that the spec does not list.
      ['status=PENDING', 'status', /^Unknown field "status"\. Did you mean "statuses"\?$/],
      ['profile_id=p', 'profile_id', /Did you mean "profile_ids"\?$/],
      ['types=WIRE_DEPOSIT', 'types', /Did you mean "type"\?$/],
      ['orderby=CREATED_AT', 'orderby', /Did you mean "order_by"\?$/],
      ['created_at_gte=2026-11-01T00:00:00Z', 'created_at_gte', /Did you mean "created_at\.gte"\?$/],
      ['created_at.ge=2026-11-01T00:00:00Z', 'created_at.ge', /Did you mean "created_at\.gte?"\?$/],
      ['cursor=abc', 'cursor', /Did you mean "page_cursor"\?$/],
      ['type[]=WIRE_DEPOSIT', 'type[]', /Did you mean "type"\?$/],
      ['x.columns=amount', 'x.columns', /^Unknown field "x\.columns"\./],
      ['asset=USD', 'asset', /^Unknown field "asset"\./],
      ['__proto__=1', '__proto__', /^Unknown field "__proto__"\./],
      ['constructor=1', 'constructor', /^Unknown field "constructor"\./],
      ['a%0Ab=1', 'a\nb', /^Unknown field "a\\nb"\./],
    ],
    list,
  )

  test('names every invalid field at once', () => {
    const { errors } = list('limit=0&order=up&typ=WIRE_DEPOSIT')
    expect(errors?.map(({ field }) => field).sort()).toEqual(['limit', 'order', 'typ'])
  })

  const page = `{"items": [${transfer}], "next_page_cursor": "c2"}`
  test('answers with items and a cursor', () => {
    expect(answerOf('listTransfers', page)).toEqual(JSON.parse(page))
    const read = readTransferPage(JSON.parse(page), { limit: 1, cursors: [] })
    expect(read.items).toMatchObject([{ missing: [], other: {}, known: { amount: '1250.00' } }])
    expect(read.next).toBe('c2')
    expect(answerOf('listTransfers', '{"items": [], "next_page_cursor": ""}')).toEqual({
      items: [],
      next_page_cursor: '',
    })
  })
})

describe('Get transfer', () => {
  const get = (id: string) => send(`GET /v2/transfer/transfers/${id}`)
  accepts(['512f26ad-a3c3-4634-ac3c-6b12b7b33cb5', '512F26AD-A3C3-4634-AC3C-6B12B7B33CB5'], get)
  const whole = /^Enter the complete ID, like /
  refuses(
    [
      ['abc', 'id', whole],
      ['512f26ad', 'id', whole],
      ['512f26ada3c34634ac3c6b12b7b33cb5', 'id', whole],
      ['512f26ad-a3c3-4634-ac3c-6b12b7b33cb5x', 'id', whole],
      ['..', 'id', whole],
      ['%2e%2e%2ftransfers', 'id', whole],
      ['512f26ad-a3c3-4634-ac3c-6b12b7b33cb5?limit=1', 'limit', /^Unknown field "limit"\.$/],
    ],
    get,
  )

  test('answers with one transfer, every field under its own name', () => {
    expect(answerOf('getTransfer', transfer)).toEqual(JSON.parse(transfer))
    expect(readTransfer(JSON.parse(transfer))).toMatchObject({
      known: JSON.parse(transfer) as object,
      other: {},
      missing: [],
    })
  })

  test('keeps the sandbox to the spec: no other names, no floats, no other statuses', () => {
    for (const [from, to] of [
      ['"COMPLETED"', '"COMPLETE"'],
      ['"1250.00"', '1250.00'],
      ['"1250.00"', '"1,250.00"'],
      ['"CREDIT"', '"WITHDRAWAL"'],
      ['"POLYGON_POS"', '"POLYGON"'],
      ['"memo"', '"memos"'],
      ['"2026-11-19T14:33:00Z"', '"2026-11-19"'],
    ] as const) {
      expect(() => answerOf('getTransfer', transfer.replace(from, to)), to).toThrow()
    }
  })
})
