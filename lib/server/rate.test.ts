import { describe, expect, it, vi } from 'vitest'
import { RateBucket } from './rate'
import { secondsToWait } from './retry-after'

describe('Calls to the service', () => {
  it('go out at once while a second has room, and then at the rate', () => {
    let now = 0
    const bucket = new RateBucket(40, 1, () => now)
    expect(Array.from({ length: 40 }, () => bucket.take(true)).every((wait) => wait === 0)).toBe(true)
    expect(bucket.take(true)).toBe(25)
    expect(bucket.take(true)).toBe(50)
    now = 1_000
    expect(bucket.take(true)).toBe(0)
  })

  it('keep ten for people when background work comes first', () => {
    const bucket = new RateBucket(40, 1, () => 0)
    for (let taken = 0; taken < 30; taken++) expect(bucket.take(false)).toBe(0)
    expect(bucket.take(false)).toBeGreaterThan(0)
    expect(bucket.take(true)).toBe(0)
  })

  it('do not wait for a clock that was set back', () => {
    const bucket = new RateBucket(40)
    const { now } = Date
    vi.spyOn(Date, 'now').mockImplementation(() => now() - 3_600_000)
    expect(bucket.take(true)).toBe(0)
    vi.restoreAllMocks()
  })

  it('that are refused are not counted, so that an overload ends when its cause does', () => {
    const bucket = new RateBucket(40, 1, () => 0)
    for (let taken = 0; taken < 5_000; taken++) bucket.take(true, 1_000)
    expect(bucket.take(true)).toBeLessThan(1_100)
  })

  it('in the background never dig into what is kept for people', () => {
    const bucket = new RateBucket(40, 1, () => 0)
    for (let taken = 0; taken < 230; taken++) bucket.take(false, 0)
    for (let taken = 0; taken < 10; taken++) expect(bucket.take(true)).toBe(0)
    expect(bucket.take(true)).toBeGreaterThan(0)
  })

  it('are shared by consoles with one credential: together they make no more than it may', () => {
    const taken = (replicas: number, isPersonal: boolean) => {
      const buckets = Array.from({ length: replicas }, () => new RateBucket(40, replicas, () => 0))
      const atOnce = (bucket: RateBucket) => Array.from({ length: 40 }, () => bucket.take(isPersonal, 0))
      return buckets.flatMap(atOnce).filter((wait) => wait === 0).length
    }
    expect([taken(1, true), taken(2, true), taken(3, true), taken(4, true)]).toEqual([40, 40, 39, 40])
    expect([taken(1, false), taken(2, false), taken(3, false), taken(4, false)]).toEqual([30, 30, 30, 28])
  })

  it('go out once a second where there are more consoles than calls', () => {
    const bucket = new RateBucket(4, 8, () => 0)
    expect([bucket.take(false), bucket.take(true)]).toEqual([0, 1_000])
  })

  it('never wait where there is no limit', () => {
    const bucket = new RateBucket(0, 1, () => 0)
    expect(Array.from({ length: 1_000 }, () => bucket.take(false)).every((wait) => wait === 0)).toBe(true)
  })

  it('wait as long as Retry-After says, in seconds or as a date', () => {
    expect(secondsToWait('42', 1)).toBe(42)
    expect(secondsToWait('Thu, 19 Nov 2026 14:32:30 GMT', 1, Date.UTC(2026, 10, 19, 14, 32, 0))).toBe(30)
  })

  it('wait 60 s and then 300 s where no time is said, or nonsense', () => {
    expect(secondsToWait(undefined, 1)).toBe(60)
    expect(secondsToWait('soon', 1)).toBe(60)
    expect(secondsToWait('', 2)).toBe(300)
  })

  it('wait at least a second and at most an hour', () => {
    expect(secondsToWait('0', 1)).toBe(1)
    expect(secondsToWait('999999999', 1)).toBe(3600)
    expect(secondsToWait('Thu, 01 Jan 1970 00:00:00 GMT', 1)).toBe(1)
  })
})
