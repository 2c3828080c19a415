import { describe, expect, it } from 'vitest'
import { systemClock } from '../clock'
import { type Caller, RateBucket } from './rate'
import { secondsToWait } from './retry-after'

/** A clock that stands still until a test moves it, and then calls back what has become due. */
function movedClock() {
  let now = 0
  let due: { at: number; act: () => void }[] = []
  return {
    ...systemClock,
    steady: () => now,
    after(millis: number, act: () => void) {
      const timer = { at: now + millis, act }
      due.push(timer)
      return () => {
        due = due.filter((one) => one !== timer)
      }
    },
    /** Moves on in steps, so that what is scheduled meanwhile is called back too. */
    async pass(millis: number) {
      const end = now + millis
      while (now < end) {
        now = Math.min(end, now + 5)
        const ready = due.filter(({ at }) => at <= now)
        due = due.filter(({ at }) => at > now)
        for (const { act } of ready) act()
        await Promise.resolve()
      }
      await new Promise((done) => setImmediate(done))
    },
  }
}

const { signal } = new AbortController()
const call = (kind: Caller['kind'], subject = 'ines'): Caller => ({ kind, subject })
const busy = { problem: { status: 429, type: '/problems/console-busy' } }

/** A bucket whose calls are noted in the order in which they were made. */
function bucketOf(rate: number, replicas = 1) {
  const clock = movedClock()
  const bucket = new RateBucket(rate, replicas, clock)
  const made: string[] = []
  const refused: unknown[] = []
  const start = (caller: Caller, count = 1) =>
    Array.from({ length: count }, () =>
      bucket.slot(caller, signal).then(
        () => made.push(`${caller.subject} ${caller.kind}`),
        (problem) => refused.push(problem),
      ),
    )
  const counted = (name: string) => made.filter((one) => one === name).length
  return { bucket, clock, made, refused, start, counted }
}

describe('Calls to the provider', () => {
  it('are made at once while the second has slots, and then at the rate', async () => {
    const { clock, made, start } = bucketOf(40)
    start(call('read'), 60)
    await clock.pass(0)
    expect(made).toHaveLength(40)
    await clock.pass(250)
    expect(made).toHaveLength(50)
    await clock.pass(250)
    expect(made).toHaveLength(60)
  })

  it('of one person leave the others their turn: each of two gets every second slot', async () => {
    const { clock, start, counted } = bucketOf(40)
    start(call('read', 'ines'), 120)
    start(call('read', 'tomas'), 20)
    await clock.pass(0)
    const before = counted('ines read')
    await clock.pass(1_000)
    expect(counted('tomas read')).toBe(20)
    expect(counted('ines read') - before).toBe(20)
  })

  it('that write go before reads that came earlier, also those of the same person', async () => {
    const { clock, made, start } = bucketOf(40)
    start(call('read', 'ines'), 130)
    start(call('write', 'tomas'), 4)
    start(call('write', 'ines'), 1)
    await clock.pass(150)
    expect(made.slice(40, 45)).toEqual([...['tomas write', 'ines write', 'tomas write', 'tomas write', 'tomas write']])
  })

  it('of one person wait a hundred at a time; more are refused, while another person still gets in line', async () => {
    const { clock, made, refused, start } = bucketOf(40)
    start(call('read', 'ines'), 260)
    start(call('read', 'tomas'), 10)
    await clock.pass(0)
    expect(refused).toHaveLength(120)
    expect(refused[0]).toMatchObject(busy)
    await clock.pass(5_000)
    expect(made).toHaveLength(150)
    expect(refused).toHaveLength(120)
  })

  it('reserve ten a second for people, even if background work comes first', async () => {
    const { clock, made, refused, start } = bucketOf(40)
    start(call('background'), 31)
    await clock.pass(0)
    expect([made.length, refused.length]).toEqual([30, 1])
    start(call('read'), 10)
    await clock.pass(0)
    expect(made).toHaveLength(40)
  })

  it('in the background are refused while a person waits', async () => {
    const { clock, refused, start, counted } = bucketOf(40)
    start(call('read'), 100)
    await clock.pass(1_000)
    start(call('background'), 1)
    await clock.pass(0)
    expect(refused).toMatchObject([busy])
    expect(counted('ines background')).toBe(0)
  })

  it('in the background are told when there is a slot that no person needs, so that none is refused', async () => {
    const { bucket, clock, made, refused, start } = bucketOf(40)
    start(call('background'), 30)
    await clock.pass(0)
    expect(bucket.millisToSpare()).toBe(25)
    await clock.pass(25)
    expect(bucket.millisToSpare()).toBe(0)
    start(call('background'))
    await clock.pass(0)
    expect([made.length, refused.length]).toEqual([31, 0])
    start(call('read'), 20)
    await clock.pass(0)
    expect(bucket.millisToSpare()).toBe(100)
    expect(bucketOf(0).bucket.millisToSpare()).toBe(0)
  })

  it('do not wait for a wall clock that was set back', async () => {
    let now = Date.UTC(2026, 10, 19)
    const bucket = new RateBucket(40, 1, { ...systemClock, now: () => now })
    now -= 3_600_000
    await bucket.slot(call('read'), signal)
  })

  it('that wait for a slot leave the queue when their caller disconnects', async () => {
    const { bucket, clock, made, start } = bucketOf(1)
    const browser = new AbortController()
    start(call('read'))
    const waiting = bucket.slot(call('read'), browser.signal)
    start(call('read'))
    browser.abort(new Error('The browser has gone.'))
    await expect(waiting).rejects.toThrow('The browser has gone.')
    await clock.pass(1_000)
    expect(made).toHaveLength(2)
  })

  it('that would wait longer than five seconds are refused as busy, and say when to try again', async () => {
    const { clock, refused, start } = bucketOf(1)
    start(call('read'), 7)
    await clock.pass(0)
    expect(refused).toMatchObject([{ ...busy, headers: { 'retry-after': '6' } }])
  })

  it('that wait behind later writes are refused after five seconds', async () => {
    const { clock, refused, start, counted } = bucketOf(1)
    start(call('read', 'ines'), 3)
    for (let second = 0; second < 6; second++) {
      start(call('write', 'tomas'))
      await clock.pass(1_000)
    }
    expect(counted('tomas write')).toBe(6)
    expect(refused).toMatchObject([busy, busy])
  })

  it('of several consoles with one credential stay within its rate together', async () => {
    const taken = async (replicas: number, kind: Caller['kind']) => {
      const buckets = Array.from({ length: replicas }, () => bucketOf(40, replicas))
      for (const { start } of buckets) start(call(kind), 40)
      for (const { clock } of buckets) await clock.pass(0)
      return buckets.reduce((sum, { made }) => sum + made.length, 0)
    }
    const all = (kind: Caller['kind']) => Promise.all([1, 2, 3, 4].map((replicas) => taken(replicas, kind)))
    expect(await all('read')).toEqual([40, 40, 39, 40])
    expect(await all('background')).toEqual([30, 30, 30, 28])
  })

  it('are made once a second if there are more consoles than calls', async () => {
    const { clock, made, start } = bucketOf(4, 8)
    start(call('background'))
    start(call('read'))
    await clock.pass(990)
    expect(made).toHaveLength(1)
    await clock.pass(10)
    expect(made).toHaveLength(2)
  })

  it('never wait if there is no limit', async () => {
    const { clock, made, start } = bucketOf(0)
    start(call('background'), 1_000)
    await clock.pass(0)
    expect(made).toHaveLength(1_000)
  })

  it('wait as long as Retry-After says, in seconds or until a date', () => {
    expect(secondsToWait('42', 1, 0)).toBe(42)
    expect(secondsToWait('Thu, 19 Nov 2026 14:32:30 GMT', 1, Date.UTC(2026, 10, 19, 14, 32, 0))).toBe(30)
  })

  it('wait 60 s and then 300 s if Retry-After is missing or unreadable', () => {
    expect(secondsToWait(undefined, 1, 0)).toBe(60)
    expect(secondsToWait('soon', 1, 0)).toBe(60)
    expect(secondsToWait('', 2, 0)).toBe(300)
  })

  it('wait at least a second and at most an hour', () => {
    expect(secondsToWait('0', 1, 0)).toBe(1)
    expect(secondsToWait('999999999', 1, 0)).toBe(3600)
    expect(secondsToWait('Thu, 01 Jan 1970 00:00:00 GMT', 1, 0)).toBe(1)
  })
})
