/** How much faster a scan is than a serial walk, in the time of a clock that only the provider's answers move. */
import { expect, test } from 'vitest'
import { createRandom } from '../../sandbox/random'
import type { Clock } from '../clock'
import { scan } from './scan'
import type { ScanSource, TimeRange } from './scan-source'
import { Pace } from './throttle'

/** Milliseconds that an empty page takes, as in the benchmark, and a full one on average: real pages do not come in step. */
const emptyMillis = 80
const fullMillis = 95
const year = 365 * 86_400_000
/** As without a filter: from the first day there is until some days after the newest row. */
const range: TimeRange = { from: -2025 * year, to: year + 22 * 86_400_000 }

/** A clock that passes to the next time for which something waits, once nothing else is to be done. */
function idleClock() {
  let now = 0
  const waiting: { at: number; act: () => void }[] = []
  const clock: Clock = {
    now: () => now,
    steady: () => now,
    after(millis, act) {
      const entry = { at: now + millis, act }
      waiting.push(entry)
      return () => {
        if (waiting.includes(entry)) waiting.splice(waiting.indexOf(entry), 1)
      }
    },
  }
  /** Runs the work to its end. */
  async function run(work: Promise<void>): Promise<number> {
    let isOver = false
    const over = work.finally(() => {
      isOver = true
    })
    while (!isOver) {
      await new Promise(setImmediate)
      const next = waiting.toSorted((one, other) => one.at - other.at)[0]
      if (!next || isOver) continue
      waiting.splice(waiting.indexOf(next), 1)
      now = next.at
      next.act()
    }
    await over
    return now
  }
  return { clock, run }
}

type Shape = 'uniform' | 'burst' | 'weekly bursts'

/** Newest first. A burst has 90 % of the rows in 2 % of the year. */
function timesOf(count: number, shape: Shape, seed: number): Float64Array {
  const random = createRandom(seed)
  const part = () => random.below(1_000_000_000) / 1_000_000_000
  const time = () => {
    if (shape === 'uniform' || random.below(10) === 0) return part()
    return shape === 'burst' ? 0.4 + part() * 0.02 : (random.below(52) + part() * 0.02) / 52
  }
  return Float64Array.from({ length: count }, () => Math.floor(time() * year))
    .sort()
    .reverse()
}

/** Reads all rows. @returns milliseconds, and pages that were asked for */
async function read(times: Float64Array, workers: number): Promise<{ millis: number; pages: number }> {
  const limit = 1_000
  const { clock, run } = idleClock()
  const rows = Array.from(times, (at, index) => ({ id: String(index), at }))
  let pages = 0
  const random = createRandom(workers)
  const firstBefore = (time: number) => {
    let [low, high] = [0, rows.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((times[middle] ?? 0) < time) high = middle
      else low = middle + 1
    }
    return low
  }
  const source: ScanSource<(typeof rows)[number]> = {
    limit,
    idOf: ({ id }) => id,
    createdAt: ({ at }) => at,
    retryAfter: () => undefined,
    async page({ range: { from, to } = range, cursor }) {
      pages += 1
      const start = cursor === undefined ? firstBefore(to) : Number(cursor)
      const page = rows.slice(start, Math.min(start + limit, firstBefore(from)))
      const millis = emptyMillis + random.below(2 * (fullMillis - emptyMillis) + 1) * (page.length / limit)
      await new Promise<void>((resolve) => clock.after(millis, resolve))
      return { rows: page, millis, next: page.length === limit ? String(start + limit) : '' }
    },
  }
  let given = 0
  const millis = await run(
    (async () => {
      const options = { clock, signal: new AbortController().signal, workers, pace: new Pace(clock, 16) }
      for await (const batch of scan(source, range, options)) if (batch.kind === 'rows') given += batch.rows.length
    })(),
  )
  expect(given).toBe(rows.length)
  return { millis, pages }
}

const count = 200_000
const serialPages = count / 1_000 + 1

/** What the benchmark asks for, and what holds for a burst each week, before each of which the scan goes by too large steps. */
test.each([
  { shape: 'uniform', workers: 8, aim: 5, mostPages: 1.35 },
  { shape: 'uniform', workers: 16, aim: 7.5, mostPages: 1.35 },
  { shape: 'burst', workers: 8, aim: 5, mostPages: 1.35 },
  { shape: 'burst', workers: 16, aim: 7.5, mostPages: 1.35 },
  { shape: 'weekly bursts', workers: 8, aim: 3.8, mostPages: 2.1 },
  { shape: 'weekly bursts', workers: 16, aim: 6, mostPages: 2.1 },
] as const)(
  'a scan of $shape rows with $workers pages at once is at least $aim times as fast',
  async ({ shape, workers, aim, mostPages }) => {
    for (const seed of [1, 5, 7]) {
      const { millis, pages } = await read(timesOf(count, shape, seed), workers)
      expect((serialPages * fullMillis) / millis).toBeGreaterThanOrEqual(aim)
      expect(pages).toBeLessThanOrEqual(mostPages * serialPages)
    }
  },
)
