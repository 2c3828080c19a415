/** The feed: each change once to all who listen, and to who comes back what they missed. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openFollowed, providerAway, uuidOf } from '../../../server/records/testing'
import type { Upstreams } from '../../../server/upstream/upstream'
import { type FeedEvent, Live } from './live'

const start = Date.parse('2026-11-19T14:00:00.000Z')

let desk: Awaited<ReturnType<typeof openFollowed>>
let live: Live
let watched: number

beforeEach(async () => {
  desk = await openFollowed(start)
  watched = 0
  live = liveOf(true)
})

afterEach(async () => {
  live.close()
  await desk.close()
})

/** A console. @param isReader whether it is the one that reads the provider */
function liveOf(isReader: boolean): Live {
  const { clock, provider, recorded } = desk
  const records = desk.recordsOf()
  const follower = isReader ? desk.follow({ records }) : undefined
  return new Live({
    clock,
    records,
    log: recorded.log,
    upstreams: { of: () => provider.upstream } as unknown as Upstreams,
    watch: () => {
      watched += 1
      const leave = follower?.watch()
      return () => {
        watched -= 1
        leave?.()
      }
    },
  })
}

function change(id: number, status = 'PENDING'): void {
  const { clock, provider } = desk
  provider.versions.push({ id, at: clock.time, visibleAt: clock.time, status })
}

/** Listens. `changes` has the ids of changes with their statuses. */
function listen(after?: string, at = live) {
  const events: FeedEvent[] = []
  const stop = at.subscribe('sandbox', (event) => events.push(event), after)
  return {
    stop,
    changes: () =>
      events.flatMap((event) => (event.kind === 'change' ? [`${event.change.id} ${event.change.status}`] : [])),
    states: () => events.flatMap((event) => (event.kind === 'state' ? [event.state] : [])),
    hasReload: () => events.some(({ kind }) => kind === 'reload'),
    last: () => events.findLast((event) => event.kind !== 'state')?.id,
  }
}

describe('The feed', () => {
  it('tells each change once to all who listen, at this console and at another', async () => {
    await desk.pass(10_000)
    const other = liveOf(false)
    const all = [listen(), listen(), listen(undefined, other)]
    change(1)
    await desk.pass(4_000)
    for (const one of all) expect(one.changes()).toEqual([`${uuidOf(1)} PENDING`])
    change(1, 'COMPLETED')
    change(2)
    await desk.pass(14_000)
    for (const one of all)
      expect(one.changes()).toEqual([`${uuidOf(1)} PENDING`, `${uuidOf(1)} COMPLETED`, `${uuidOf(2)} PENDING`])
    other.close()
  })

  it('lets the provider be read more often while anyone listens', async () => {
    const [one, other] = [listen(), listen()]
    await desk.pass(1_000)
    expect(watched).toBe(1)
    one.stop()
    expect(watched).toBe(1)
    other.stop()
    await desk.pass(1_000)
    expect(watched).toBe(0)
  })

  it('says within 15 s that the provider does not answer, and goes on', async () => {
    const { states, changes } = listen()
    await desk.pass(3_000)
    expect(states()).toEqual(['waiting', 'live'])
    desk.provider.failure = () => providerAway()
    await desk.pass(18_000)
    expect(states().at(-1)).toBe('waiting')
    change(1)
    desk.provider.failure = () => undefined
    await desk.pass(61_000)
    expect(states().at(-1)).toBe('live')
    expect(changes()).toEqual([`${uuidOf(1)} PENDING`])
  })

  it('tells who comes back what they missed, once and in order, at whichever console', async () => {
    const first = listen()
    change(1)
    await desk.pass(4_000)
    const id = first.last()
    first.stop()
    change(2)
    await desk.pass(300_000)
    change(3)
    await desk.pass(14_000)
    const other = liveOf(false)
    for (const again of [listen(id), listen(id, other)]) {
      await desk.pass(1_500)
      expect(again.changes()).toEqual([`${uuidOf(2)} PENDING`, `${uuidOf(3)} PENDING`])
      expect(again.hasReload()).toBe(false)
    }
    other.close()
  })

  it('tells who missed too much, or names no place in it, to reload', async () => {
    const first = listen()
    change(0)
    await desk.pass(4_000)
    first.stop()
    for (let record = 1; record <= 1_001; record++) change(record)
    await desk.pass(14_000)
    const late = [listen(first.last()), listen('0badc0de.7'), listen('-1'), listen('999999')]
    await desk.pass(1_500)
    for (const one of late) {
      expect(one.hasReload()).toBe(true)
      expect(one.changes()).toEqual([])
    }
    change(2_000)
    await desk.pass(4_000)
    for (const one of late) expect(one.changes()).toEqual([`${uuidOf(2_000)} PENDING`])
  })

  it('tells who comes for the first time what changed within the last minute, and nothing of history', async () => {
    desk.provider.versions.push({ id: 9, at: start - 3_600_000, visibleAt: 0, status: 'COMPLETED' })
    await desk.pass(10_000)
    change(1)
    await desk.pass(80_000)
    change(2)
    await desk.pass(14_000)
    const one = listen()
    await desk.pass(1_500)
    expect(one.changes()).toEqual([`${uuidOf(2)} PENDING`])
    expect(one.hasReload()).toBe(false)
  })
})
