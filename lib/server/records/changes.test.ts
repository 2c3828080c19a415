/** What has changed is found once, however late it becomes visible, however slow the provider, and after any failure. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ProblemError } from '../../provider/problem'
import { changesSince, overlap } from './changes'
import { byId, followedProvider, providerAway, standingClock, uuidOf, type Version } from './testing'
import { type Change, Versions } from './versions'

const start = Date.parse('2026-11-19T14:00:00.000Z')
const never = new AbortController().signal

/** Reads now and then until `end`, as a reader does that keeps its mark. */
async function follow(
  clock: ReturnType<typeof standingClock>,
  provider: ReturnType<typeof followedProvider>,
  { end, pause, limit = 3 }: { end: number; pause: () => number; limit?: number },
): Promise<Change[]> {
  const given: Change[] = []
  const versions = new Versions()
  let mark = start - 60_000
  while (clock.time <= end) {
    try {
      const options = { clock, signal: never, versions, limit }
      for await (const found of changesSince(provider.upstream, mark, options)) {
        given.push(...found.changes)
        mark = found.mark
      }
    } catch (failure) {
      // It goes on from its mark.
      if (!(failure instanceof ProblemError)) throw failure
    }
    clock.time += pause()
  }
  return given
}

const keyOf = ({ id, at, status }: Version) => `${uuidOf(id)} ${at} ${status}`
const givenKey = ({ id, updatedAt, status }: Change) => `${id} ${Number(updatedAt / 1_000_000n)} ${status}`

describe('Changes', () => {
  // Few times and records, so that many are equal.
  const version = fc.record({
    id: fc.nat(12),
    second: fc.integer({ min: 0, max: 120 }),
    delay: fc.integer({ min: 0, max: overlap }),
    status: fc.constantFrom('PENDING', 'COMPLETED', 'FAILED'),
  })
  const history = fc
    .uniqueArray(version, { minLength: 1, maxLength: 40, selector: ({ id, second }) => `${id} ${second}` })
    .map((all): Version[] =>
      all.map(({ id, second, delay, status }) => {
        const at = start + second * 1_000
        return { id, at, visibleAt: at + delay, status }
      }),
    )
  const course = fc.record({
    pauses: fc.array(fc.integer({ min: 500, max: 20_000 }), { minLength: 1, maxLength: 10 }),
    latencies: fc.array(fc.integer({ min: 0, max: 4_000 }), { minLength: 1, maxLength: 10 }),
    failures: fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }).filter((all) => all.includes(false)),
  })
  const inTurn = <Value>(values: readonly Value[]) => {
    let count = 0
    return () => values[count++ % values.length] as Value
  }

  it('are given once each, whatever becomes visible late, ties, and fails', async () => {
    await fc.assert(
      fc.asyncProperty(history, course, async (versions, { pauses, latencies, failures }) => {
        const clock = standingClock(start)
        const provider = Object.assign(followedProvider(clock), { versions, latency: inTurn(latencies) })
        const fails = inTurn(failures)
        // It recovers at last: otherwise the same page might fail every time.
        provider.failure = () => (fails() && clock.time < start + 200_000 ? providerAway() : undefined)
        const given = await follow(clock, provider, { end: start + 240_000, pause: inTurn(pauses) })
        const keys = given.map(givenKey)
        expect(new Set(keys).size).toBe(keys.length)
        // The newest version of each record stays visible, so it must have been given, and last.
        for (const all of byId(versions)) {
          const newest = all.toSorted((one, other) => other.at - one.at)[0] as Version
          expect(
            given
              .filter(({ id }) => id === uuidOf(newest.id))
              .map(givenKey)
              .at(-1),
          ).toBe(keyOf(newest))
        }
      }),
      { numRuns: 150 },
    )
  })

  it('are all given though the provider names no next page', async () => {
    const clock = standingClock(start + 230_000)
    const versions = Array.from({ length: 60 }, (_, id) => {
      const at = start + id * 2_000
      return { id, at, visibleAt: at, status: 'PENDING' }
    })
    const provider = Object.assign(followedProvider(clock), { versions })
    provider.rewrite = ({ items }) => ({ items })
    const given = await follow(clock, provider, { end: start + 300_000, pause: () => 15_000, limit: 40 })
    expect(new Set(given.map(givenKey)).size).toBe(60)
  })

  it('never go back to an older version, though the provider shows one again', async () => {
    await fc.assert(
      fc.asyncProperty(history, course, async (versions, { pauses, latencies }) => {
        const clock = standingClock(start)
        const provider = Object.assign(followedProvider(clock), { versions, latency: inTurn(latencies) })
        // A replica that is behind.
        provider.listed = (visible) => visible.toSorted((one, other) => other.visibleAt - one.visibleAt)[0]
        const given = await follow(clock, provider, { end: start + 200_000, pause: inTurn(pauses) })
        for (const own of byId(given)) {
          const times = own.map(({ updatedAt }) => updatedAt)
          expect(times).toEqual(times.toSorted((one, other) => (one < other ? -1 : 1)))
        }
      }),
      { numRuns: 100 },
    )
  })

  it('of one time are all found, however many pages they fill', async () => {
    const clock = standingClock(start)
    const provider = followedProvider(clock)
    for (let id = 0; id < 50; id++)
      provider.versions.push({ id, at: start + 1_000, visibleAt: start + 1_000 + (id % 7) * 900, status: 'PENDING' })
    const given = await follow(clock, provider, { end: start + 60_000, pause: () => 2_000 })
    expect(given).toHaveLength(50)
  })

  it('that become visible while a slow walk goes on are found by the next one', async () => {
    const clock = standingClock(start)
    const provider = followedProvider(clock)
    const rows = [0, 0, 2_000, 20_000, 48_000].map((after, id) => ({ id, at: start + after, visibleAt: start + after }))
    // Behind the first page, which is read after 25 s, and nearly as late as it may be.
    const late = { id: 9, at: start + 1_000, visibleAt: start + 30_000 }
    provider.versions.push(...[...rows, late].map((one) => ({ ...one, status: 'PENDING' })))
    provider.latency = () => 25_000
    const given = await follow(clock, provider, { end: start + 60_000, pause: () => 2_000 })
    expect(given.map(({ id }) => id)).toContain(uuidOf(late.id))
  })

  it('with a time in the future do not hide later ones', async () => {
    const clock = standingClock(start)
    const provider = followedProvider(clock)
    provider.versions.push({ id: 1, at: start + 86_400_000, visibleAt: start, status: 'PENDING' })
    provider.versions.push({ id: 2, at: start + 50_000, visibleAt: start + 50_000, status: 'FAILED' })
    const given = await follow(clock, provider, { end: start + 60_000, pause: () => 2_000 })
    expect(given.map(({ id }) => id)).toEqual([uuidOf(1), uuidOf(2)])
  })

  it('of a burst are not read again once it is past', async () => {
    const clock = standingClock(start)
    const provider = followedProvider(clock)
    for (let id = 0; id < 30; id++) provider.versions.push({ id, at: start, visibleAt: start, status: 'PENDING' })
    await follow(clock, provider, { end: start + 120_000, pause: () => 10_000 })
    // Eleven pages at first, and one per read at last.
    const last = provider.queries.slice(-2)
    expect(last.map(({ page_cursor }) => page_cursor)).toEqual([undefined, undefined])
  })

  it('are asked for from whole seconds, in the order of updates, as background work', async () => {
    const clock = standingClock(start + 120_345)
    const provider = followedProvider(clock)
    await follow(clock, provider, { end: clock.time, pause: () => 1, limit: 1_000 })
    expect(provider.queries).toEqual([
      { order_by: 'UPDATED_AT', order: 'ASC', 'updated_at.gte': '2026-11-19T13:58:30.000Z', limit: 1_000 },
    ])
  })

  it('are not read from a provider that ignores the order or the time', async () => {
    const clock = standingClock(start)
    const provider = followedProvider(clock)
    provider.versions.push({ id: 1, at: start - 1_000, visibleAt: start, status: 'PENDING' })
    provider.rewrite = (page) => ({
      ...page,
      items: [...page.items, { id: uuidOf(2), status: 'PENDING', updated_at: '2026-11-01T00:00:00Z' }],
    })
    const reading = changesSince(provider.upstream, start, { clock, signal: never, versions: new Versions() }).next()
    await expect(reading).rejects.toMatchObject({ problem: { status: 502, title: /did not list transfers/ } })
  })

  it('are not taken for read from an answer that says that it is an error', async () => {
    const clock = standingClock(start)
    const provider = followedProvider(clock)
    provider.rewrite = () => ({ items: [], error: 'index unavailable' })
    const read = changesSince(provider.upstream, start, { clock, signal: never, versions: new Versions() }).next()
    await expect(read).rejects.toMatchObject({ problem: { title: 'The provider answered with an error.' } })
  })

  it('without an id or a time are left out', async () => {
    const clock = standingClock(start)
    const provider = followedProvider(clock)
    provider.rewrite = (page) => ({
      ...page,
      items: [{ status: 'PENDING' }, { id: uuidOf(1), updated_at: 'yesterday' }, null],
    })
    expect(await follow(clock, provider, { end: start, pause: () => 1 })).toEqual([])
  })
})

describe('Versions', () => {
  const change = (status: string, more: Partial<Change> = {}): Change => ({
    id: 'a',
    updatedAt: 5n,
    status,
    text: '{}',
    json: {},
    key: `a 5 ${status}`,
    ...more,
  })

  it('of one time do not go from a final status back to pending', () => {
    const versions = new Versions()
    expect(versions.take(change('COMPLETED'))).toBe(true)
    expect(versions.take(change('PENDING'))).toBe(false)
  })

  it('of one time with another secondary status are given', () => {
    const versions = new Versions()
    expect(versions.take(change('PENDING'))).toBe(true)
    expect(versions.take(change('PENDING', { key: 'a 5 PENDING X' }))).toBe(true)
    expect(versions.take(change('PENDING'))).toBe(false)
  })

  it('are forgotten once they are never read again', () => {
    const versions = new Versions()
    versions.take(change('PENDING'))
    versions.forgetBefore(5n)
    expect(versions.size).toBe(1)
    versions.forgetBefore(6n)
    expect(versions.size).toBe(0)
  })
})
