/**
 * Keeps our own database current: reads what changes at the provider, and its history, newest first. One console of a client
 * reads at a time; one that dies leaves its place to another, which goes on from the marks.
 */
import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { atSecond } from '../../domain/wall-clock'
import { ProblemError } from '../../provider/problem'
import { restUnreadable } from '../../provider/reading'
import { type ScannedList, timeOf, windowTime } from '../../provider/scanned-lists'
import { maximumValues } from '../../provider/transfer-terms'
import { type Clock, microseconds, wait, wholeSecond } from '../clock'
import { type Log, traceOf } from '../telemetry/log'
import { unreadableAnswer } from '../upstream/answers'
import type { Upstream } from '../upstream/upstream'
import { repeat } from '../work/repeat'
import { changesSince, followedList, type Mark, markNow } from './changes'
import { readList } from './page-rows'
import { beginning, type Progress, type Reading, type RecordRows, type WriteOptions } from './record-rows'
import type { Records } from './records'
import { Versions } from './versions'

/** Milliseconds between two reads of changes: usually, and while a page is open. */
const usualPause = 2_000
const watchedPause = 1_000
/** Milliseconds after which a console that does not hold the lease tries to take it. */
const idlePause = 5_000
/** The same for reading history, which waits for the lease; the first wait after a failure is twice as long. */
const unreadPause = 500
/** Milliseconds between two reads that go back far enough to find what became visible late. */
const wholeReadEvery = 10_000
/** Rows of a page: the most the provider gives. */
const pageRows = 1_000
/** Milliseconds between two looks at history once it is here. */
const sweepPause = 60_000
/** Milliseconds between two reads of the pending transfers, and of all that were created in the last days. */
const pendingEvery = 600_000
const sweepEvery = 24 * 3_600_000
const sweptMillis = 90 * 24 * 3_600_000
/** The same where changes are not listed, and how far back it looks. */
const unendedEvery = 60_000
const unendedMillis = 24 * 3_600_000
/** Milliseconds between two pages of what is read again: nobody waits for it. */
const betweenPages = 1_000

const caller = { kind: 'background', subject: 'records' } as const

export type FollowerOptions = {
  upstream: Upstream
  list?: ScannedList
  records: Records
  clock: Clock
  log: Log
  /** Milliseconds between two reads of what changed. */
  pause?: number
  /** Rows of a page; tests read smaller ones. */
  limit?: number
}

/** A page of history: everything created at or after `from` and before the start has been given. */
type HistoryPage = { texts: string[]; from: number; isEnd: boolean }

const disordered = () =>
  unreadableAnswer('The provider did not list transfers by the time of their creation.', 'Its history cannot be read.')

const isRefused = (failure: unknown) =>
  failure instanceof ProblemError && [400, 404, 410, 422].includes(failure.problem.status)

export class Follower {
  readonly #holder = randomUUID()
  readonly #closing = new AbortController()
  /** Whether this console has the place. */
  #isReader = false
  /** What it has read of changes. */
  #feed: { versions: Versions; mark: Mark; newest: Mark; wholeAt: number } | undefined
  #history: { pages: AsyncGenerator<HistoryPage>; next: Promise<IteratorResult<HistoryPage>> } | undefined
  #sweep: AsyncGenerator<HistoryPage> | undefined
  #watchers = 0
  readonly #wake = { now: () => {} }
  #pendingAt = Number.NEGATIVE_INFINITY
  #running: Promise<unknown> = Promise.resolve()

  constructor(private readonly options: FollowerOptions) {
    setMaxListeners(0, this.#closing.signal)
  }

  get #list(): ScannedList {
    return this.options.list ?? followedList
  }

  get #rows(): RecordRows {
    return this.options.records.lists[this.#list]
  }

  /** Begins in the background; its timers do not keep the process alive. */
  start(): void {
    const { clock, log } = this.options
    const { signal } = this.#closing
    const failed = (what: string) => (failure: unknown, isFirst: boolean) => {
      if (isFirst) log.warn({ event: `${what}-not-read`, ...traceOf(failure) }, 'records')
    }
    this.#running = Promise.all([
      repeat({ clock, signal, pause: usualPause, wake: this.#wake, failed: failed('changes') }, () =>
        this.#readChanges(),
      ),
      repeat({ clock, signal, pause: unreadPause, failed: failed('history') }, () => this.#readHistory()),
    ])
  }

  /** Ends after what is being written, and leaves the place to another console. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('The console is closed.'))
    await this.#running
    if (this.#isReader) await this.#rows.release(this.options.upstream.owner, this.#holder).catch(() => {})
  }

  #take(texts: readonly string[], by: WriteOptions['by'], progress: Omit<Progress, 'holder'> = {}): Promise<boolean> {
    const { records, upstream } = this.options
    return records.take(this.#list, upstream.owner, texts, {
      by,
      signal: this.#closing.signal,
      progress: { ...progress, holder: this.#holder },
    })
  }

  /** Reads changes at once. */
  hurry(): void {
    this.#wake.now()
  }

  /** Reads more often while somebody watches. @returns what ends it */
  watch(): () => void {
    this.#watchers += 1
    if (this.#watchers === 1) this.hurry()
    return () => {
      this.#watchers -= 1
    }
  }

  /** Takes the place, and begins where the console before it stopped. @returns false if another console has it */
  async #takePlace(): Promise<boolean> {
    const { upstream, clock } = this.options
    const { owner } = upstream
    const rows = this.#rows
    if (!(await rows.reading(owner))) {
      const mark = await markNow(upstream, { clock, signal: this.#closing.signal, list: this.#list })
      await rows.begin(owner, wholeSecond(mark))
    }
    if (!(await rows.lease(owner, this.#holder))) return false
    this.#feed = undefined
    this.#isReader = true
    return true
  }

  /** @returns how long to wait, milliseconds */
  async #readChanges(): Promise<number> {
    const { upstream, clock, pause = usualPause } = this.options
    const { signal } = this.#closing
    if (!this.#isReader && !(await this.#takePlace())) return idlePause
    const feed = this.#feed ?? (await this.#newFeed())
    // If writing fails, what was read must be given again.
    this.#feed = undefined
    const began = clock.steady()
    const isWhole = began - feed.wholeAt >= wholeReadEvery
    const { limit } = this.options
    const asked = { list: this.#list, versions: feed.versions, ...(limit && { limit }), ...(!isWhole && { reach: 0 }) }
    const options = { clock, signal, ...asked }
    for await (const { changes, mark } of changesSince(upstream, isWhole ? feed.mark : feed.newest, options)) {
      const texts = changes.map(({ text }) => text)
      if ((texts.length > 0 || isWhole) && !(await this.#take(texts, 'change', isWhole ? { to: mark } : {})))
        return this.#losePlace()
      if (isWhole) feed.mark = mark
      feed.newest = Math.max(feed.newest, mark)
    }
    const progress = { holder: this.#holder, isRead: true }
    if (!(await this.#rows.write(upstream.owner, [], { by: 'change', progress }))) return this.#losePlace()
    if (isWhole) feed.wholeAt = began
    this.#feed = feed
    return this.#watchers > 0 ? Math.min(pause, watchedPause) : pause
  }

  async #newFeed() {
    const { to = 0 } = (await this.#rows.reading(this.options.upstream.owner)) ?? {}
    return { versions: new Versions(), mark: to, newest: to, wholeAt: Number.NEGATIVE_INFINITY }
  }

  /** Another console took the place over; it reads from the mark that is kept. */
  #losePlace(): number {
    this.#isReader = false
    return idlePause
  }

  /** Reads a page of history, or again what may have changed unseen. @returns how long to wait, milliseconds */
  async #readHistory(): Promise<number> {
    const { upstream, clock } = this.options
    const kept = this.#isReader && (await this.#rows.reading(upstream.owner))
    if (!kept) {
      this.#history = undefined
      return unreadPause
    }
    if (!kept.isWhole) return await this.#importPage(kept)
    this.#history = undefined
    if (clock.steady() - this.#pendingAt >= (timeOf(this.#list, 'updated') ? pendingEvery : unendedEvery)) {
      await this.#readPending()
      this.#pendingAt = clock.steady()
    }
    if (this.#sweep || microseconds(clock) - kept.sweptAt >= sweepEvery * 1_000) return await this.#sweepPage(kept)
    return sweepPause
  }

  async #importPage({ from }: Reading): Promise<number> {
    const pages = this.#history?.pages ?? this.#walk(from, beginning)
    const next = this.#history?.next ?? pages.next()
    // A page that was not written is read again.
    this.#history = undefined
    const { value: page } = await next
    if (!page) return 0
    const { texts, isEnd } = page
    // The page after it comes while this one is written; whoever waits for it hears that it failed.
    const history = { pages, next: pages.next() }
    history.next.catch(() => {})
    if (!(await this.#take(texts, 'history', { from: page.from, isWhole: isEnd }))) return this.#losePlace()
    this.#history = history
    return 0
  }

  async #sweepPage({ to, from }: Reading): Promise<number> {
    const { upstream } = this.options
    const sweep = this.#sweep ?? this.#walk(to, Math.max(from, to - sweptMillis))
    this.#sweep = undefined
    const { value: page } = await sweep.next()
    if (page && !(await this.#take(page.texts, 'again'))) return this.#losePlace()
    if (page && !page.isEnd) this.#sweep = sweep
    else await this.#rows.swept(upstream.owner)
    return betweenPages
  }

  /** Reads everything that is pending again: its end must not be missed. */
  async #readPending(): Promise<void> {
    const { upstream, clock } = this.options
    const { signal } = this.#closing
    if (!timeOf(this.#list, 'updated')) return await this.#readUnended()
    for (let ids: string[] = []; ; ) {
      ids = await this.#rows.pendingAfter(upstream.owner, ids.at(-1) ?? '', maximumValues)
      if (ids.length === 0) return
      const texts = (await this.#page({ ids, limit: maximumValues })).rows.map(({ text }) => text)
      if (!(await this.#take(texts, 'again')) || ids.length < maximumValues) return
      await wait(clock, betweenPages, signal)
    }
  }

  /** The same of a list that knows neither changes nor ids: what came since the oldest pending record of the last day. */
  async #readUnended(): Promise<void> {
    const { upstream, clock } = this.options
    const { to = 0 } = (await this.#rows.reading(upstream.owner)) ?? {}
    const oldest = await this.#rows.oldestPending(upstream.owner, to - unendedMillis)
    if (oldest === undefined) return
    for await (const { texts, isEnd } of this.#walk(to + unendedMillis, oldest)) {
      if (!(await this.#take(texts, 'again')) || isEnd) return
      await wait(clock, betweenPages, this.#closing.signal)
    }
  }

  /** A page of the list, once people leave room for it. */
  async #page(query: Record<string, unknown>) {
    const { upstream, clock } = this.options
    const { signal } = this.#closing
    for (let millis = upstream.rate.millisToSpare(); millis > 0; millis = upstream.rate.millisToSpare())
      await wait(clock, millis, signal)
    return await readList(upstream, this.#list, query, { caller, clock, signal })
  }

  /**
   * What was created before a time, newest first, page by page; whole seconds, which no provider can round.
   * @param start ms since 1970 @param end what was created before is not needed
   * @throws ProblemError if the provider does not answer, does not sort, or gives no way past a full page; the signal's reason
   */
  async *#walk(start: number, end: number): AsyncGenerator<HistoryPage> {
    const { limit = pageRows } = this.options
    const created = windowTime(this.#list, 'created')
    const bound = end > beginning ? { [created.from]: atSecond(wholeSecond(end)) } : {}
    let from = wholeSecond(start + 999)
    // Each turn is one query with its pages: a cursor belongs to its own.
    for (;;) {
      const to = from
      const query = { ...bound, [created.to]: atSecond(to), ...created.orderBy, order: 'DESC', limit }
      const cursors: string[] = []
      let oldest = created.includesEnd ? to : to - 1
      for (let cursor: string | undefined; ; cursor = cursors.at(-1)) {
        const page = await this.#page({ ...query, ...(cursor && { page_cursor: cursor }) }).catch((failure) => {
          if (cursor && from < to && isRefused(failure)) return undefined
          throw failure
        })
        // It is asked anew by its time.
        if (!page) break
        const { rows, next } = page
        for (const { createdAt } of rows.filter((row) => !Number.isNaN(row.createdAt))) {
          // Services may sort by coarser times than they send.
          if (createdAt >= to + (created.includesEnd ? 1_000 : 0) || createdAt > oldest + 1_000) throw disordered()
          oldest = Math.min(oldest, createdAt)
        }
        const follows = next !== undefined && !cursors.includes(next) ? next : undefined
        const isEnd = rows.length === 0 || next === '' || (follows === undefined && rows.length < limit)
        // More rows of the oldest second may follow.
        from = isEnd ? end : Math.min(from, wholeSecond(oldest) + 1_000)
        yield { texts: rows.map(({ text }) => text), from, isEnd }
        if (isEnd) return
        if (follows !== undefined) cursors.push(follows)
        else if (from < to) break
        else throw restUnreadable()
      }
    }
  }
}
