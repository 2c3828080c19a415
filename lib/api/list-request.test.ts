import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPostFiltered } from '../browser/list-url'
import { writeQuery } from '../domain/query-string'
import { IssuerQuoteQuery } from '../provider/issuer-quotes'
import { withPartsNamed } from '../provider/list-parts'
import { readQuery } from '../provider/read-query'
import { readIssuerQuote, readTransfer } from '../provider/reading'
import { listRules, type ScannedList } from '../provider/scanned-lists'
import { anyFilters, anyTransfer, writtenFilters } from '../provider/testing'
import { TransferQuery } from '../provider/transfers'
import { listRequest, orderedQuery, unmetTerms } from './list-request'

const now = Date.parse('2026-11-20T12:00:00Z')
const when = { now, zone: 'UTC' }
const schemas = { listTransfers: TransferQuery, listIssuerQuotes: IssuerQuoteQuery }

function requestOf(list: ScannedList, text: string | URLSearchParams) {
  const { request, errors } = listRequest(list, new URLSearchParams(text), when)
  if (!request) throw new Error(`Expected a valid list: ${JSON.stringify(errors)}`)
  return request
}
const termsOf = (text: string) => requestOf('listTransfers', text).terms.map(({ name }) => name)

test.each([
  ['type=WIRE_DEPOSIT&x.statuses=FAILED', { type: ['WIRE_DEPOSIT'] }, ['statuses']],
  ['statuses=FAILED&x.type=WIRE_DEPOSIT', { type: ['WIRE_DEPOSIT'] }, ['statuses']],
  // The rule forbids this link; it means the same list.
  ['type=WIRE_DEPOSIT&statuses=FAILED', { type: ['WIRE_DEPOSIT'] }, ['statuses']],
  ['profile_ids=p&ids=a&ids=b&type=WIRE_DEPOSIT', { ids: ['a', 'b'] }, ['profile_ids', 'type']],
  [
    'type=WIRE_DEPOSIT&secondary_statuses=CUSTOMER_REJECTED&statuses=FAILED',
    { secondary_statuses: ['CUSTOMER_REJECTED'], statuses: ['FAILED'] },
    ['type'],
  ],
  [
    'crypto_tx_hashes=h&statuses=FAILED&account_ids=a&limit=500&page_cursor=c',
    { crypto_tx_hashes: ['h'], statuses: ['FAILED'] },
    ['account_ids'],
  ],
  ['x.amount.gte=10&x.columns=a', {}, ['amount.gte']],
  [
    'created_at.gte=2026-01-01T00:00:00Z&updated_at.lt=2026-02-01T00:00:00Z',
    { 'created_at.gte': '2026-01-01T00:00:00Z' },
    ['updated_at.lt'],
  ],
  [
    'order_by=UPDATED_AT&created_at.gte=2026-01-01T00:00:00Z&type=WIRE_DEPOSIT',
    { type: ['WIRE_DEPOSIT'] },
    ['created_at.gte'],
  ],
  ['x.created=yesterday', { 'created_at.gte': '2026-11-19T00:00:00Z', 'created_at.lt': '2026-11-20T00:00:00Z' }, []],
  ['x.pending_over=2h', { statuses: ['PENDING'], 'created_at.lt': '2026-11-20T10:00:00.000Z' }, ['pending_over']],
  [
    'type=WIRE_DEPOSIT&x.pending_over=1d&created_at.gte=2026-11-01T00:00:00Z',
    { type: ['WIRE_DEPOSIT'], 'created_at.gte': '2026-11-01T00:00:00Z' },
    ['statuses', 'pending_over'],
  ],
])('of %s the provider is sent %j, and Mintdesk filters by %j', (text, query, terms) => {
  expect(requestOf('listTransfers', text).query).toEqual(query)
  expect(termsOf(text)).toEqual(terms)
})

test.each([
  ['x.amount.gte=1,000', 'x.amount.gte', /like 1250.00/],
  ['x.amount.gte=1&x.amount.gte=2', 'x.amount.gte', /takes one value/],
  ['x.amount.gte=10&x.amount.lte=9.99', 'x.amount.lte', /less than the lowest/],
  ['x.direction=UP', 'x.direction', /CREDIT or DEBIT/],
  ['x.pending_over=soon', 'x.pending_over', /like 90m, 4h or 2d/],
  ['x.metadata==4711', 'x.metadata', /like invoice=4711/],
  ['x.memo=+', 'x.memo', /Enter a value/],
  ['x.asset=USD&x.asset=', 'x.asset.1', /Enter a value/],
  ['statuses=FAILED&x.statuses=PENDING', 'x.statuses', /twice/],
])('%s is refused at %s', (text, field, message) => {
  const { errors } = listRequest('listTransfers', new URLSearchParams(text), when)
  expect(errors).toEqual([{ field, message: expect.stringMatching(message) }])
})

test('values that the spec does not list are never sent, and match beside those that it lists', () => {
  const text = 'x.any_type=FEDNOW_DEPOSIT&x.any_type=PLATFORM_TRANSFER_DEBIT&x.any_secondary_status=SANCTIONS_REVIEW'
  const { request } = listRequest('listTransfers', new URLSearchParams(text), when)
  if (!request) throw new Error('It was refused.')
  expect(request.query).toEqual({})
  const secondary_status = { name: 'SANCTIONS_REVIEW' }
  for (const [type, isMet] of [
    ['FEDNOW_DEPOSIT', true],
    ['ACME_TRANSFER_DEBIT', true],
    ['WIRE_DEPOSIT', false],
  ] as const)
    expect([type, unmetTerms(request, readTransfer({ type, secondary_status })).length === 0]).toEqual([type, isMet])
  expect(unmetTerms(request, readTransfer({ type: 'FEDNOW_DEPOSIT' }))).toEqual(['any_secondary_status'])
  const quotes = listRequest('listIssuerQuotes', new URLSearchParams('x.any_status=HELD'), when).request
  expect(quotes && unmetTerms(quotes, readIssuerQuote({ status: 'HELD' }))).toEqual([])
})

describe('a row', () => {
  const row = readTransfer({
    id: 't',
    amount: '0.10000000000000000001',
    asset: 'USDC',
    direction: 'DEBIT',
    crypto_network: 'BASE',
    destination_address: '0x00000000219ab540356cBB839Cbe05303d7705Fa',
    metadata: { invoice: 4711, team: 'a=b', '': 'x' },
    memo: 'Rent İstanbul ﬁnal',
    status: 'PENDING',
    created_at: '2026-11-20T10:00:00Z',
  })
  test.each([
    ['x.amount.gte=0.1', true],
    ['x.amount.gte=0.10000000000000000001', true],
    ['x.amount.gte=0.10000000000000000002', false],
    ['x.amount.lte=.1', false],
    ['x.amount.lte=00.10000000000000000001000', true],
    ['x.asset=usdc&x.asset=BTC', true],
    ['x.asset=USD', false],
    ['x.direction=DEBIT', true],
    ['x.direction=CREDIT', false],
    ['x.network=BASE&x.network=INK', true],
    ['x.network=INK', false],
    ['x.destination_address=0X00000000219AB540356CBB839CBE05303D7705FA', true],
    ['x.destination_address=0x0000', false],
    ['x.metadata=invoice%3D4711', true],
    ['x.metadata=invoice', true],
    ['x.metadata=invoice%3D471', false],
    ['x.metadata=team%3Da%3Db&x.metadata=invoice', true],
    ['x.metadata=team%3Da%3Db&x.metadata=other', false],
    ['x.metadata=toString', false],
    ['x.memo=RENT', true],
    ['x.memo=final', true],
    ['x.memo=rental', false],
    ['x.note=called+the+bank', true],
    ['x.note=refund', false],
    ['x.pending_over=119m', true],
    ['x.pending_over=2h', false],
  ])('matches %s: %s', (text, isMatch) => {
    const request = requestOf('listTransfers', text)
    const unmet = unmetTerms(request, row, ['Called the bank.'])
    expect(unmet.filter((name) => name !== 'created_at.lt')).toEqual(isMatch ? [] : [request.terms.at(-1)?.name])
  })

  test('that lacks a field matches no filter by it', () => {
    for (const text of ['x.amount.lte=5', 'x.asset=USD', 'x.memo=a', 'x.metadata=a', 'x.network=BASE', 'x.note=a'])
      expect(unmetTerms(requestOf('listTransfers', text), readTransfer({ amount: 'many' }))).toHaveLength(1)
  })

  test('of issuer quotes is compared with its sign', () => {
    const quote = readIssuerQuote({ principal: '-250.00', asset_type: 'USDG', ref_id: 'r 1' })
    const unmet = (text: string) => unmetTerms(requestOf('listIssuerQuotes', text), quote)
    expect(unmet('x.amount.lte=-249.999&x.amount.gte=-250&x.asset=usdg&x.ref_ids=r 1')).toEqual([])
    expect(unmet('x.amount.gte=0')).toEqual(['amount.gte'])
  })
})

type Row = Record<string, unknown>

/** The same filters, written plainly and on their own: what a person would expect of each. */
function plainly(row: Row, notes: readonly string[], [written, values]: readonly [string, readonly string[]]): boolean {
  const name = written.replace(/^x\./, '')
  const text = (field: string) => String(row[field] ?? '')
  const among = (field: string) => row[field] !== undefined && values.includes(text(field))
  const [first = ''] = values
  const [, field = '', comparison = ''] = /^(created_at|updated_at)\.(.+)$/.exec(name) ?? []
  if (field) {
    // All of these have one zone, so that padded texts compare as the times do.
    const padded = (at: string) => at.replace('Z', '').padEnd(19 + 10, at.includes('.') ? '0' : '.000000000')
    const [left, right] = [padded(text(field)), padded(first)]
    return (
      { lt: left < right, lte: left <= right, eq: left === right, gte: left >= right, gt: left > right }[comparison] ===
      true
    )
  }
  const age = now - Date.parse(text('created_at'))
  const hash = (value: string) => value.toLowerCase().replace('0x', '')
  const plain: Record<string, () => boolean> = {
    ids: () => among('id'),
    ref_ids: () => among('ref_id'),
    group_ids: () => among('group_id'),
    profile_ids: () => among('profile_id'),
    account_ids: () => among('account_id'),
    identity_ids: () => among('identity_id'),
    crypto_tx_hashes: () => values.map(hash).includes(hash(text('crypto_tx_hash'))),
    type: () => among('type'),
    statuses: () => among('status'),
    secondary_statuses: () => row.secondary_status !== undefined,
    'amount.gte': () => row.amount !== 'x' && Number(row.amount) >= Number(first),
    'amount.lte': () => row.amount !== 'x' && Number(row.amount) <= Number(first),
    asset: () => values.some((value) => value.toUpperCase() === row.asset),
    direction: () => among('direction'),
    network: () => among('crypto_network'),
    memo: () => row.memo === 'RENT',
    note: () => notes.length > 0,
    metadata: () =>
      (!values.includes('k=v') || /"k":"v"/.test(JSON.stringify(row.metadata ?? ''))) &&
      (!values.includes('n') || /"n":/.test(JSON.stringify(row.metadata ?? ''))),
    destination_address: () => row.destination_address === 'abc',
    pending_over: () => row.status === 'PENDING' && age > (first === '1h' ? 3_600_000 : 86_400_000),
  }
  return plain[name]?.() ?? false
}

test('any filters together equal a plain filter, and what is sent passes the schema and the rules', () => {
  const rows = fc.array(fc.tuple(anyTransfer, fc.constantFrom<string[]>([], ['Called the bank'])), { maxLength: 12 })
  fc.assert(
    fc.property(anyFilters, rows, ([filters, spelling, view], pairs) => {
      const params = writtenFilters(filters, spelling, view)
      const { request } = listRequest('listTransfers', params, when)
      fc.pre(request !== undefined)
      expect(readQuery(TransferQuery, writeQuery(orderedQuery(request))).errors).toBeUndefined()
      for (const [json, notes] of pairs) {
        const isMatch = filters.every((filter) => plainly(json, notes, filter))
        expect(unmetTerms(request, readTransfer(json), notes).length === 0).toBe(isMatch)
      }
    }),
    { numRuns: 1_000 },
  )
})

test('a URL whose filters the provider is sent from now on, or no longer, keeps no page of where it was read before', () => {
  const page = 'limit=20&page_cursor=c&x.earlier=b&x.page=3&x.as_of=2026-11-23T00:00:00Z[UTC]&x.columns=amount'
  const named = (search: string) =>
    withPartsNamed(listRules.listTransfers, new URLSearchParams(`${search}&${page}`)).toString()
  expect(named('x.statuses=FAILED')).toBe('statuses=FAILED&limit=20&x.columns=amount')
  expect(named('statuses=FAILED&ids=1')).toBe('x.statuses=FAILED&ids=1&limit=20&x.columns=amount')
  for (const kept of ['statuses=FAILED', 'x.statuses=FAILED&type=WIRE_DEPOSIT', 'x.memo=a'])
    expect(named(kept)).toBe(new URLSearchParams(`${kept}&${page}`).toString())
})

test('a URL that names the parts asks for the same list, and only once', () => {
  fc.assert(
    fc.property(anyFilters, ([filters, spelling, view]) => {
      const params = writtenFilters(filters, spelling, view)
      const named = withPartsNamed(listRules.listTransfers, params)
      const [before, after] = [listRequest('listTransfers', params, when), listRequest('listTransfers', named, when)]
      expect(after.request?.query).toEqual(before.request?.query)
      expect(after.errors).toEqual(before.errors)
      expect(withPartsNamed(listRules.listTransfers, named).toString()).toBe(named.toString())
      const { errors } = readQuery(
        schemas.listTransfers,
        new URLSearchParams([...named].filter(([name]) => !name.startsWith('x.'))),
      )
      expect(errors).toBeUndefined()
      if (after.request && after.request.terms.length > 0) expect(isPostFiltered(named)).toBe(true)
    }),
  )
})
