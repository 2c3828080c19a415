/** Spec, "Issuer quote execution" and "List issuer quote executions": typed by hand from its text. */
import { expect, test } from 'vitest'
import { readIssuerQuotePage } from '@/lib/provider/reading'
import { accepts, answerOf, hasAddress, refuses, send } from './wire'

hasAddress('listIssuerQuotes', {}, 'GET /v2/issuer-quotes', 'exchange:read_issuer_quote_execution')

const list = (query: string) => send(`GET /v2/issuer-quotes?${query}`)

test('is written as in the spec', () => {
  expect(
    list(
      'profile_id=p&status=PENDING&status=COMPLETE&created_range.begin=2026-11-01T00:00:00Z&created_range.end=2026-12-01T00:00:00Z&limit=25&page_cursor=c&order=ASC',
    ),
  ).toEqual({
    operation: 'listIssuerQuotes',
    input: {
      query: {
        profile_id: 'p',
        status: ['PENDING', 'COMPLETE'],
        'created_range.begin': '2026-11-01T00:00:00Z',
        'created_range.end': '2026-12-01T00:00:00Z',
        limit: 25,
        page_cursor: 'c',
        order: 'ASC',
      },
    },
  })
})

accepts(
  [
    '',
    'status=FAILED',
    'order=DESC',
    'limit=1000',
    'created_range.begin=2026-11-01T00:00:00.000000001Z',
    'created_range.end=2026-11-01T00:00:00%2B01:00',
    // Both ends are inclusive, so a single time is a range.
    'created_range.begin=2026-11-01T00:00:00Z&created_range.end=2026-11-01T00:00:00Z',
    'created_range.begin=2026-11-01T01:00:00%2B01:00&created_range.end=2026-11-01T00:00:00Z',
  ],
  list,
)

refuses(
  [
    ['status=COMPLETED', 'status.0', /^Each value must be one of PENDING, COMPLETE, FAILED\.$/],
    ['status=', 'status.0', /one of PENDING, COMPLETE, FAILED/],
    ['profile_id=a&profile_id=b', 'profile_id', /^"profile_id" takes one value; 2 were given\.$/],
    ['profile_id=', 'profile_id', /cannot be empty/],
    ['limit=0', 'limit', /^Rows per page/],
    ['limit=1001', 'limit', /^Rows per page/],
    ['order=UP', 'order', /one of DESC, ASC/],
    ['page_cursor=', 'page_cursor', /cannot be empty/],
    ['created_range.begin=yesterday', 'created_range.begin', /^Enter the time with its zone/],
    ['created_range.end=2026-11-31T00:00:00Z', 'created_range.end', /^Enter the time with its zone/],
    [
      'created_range.begin=2026-11-02T00:00:00Z&created_range.end=2026-11-01T00:00:00Z',
      'created_range.end',
      /^The range ends before it begins\.$/,
    ],
    [
      'created_range.begin=2026-11-01T00:00:00.000000002Z&created_range.end=2026-11-01T00:00:00.000000001Z',
      'created_range.end',
      /^The range ends before it begins\.$/,
    ],
    ['order_by=CREATED_AT', 'order_by', /Did you mean "order"\?$/],
    ['statuses=PENDING', 'statuses', /Did you mean "status"\?$/],
    ['profile_ids=p', 'profile_ids', /Did you mean "profile_id"\?$/],
    ['created_at.gte=2026-11-01T00:00:00Z', 'created_at.gte', /^Unknown field /],
  ],
  list,
)

test('answers with issuer_quote_executions and a cursor; a principal of tokens may be negative', () => {
  const text = `{"issuer_quote_executions":[{"id":"q1","created_at":"2026-11-19T14:31:52Z","asset_type":"USDG",
    "principal":"100.00","fee":"0","status":"COMPLETE","ref_id":"r","token_fee":"0","token_price":"1.00",
    "token_principal":"-100.000000000000000001","profile_id":"p"}],"next_page_cursor":""}`
  expect(answerOf('listIssuerQuotes', text)).toEqual(JSON.parse(text))
  const { items, ...end } = readIssuerQuotePage(JSON.parse(text), { limit: 100, cursors: [] })
  const known = { token_principal: '-100.000000000000000001', status: 'COMPLETE' }
  expect(items).toMatchObject([{ known, other: {}, missing: [] }])
  expect(end).toEqual({})
  expect(() => answerOf('listIssuerQuotes', text.replace('COMPLETE', 'COMPLETED'))).toThrow()
  expect(() => answerOf('listIssuerQuotes', text.replace('issuer_quote_executions', 'items'))).toThrow()
})
