import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { PastedIdentifier } from '@/lib/api/pasted/pasted-identifiers'
import type { LookupIdentifier } from '@/lib/features/lookup/input'
import type { LookupResult } from '@/lib/features/lookup/interface'
import { ProblemError } from '@/lib/provider/problem'
import { type Ask, LookupRun } from './lookup-run'

const reference = (text: string, line = 1): PastedIdentifier => ({
  line,
  text,
  label: 'Reference',
  identifier: { kind: 'reference', value: text },
})
const refused: PastedIdentifier = { line: 1, text: 'SCZA…BTQ4', label: 'Private key', refused: 'It was not sent.' }
const many = (count: number) => Array.from({ length: count }, (_, at) => reference(`inv-${at}`, at + 1))

const result = (verdict: LookupResult['verdict'], count = 1): LookupResult => ({
  verdict,
  field: 'ref_ids',
  transfers: verdict === 'not-found' ? [] : Array.from({ length: count }, (_, at) => ({ id: `t-${at}` })),
  isMore: false,
  requests: [],
  asked: [],
})
const found = async (identifiers: readonly LookupIdentifier[]) => ({
  results: identifiers.map(() => result('found')),
  calls: 1,
  at: 1,
  requestId: 'req_1',
})
const problem = (status: number, kind: ConstructorParameters<typeof ProblemError>[1]) =>
  new ProblemError(status, kind, `Failed with ${status}.`)

const runOf = (identifiers: readonly PastedIdentifier[], ask: Ask = found) =>
  new LookupRun({ text: '', identifiers, omitted: 0 }, ask)

const sumOf = (run: LookupRun) => Object.values(run.state().counts).reduce((sum, count) => sum + count, 0)

test('identifiers are asked in batches of 100, at most four at a time', async () => {
  let inFlight = 0
  let most = 0
  const sizes: number[] = []
  const run = runOf([...many(950), refused], async (identifiers) => {
    inFlight += 1
    most = Math.max(most, inFlight)
    sizes.push(identifiers.length)
    await Promise.resolve()
    inFlight -= 1
    return found(identifiers)
  })
  run.resume()
  await run.settled()
  expect([most, sizes]).toEqual([4, [...Array(9).fill(100), 50]])
  expect(run.state().counts).toMatchObject({ found: 950, refused: 1, waiting: 0 })
  expect(run.state().calls).toBe(10)
})

test('cancelling ends the requests, and what they asked is not asked yet; resuming asks exactly that', async () => {
  const asked: LookupIdentifier[] = []
  let isSlow = true
  const run = runOf(many(300), (identifiers, signal) => {
    if (!isSlow || asked.length === 0) {
      asked.push(...identifiers)
      return found(identifiers)
    }
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  run.resume()
  await vi.waitFor(() => expect(asked).toHaveLength(100))
  run.cancel()
  await vi.waitFor(() => expect(run.state().counts).toMatchObject({ found: 100, waiting: 200 }))
  expect(run.state().status).toBe('paused')
  isSlow = false
  run.resume()
  await run.settled()
  expect(run.state().counts.found).toBe(300)
  expect(new Set(asked.map((one) => JSON.stringify(one))).size).toBe(300)
  expect(asked).toHaveLength(300)
})

test('a failed batch does not stop the others, keeps its reason, and can be asked again', async () => {
  let failures = 1
  const run = runOf(many(200), async (identifiers) => {
    if (failures-- > 0) throw problem(503, 'console-unreachable')
    return found(identifiers)
  })
  run.resume()
  await run.settled()
  expect(run.state()).toMatchObject({ status: 'done', counts: { found: 100, failed: 100 } })
  const one = run.state().rows.find((row) => row.result === 'failed')
  expect(one?.problem?.problem.title).toBe('Failed with 503.')
  run.askAgain(one)
  await run.settled()
  expect(run.state().counts).toMatchObject({ found: 101, failed: 99 })
  run.askAgain()
  await run.settled()
  expect(run.state().counts.found).toBe(200)
})

describe('a failure that would meet every request stops the rest', () => {
  test.each([
    [401, 'session-ended'],
    [429, 'console-busy'],
    [409, 'person-changed'],
  ] as const)('%i %s', async (status, kind) => {
    let calls = 0
    const run = runOf(many(1000), async (identifiers) => {
      calls += 1
      if (calls > 1) throw problem(status, kind)
      return found(identifiers)
    })
    run.resume()
    await run.settled()
    await vi.waitFor(() => expect(run.state().counts).toMatchObject({ found: 100, failed: 0, waiting: 900 }))
    expect(run.state().status).toBe('paused')
    expect(run.state().problem?.problem.status).toBe(status)
    expect(calls).toBeLessThanOrEqual(5)
  })
})

test('under any pattern of failures, cancels and resumes every line has exactly one result', async () => {
  const kinds = ['found', 'several', 'not-found', 'failed', 'throw', '429', 'cancel'] as const
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: 700 }),
      async (pattern, count) => {
        let call = 0
        const identifiers = [...many(count), refused, ...many(3)]
        const run: LookupRun = runOf(identifiers, async (some) => {
          const kind = pattern[call++ % pattern.length] ?? 'found'
          await Promise.resolve()
          if (kind === 'throw') throw problem(502, 'service-failed')
          if (kind === '429') throw problem(429, 'console-busy')
          if (kind === 'cancel') run.cancel()
          const verdict = kind === 'cancel' ? 'found' : kind
          return { ...(await found(some)), results: some.map(() => result(verdict, verdict === 'several' ? 2 : 1)) }
        })
        const seen: number[] = []
        run.subscribe(() => seen.push(sumOf(run)))
        for (let turn = 0; turn < 4; turn++) {
          run.resume()
          await run.settled()
          await Promise.resolve()
        }
        expect(new Set([...seen, sumOf(run)])).toEqual(new Set([identifiers.length]))
        expect(run.state().counts.refused).toBe(1)
      },
    ),
    { numRuns: 60 },
  )
})
