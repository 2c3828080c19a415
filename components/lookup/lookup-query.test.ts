import { QueryClient, QueryObserver } from '@tanstack/react-query'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { PastedIdentifier } from '@/lib/api/pasted/pasted-identifiers'
import type { LookupIdentifier } from '@/lib/features/lookup/input'
import type { LookupResult } from '@/lib/features/lookup/interface'
import { ProblemError } from '@/lib/provider/problem'
import {
  askWaiting,
  cancelLookup,
  type Lookup,
  type LookupState,
  lineCounts,
  lookupActions,
  lookupOf,
  lookupQuery,
} from './lookup-query'

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
const found: Lookup['ask'] = async (_, identifiers) => ({
  results: identifiers.map(() => result('found')),
  calls: 1,
  at: 1,
  requestId: 'req_1',
})
const problem = (status: number, kind: ConstructorParameters<typeof ProblemError>[1]) =>
  new ProblemError(status, kind, `Failed with ${status}.`)

const lookup = (identifiers: readonly PastedIdentifier[], ask = found) =>
  lookupOf({ environment: 'sandbox', text: '', identifiers, omitted: 0 }, undefined, ask)

const countsOf = ({ rows }: Pick<LookupState, 'rows'>) => lineCounts(rows)
const sumOf = (state: LookupState) => Object.values(countsOf(state)).reduce((sum, count) => sum + count, 0)

/** A cache in which a page shows a look-up. */
function cacheOf(one: Lookup) {
  const client = new QueryClient()
  const { queryKey } = lookupQuery(one)
  const leave = new QueryObserver(client, lookupQuery(one)).subscribe(() => {})
  const state = () => client.getQueryData<LookupState>(queryKey) ?? one.begun
  return { client, state, leave, isAsking: () => client.isFetching({ queryKey }) > 0 }
}

test('identifiers are asked in batches of 100, at most four at a time', async () => {
  let inFlight = 0
  let most = 0
  const sizes: number[] = []
  const one = lookup([...many(950), refused], async (...asked) => {
    inFlight += 1
    most = Math.max(most, inFlight)
    sizes.push(asked[1].length)
    await Promise.resolve()
    inFlight -= 1
    return found(...asked)
  })
  const state = await askWaiting(new QueryClient(), one)
  expect([most, sizes]).toEqual([4, [...Array(9).fill(100), 50]])
  expect(countsOf(state)).toMatchObject({ found: 950, refused: 1, waiting: 0 })
})

test('cancelling ends the requests, and what they asked is not asked yet; resuming asks exactly that', async () => {
  const asked: LookupIdentifier[] = []
  let isSlow = true
  const one = lookup(many(300), (environment, identifiers, signal) => {
    if (!isSlow || asked.length === 0) {
      asked.push(...identifiers)
      return found(environment, identifiers, signal)
    }
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  const { client, state, isAsking } = cacheOf(one)
  const ended = askWaiting(client, one)
  await vi.waitFor(() => expect(countsOf(state()).found).toBe(100))
  expect(isAsking()).toBe(true)
  cancelLookup(client, one)
  expect(countsOf(await ended)).toMatchObject({ found: 100, waiting: 200 })
  expect([isAsking(), countsOf(state()).found]).toEqual([false, 100])
  isSlow = false
  expect(countsOf(await askWaiting(client, one)).found).toBe(300)
  expect(new Set(asked.map((identifier) => JSON.stringify(identifier))).size).toBe(300)
  expect(asked).toHaveLength(300)
})

test('an answer that came just before a cancel is kept', async () => {
  let calls = 0
  const one: Lookup = lookup(many(300), async (...asked) => {
    calls += 1
    if (calls > 1) return new Promise(() => {})
    setTimeout(() => cancelLookup(client, one))
    return found(...asked)
  })
  const { client } = cacheOf(one)
  expect(countsOf(await askWaiting(client, one))).toMatchObject({ found: 100, waiting: 200 })
})

test('a look-up that nobody shows any more ends its requests', async () => {
  const signals: AbortSignal[] = []
  const one = lookup(many(300), (_, __, signal) => {
    signals.push(signal)
    return new Promise(() => {})
  })
  const { client, leave } = cacheOf(one)
  void askWaiting(client, one)
  await vi.waitFor(() => expect(signals).toHaveLength(3))
  leave()
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true])
})

test('the same identifiers are asked anew when they are looked up again', async () => {
  let calls = 0
  const ask: Lookup['ask'] = async (...asked) => {
    calls += 1
    return found(...asked)
  }
  const client = new QueryClient()
  for (const one of [lookup(many(2), ask), lookup(many(2), ask)]) await askWaiting(client, one)
  expect(calls).toBe(2)
})

test('a failed batch does not stop the others, keeps its reason, and can be asked again', async () => {
  let failures = 1
  const one = lookup(many(200), async (...asked) => {
    if (failures-- > 0) throw problem(503, 'console-unreachable')
    return found(...asked)
  })
  const { client, state } = cacheOf(one)
  const { askAgain } = lookupActions(client, one)
  const first = await askWaiting(client, one)
  expect(countsOf(first)).toMatchObject({ found: 100, failed: 100, waiting: 0 })
  const failed = first.rows.find((row) => row.result === 'failed')
  expect(failed?.problem?.problem.title).toBe('Failed with 503.')
  askAgain(failed)
  await vi.waitFor(() => expect(countsOf(state())).toMatchObject({ found: 101, failed: 99 }))
  askAgain()
  await vi.waitFor(() => expect(countsOf(state()).found).toBe(200))
})

test('a line that is asked again while others are asked is asked with them', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let calls = 0
  const one = lookup(many(200), async (...asked) => {
    calls += 1
    if (calls === 1) throw problem(503, 'console-unreachable')
    if (calls === 2) await released
    return found(...asked)
  })
  const { client, state } = cacheOf(one)
  const ended = askWaiting(client, one)
  await vi.waitFor(() => expect(countsOf(state()).failed).toBe(100))
  lookupActions(client, one).askAgain()
  release()
  expect(countsOf(await ended).found).toBe(200)
})

describe('a failure that would meet every request stops the rest', () => {
  test.each([
    [401, 'session-ended'],
    [429, 'console-busy'],
    [409, 'person-changed'],
  ] as const)('%i %s', async (status, kind) => {
    let calls = 0
    const one = lookup(many(1000), async (...asked) => {
      calls += 1
      if (calls > 1) throw problem(status, kind)
      return found(...asked)
    })
    const state = await askWaiting(new QueryClient(), one)
    expect(countsOf(state)).toMatchObject({ found: 100, failed: 0, waiting: 900 })
    expect(state.problem?.problem.status).toBe(status)
    expect(calls).toBeLessThanOrEqual(5)
  })
})

test('what the server has asked already is there at once, and is not asked again', async () => {
  const input = { environment: 'sandbox', text: '', identifiers: many(2), omitted: 0 } as const
  const results = [result('found'), result('not-found')]
  const one = lookupOf(input, { results, calls: 3, at: 7 })
  expect(one.begun).toMatchObject({ at: 7, rows: [{ result: 'found' }, { result: 'not-found' }] })
  const refusal = lookupOf(input, problem(502, 'service-failed'))
  expect(refusal.begun.rows).toMatchObject([{ result: 'failed' }, { result: 'failed' }])
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
        const one: Lookup = lookup(identifiers, async (...asked) => {
          const kind = pattern[call++ % pattern.length] ?? 'found'
          await Promise.resolve()
          if (kind === 'throw') throw problem(502, 'service-failed')
          if (kind === '429') throw problem(429, 'console-busy')
          if (kind === 'cancel') cancelLookup(client, one)
          const verdict = kind === 'cancel' ? 'found' : kind
          const results = asked[1].map(() => result(verdict, verdict === 'several' ? 2 : 1))
          return { ...(await found(...asked)), results }
        })
        const client = new QueryClient()
        const seen: number[] = []
        new QueryObserver(client, lookupQuery(one)).subscribe(({ data }) => data && seen.push(sumOf(data)))
        for (let turn = 0; turn < 4; turn++) seen.push(sumOf(await askWaiting(client, one)))
        expect(new Set(seen)).toEqual(new Set([identifiers.length]))
        expect(countsOf(await askWaiting(client, one)).refused).toBe(1)
      },
    ),
    { numRuns: 60 },
  )
})
