/** What is read of the provider into our own database: every transfer and every change, whatever ends in between. */
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ProblemError } from '../../provider/problem'
import { createRandom } from '../../sandbox/random'
import { beginning } from './record-rows'
import { openFollowed, providerAway, uuidOf, type Version } from './testing'

const start = Date.parse('2026-11-19T14:00:00.000Z')
const owner = { environment: 'sandbox', clientId: 'demo-client' } as const
const hour = 3_600_000

let desk: Awaited<ReturnType<typeof openFollowed>>
let { database, clock, provider, recorded, encryption, recordsOf, pass } = {} as typeof desk

beforeEach(async () => {
  desk = await openFollowed(start)
  ;({ database, clock, provider, recorded, encryption, recordsOf, pass } = desk)
})

afterEach(() => desk.close())

const follow = (limit = 10) => desk.follow({ limit })

const version = (id: number, at: number, status = 'COMPLETED', visibleAt = at): Version => ({
  id,
  at,
  status,
  visibleAt,
})

const stored = async () => {
  const rows = await database.selectFrom('transfer').select(['id', 'status']).orderBy('id').execute()
  return rows.map(({ id, status }) => `${id} ${status}`)
}
const expected = (...all: (readonly [id: number, status: string])[]) =>
  all.map(([id, status]) => `${uuidOf(id)} ${status}`).sort()

describe('A console', () => {
  it('reads all history, newest first, and says at each moment since when it is complete', async () => {
    // Several share their second, and one page ends between them.
    provider.versions = Array.from({ length: 95 }, (_, id) => version(id, start - hour - Math.floor(id / 4) * 1_000))
    let calls = 0
    provider.failure = () =>
      provider.queries.at(-1)?.['created_at.lt'] && ++calls % 3 === 0
        ? new ProblemError(502, 'service-unreachable', 'Away.')
        : undefined
    follow(10)
    const told: number[] = []
    for (let step = 0; step < 300; step++) {
      await clock.move(500)
      const extent = await recordsOf().extent(owner)
      const { since = Number.NEGATIVE_INFINITY } = extent ?? { since: Number.POSITIVE_INFINITY }
      const complete = provider.versions.filter(({ at }) => at >= since)
      const rows = await stored()
      for (const { id } of complete) expect(rows).toContain(`${uuidOf(id)} COMPLETED`)
      told.push(complete.length)
    }
    expect(await recordsOf().extent(owner)).toEqual({ until: expect.any(Number) })
    expect(told.some((count) => count > 0 && count < 95)).toBe(true)
    expect(await stored()).toHaveLength(95)
  })

  it('keeps a record exactly as it was sent, and no state that it did not see happen', async () => {
    provider.versions = [version(1, start - hour)]
    provider.rewrite = (page) => ({
      ...page,
      items: page.items.map((one) => ({ ...one, amount: 1.5, other: '\u00e9' })),
    })
    follow()
    await pass(5_000)
    const [row] = await database.selectFrom('transfer').selectAll().execute()
    expect(row?.created_at).toBe('2026-11-19T13:00:00.000000000Z')
    const text = encryption.decryptBytes(row?.record ?? Buffer.from(''), [
      'transfer',
      'record',
      'sandbox',
      'demo-client',
      uuidOf(1),
    ])
    expect(text?.toString()).toContain('"amount":1.5,"other":"\u00e9"')
    expect(await recordsOf().of(owner, uuidOf(1))).toEqual({ states: [] })
  })

  it('has a change within three seconds, with the state that it saw', async () => {
    provider.versions = [version(1, start - hour, 'PENDING')]
    follow()
    await pass(20_000)
    provider.versions.push(version(1, clock.time, 'COMPLETED'))
    await pass(3_000)
    expect(await stored()).toEqual(expected([1, 'COMPLETED']))
    expect((await recordsOf().of(owner, uuidOf(1))).states.map(({ status }) => status)).toEqual(['COMPLETED'])
  })

  it('finds what became visible late, and never goes back to an older version', async () => {
    follow()
    await pass(20_000)
    provider.versions.push(
      version(1, clock.time, 'COMPLETED', clock.time + 25_000),
      version(2, clock.time, 'COMPLETED'),
    )
    await pass(60_000)
    expect(await stored()).toEqual(expected([1, 'COMPLETED'], [2, 'COMPLETED']))
    // A replica that lies behind answers an old version.
    recordsOf().note(owner, [
      JSON.stringify({ id: uuidOf(2), status: 'PENDING', updated_at: new Date(start).toISOString() }),
    ])
    await pass(1_000)
    expect(await stored()).toEqual(expected([1, 'COMPLETED'], [2, 'COMPLETED']))
  })

  it('reads what is pending and the last ninety days again, and says what changed without a new time', async () => {
    const silent = version(1, start - hour, 'PENDING')
    provider.versions = [silent, version(2, start - hour, 'COMPLETED'), version(3, start - 100 * 24 * hour)]
    follow()
    await pass(20_000)
    silent.status = 'COMPLETED'
    await pass(700_000)
    expect(await stored()).toEqual(expected([1, 'COMPLETED'], [2, 'COMPLETED'], [3, 'COMPLETED']))
    expect(recorded.lines).toContainEqual(
      expect.objectContaining({ event: 'changed-without-update', transfers: [uuidOf(1)] }),
    )
    // One that was never listed while it was new, and is not pending.
    provider.versions.push(version(4, start - 2 * hour))
    clock.time += 25 * hour
    await pass(100_000)
    expect(await stored()).toContain(`${uuidOf(4)} COMPLETED`)
  })

  it('leaves its place to another, which goes on where it was', async () => {
    provider.versions = Array.from({ length: 60 }, (_, id) => version(id, start - hour - id * 1_000))
    const history = () => provider.queries.filter((query) => query['created_at.lt'] !== undefined)
    provider.failure = () => (history().length > 3 ? new ProblemError(502, 'service-unreachable', 'Away.') : undefined)
    const first = follow(10)
    await pass(2_000)
    await first.close()
    expect(await stored()).toHaveLength(30)
    provider.failure = () => undefined
    const asked = history().length
    follow(10)
    await pass(4_000)
    expect(await stored()).toHaveLength(60)
    expect(Date.parse(history()[asked]?.['created_at.lt'] ?? '')).toBeLessThanOrEqual(start - hour - 28_000)
  })

  it('reads alone: of two, one asks the provider', async () => {
    follow()
    await clock.move(100)
    const asked = provider.queries.length
    follow()
    await clock.move(1_000)
    expect(provider.queries.length - asked).toBeLessThanOrEqual(1)
  })

  it('whose provider refuses an old cursor goes on by time', async () => {
    provider.versions = Array.from({ length: 60 }, (_, id) => version(id, start - hour - id * 1_000))
    const { read } = provider.upstream
    let cursors = 0
    provider.upstream.read = async (name, input, options) => {
      const { page_cursor, 'created_at.lt': isHistory } = (input.query ?? {}) as Record<string, string>
      if (page_cursor && isHistory && ++cursors % 2 === 0)
        throw new ProblemError(400, 'invalid-input', 'The cursor has expired.')
      return read(name, input, options)
    }
    follow(10)
    await pass(3_000)
    expect(cursors).toBeGreaterThan(2)
    expect(await stored()).toHaveLength(60)
  })

  it('waits as long as the provider asks, and asks one that is away at most once a minute, with one line in the log', async () => {
    follow()
    await pass(20_000)
    provider.failure = () => providerAway(120)
    await pass(3_000)
    const { length } = provider.queries
    provider.versions.push(version(1, clock.time))
    await pass(110_000)
    expect(provider.queries).toHaveLength(length)
    provider.failure = () => providerAway()
    await pass(120_000)
    const asked = provider.queries.length
    await pass(300_000)
    expect(provider.queries.length - asked).toBeLessThanOrEqual(6)
    expect(recorded.lines.filter(({ event }) => event === 'changes-not-read')).toHaveLength(1)
    provider.failure = () => undefined
    await pass(61_000)
    expect(await stored()).toEqual(expected([1, 'COMPLETED']))
  })

  it('of which there are many reads rarely, but for as long as somebody watches', async () => {
    const follower = desk.follow({ pause: 30_000 })
    await pass(120_000)
    const asked = async (millis: number) => {
      const before = provider.queries.length
      await pass(millis)
      return provider.queries.length - before
    }
    expect(await asked(60_000)).toBeLessThanOrEqual(3)
    const leave = follower.watch()
    expect(await asked(1_000)).toBeGreaterThanOrEqual(1)
    expect(await asked(60_000)).toBeGreaterThan(20)
    leave()
    await pass(3_000)
    expect(await asked(60_000)).toBeLessThanOrEqual(3)
  })

  it('tells a change once: to who read it before, when it was read again, and none of the past', async () => {
    provider.versions = [version(1, start - hour), version(2, start - hour, 'PENDING')]
    const records = recordsOf()
    desk.follow({ records })
    await pass(20_000)
    const told = async () =>
      (await records.rows.changesAfter(owner, 0, 100)).map(({ change: { id, status } }) => `${id} ${status}`)
    expect(await told()).toEqual([])
    const updated_at = new Date(clock.time).toISOString()
    records.note(owner, [
      JSON.stringify({
        id: uuidOf(2),
        status: 'COMPLETED',
        created_at: new Date(start - hour).toISOString(),
        updated_at,
        amount: '1.00',
      }),
    ])
    await records.settled()
    expect(await told()).toEqual([])
    provider.versions.push(version(2, clock.time))
    await pass(20_000)
    expect(await told()).toEqual([`${uuidOf(2)} COMPLETED`])
    expect((await records.rows.reading(owner))?.lastSequence).toBe(1)
  })

  it.each([
    ['does not sort by creation', (items: object[]) => [...items].reverse()],
    [
      'ignores the time that it was asked for',
      (items: { created_at?: string }[]) =>
        items.map((one) => ({ ...one, created_at: new Date(start + hour).toISOString() })),
    ],
  ])('whose provider %s claims nothing', async (_, rewrite) => {
    provider.versions = Array.from({ length: 30 }, (__, id) => version(id, start - hour - id * 60_000))
    provider.rewrite = (page) => ({ ...page, items: rewrite(page.items) })
    follow(10)
    await pass(5_000)
    expect((await recordsOf().rows.reading(owner))?.isWhole).toBe(false)
    expect((await recordsOf().rows.reading(owner))?.from).toBeGreaterThan(beginning)
    expect(recorded.lines).toContainEqual(expect.objectContaining({ event: 'history-not-read' }))
  })

  it('loses no transfer and no last state, whoever is killed and whatever fails', async () => {
    const random = createRandom(fc.sample(fc.integer(), 1)[0] ?? 1)
    const rounds = 40
    provider.versions = Array.from({ length: 200 }, (_, id) => version(id, start - hour - random.below(5_000) * 1_000))
    provider.failure = () => (random.chance(0.1) ? new ProblemError(502, 'service-unreachable', 'Away.') : undefined)
    for (let round = 0; round < rounds; round++) {
      const follower = follow(10)
      for (let step = 0; step < 4; step++) {
        const id = random.below(260)
        const known = provider.versions.findLast((one) => one.id === id)
        if (known?.status !== 'COMPLETED' || known.at < start)
          provider.versions.push(
            version(id, clock.time, random.chance(0.5) ? 'PENDING' : 'COMPLETED', clock.time + random.below(20_000)),
          )
        await clock.move(random.below(3_000))
      }
      // A kill: it writes no more, and its place is still taken.
      if (random.chance(0.7)) void follower.close()
      else await follower.close()
    }
    provider.failure = () => undefined
    follow(10)
    await pass(120_000)
    const last = new Map<number, Version>()
    for (const one of provider.versions) {
      const before = last.get(one.id)
      if (!before || before.at <= one.at) last.set(one.id, one)
    }
    expect(await stored()).toEqual(expected(...[...last].map(([id, { status }]) => [id, status] as const)))
    expect(await recordsOf().extent(owner)).toEqual({ until: expect.any(Number) })
  })
})
