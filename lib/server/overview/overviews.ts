/** The figures of any range, read by the scan: once for all who look at them, and kept for a few minutes. */

import {
  type Coverage,
  type OverviewLine,
  type OverviewRange,
  overviewReads,
  periodStarts,
} from '../../api/console/overview-figures'
import type { Environment } from '../../api/environments'
import { type Clock, untilAborted } from '../clock'
import { mapInPieces, Places } from '../fair-queue'
import { problemOf } from '../http/answer'
import type { ListScanRequest, ListScans } from '../scans/list-scans'
import type { ListRow } from '../scans/page-rows'
import type { Caller } from '../upstream/rate'
import { GivenRows } from './given-rows'
import { QuoteTotals, TransferTotals } from './totals'

/** Milliseconds for which figures that are complete are shown again, and how many ranges are kept. */
const freshFor = 300_000
const mostKept = 16
/** Ranges that are read at once: each keeps the ids of its newest rows and pages of two lists in memory. */
const mostReadings = { all: 6, ofOne: 2 }
/** Milliseconds between figures of a reading that goes on. */
const interval = 500
/** Milliseconds that the provider may ask to wait. */
const patience = 60_000

type Totals<Figures> = { add: (row: ListRow) => void; figures: () => Figures }

export type Scans = Pick<ListScans, 'read' | 'catchUp' | 'ceiling'>
type Read = { since: number; signal: AbortSignal; shown: () => void }

/** What a list adds up to while it is read. */
class Part<Figures> {
  readonly #make: () => Totals<Figures>
  readonly #from: number
  #totals: Totals<Figures>
  #coverage: Coverage

  constructor(range: OverviewRange, make: () => Totals<Figures>) {
    this.#make = make
    this.#from = range.from
    this.#totals = make()
    this.#coverage = { read: 0, completeFrom: range.to, isWhole: false, undated: 0, changed: 0 }
  }

  /**
   * Reads to the end, and what came or changed meanwhile.
   * @param since when reading began, by the provider's clock @param shown is called after each batch
   * @throws only the signal's reason
   */
  async read(scans: Scans, request: ListScanRequest, { since, signal, shown }: Read): Promise<void> {
    const { subject } = request.caller
    const start = this.#coverage
    let given = new GivenRows()
    try {
      for await (const batch of scans.read(request, signal)) {
        if (batch.kind === 'restart') {
          this.#totals = this.#make()
          this.#coverage = start
          given = new GivenRows()
          continue
        }
        await this.#add(subject, batch.rows, given)
        this.#coverage = { ...this.#coverage, read: batch.read, completeFrom: batch.completeFrom }
        shown()
      }
      for await (const { added, changed } of scans.catchUp(request, { since, given }, signal)) {
        await this.#add(subject, added, given)
        this.#coverage = { ...this.#coverage, changed: this.#coverage.changed + changed.length }
      }
      this.#coverage = { ...this.#coverage, completeFrom: this.#from, isWhole: true }
    } catch (failure) {
      signal.throwIfAborted()
      this.#coverage = { ...this.#coverage, problem: problemOf(failure).problem }
    }
  }

  async #add(subject: string, rows: readonly ListRow[], given: GivenRows): Promise<void> {
    for (const row of rows) given.add(row)
    const dated = rows.filter(({ createdAt }) => !Number.isNaN(createdAt))
    await mapInPieces(subject, dated, (row) => this.#totals.add(row))
    this.#coverage = { ...this.#coverage, undated: this.#coverage.undated + rows.length - dated.length }
  }

  get isWhole(): boolean {
    return this.#coverage.isWhole
  }

  figures(): Figures & Coverage {
    return { ...this.#totals.figures(), ...this.#coverage }
  }
}

/** A range that is read, or was. */
type Reading = {
  at: number
  latest?: OverviewLine
  isOver: boolean
  readers: number
  end: AbortController
  /** Lets it begin, once somebody who listens has a place for it. */
  begin: (leave: () => void) => void
  hasBegun: boolean
  /** Resolves with the next figures. */
  next: Promise<void>
  wake: () => void
}

function nextOf(reading: Reading): void {
  reading.next = new Promise((resolve) => {
    reading.wake = resolve
  })
}

export class Overviews {
  readonly #clock: Clock
  readonly #scans: Scans
  readonly #readings = new Map<string, Reading>()
  readonly #places = new Places(mostReadings)

  constructor({ clock, scans }: { clock: Clock; scans: Scans }) {
    this.#clock = clock
    this.#scans = scans
  }

  /**
   * The figures of a range as they become more, until they are complete or cannot be. Whoever asks for the same range shares
   * the reading, which ends when nobody listens.
   * @param isFresh whether figures that are kept are not enough
   * @throws the signal's reason
   */
  async *lines(
    environment: Environment,
    range: OverviewRange,
    { caller, isFresh = false, signal }: { caller: Caller; isFresh?: boolean; signal: AbortSignal },
  ): AsyncGenerator<OverviewLine> {
    const key = JSON.stringify([environment, range.from, range.to, range.zone])
    const known = this.#readings.get(key)
    const isUsed = known && (!known.isOver || (!isFresh && this.#clock.now() - known.at < freshFor))
    const reading = isUsed ? known : this.#start(key, environment, range, caller)
    reading.readers += 1
    // A reading that waits may begin in the place of anyone who listens to it.
    if (!reading.hasBegun)
      void this.#places.take(caller.subject, AbortSignal.any([signal, reading.end.signal])).then(
        (leave) => reading.begin(leave),
        // Nobody waits for it any more.
        () => undefined,
      )
    try {
      for (let given: OverviewLine | undefined; ; ) {
        signal.throwIfAborted()
        const { latest, isOver, next } = reading
        if (latest !== given && latest) {
          given = latest
          yield latest
        } else if (isOver) return
        else await untilAborted(next, signal)
      }
    } finally {
      reading.readers -= 1
      if (reading.readers === 0 && !reading.isOver) {
        reading.end.abort()
        if (this.#readings.get(key) === reading) this.#readings.delete(key)
      }
    }
  }

  #start(key: string, environment: Environment, range: OverviewRange, caller: Caller): Reading {
    const end = new AbortController()
    let resolve: (leave: () => void) => void = () => {}
    const begun = new Promise<() => void>((begin) => {
      resolve = begin
    })
    const reading: Reading = {
      ...{ at: this.#clock.now(), isOver: false, readers: 0, end, hasBegun: false },
      ...{ next: Promise.resolve(), wake: () => {} },
      begin(leave) {
        if (reading.hasBegun || end.signal.aborted) return leave()
        reading.hasBegun = true
        resolve(leave)
      },
    }
    nextOf(reading)
    this.#readings.delete(key)
    this.#readings.set(key, reading)
    const old = [...this.#readings]
      .filter(([, { isOver }]) => isOver)
      .slice(0, Math.max(0, this.#readings.size - mostKept))
    for (const [forgotten] of old) this.#readings.delete(forgotten)
    const read = async () => {
      const leave = await untilAborted(begun, end.signal)
      try {
        return await this.#run(reading, environment, range, caller)
      } finally {
        leave()
      }
    }
    void read()
      .then((isWhole) => {
        // What is not complete is read again by whoever asks next.
        if (!isWhole && this.#readings.get(key) === reading) this.#readings.delete(key)
      })
      // Nobody listens any more.
      .catch(() => undefined)
    return reading
  }

  /** @returns whether all figures are complete @throws the reason of the reading's end */
  async #run(reading: Reading, environment: Environment, asked: OverviewRange, caller: Caller): Promise<boolean> {
    const { signal } = reading.end
    // A range that begins now, or later, has nothing yet.
    const range = { ...asked, to: Math.max(asked.from, Math.min(asked.to, this.#scans.ceiling(environment))) }
    const starts = periodStarts(asked)
    const transfers = new Part(range, () => {
      const totals = new TransferTotals(starts)
      return { add: ({ json, createdAt }: ListRow) => totals.add(json, createdAt), figures: () => totals.figures() }
    })
    const quotes = new Part(range, () => {
      const totals = new QuoteTotals()
      return { add: ({ json }: ListRow) => totals.add(json), figures: () => totals.figures() }
    })
    let shownAt = this.#clock.steady()
    const show = () => {
      const began = this.#clock.steady()
      reading.latest = { at: reading.at, to: range.to, transfers: transfers.figures(), quotes: quotes.figures() }
      // Figures of millions of rows take a while themselves.
      shownAt = this.#clock.steady() + 10 * (this.#clock.steady() - began)
      reading.wake()
      nextOf(reading)
    }
    const shown = () => {
      if (this.#clock.steady() - shownAt >= interval) show()
    }
    const reads = overviewReads(range)
    const common = { environment, caller, patience }
    const read = { since: this.#scans.ceiling(environment, 0), signal, shown }
    await Promise.all([
      transfers.read(this.#scans, { ...common, ...reads.transfers }, read),
      quotes.read(this.#scans, { ...common, ...reads.quotes }, read),
    ])
    reading.isOver = true
    show()
    return transfers.isWhole && quotes.isWhole
  }
}
