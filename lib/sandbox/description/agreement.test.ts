import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { generatedRequests } from '../../../e2e/oracles/arbitraries'
import { documentChecker, type SentRequest } from '../../../e2e/oracles/checker'
import { checkForm, checkPlacement } from '../../provider/check'
import { type OperationName, operationNames } from '../../provider/operations'
import { ProblemError } from '../../provider/problem'
import { profiles } from '../seed/parties'
import { anchor } from '../testing'
import { describeService } from './description'
import { type ExtraRule, extraRules } from './documentation'

const document = describeService('http://127.0.0.1:4010')
const checker = documentChecker(document)
const requests = generatedRequests(document, {
  profile_id: fc.oneof(fc.constantFrom(...profiles.map(({ id }) => id)), fc.uuid()),
  ref_id: fc.oneof(fc.uuid(), fc.constantFrom('ref-1', 'ref-2', 'ref-3')),
  expiration_date: fc.constantFrom('1000000000000', String(anchor + 10_000), String(anchor + 10_001), '1924948800000'),
})

describe('the document and the contract', () => {
  /** What the contract says of a request. */
  function contractRefuses({ operation, path, query, body }: SentRequest): boolean {
    try {
      // As it arrives: written and read again.
      const arrived: unknown = body === undefined ? undefined : JSON.parse(JSON.stringify(body))
      checkForm(operation, { path, query: new URLSearchParams(query), body: arrived })
      checkPlacement(operation, arrived, anchor)
      return false
    } catch (error) {
      if (error instanceof ProblemError && error.problem.status === 400) return true
      throw error
    }
  }

  /** Whether the document says that a request does not fit. Only the service knows its own cursors. */
  const isRefused = (sent: SentRequest) =>
    checker.request(sent).length > 0 ||
    checker.extraRules(sent, anchor).some((rule) => rule !== 'cursor-of-the-same-query')

  test('agree on every request', () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(requests, (sent) => {
        const refused = contractRefuses(sent)
        expect({ isRefused: isRefused(sent) }).toEqual({ isRefused: refused })
        seen.add(`${sent.operation} ${refused}`)
      }),
      { numRuns: 2_000 },
    )
    const each = operationNames.flatMap((name: OperationName) => [`${name} false`, `${name} true`])
    expect([...seen].sort()).toEqual(each.sort())
  })

  const order = { side: 'BUY', market: 'BTCUSD', type: 'LIMIT' }
  const create = (body: object): SentRequest => ({
    operation: 'createOrder',
    path: { profile_id: 'p' },
    query: [],
    body,
  })
  const list = (...query: [string, string][]): SentRequest => ({ operation: 'listTransfers', path: {}, query })
  const range = (begin: string, end: string): SentRequest => ({
    operation: 'listIssuerQuotes',
    path: {},
    query: [
      ['created_range.begin', begin],
      ['created_range.end', end],
    ],
  })
  const since = (time: string) => list(['created_at.gte', time])

  /** Whether the request fits; otherwise, whether a schema refuses it, or which extra rule. */
  const edges: [string, SentRequest, 'fits' | 'schemas' | ExtraRule][] = [
    ['a metadata value of 100 emoji', create({ ...order, metadata: { a: '😀'.repeat(100) } }), 'fits'],
    ['a metadata value of 101 emoji', create({ ...order, metadata: { a: '😀'.repeat(101) } }), 'schemas'],
    ['a metadata key that programs drop', create({ ...order, metadata: JSON.parse('{"__proto__":"a"}') }), 'schemas'],
    ['six pairs', create({ ...order, metadata: { a: '', b: '', c: '', d: '', e: '', f: '' } }), 'fits'],
    ['seven pairs', create({ ...order, metadata: { a: '', b: '', c: '', d: '', e: '', f: '', g: '' } }), 'schemas'],
    ['an identity without its account', create({ ...order, identity_id: 'i' }), 'schemas'],
    ['an identity with its account', create({ ...order, identity_id: 'i', identity_account_id: 'a' }), 'fits'],
    ['GTT without an expiry', create({ ...order, time_in_force: 'GTT' }), 'schemas'],
    [
      'an expiry ten seconds from now',
      create({ ...order, time_in_force: 'GTT', expiration_date: String(anchor + 10_000) }),
      'expiry-after-ten-seconds',
    ],
    [
      'an expiry a millisecond later',
      create({ ...order, time_in_force: 'GTT', expiration_date: String(anchor + 10_001) }),
      'fits',
    ],
    ['a past expiry of an order without one', create({ ...order, expiration_date: '1000000000000' }), 'fits'],
    ['nine digits of a second', since('2026-01-01T00:00:00.123456789Z'), 'fits'],
    ['ten digits of a second', since('2026-01-01T00:00:00.1234567890Z'), 'schemas'],
    ['a leap second', since('2016-12-31T23:59:60Z'), 'schemas'],
    ['the 29th of February 2024', since('2024-02-29T00:00:00Z'), 'fits'],
    ['the 29th of February 2100', since('2100-02-29T00:00:00Z'), 'schemas'],
    ['the year 0', since('0000-02-29T00:00:00Z'), 'fits'],
    ['a blank for the T', since('2026-01-01 00:00:00Z'), 'schemas'],
    ['a time without a zone', since('2026-01-01T00:00:00'), 'schemas'],
    ['a zone of 24 hours', since('2026-01-01T00:00:00+24:00'), 'schemas'],
    ['a limit with a point', list(['limit', '10.0']), 'numbers-in-digits'],
    ['a limit with an exponent', list(['limit', '1e2']), 'numbers-in-digits'],
    ['a limit with leading zeros', list(['limit', '0010']), 'fits'],
    ['two limits', list(['limit', '10'], ['limit', '10']), 'one-value-once'],
    ['a hundred ids', list(...Array.from({ length: 100 }, (_, id): [string, string] => ['ids', `${id}`])), 'fits'],
    [
      'a hundred and one ids',
      list(...Array.from({ length: 101 }, (_, id): [string, string] => ['ids', `${id}`])),
      'schemas',
    ],
    ['an id with a comma', list(['ids', 'a,b']), 'fits'],
    ['ids beside a type', list(['ids', 'a'], ['type', 'RTP_DEPOSIT']), 'filters-that-go-alone'],
    ['ids beside a status', list(['ids', 'a'], ['statuses', 'FAILED']), 'filters-that-go-alone'],
    ['a status beside a group', list(['statuses', 'FAILED'], ['group_ids', 'g']), 'fits'],
    ['a name that is not listed', list(['limitt', '5']), 'names-that-are-listed'],
    [
      'an order by the other time',
      list(['order_by', 'CREATED_AT'], ['updated_at.gte', '2026-01-01T00:00:00Z']),
      'order-by-of-the-filtered-time',
    ],
    [
      'a range that ends before it begins',
      range('2026-01-01T00:00:00.000000001Z', '2026-01-01T00:00:00Z'),
      'range-that-ends-after-it-begins',
    ],
    ['a range of one moment', range('2026-01-01T01:00:00+01:00', '2026-01-01T00:00:00Z'), 'fits'],
  ]

  test.each(edges)('agree on %s', (_, sent, expected) => {
    expect(contractRefuses(sent)).toBe(expected !== 'fits')
    expect(checker.request(sent).length > 0).toBe(expected === 'schemas')
    expect(checker.extraRules(sent, anchor)).toEqual(expected in extraRules ? [expected] : [])
  })

  test('agree on each extra rule', () => {
    // A cursor is known to the service alone.
    const known = new Set([...edges.map(([, , expected]) => expected), 'cursor-of-the-same-query'])
    expect(Object.keys(extraRules).filter((rule) => !known.has(rule))).toEqual([])
  })
})
