import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { systemClock } from '../clock'
import { scan } from './scan'
import type { ScanBatch, ScanSource, TimeRange } from './scan-source'
import { Pace } from './throttle'

type Row = { id: string; at: number }

/** A number generator with a seed: mulberry32. */
function randomOf(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const range: TimeRange = { from: 0, to: 3_600_000 }

/** Rows newest first: even, in bursts, many of one time, all of one time. */
function rowsOf(random: () => number): Row[] {
  const count = Math.floor(random() * 120)
  const shape = Math.floor(random() * 4)
  const burst = random() * 3_500_000
  const timeOf = () => {
    if (shape === 0) return Math.floor(random() * 3_600_000)
    if (shape === 1) return Math.floor(random() < 0.9 ? burst + random() * 60_000 : random() * 3_600_000)
    if (shape === 2) return 1_000 * Math.floor(random() * 12) + 7
    return 1_800_123
  }
  return Array.from({ length: count }, timeOf)
    .sort((a, b) => b - a)
    .map((at, index) => ({ id: `row ${index}`, at }))
}

/**
 * Rows that a page has at most, although more are asked for; and which pages have a cursor: those before others, all full
 * ones, all, or none.
 */
type Habits = { cap?: number; style?: (typeof styles)[number] | 'none' }
const styles = ['needed', 'full', 'always'] as const

/** A service that knows which query a cursor belongs to, and answers in any order. */
function serviceOf(
  rows: readonly Row[],
  limit: number,
  random: () => number,
  { cap = limit, style = 'needed' }: Habits = {},
) {
  const calls: TimeRange[] = []
  const source: ScanSource<Row> = {
    limit,
    idOf: ({ id }) => id,
    createdAt: ({ at }) => at,
    retryAfter: () => undefined,
    async page({ range: asked = range, cursor }, signal) {
      calls.push(asked)
      for (let turns = Math.floor(random() * 4); turns > 0; turns--) await new Promise(setImmediate)
      signal.throwIfAborted()
      const [from, to, start] = cursor === undefined ? [asked.from, asked.to, 0] : cursor.split(' ').map(Number)
      if (from !== asked.from || to !== asked.to) throw new Error('The cursor belongs to another query.')
      const found = rows.filter(({ at }) => at >= asked.from && at < asked.to).slice(start)
      const page = found.slice(0, Math.min(cap, limit))
      const hasCursor = found.length > page.length || style === 'always' || (style === 'full' && page.length === limit)
      if (style === 'none') return { rows: page }
      return { rows: page, next: hasCursor ? `${from} ${to} ${(start ?? 0) + page.length}` : '' }
    },
  }
  return { source, calls }
}

async function collect<R>(batches: AsyncIterable<ScanBatch<R>>): Promise<{ rows: R[]; restarts: string[] }> {
  let rows: R[] = []
  const restarts: string[] = []
  for await (const batch of batches) {
    if (batch.kind === 'restart') {
      rows = []
      restarts.push(batch.reason)
    } else rows.push(...batch.rows)
  }
  return { rows, restarts }
}

/** A pace that does not change. */
function pace(workers: number, pagesHeld = 64): Pace {
  const full = new Pace(systemClock, workers)
  Object.defineProperty(full, 'share', { value: () => workers })
  Object.defineProperty(full, 'pagesHeld', { value: pagesHeld })
  return full
}

const sets = Number(process.env.SCAN_SETS || 1_000)
const firstSeed = process.env.CAMPAIGN ? randomInt(1_000_000) : 1

test(`a scan gives exactly the rows of a serial walk, in its order, whatever their times, from seed ${firstSeed}`, async () => {
  for (let seed = firstSeed; seed < firstSeed + sets; seed++) {
    const random = randomOf(seed)
    const rows = rowsOf(random)
    const limit = 1 + Math.floor(random() * 9)
    const workers = 1 + Math.floor(random() * 9)
    const style = styles[seed % 3]
    const { source } = serviceOf(rows, limit, random, { style })
    const held = 1 + Math.floor(random() * 20)
    const options = { clock: systemClock, signal: new AbortController().signal, workers, pace: pace(workers, held) }
    const found = await collect(scan(source, range, options))
    expect({ seed, ...found }).toEqual({ seed, rows, restarts: [] })
  }
}, 600_000)

test('a provider that gives fewer rows than it is asked for loses none', async () => {
  for (let seed = 1; seed <= 200; seed++) {
    const random = randomOf(seed)
    const rows = rowsOf(random)
    const { source } = serviceOf(rows, 8, random, { cap: 1 + (seed % 7), style: styles[seed % 3] })
    expect({ seed, rows: (await scanAll(source)).rows }).toEqual({ seed, rows })
  }
})

const evenRows = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ id: `row ${index}`, at: 3_599_000 - index * 10 }))

const scanAll = (source: ScanSource<Row>, { workers = 4, signal = new AbortController().signal } = {}) =>
  collect(scan(source, range, { clock: systemClock, signal, workers, pace: pace(workers) }))

test('a provider that names no next page loses no rows, because the rest is asked for by its time', async () => {
  const rows = evenRows(2_000)
  // Whether a window ends with a full page is not known.
  for (const limit of [150, 1_000, 2_000]) {
    const { source } = serviceOf(rows, limit, randomOf(limit), { style: 'none' })
    expect({ limit, ...(await scanAll(source)) }).toEqual({ limit, rows, restarts: [] })
  }
})

test('rows that neither a cursor nor their time leads past are a failure, never the end of a list', async () => {
  const { source } = serviceOf(evenRows(500), 50, randomOf(1), { style: 'none' })
  await expect(scanAll(source)).rejects.toThrow('The provider named no next page after a full one.')
})

/** The service, but for what a test changes of its answers to windows. */
const spoiled = (source: ScanSource<Row>, spoil: (rows: Row[], asked: TimeRange) => Row[]): ScanSource<Row> => ({
  ...source,
  async page(request, signal) {
    const page = await source.page(request, signal)
    return request.range ? { ...page, rows: spoil([...page.rows], request.range) } : page
  },
})

test.each([
  [
    'answers with rows from outside the requested time',
    (rows: Row[]) => rows.with(-1, { id: 'stray', at: -1 }),
    'A row was created outside the requested time.',
  ],
  ['does not order its rows', (rows: Row[]) => rows.toReversed(), 'Rows are not ordered by creation time.'],
  [
    'answers with more rows than it was asked for',
    (rows: Row[]) => [...rows, ...rows],
    'A page has 20 rows instead of at most 10.',
  ],
])('a provider that %s is read in one serial walk instead', async (_, spoil, reason) => {
  const rows = evenRows(500)
  const { source } = serviceOf(rows, 10, randomOf(1))
  expect(await scanAll(spoiled(source, spoil))).toEqual({ rows, restarts: [reason] })
})

test('a provider whose short pages end some windows and not others is read in one serial walk instead', async () => {
  // Windows with one row each teach that short pages are the last, before those that are not are read to their end.
  const line = (name: string, count: number, from: number, step: number) =>
    Array.from({ length: count }, (_, index) => ({ id: `${name} ${index}`, at: from - index * step }))
  const rows = [
    ...line('new', 12, 3_599_000, 1_000),
    ...line('few', 20, 3_560_000, 40_000),
    ...line('old', 100, 2_700_000, 1_000),
  ]
  const { source } = serviceOf(rows, 10, randomOf(8), { cap: 5, style: 'always' })
  const slowHead: ScanSource<Row> = {
    ...source,
    async page(request, signal) {
      if (request.range?.to === range.to && request.cursor !== undefined)
        await new Promise((resolve) => setTimeout(resolve, 100))
      return source.page(request, signal)
    },
  }
  expect(await scanAll(slowHead)).toEqual({ rows, restarts: ['Pages are shorter than asked for.'] })
})

test('a page that fails is asked for again with the same cursor, and nothing is lost', async () => {
  const rows = evenRows(500)
  const { source } = serviceOf(rows, 10, randomOf(2))
  let calls = 0
  const failing: ScanSource<Row> = {
    ...source,
    retryAfter: () => ({ millis: 0 }),
    page(request, signal) {
      calls += 1
      return calls % 3 === 0 ? Promise.reject(new Error('429')) : source.page(request, signal)
    },
  }
  expect(await scanAll(failing)).toEqual({ rows, restarts: [] })
})

test('a page that keeps failing ends the scan with its failure', async () => {
  const { source } = serviceOf(evenRows(500), 10, randomOf(3))
  const failing = { ...source, page: () => Promise.reject(new Error('The provider is not responding.')) }
  await expect(scanAll(failing)).rejects.toThrow('The provider is not responding.')
})

test('a cancelled scan ends at once and cancels the requests that are open', async () => {
  const { source } = serviceOf(evenRows(500), 10, randomOf(4))
  const signals: AbortSignal[] = []
  const hanging: ScanSource<Row> = {
    ...source,
    page: (request, signal) => {
      signals.push(signal)
      return signals.length > 5
        ? new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
        : source.page(request, signal)
    },
  }
  const controller = new AbortController()
  setTimeout(() => controller.abort(new Error('cancelled')), 30)
  await expect(scanAll(hanging, { signal: controller.signal })).rejects.toThrow('cancelled')
  expect(signals.every(({ aborted }) => aborted)).toBe(true)
})

test('whoever stops listening ends the scan', async () => {
  const { source } = serviceOf(evenRows(500), 10, randomOf(5))
  const signals: AbortSignal[] = []
  const watched: ScanSource<Row> = {
    ...source,
    page(request, signal) {
      signals.push(signal)
      return source.page(request, signal)
    },
  }
  for await (const batch of scan(watched, range, {
    clock: systemClock,
    signal: new AbortController().signal,
    pace: pace(4),
  })) {
    if (batch.kind === 'rows' && batch.rows.length > 0) break
  }
  expect(signals.every(({ aborted }) => aborted)).toBe(true)
})

test('rows that wait for their turn are bounded', async () => {
  const rows = evenRows(5_000)
  const { source } = serviceOf(rows, 10, randomOf(6))
  let read = 0
  let given = 0
  let most = 0
  const workers = 3
  const slowHead: ScanSource<Row> = {
    ...source,
    async page(request, signal) {
      // Every window but the newest answers at once.
      if (request.range?.to === range.to) await new Promise((resolve) => setTimeout(resolve, 5))
      const page = await source.page(request, signal)
      read += page.rows.length
      most = Math.max(most, read - given)
      return page
    },
  }
  const options = { clock: systemClock, signal: new AbortController().signal, workers, pace: pace(workers, 12) }
  for await (const batch of scan(slowHead, range, options)) if (batch.kind === 'rows') given += batch.rows.length
  expect(given).toBe(5_000)
  // A page may hold rows that another window gives; they are read twice and given once.
  expect(most).toBeLessThanOrEqual((12 + 2) * 10)
})

test('what is said to be complete has been given', async () => {
  const random = randomOf(7)
  for (let set = 0; set < 100; set++) {
    const rows = rowsOf(random)
    const { source } = serviceOf(rows, 5, random)
    let given = 0
    const options = { clock: systemClock, signal: new AbortController().signal, workers: 4, pace: pace(4) }
    for await (const batch of scan(source, range, options)) {
      if (batch.kind !== 'rows') throw new Error('There was a restart.')
      given += batch.rows.length
      expect(rows.filter(({ at }) => at >= batch.completeFrom).length).toBeLessThanOrEqual(given)
    }
    expect(given).toBe(rows.length)
  }
})

test('a scan that ends after some calls and is taken up where it was complete gives every row once, in order', async () => {
  const signal = new AbortController().signal
  for (let seed = 1; seed <= 300; seed++) {
    const random = randomOf(seed)
    const rows = rowsOf(random)
    const limit = 1 + Math.floor(random() * 9)
    const workers = 1 + Math.floor(random() * 4)
    const { source, calls } = serviceOf(rows, limit, random)
    const given: Row[] = []
    let to = range.to
    let isEnd = false
    for (let mostCalls = 1 + Math.floor(random() * 6); !isEnd; ) {
      const before = calls.length
      const part: Row[] = []
      let reached = to
      const options = { clock: systemClock, signal, workers, pace: pace(workers), mostCalls }
      for await (const batch of scan(source, { from: range.from, to }, options)) {
        if (batch.kind === 'restart') throw new Error(batch.reason)
        part.push(...batch.rows)
        reached = batch.completeFrom
        isEnd = batch.isEnd === true
      }
      expect(calls.length - before).toBeLessThanOrEqual(mostCalls)
      given.push(...part.filter(({ at }) => at >= reached))
      // One second can have more pages than that.
      if (reached === to) mostCalls *= 2
      to = reached
    }
    expect({ seed, given }).toEqual({ seed, given: rows })
  }
})
