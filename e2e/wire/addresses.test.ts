/** Spec, "Endpoints" and "Scopes per endpoint": method, path and scope of every operation, and how queries are written. */
import { expect, test } from 'vitest'
import { type OperationName, operationAt, operationNames, pathOf, rowOf } from '@/lib/api/provider/operations'
import { writeQuery } from '@/lib/domain/query-string'

const id = '512f26ad-a3c3-4634-ac3c-6b12b7b33cb5'
const lines: [OperationName, Record<string, string>, string, string][] = [
  ['listTransfers', {}, 'GET /v2/transfer/transfers', 'transfer:read_transfer'],
  ['getTransfer', { id }, `GET /v2/transfer/transfers/${id}`, 'transfer:read_transfer'],
  ['createOrder', { profile_id: 'p1' }, 'POST /v2/profiles/p1/orders', 'exchange:write_order'],
  ['createFiatAccount', {}, 'POST /v2/transfer/fiat-accounts', 'transfer:write_fiat_account'],
  ['updateFiatAccount', { id }, `PUT /v2/transfer/fiat-accounts/${id}`, 'transfer:write_fiat_account'],
  ['createRule', {}, 'POST /v2/orchestration/rules', 'orchestration:write_orchestration_rule'],
  ['initiateSandboxFiatDeposit', {}, 'POST /v2/sandbox/fiat-deposits', 'transfer:write_sandbox_fiat_deposit'],
  ['listIssuerQuotes', {}, 'GET /v2/issuer-quotes', 'exchange:read_issuer_quote_execution'],
]

test('there are exactly the eight operations of the spec', () => {
  expect([...operationNames].sort()).toEqual(lines.map(([name]) => name).sort())
})

test.each(lines)('%s is written to and found at its address, with its scope', (name, path, line, scope) => {
  expect(`${rowOf(name).method} ${pathOf(name, path)}`).toBe(line)
  expect(rowOf(name).scope).toBe(scope)
  const [method = '', target = ''] = line.split(' ')
  expect(operationAt(method, target.split('/').slice(1))).toEqual({ name, path })
})

test.each([
  [{ type: ['WIRE_DEPOSIT', 'CRYPTO_DEPOSIT'], limit: 10 }, 'type=WIRE_DEPOSIT&type=CRYPTO_DEPOSIT&limit=10'],
  [{ 'created_at.gte': '2026-11-01T00:00:00Z' }, 'created_at.gte=2026-11-01T00%3A00%3A00Z'],
  [
    { 'created_at.eq': '2026-11-01T00:00:00.123456789+01:00' },
    'created_at.eq=2026-11-01T00%3A00%3A00.123456789%2B01%3A00',
  ],
  [{ ref_ids: ['a,b', 'c&d', 'e=f', 'g h'] }, 'ref_ids=a%2Cb&ref_ids=c%26d&ref_ids=e%3Df&ref_ids=g+h'],
  [{ page_cursor: 'eyJ/+==', order: 'ASC', order_by: undefined }, 'page_cursor=eyJ%2F%2B%3D%3D&order=ASC'],
  [{ ref_ids: ['é', '#?', '%41'] }, 'ref_ids=%C3%A9&ref_ids=%23%3F&ref_ids=%2541'],
  [{}, ''],
])('the query %j is written as %s', (query, text) => {
  expect(writeQuery(query).toString()).toBe(text)
})
