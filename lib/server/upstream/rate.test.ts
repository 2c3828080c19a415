import { describe, expect, it } from 'vitest'
import { systemClock } from '../clock'
import { fastClock } from '../testing'
import { RateBucket } from './rate'
import { secondsToWait } from './retry-after'

const standing = { ...systemClock, steady: () => 0 }

describe('Calls to the provider', () => {
  it('are made at once while the second has slots, and then at the rate', () => {
    let now = 0
    const bucket = new RateBucket(40, 1, { ...systemClock, steady: () => now })
    expect(Array.from({ length: 40 }, () => bucket.take(true)).every((wait) => wait === 0)).toBe(true)
    expect(bucket.take(true)).toBe(25)
    expect(bucket.take(true)).toBe(50)
    now = 1_000
    expect(bucket.take(true)).toBe(0)
  })

  it('reserve ten a second for people, even if background work comes first', () => {
    const bucket = new RateBucket(40, 1, standing)
    for (let taken = 0; taken < 30; taken++) expect(bucket.take(false)).toBe(0)
    expect(bucket.take(false)).toBeGreaterThan(0)
    expect(bucket.take(true)).toBe(0)
  })

  it('do not wait for a wall clock that was set back', () => {
    let now = Date.now()
    const bucket = new RateBucket(40, 1, { ...systemClock, now: () => now })
    now -= 3_600_000
    expect(bucket.take(true)).toBe(0)
  })

  it('that wait for a slot give it back when their caller disconnects', async () => {
    const bucket = new RateBucket(1, 1, fastClock(1))
    const browser = new AbortController()
    await bucket.slot(true, browser.signal)
    const waiting = bucket.slot(true, browser.signal)
    browser.abort(new Error('The browser has gone.'))
    await expect(waiting).rejects.toThrow('The browser has gone.')
    expect(bucket.take(true)).toBeLessThanOrEqual(1_000)
  })

  it('that would wait longer than five seconds, or in the background at all, are refused as busy', async () => {
    const bucket = new RateBucket(1, 1, standing)
    const { signal } = new AbortController()
    const busy = { problem: { status: 429, type: '/problems/console-busy' } }
    bucket.take(true)
    await expect(bucket.slot(false, signal)).rejects.toMatchObject(busy)
    for (let waiting = 0; waiting < 5; waiting++) bucket.take(true)
    await expect(bucket.slot(true, signal)).rejects.toMatchObject({ ...busy, headers: { 'retry-after': '6' } })
  })

  it('that are refused do not count, so that an overload ends with its cause', () => {
    const bucket = new RateBucket(40, 1, standing)
    for (let taken = 0; taken < 5_000; taken++) bucket.take(true, 1_000)
    expect(bucket.take(true)).toBeLessThan(1_100)
  })

  it('in the background never take the slots reserved for people', () => {
    const bucket = new RateBucket(40, 1, standing)
    for (let taken = 0; taken < 230; taken++) bucket.take(false, 0)
    for (let taken = 0; taken < 10; taken++) expect(bucket.take(true)).toBe(0)
    expect(bucket.take(true)).toBeGreaterThan(0)
  })

  it('of several consoles with one credential stay within its rate together', () => {
    const taken = (replicas: number, isPersonal: boolean) => {
      const buckets = Array.from({ length: replicas }, () => new RateBucket(40, replicas, standing))
      const atOnce = (bucket: RateBucket) => Array.from({ length: 40 }, () => bucket.take(isPersonal, 0))
      return buckets.flatMap(atOnce).filter((wait) => wait === 0).length
    }
    expect([taken(1, true), taken(2, true), taken(3, true), taken(4, true)]).toEqual([40, 40, 39, 40])
    expect([taken(1, false), taken(2, false), taken(3, false), taken(4, false)]).toEqual([30, 30, 30, 28])
  })

  it('are made once a second if there are more consoles than calls', () => {
    const bucket = new RateBucket(4, 8, standing)
    expect([bucket.take(false), bucket.take(true)]).toEqual([0, 1_000])
  })

  it('never wait if there is no limit', () => {
    const bucket = new RateBucket(0, 1, standing)
    expect(Array.from({ length: 1_000 }, () => bucket.take(false)).every((wait) => wait === 0)).toBe(true)
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
