import { expect, test } from 'vitest'
import { systemClock } from '../clock'
import { Pace } from './throttle'

/** A pace on a clock that a test moves. */
function paceOf(most = 16) {
  let now = 0
  const clock = { ...systemClock, steady: () => now }
  const pace = new Pace(clock, most)
  /** Pages that come one by one in this time. */
  const pages = (millis: number, each = 80) => {
    for (const end = now + millis; now < end; ) {
      now += 50
      pace.succeeded(each)
    }
    return pace.share('ines')
  }
  const pass = (millis: number) => {
    now += millis
  }
  return { pace, pages, pass }
}

test('it starts with four pages at once, and doubles while there is no trouble', () => {
  const { pace, pages } = paceOf()
  expect([pace.share('ines'), pages(250), pages(250), pages(2_000)]).toEqual([4, 8, 16, 16])
})

test('a failure halves it, once a second, and then it rises by one each second', () => {
  const { pace, pages } = paceOf()
  pages(1_000)
  for (let failed = 0; failed < 16; failed++) pace.failed()
  expect([pace.share('ines'), pages(900), pages(100), pages(1_000)]).toEqual([8, 8, 9, 10])
  pace.failed()
  expect(pace.share('ines')).toBe(5)
})

test('failures take it down to one page at once, slow answers only to the four that it started with', () => {
  const failing = paceOf()
  for (let seconds = 0; seconds < 3; seconds++) {
    failing.pace.failed()
    failing.pass(1_000)
  }
  failing.pace.failed()
  expect(failing.pace.share('ines')).toBe(1)
  const slow = paceOf()
  expect([slow.pages(1_000), slow.pages(1_000, 400), slow.pages(20_000, 400)]).toEqual([16, 12, 4])
})

test('one slow page among many is no trouble', () => {
  const { pace, pages } = paceOf()
  pages(1_000)
  pace.succeeded(900)
  expect(pages(500)).toBe(16)
})

test('people have equal shares of what may be read at once, whatever each of them reads, and get them back', () => {
  const { pace, pages } = paceOf()
  pages(1_000)
  const leave = Array.from({ length: 8 }, () => pace.join('loud'))
  leave.push(pace.join('quiet'))
  expect([pace.share('loud'), pace.share('quiet'), pace.pagesHeld]).toEqual([1, 8, 7])
  for (const one of leave.slice(0, 8)) one()
  expect([pace.share('quiet'), pace.pagesHeld]).toEqual([16, 64])
})

test('nothing is asked while the provider asked to wait, and a scan that is cancelled does not wait', async () => {
  const pace = new Pace(systemClock, 16)
  pace.failed(60)
  const began = performance.now()
  await pace.opened(new AbortController().signal)
  expect(performance.now() - began).toBeGreaterThanOrEqual(58)
  pace.failed(60_000)
  const controller = new AbortController()
  const waiting = pace.opened(controller.signal)
  controller.abort(new Error('cancelled'))
  await expect(waiting).rejects.toThrow('cancelled')
})
