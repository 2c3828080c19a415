/**
 * One attempt at an export: reads the list from where the stored parts end, and writes its lines as further parts. A part ends
 * between two seconds of creation, so that the file is the same whether it was made in one attempt or in several.
 */
import { createHash, type Hash } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'
import { exportedNotes } from '../../api/console/exported-notes'
import type { ExportRequest } from '../../api/console/exports'
import { type Clock, wait } from '../clock'
import type { CaughtUp, Given } from '../scans/catch-up'
import type { ListRow } from '../scans/page-rows'
import { type LineWriter, lineWriter } from './file-lines'
import { FileRows } from './file-rows'
import type { ExportJobRow, ExportJobs, NewPart, PartEntry } from './jobs'
import { PartBuffer } from './part-buffer'

/** Milliseconds of writing after which other requests have their turn, and rows between two looks at the time. */
const turn = 1
const rowsBetweenLooks = 50
/** Milliseconds for each row while people are using the console: 6,700 rows a second at most. */
const pauseOfRow = 0.15
/** How much longer the pause is than what the process was busy with before it, where the machine itself is; and its limit. */
const pauseOfActivity = 5
const longestPause = 2_000
/** Milliseconds between two notes of progress. */
const noteEvery = 1_000
/** Bytes hashed before other requests have their turn. */
const hashedInTurn = 1024 * 1024

/** Rows of a list in their order. `restart`: what was given is to be forgotten. */
export type RowBatch =
  | { rows: readonly ListRow[]; read: number; outside: number; completeFrom: number }
  | { restart: string }

/** What an export reads. */
export type ExportSource = {
  /** Rows from the start of the job's time until `to`, milliseconds since 1970, in falling order of their times. */
  rows: (to: number, signal: AbortSignal) => AsyncIterable<RowBatch>
  /** The time by which they are ordered; absent if that is their creation. */
  timeOf?: (row: ListRow) => number
  /** Notes by the ids of rows. */
  notesOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, Parameters<typeof exportedNotes>[0]>>
  /** What came and changed since the export began. */
  catchUp: (caught: { since: number; given: Given }, signal: AbortSignal) => AsyncIterable<CaughtUp>
  /** Whether the provider says what has changed. */
  knowsChanges: boolean
}

export type RunOptions = {
  jobs: ExportJobs
  job: ExportJobRow
  request: ExportRequest
  source: ExportSource
  /** Milliseconds since 1970, by the provider's clock. */
  now: number
  signal: AbortSignal
  clock: Clock
  /** Whether people are using the console, for whom the export slows down. */
  isBusy?: () => boolean
  /** Milliseconds for which this process was not idle; only differences count. */
  activeMillis?: () => number
}

class ExportRun {
  readonly #options: RunOptions
  #hash: Hash = createHash('sha256')
  #stored: PartEntry[] = []
  #buffer = new PartBuffer(0)
  /** Rows read before this attempt, and by it; of them those outside the filters. */
  #before = { read: 0, outside: 0 }
  #read = { read: 0, outside: 0 }
  #storing: Promise<void> = Promise.resolve()
  #notedAt = 0
  #activeBefore = 0
  readonly #writer: LineWriter

  constructor(options: RunOptions) {
    this.#options = options
    this.#writer = lineWriter(options.request)
  }

  async finish(): Promise<void> {
    const { jobs, job } = this.#options
    const startedAt = job.started_at ?? this.#options.now * 1000
    if (job.started_at === null) await jobs.note(job, { started_at: startedAt })
    await this.#resume()
    const to = this.#stored.at(-1)?.resume_ms ?? job.to_ms
    if (to > job.from_ms || this.#stored.length === 0) await this.#readRows(to)
    const { changed, late } = await this.#catchUp(startedAt / 1000)
    await jobs.end(job, {
      ...{ state: 'complete', sha256: this.#hash.digest('hex'), ...this.#size, late_count: late },
      ...{ changed_count: this.#options.source.knowsChanges ? changed : null, complete_from_ms: job.from_ms },
      outside_count: this.#outsideCount,
    })
  }

  /** Keeps the parts up to the last after which work can go on. */
  async #resume(): Promise<void> {
    const { jobs, job, signal } = this.#options
    const parts = await jobs.parts(job.id)
    const kept = parts.slice(0, parts.findLastIndex(({ resume_ms }) => resume_ms !== null) + 1)
    if (kept.length < parts.length) await jobs.removeParts(job, kept.length)
    for (const { number } of kept) {
      signal.throwIfAborted()
      await this.#hashText(await jobs.content(job.id, number))
    }
    this.#stored = kept
    const last = kept.at(-1)
    this.#before = last ? { read: last.read_count, outside: job.outside_count } : { read: 0, outside: 0 }
    this.#buffer = new PartBuffer(kept.length)
    if (kept.length === 0) this.#buffer.addHead(this.#writer.head)
  }

  async #hashText(text: Uint8Array): Promise<void> {
    for (let at = 0; at < text.byteLength; at += hashedInTurn) {
      this.#hash.update(text.subarray(at, at + hashedInTurn))
      await setImmediate()
    }
  }

  async #restart(): Promise<void> {
    const { jobs, job } = this.#options
    await this.#storing
    await jobs.removeParts(job, 0)
    this.#hash = createHash('sha256')
    this.#stored = []
    this.#before = { read: 0, outside: 0 }
    this.#buffer = new PartBuffer(0)
    this.#buffer.addHead(this.#writer.head)
  }

  async #readRows(to: number): Promise<void> {
    const { job, jobs, source, signal } = this.#options
    this.#activeBefore = this.#active
    for await (const batch of source.rows(to, signal)) {
      if ('restart' in batch) {
        await this.#restart()
        continue
      }
      const before = this.#read.read
      this.#read = { read: batch.read, outside: batch.outside }
      await this.#write(batch.rows)
      await this.#giveWay(batch.read - before)
      await this.#noteProgress(batch.completeFrom)
      if (this.#buffer.length < jobs.partBytes) continue
      await this.#storing
      await this.#store(this.#buffer.take(batch.completeFrom, this.#readCount, false))
    }
    await this.#storing
    await this.#store(this.#buffer.take(job.from_ms, this.#readCount, true))
    await this.#storing
  }

  get #active(): number {
    const { activeMillis = () => performance.eventLoopUtilization().active } = this.#options
    return activeMillis()
  }

  /** Reading and writing a row takes 5 to 15 µs, in which the process answers nobody: people wait for less of it. */
  async #giveWay(rows: number): Promise<void> {
    const { clock, isBusy, signal } = this.#options
    const active = this.#active - this.#activeBefore
    if (isBusy?.())
      await wait(clock, Math.max(rows * pauseOfRow, Math.min(longestPause, active * pauseOfActivity)), signal)
    this.#activeBefore = this.#active
  }

  /** What people see meanwhile: parts may be far apart where few rows match. */
  async #noteProgress(completeFrom: number): Promise<void> {
    const { jobs, job } = this.#options
    if (performance.now() - this.#notedAt < noteEvery) return
    this.#notedAt = performance.now()
    const row_count = this.#size.row_count + this.#buffer.rows
    await jobs.note(job, { row_count, read_count: this.#readCount, complete_from_ms: completeFrom })
  }

  /** What the stored parts have together. */
  get #size() {
    const sum = (of: 'row_count' | 'bytes') => this.#stored.reduce((all, part) => all + part[of], 0)
    return { row_count: sum('row_count'), bytes: sum('bytes') }
  }

  get #readCount() {
    return this.#before.read + this.#read.read
  }

  get #outsideCount() {
    return this.#before.outside + this.#read.outside
  }

  async #write(rows: readonly ListRow[]): Promise<void> {
    const { request, signal, source } = this.#options
    const noted = request.hasNotes ? await source.notesOf(rows.flatMap(({ id }) => id ?? [])) : new Map<string, never>()
    let began = performance.now()
    for (const [index, row] of rows.entries()) {
      const line = this.#writer.line(row, exportedNotes(noted.get(row.id ?? '') ?? []))
      this.#buffer.add(row, line, source.timeOf?.(row))
      row.release()
      if (index % rowsBetweenLooks > 0 || performance.now() - began < turn) continue
      await setImmediate()
      signal.throwIfAborted()
      began = performance.now()
    }
    signal.throwIfAborted()
  }

  /** Stores a part while the next rows are read; parts are stored one after the other. */
  async #store(part: NewPart | undefined): Promise<void> {
    if (!part) return
    const { jobs, job } = this.#options
    const { text: _, hashes: __, ...entry } = part
    this.#stored.push(entry)
    const progress = {
      ...{ ...this.#size, read_count: part.read_count },
      ...(part.resume_ms !== null && { complete_from_ms: part.resume_ms, outside_count: this.#outsideCount }),
    }
    const storing = Promise.all([jobs.addPart(job, part, progress), this.#hashText(part.text)]).then(() => undefined)
    // It is awaited later, and its failure must not end the process before.
    storing.catch(() => undefined)
    this.#storing = storing
  }

  /** Adds rows that the provider showed late, and counts those that changed since. @param since milliseconds since 1970 */
  async #catchUp(since: number): Promise<{ changed: number; late: number }> {
    const { jobs, job, source, signal } = this.#options
    const given = new FileRows(this.#size.row_count, since)
    for (const { number } of [...this.#stored]) {
      signal.throwIfAborted()
      given.addNumbers(await jobs.hashes(job.id, number))
      await setImmediate()
    }
    let [changed, late] = [0, 0]
    for await (const caught of source.catchUp({ since, given }, signal)) {
      changed += caught.changed.length
      late += caught.added.length
      await this.#write(caught.added)
      if (this.#buffer.length >= jobs.partBytes) await this.#storeLate(late)
    }
    if (this.#buffer.rows > 0) await this.#storeLate(late)
    await this.#storing
    return { changed, late }
  }

  async #storeLate(late: number): Promise<void> {
    await this.#storing
    const part = this.#buffer.take(this.#options.job.from_ms, this.#readCount + late, true)
    // Another attempt looks again.
    if (part) await this.#store({ ...part, resume_ms: null })
  }
}

/**
 * Makes the file of a job that this console has leased, or the rest of it.
 * @throws LeaseLost, the failure of a read or of storing, or the signal's reason; what is stored stays
 */
export const runExport = (options: RunOptions): Promise<void> => new ExportRun(options).finish()
