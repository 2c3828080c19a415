import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkForm, checkPlacement } from '../api/check'
import { operationNames } from '../api/operations'
import { ProblemError } from '../api/problem'
import { describeService } from './description'
import { judgeBy, type Sent } from './description-judge'
import { requestsOf, written } from './description-requests'
import { wordedRules } from './description-words'
import { profiles } from './seed-parties'
import { anchor, type Service, startService } from './testing'

const document = describeService('http://127.0.0.1:4010')
const judge = judgeBy(document)
const requests = requestsOf(document, {
  profile_id: fc.oneof(fc.constantFrom(...profiles.map(({ id }) => id)), fc.uuid()),
  ref_id: fc.oneof(fc.uuid(), fc.constantFrom('ref-1', 'ref-2', 'ref-3')),
  // A request that waits is answered late because it asked for that.
  await_fill_millis: fc.constantFrom(0, 1, 5),
  expiration_date: fc.constantFrom('1000000000000', String(anchor + 10_000), String(anchor + 10_001), '1924948800000'),
})

describe('the document and the contract', () => {
  /** What the contract says of a request. */
  function contractRefuses({ operation, path, query, body }: Sent): boolean {
    try {
      // As it arrives: written and read again.
      const arrived: unknown = body === undefined ? undefined : JSON.parse(JSON.stringify(body))
      const input = checkForm(operation, { path, query: new URLSearchParams(query), body: arrived })
      if (operation === 'createOrder') checkPlacement((input as { body: never }).body, anchor)
      return false
    } catch (error) {
      if (error instanceof ProblemError && error.problem.status === 400) return true
      throw error
    }
  }

  /** Whether the document says that a request does not fit. Only the service knows its own cursors. */
  const isRefused = (sent: Sent) =>
    judge.request(sent).length > 0 || judge.words(sent, anchor).some((rule) => rule !== 'cursor-of-the-same-question')

  test('agree on every request', () => {
    fc.assert(
      fc.property(requests, (sent) => {
        expect({ isRefused: contractRefuses(sent) }).toEqual({ isRefused: isRefused(sent) })
      }),
      { numRuns: 5_000 },
    )
  })

  const order = { side: 'BUY', market: 'BTCUSD', type: 'LIMIT' }
  const create = (body: object): Sent => ({ operation: 'createOrder', path: { profile_id: 'p' }, query: [], body })
  const list = (...query: [string, string][]): Sent => ({ operation: 'listTransfers', path: {}, query })
  const since = (time: string) => list(['created_at.gte', time])

  test.each<[string, Sent, boolean]>([
    ['a metadata value of 100 emoji', create({ ...order, metadata: { a: '😀'.repeat(100) } }), false],
    ['a metadata value of 101 emoji', create({ ...order, metadata: { a: '😀'.repeat(101) } }), true],
    ['a metadata key that programs drop', create({ ...order, metadata: JSON.parse('{"__proto__":"a"}') }), true],
    ['six pairs', create({ ...order, metadata: { a: '', b: '', c: '', d: '', e: '', f: '' } }), false],
    ['seven pairs', create({ ...order, metadata: { a: '', b: '', c: '', d: '', e: '', f: '', g: '' } }), true],
    ['an identity without its account', create({ ...order, identity_id: 'i' }), true],
    ['an identity with its account', create({ ...order, identity_id: 'i', identity_account_id: 'a' }), false],
    ['GTT without an expiry', create({ ...order, time_in_force: 'GTT' }), true],
    [
      'an expiry ten seconds from now',
      create({ ...order, time_in_force: 'GTT', expiration_date: String(anchor + 10_000) }),
      true,
    ],
    [
      'an expiry a millisecond later',
      create({ ...order, time_in_force: 'GTT', expiration_date: String(anchor + 10_001) }),
      false,
    ],
    ['a past expiry of an order without one', create({ ...order, expiration_date: '1000000000000' }), false],
    ['nine digits of a second', since('2026-01-01T00:00:00.123456789Z'), false],
    ['ten digits of a second', since('2026-01-01T00:00:00.1234567890Z'), true],
    ['a leap second', since('2016-12-31T23:59:60Z'), true],
    ['the 29th of February 2024', since('2024-02-29T00:00:00Z'), false],
    ['the 29th of February 2100', since('2100-02-29T00:00:00Z'), true],
    ['the year 0', since('0000-02-29T00:00:00Z'), false],
    ['a blank for the T', since('2026-01-01 00:00:00Z'), true],
    ['a time without a zone', since('2026-01-01T00:00:00'), true],
    ['a zone of 24 hours', since('2026-01-01T00:00:00+24:00'), true],
    ['a limit with a point', list(['limit', '10.0']), true],
    ['a limit with leading zeros', list(['limit', '0010']), false],
    ['two limits', list(['limit', '10'], ['limit', '10']), true],
    ['a hundred ids', list(...Array.from({ length: 100 }, (_, id): [string, string] => ['ids', `${id}`])), false],
    [
      'a hundred and one ids',
      list(...Array.from({ length: 101 }, (_, id): [string, string] => ['ids', `${id}`])),
      true,
    ],
    ['an id with a comma', list(['ids', 'a,b']), false],
    ['ids beside a type', list(['ids', 'a'], ['type', 'RTP_DEPOSIT']), true],
    ['ids beside a status', list(['ids', 'a'], ['statuses', 'FAILED']), true],
    ['a status beside a group', list(['statuses', 'FAILED'], ['group_ids', 'g']), false],
  ])('agree on %s', (_, sent, refused) => {
    expect([contractRefuses(sent), isRefused(sent)]).toEqual([refused, refused])
  })
})

describe('the document and the service', () => {
  let service: Service
  beforeAll(async () => {
    service = await startService(500)
  })
  afterAll(() => service.stop())

  /** 20,000 in `npm test`; a campaign asks for more. */
  const count = Number(process.env.FUZZ_REQUESTS ?? 20_000)
  const atOnce = 50

  test(`agree on ${count} requests, each answered as described, none with a fault and none late`, async () => {
    const seen = { statuses: new Map<number, number>(), operations: new Set<string>(), rules: new Set<string>() }
    const ask = async (sent: Sent) => {
      const { method, target, body } = written(sent)
      const began = performance.now()
      const reply = await service.ask(target, {
        method,
        ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
      })
      const took = performance.now() - began
      const { status, headers } = reply
      const words = judge.words(sent, anchor)
      const rightly400 = judge.request(sent).length > 0 || words.length > 0
      // Who repeats a ref_id is told so, or that there is no such profile, before the moment of an order is judged.
      const isEarlier = words.join() === 'expiry-after-ten-seconds' && (status === 404 || status === 409)
      seen.statuses.set(status, (seen.statuses.get(status) ?? 0) + 1)
      seen.operations.add(`${sent.operation} ${status < 300}`)
      for (const rule of words) seen.rules.add(rule)
      expect({
        request: `${method} ${target} ${body}`,
        isRefused: status === 400 || isEarlier,
        isFault: status >= 500,
        isLate: took > 1000,
        undescribed: judge.answer(sent.operation, { status, headers: new Map(headers), body: reply.body }),
        answer: reply.text.slice(0, 300),
      }).toEqual({
        request: `${method} ${target} ${body}`,
        isRefused: rightly400,
        isFault: false,
        isLate: false,
        undescribed: [],
        answer: reply.text.slice(0, 300),
      })
    }
    await fc.assert(
      fc.asyncProperty(fc.array(requests, { minLength: atOnce, maxLength: atOnce }), async (batch) => {
        await Promise.all(batch.map(ask))
      }),
      { numRuns: Math.ceil(count / atOnce), endOnFailure: true },
    )
    // Every operation was done and refused, every kind of answer came, and every worded rule was broken.
    expect([...seen.operations].sort()).toEqual(
      operationNames.flatMap((name) => [`${name} false`, `${name} true`]).sort(),
    )
    for (const status of [200, 400, 403, 404, 409]) expect(seen.statuses.get(status) ?? 0).toBeGreaterThan(20)
    expect([...seen.rules].sort()).toEqual(Object.keys(wordedRules).sort())
  }, 600_000)
})
