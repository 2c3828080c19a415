/**
 * Reads a whole result fast: its time is divided into windows that are read in parallel, and the rows are given in the
 * order of one serial walk, newest first. Pages alone are serial, because only a page tells the cursor of the next.
 */
import { setMaxListeners } from 'node:events'
import {
  fetchPage,
  type ScanBatch,
  type ScanOptions,
  type ScanSource,
  type SourcePage,
  second,
  type TimeRange,
  wholeSecond,
} from './scan-source'
import { serialWalk } from './serial-walk'

/** Pages that a window is cut for, by the density of the rows before it. */
const pagesPerWindow = 4
/** Pages that wait for their turn or are being read, for each page that is read at once; half if whoever reads is slower. */
const heldPerWorker = 4
/** How far back pages are given back, in times of what may be held: nearer ones are needed soon. */
const farther = 3
/** How much wider each window is cut than its newer neighbour, of which nothing is known yet either. */
const widening = 2
/** Pages at the head that wait only for whoever reads. */
const pagesReady = 2

/** Part of the range that no request covers yet. */
type Gap = { kind: 'gap'; from: number; to: number; rowsPerSecond: number }

/** Part of the range that one query reads. `from` may rise while it is read; its query and cursors stay together. */
type Window<Row> = {
  kind: 'window'
  from: number
  to: number
  query: TimeRange
  cursor?: string
  cursors: Set<string>
  ids: Set<string>
  /** Pages that were read and not given yet. */
  pages: Row[][]
  /** Creation time of the oldest row that this query gave. */
  oldest?: number
  rowsPerSecond: number
  rowsRead: number
  /** Whether the cursor came with a page that was not full. */
  isAfterShort: boolean
  state: 'idle' | 'reading' | 'done'
}

/** The provider sent what its list cannot hold, so that windows of it would not add up. */
class ContractBroken extends Error {}

/** @returns rows per second in the older half of a page; its newer half may belong to a burst that has passed */
function localDensity(times: readonly number[]): number {
  const half = times.slice(Math.floor(times.length / 2))
  const [newest, oldest] = [half[0] ?? 0, half.at(-1) ?? 0]
  return half.length / Math.max(1, (newest - oldest) / second)
}

/** One scan. Its parts stand in the order of their rows: newest first. */
class Scan<Row> {
  readonly #source: ScanSource<Row>
  readonly #options: Required<ScanOptions>
  readonly #parts: (Gap | Window<Row>)[]
  #reading = 0
  #calls = 0
  #read = 0
  #rowsWaiting = 0
  #failure: unknown
  /** Whether a page that is not full ends its query although it has a cursor; undefined until one was followed. */
  #endsShort: boolean | undefined
  #wake = () => {}

  constructor(source: ScanSource<Row>, range: TimeRange, options: Required<ScanOptions>) {
    this.#source = source
    this.#options = options
    this.#parts = [this.#window(range)]
  }

  #window({ from, to }: TimeRange, rowsPerSecond = 0): Window<Row> {
    const state = { cursors: new Set<string>(), ids: new Set<string>(), pages: [], rowsRead: 0, isAfterShort: false }
    return { kind: 'window', from, to, query: { from, to }, rowsPerSecond, ...state, state: 'idle' }
  }

  /** @throws ContractBroken; the failure of a page; the signal's reason */
  async *batches(): AsyncGenerator<ScanBatch<Row>> {
    while (true) {
      this.#options.signal.throwIfAborted()
      if (this.#failure !== undefined) throw this.#failure
      this.#start()
      const [head] = this.#parts
      if (!head) return
      if (this.#isSpent && (head.kind === 'gap' || (head.state === 'idle' && head.pages.length === 0))) return
      if (head.kind === 'gap') throw new Error('The head of a scan has no query.')
      const rows = head.pages.shift()
      this.#rowsWaiting -= rows?.length ?? 0
      const isEnded = head.state === 'done' && head.pages.length === 0
      if (isEnded) this.#parts.shift()
      const last = rows?.at(-1)
      // More rows of the last second may be on the next page.
      const reached = last === undefined ? head.to : wholeSecond(this.#source.createdAt(last)) + second
      if (rows || isEnded) {
        const batch = { kind: 'rows', rows: rows ?? [], read: this.#read } as const
        if (isEnded && this.#parts.length === 0) yield { ...batch, completeFrom: head.from, isEnd: true }
        else yield { ...batch, completeFrom: isEnded ? head.from : reached }
      } else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
      }
    }
  }

  /** Whether no more pages may be asked for. */
  get #isSpent(): boolean {
    return this.#calls >= this.#options.mostCalls
  }

  /** Starts as many requests as the pace allows; the rows that wait for their turn are bounded. */
  #start(): void {
    const { pace, subject, signal, workers } = this.#options
    if (signal.aborted || this.#failure !== undefined) return
    const [head] = this.#parts
    // Whoever reads is slower than the provider: more would only wait.
    if (head?.kind === 'window' && head.pages.length >= pagesReady) return
    const mostHeld = Math.min(pace.pagesHeld, heldPerWorker * workers)
    const isReaderSlower = head?.kind === 'window' && head.pages.length > 0
    while (this.#reading < Math.min(workers, pace.share(subject)) && !this.#isSpent) {
      const held = this.#rowsWaiting / this.#source.limit + this.#reading
      const isFull = held >= mostHeld && !this.#giveBack(mostHeld)
      const next = isFull || (isReaderSlower && held >= mostHeld / 2) ? this.#idleHead() : this.#next()
      if (!next) return
      void this.#fetch(next)
    }
  }

  /**
   * Forgets the pages that are given last, if more pages than may be held come before them: they were read while nobody knew
   * of those, and would keep their places until all of them are given.
   * @returns whether there were any
   */
  #giveBack(mostHeld: number): boolean {
    let before = 0
    let last = -1
    for (const [index, part] of this.#parts.entries()) {
      const isWaiting = part.kind === 'window' && part.state !== 'reading' && part.pages.length > 0
      if (isWaiting && before > farther * mostHeld) last = index
      before += this.#pagesOf(part)
    }
    const window = this.#parts[last]
    if (window?.kind !== 'window') return false
    const { from, to, rowsRead, pages } = window
    this.#read -= rowsRead
    this.#rowsWaiting -= pages.reduce((sum, rows) => sum + rows.length, 0)
    const rowsPerSecond = Math.max(window.rowsPerSecond, rowsRead / ((to - from) / second))
    this.#parts[last] = { kind: 'gap', from, to, rowsPerSecond }
    return true
  }

  /** How many pages a part probably has that were not given. */
  #pagesOf(part: Gap | Window<Row>): number {
    if (part.kind === 'window') return part.pages.length + this.#pagesLeft(part)
    return (((part.to - part.from) / second) * part.rowsPerSecond) / this.#source.limit
  }

  /** The head, if whoever reads waits for it. */
  #idleHead(): Window<Row> | undefined {
    const [head] = this.#parts
    if (head?.kind === 'gap') return this.#carve(0, head)
    return head?.state === 'idle' && head.pages.length === 0 ? head : undefined
  }

  /** The window to read next: the nearest to the head, because its rows are given first. */
  #next(): Window<Row> | undefined {
    for (const [index, part] of this.#parts.entries()) {
      if (part.kind === 'gap') return this.#carve(index, part)
      if (part.state === 'idle') return part
      const gap = this.#release(index, part, 1.5 * pagesPerWindow, pagesPerWindow)
      if (gap) return this.#carve(index + 1, gap)
    }
    // Nothing is left but what others read: take half of the fullest.
    const left = this.#parts.map((part) => (part.kind === 'window' ? this.#pagesLeft(part) : 0))
    const index = left.indexOf(Math.max(...left))
    const part = this.#parts[index]
    const gap = part?.kind === 'window' && this.#release(index, part, 2, (left[index] ?? 0) / 2)
    return gap ? this.#carve(index + 1, gap) : undefined
  }

  /** How many pages a window probably has left; 0 if it has no page yet. */
  #pagesLeft({ state, oldest, from, rowsPerSecond }: Window<Row>): number {
    if (state === 'done' || oldest === undefined) return 0
    return (((oldest - from) / second) * rowsPerSecond) / this.#source.limit
  }

  /**
   * Leaves what is older than the next pages of a window to others. Its query stays, because a cursor is only valid with
   * its own; it stops at the first row that is no longer its own.
   */
  #release(index: number, window: Window<Row>, ifMoreThan: number, keeps: number): Gap | undefined {
    const { oldest, rowsPerSecond } = window
    if (oldest === undefined || this.#pagesLeft(window) <= ifMoreThan) return undefined
    const width = Math.max(second, wholeSecond(((keeps * this.#source.limit) / rowsPerSecond) * second))
    const at = wholeSecond(oldest) - width
    if (at <= window.from) return undefined
    const gap: Gap = { kind: 'gap', from: window.from, to: at, rowsPerSecond }
    window.from = at
    this.#parts.splice(index + 1, 0, gap)
    return gap
  }

  /** Cuts a window from the newest end of a gap. */
  #carve(index: number, gap: Gap): Window<Row> {
    const seconds = Math.max(1, Math.floor((pagesPerWindow * this.#source.limit) / gap.rowsPerSecond))
    const from = Math.max(gap.from, gap.to - seconds * second)
    const window = this.#window({ from, to: gap.to }, gap.rowsPerSecond)
    gap.to = from
    gap.rowsPerSecond /= widening
    this.#parts.splice(index, from === gap.from ? 1 : 0, window)
    return window
  }

  async #fetch(window: Window<Row>): Promise<void> {
    window.state = 'reading'
    this.#reading += 1
    this.#calls += 1
    try {
      const request = { range: window.query, ...(window.cursor !== undefined && { cursor: window.cursor }) }
      this.#accept(window, await fetchPage(this.#source, request, this.#options))
    } catch (failure) {
      if (!this.#source.isRefused?.(failure)) this.#failure ??= failure
      else if (window.cursor === undefined || !this.#askAnew(window))
        this.#failure ??= new ContractBroken('A window was refused.', { cause: failure })
    } finally {
      this.#reading -= 1
      this.#start()
      this.#wake()
    }
  }

  /**
   * Goes on with a new query where the provider gives no cursor or no longer accepts it: from the second of the oldest row, whose
   * other rows are known by their ids.
   */
  #askAnew(window: Window<Row>): boolean {
    const { oldest, query } = window
    if (oldest === undefined) return false
    const to = wholeSecond(oldest) + second
    if (to >= query.to) return false
    window.query = { from: window.from, to }
    window.cursor = undefined
    window.cursors.clear()
    window.oldest = undefined
    window.isAfterShort = false
    window.state = 'idle'
    return true
  }

  /** Takes a page over. @throws ContractBroken if it cannot be a page of this query */
  #accept(window: Window<Row>, { rows, count = rows.length, next }: SourcePage<Row>): void {
    const { idOf, createdAt, limit, isWanted } = this.#source
    if (count > limit) throw new ContractBroken(`A page has ${count} rows instead of at most ${limit}.`)
    const times = rows.map(createdAt)
    let before = window.oldest ?? Number.POSITIVE_INFINITY
    for (const time of times) {
      if (!(time >= window.query.from && time < window.query.to))
        throw new ContractBroken('A row was created outside the requested time.')
      if (time > before) throw new ContractBroken('Rows are not ordered by creation time.')
      before = time
    }
    const own = rows.filter((row, index) => {
      const id = idOf(row)
      const isNew = id === undefined || !window.ids.has(id)
      if (id !== undefined) window.ids.add(id)
      return isNew && (times[index] ?? 0) >= window.from
    })
    window.rowsRead += own.length
    this.#read += own.length
    const wanted = isWanted ? own.filter(isWanted) : own
    if (wanted.length > 0) window.pages.push(wanted)
    this.#rowsWaiting += wanted.length
    if (rows.length > 0) {
      window.oldest = times.at(-1)
      window.rowsPerSecond = localDensity(times)
    }
    const follows = this.#isFollowed(window, count, next)
    const isBefore = (window.oldest ?? Number.POSITIVE_INFINITY) < window.from
    if (!follows && !isBefore && next !== '' && count > 0 && count >= limit) {
      // A full page that does not say that it is the last: what may follow is asked for by its time.
      if (!this.#askAnew(window)) throw new ContractBroken('A full page of one second has no cursor.')
    } else if (!follows || isBefore) {
      this.#finish(window)
    } else {
      window.cursors.add(follows)
      window.cursor = follows
      window.state = 'idle'
    }
  }

  /**
   * The cursor to follow. A page that is not full is the last one (spec, List transfers, rule 3); but a provider that gives
   * fewer rows than it was asked for would lose some so. The first such cursor is followed to learn which it is.
   */
  #isFollowed(window: Window<Row>, count: number, next: string | undefined): string | undefined {
    if (window.isAfterShort) {
      // Pages that were taken for the last ones of other windows may not have been.
      if (count > 0 && this.#endsShort) throw new ContractBroken('Pages are shorter than asked for.')
      this.#endsShort = (this.#endsShort ?? true) && count === 0
    }
    if (!next || count === 0 || window.cursors.has(next)) return undefined
    const isShort = count < this.#source.limit
    window.isAfterShort = isShort
    return isShort && this.#endsShort === true ? undefined : next
  }

  /** The next gap is cut by what its newer neighbour held: wider after an empty window, narrower after a full one. */
  #finish(window: Window<Row>): void {
    window.state = 'done'
    window.ids.clear()
    const index = this.#parts.indexOf(window)
    const gap = this.#parts.slice(index + 1).find((part) => part.kind === 'gap')
    if (gap?.kind !== 'gap') return
    const measured = window.rowsRead / Math.max(1, (window.to - window.from) / second)
    gap.rowsPerSecond = Math.max(measured, gap.rowsPerSecond / 8)
  }
}

/**
 * Gives every row created in the range once, newest first.
 * @param range whole seconds
 * @throws the failure of a page that may not be asked for again; the signal's reason as soon as it is aborted
 */
export async function* scan<Row>(
  source: ScanSource<Row>,
  range: TimeRange,
  { subject = '', workers = 16, mostCalls = Number.POSITIVE_INFINITY, ...options }: ScanOptions,
): AsyncGenerator<ScanBatch<Row>> {
  if (range.to <= range.from) {
    yield { kind: 'rows', rows: [], completeFrom: range.from, read: 0, isEnd: true }
    return
  }
  // Requests still open end with the scan, however it ends.
  const ending = new AbortController()
  const leave = options.pace.join(subject)
  try {
    const signal = AbortSignal.any([options.signal, ending.signal])
    // Each open request listens to it.
    setMaxListeners(0, signal)
    yield* new Scan(source, range, { ...options, subject, workers, mostCalls, signal }).batches()
    return
  } catch (failure) {
    if (!(failure instanceof ContractBroken)) throw failure
    ending.abort()
    yield { kind: 'restart', reason: failure.message }
  } finally {
    ending.abort()
    leave()
  }
  yield* serialWalk(source, range, { ...options, mostCalls })
}
