/** The feed: read only while someone listens, slower when nothing happens, and resumed where a listener left it. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Records } from '../records/records'
import { recordedLog } from '../testing'
import { type FeedEvent, Poller } from './poller'
import { followedProvider, providerAway, standingClock, type TestProvider, uuidOf } from './testing'

const start = Date.parse('2026-11-19T14:00:00.000Z')

let clock: ReturnType<typeof standingClock>
let provider: TestProvider
let noted: unknown[]
let recorded: ReturnType<typeof recordedLog>
let poller: Poller

beforeEach(() => {
  clock = standingClock(start)
  provider = followedProvider(clock)
  noted = []
  recorded = recordedLog()
  const records = { note: (_: unknown, records: unknown[]) => noted.push(...records) } as unknown as Records
  poller = new Poller({ upstream: provider.upstream, clock, log: recorded.log, records })
})

function change(id: number, status = 'PENDING'): void {
  provider.versions.push({ id, at: clock.time, visibleAt: clock.time, status })
}

/** Listens. `seen` has ids and statuses of changes, states, and reloads. */
function listen(after?: string) {
  const events: FeedEvent[] = []
  const stop = poller.subscribe((event) => events.push(event), after)
  return {
    stop,
    changes: () =>
      events.flatMap((event) => (event.kind === 'change' ? [`${event.change.id} ${event.change.status}`] : [])),
    states: () => events.flatMap((event) => (event.kind === 'state' ? [event.state] : [])),
    hasReload: () => events.some(({ kind }) => kind === 'reload'),
    last: () => events.findLast((event) => event.kind !== 'state')?.id,
  }
}

const times = async (millis: number, act: () => unknown): Promise<number> => {
  const before = provider.queries.length
  await act()
  await clock.move(millis)
  return provider.queries.length - before
}

describe('The feed', () => {
  it('reads nothing while nobody listens', async () => {
    expect(await times(60_000, () => undefined)).toBe(0)
    const { stop } = listen()
    expect(await times(60_000, () => undefined)).toBeGreaterThan(0)
    stop()
    expect(await times(60_000, () => undefined)).toBe(0)
  })

  it('is read once for all who listen', async () => {
    const [one, other] = [listen(), listen()]
    await clock.move(1_000)
    change(1)
    await clock.move(3_000)
    expect(one.changes()).toEqual([`${uuidOf(1)} PENDING`])
    expect(other.changes()).toEqual(one.changes())
    const { length } = provider.queries
    one.stop()
    other.stop()
    expect(length).toBeLessThanOrEqual(3)
  })

  it('reads every 2 s while something changes, and up to 15 s apart when nothing does', async () => {
    listen()
    await clock.move(120_000)
    expect(await times(60_000, () => undefined)).toBe(4)
    change(1)
    await clock.move(15_000)
    const busy = await times(20_000, async () => {
      for (let turn = 0; turn < 10; turn++) {
        change(1)
        await clock.move(2_000)
      }
    })
    expect(busy).toBeGreaterThanOrEqual(10)
  })

  it('notes what it reads as seen', async () => {
    listen()
    change(1)
    await clock.move(100)
    expect(noted).toEqual([expect.stringContaining(uuidOf(1))])
  })

  it('waits as long as the provider asks, says that it does not follow, and goes on', async () => {
    const { states, changes } = listen()
    await clock.move(100)
    expect(states()).toEqual(['waiting', 'live'])
    provider.failure = () => providerAway(120)
    await clock.move(3_000)
    expect(states().at(-1)).toBe('waiting')
    expect(await times(110_000, () => change(1))).toBe(0)
    provider.failure = () => undefined
    await clock.move(15_000)
    expect(states().at(-1)).toBe('live')
    expect(changes()).toEqual([`${uuidOf(1)} PENDING`])
  })

  it('asks a provider that is away at most once a minute, and logs it once', async () => {
    provider.failure = () => providerAway()
    listen()
    await clock.move(120_000)
    expect(await times(300_000, () => undefined)).toBeLessThanOrEqual(5)
    expect(recorded.lines.filter(({ event }) => event === 'not-followed')).toHaveLength(1)
  })

  it('tells who comes back what they missed, once and in order', async () => {
    const first = listen()
    change(1)
    await clock.move(100)
    const id = first.last()
    const other = listen()
    first.stop()
    change(2)
    await clock.move(3_000)
    change(3)
    await clock.move(10_000)
    const again = listen(id)
    expect(again.changes()).toEqual([`${uuidOf(2)} PENDING`, `${uuidOf(3)} PENDING`])
    expect(again.hasReload()).toBe(false)
    other.stop()
  })

  it('finds what changed while nobody listened, for a few minutes', async () => {
    const first = listen()
    change(1)
    await clock.move(100)
    first.stop()
    await clock.move(30_000)
    change(2)
    await clock.move(200_000)
    const again = listen(first.last())
    await clock.move(100)
    expect(again.changes()).toEqual([`${uuidOf(2)} PENDING`])
  })

  it('tells who comes back too late, or from another process, to reload', async () => {
    const first = listen()
    change(1)
    await clock.move(100)
    first.stop()
    await clock.move(400_000)
    expect(listen(first.last()).hasReload()).toBe(true)
    expect(listen('0badc0de.7').hasReload()).toBe(true)
    expect(listen('nonsense').hasReload()).toBe(true)
    expect(listen().hasReload()).toBe(false)
  })

  it('tells who comes for the first time what changed within the last minute', async () => {
    const other = listen()
    change(1)
    await clock.move(70_000)
    change(2)
    await clock.move(20_000)
    expect(listen().changes()).toEqual([`${uuidOf(2)} PENDING`])
    other.stop()
  })

  it('forgets the oldest changes, and tells who knows only those to reload', async () => {
    const first = listen()
    change(0)
    await clock.move(100)
    const id = first.last()
    for (let turn = 1; turn <= 3; turn++) {
      for (let record = 1; record <= 900; record++) change(record)
      await clock.move(15_000)
    }
    expect(first.changes()).toHaveLength(2_701)
    expect(listen(id).hasReload()).toBe(true)
  })
})
