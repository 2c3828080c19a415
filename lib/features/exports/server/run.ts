/**
 * One attempt at an export: writes the rows of a list to the parts of a file, as our own database has them at one moment. An
 * attempt that ends early is followed by another one with a moment of its own.
 */
import { createHash } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { byteOrderMark, cellOf, csvLine } from '../../../api/export-text'
import type { ListRequest } from '../../../api/list-request'
import { type Database, readSnapshot } from '../../../database/open'
import type { Json } from '../../../domain/json'
import type { Environment } from '../../../provider/environments'
import { rowOf } from '../../../provider/operations'
import { ProblemError } from '../../../provider/problem'
import { type ScannedList, timeOf } from '../../../provider/scanned-lists'
import type { Session } from '../../../server/auth/sessions'
import { type Clock, wait } from '../../../server/clock'
import type { Encryption } from '../../../server/encryption/encryption'
import { overlap } from '../../../server/records/changes'
import type { ListRow } from '../../../server/records/page-rows'
import { RecordList } from '../../../server/records/record-list'
import { type Reading, RecordRows } from '../../../server/records/record-rows'
import type { Owner } from '../../../server/upstream/upstream'
import { mapInPieces } from '../../../server/work/fair-queue'
import { type ExportedNote, exportedNotes, noteCells, noteColumns } from '../../notes/exported-notes'
import { type NotedKind, notedKindOfRecord, type ReadNote } from '../../notes/interface'
import { exportColumns, exportedLists, listFields, otherFields } from '../export-columns'
import type { ExportRequest } from '../interface'
import type { ExportJobRow, ExportJobs } from './jobs'
import { exportedRequest } from './list-export'

/** Writes the lines of one file: `head` comes before the first. */
export type LineWriter = { head: string; line: (row: ListRow, notes?: readonly ExportedNote[]) => string }

type Written = Pick<ExportRequest, 'list' | 'format' | 'columns' | 'hasBom' | 'hasNotes'>

function csvWriter({ hasBom, hasNotes, ...request }: Written): LineWriter {
  const columns = exportColumns(request)
  const known = new Set(listFields[request.list])
  const othersOf = (record: Json) => {
    const others = Object.entries(record).filter(([name]) => !known.has(name))
    return others.length > 0 ? Object.fromEntries(others) : undefined
  }
  const names = hasNotes ? [...columns, ...noteColumns] : columns
  return {
    head: `${hasBom ? byteOrderMark : ''}${csvLine(names)}`,
    line({ json }, notes) {
      const cells = columns.map((name) => cellOf(name, name === otherFields ? othersOf(json) : json[name]))
      return csvLine(hasNotes ? [...cells, ...noteCells(notes)] : cells)
    },
  }
}

/** The provider's own objects. Notes follow as a member that no provider has. */
const ndjsonWriter = ({ hasNotes }: Written): LineWriter => ({
  head: '',
  line({ text }, notes = []) {
    if (!hasNotes) return `${text}\n`
    const separator = /^\{\s*\}$/.test(text) ? '' : ','
    return `${text.slice(0, -1)}${separator}"mintdesk_notes":${JSON.stringify(notes)}}\n`
  },
})

export const lineWriter = (request: Written): LineWriter =>
  request.format === 'csv' ? csvWriter(request) : ndjsonWriter(request)

/** Milliseconds between two batches while people are using the console: 6,700 rows a second at most. */
const pauseOfBatch = 75
/** How much longer the pause is than what the process was busy with before it, where the machine itself is; and its limit. */
const pauseOfActivity = 5
const longestPause = 2_000
/** Milliseconds between two notes of progress. */
const noteEvery = 1_000

/** Notes as they were when the rows of an export were. */
export interface NotesOfSnapshots {
  on(snapshot: Database): NotesOfSnapshots
  ofRecords(
    environment: Environment,
    kind: NotedKind,
    ids: readonly string[],
    session: Session,
  ): Promise<Map<string, ReadNote[]>>
}

export type RunOptions = {
  database: Database
  clock: Clock
  encryption: Encryption
  recordNotes: NotesOfSnapshots
  jobs: ExportJobs
  job: ExportJobRow
  request: ExportRequest
  owner: Owner
  /** Of the person whose it is. */
  session: Session
  signal: AbortSignal
  /** Whether people are using the console, for whom the export slows down. */
  isBusy: () => boolean
  /** Milliseconds for which this process was not idle, by default those of its event loop; only differences count. */
  activeMillis?: () => number
}

/** What the file needs was not read from the provider yet. */
export class NotRead extends Error {}

const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
const timeText = (millis: number) => `${format.format(millis)} UTC`

/** Until when nothing can become visible any more that belongs in a file; milliseconds since 1970. */
export const settledTo = ({ to }: Reading) => to - overlap

/**
 * How far the rows of a job are here.
 * @returns since when all of them are, later than asked if what is older was removed; and up to when with their changes,
 *   where the provider lists these
 * @throws NotRead
 */
function requireRead(list: ScannedList, { from_ms, to_ms }: ExportJobRow, reading: Reading | undefined) {
  const [first = '', ...rest] = exportedLists[list]
  const rows = `${first.toUpperCase()}${rest.join('')}`
  if (!reading) throw new NotRead(`${rows} have not been read yet.`)
  if (!reading.isWhole && reading.from > from_ms)
    throw new NotRead(`${rows} before ${timeText(reading.from)} are still being read.`)
  if (settledTo(reading) < to_ms) throw new NotRead(`${rows} have been read up to ${timeText(settledTo(reading))}.`)
  return {
    complete_from_ms: Math.max(reading.from, from_ms),
    changes_to_ms: timeOf(list, 'updated') ? settledTo(reading) : null,
  }
}

/** The rows of a job: newest first by creation, or by their last update if that is what the provider filters by. */
function listOf(job: ExportJobRow, asked: ExportRequest): ListRequest {
  // Where the filters name no moment, theirs is the job's.
  const read = exportedRequest(asked, job.created_at / 1000)
  if (read.errors) throw new ProblemError(400, 'invalid-input', 'The filters are not valid.', { errors: read.errors })
  const { request } = read
  const isByUpdate = timeOf(request.list, 'updated')?.filters.some((name) => name in request.query)
  return { ...request, order: { by: isByUpdate ? 'UPDATED_AT' : 'CREATED_AT', order: 'DESC' } }
}

/** The file as far as it was written. */
class ExportFile {
  rows = 0
  #bytes = 0
  #parts = 0
  #pieces: Buffer[] = []
  #storing: Promise<void> = Promise.resolve()
  readonly #hash = createHash('sha256')

  constructor(private readonly options: Pick<RunOptions, 'jobs' | 'job'>) {}

  /** @param completeFrom what was created since is in the file; undefined while that is not known */
  async add(lines: readonly string[], completeFrom?: number): Promise<void> {
    const piece = Buffer.from(lines.join(''))
    this.#hash.update(piece)
    this.#pieces.push(piece)
    const length = this.#pieces.reduce((sum, { byteLength }) => sum + byteLength, 0)
    if (length >= this.options.jobs.partBytes) await this.#store(completeFrom)
  }

  /** Stores a part while the next rows are read; parts are stored one after the other. */
  async #store(completeFrom?: number): Promise<void> {
    const { jobs, job } = this.options
    await this.#storing
    const text = Buffer.concat(this.#pieces.splice(0))
    if (text.byteLength === 0) return
    this.#bytes += text.byteLength
    const progress = { row_count: this.rows, bytes: this.#bytes, complete_from_ms: completeFrom ?? null }
    this.#storing = jobs.addPart(job, this.#parts++, text, progress)
    // It is awaited later, and its failure must not end the process before.
    this.#storing.catch(() => undefined)
  }

  async end() {
    await this.#store()
    await this.#storing
    return { row_count: this.rows, bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }
}

async function writeFile(snapshot: Database, options: RunOptions): Promise<void> {
  const { clock, encryption, isBusy, job, jobs, owner, request, session, signal } = options
  const { activeMillis = () => performance.eventLoopUtilization().active } = options
  const { list } = request
  const { subject } = job
  const reading = await new RecordRows(list, { database: snapshot, clock, encryption }).reading(owner)
  const extent = requireRead(list, job, reading)
  await jobs.begin(job)

  const kind = notedKindOfRecord(rowOf(list).record)
  const recordNotes = options.recordNotes.on(snapshot)
  const notesOf = async (ids: readonly string[]): Promise<Map<string, ReadNote[]>> =>
    kind ? recordNotes.ofRecords(owner.environment, kind, ids, session) : new Map()
  /** The texts of notes, by which lists are filtered. */
  const textsOf = async (ids: readonly string[]) =>
    new Map([...(await notesOf(ids))].map(([id, notes]) => [id, notes.flatMap(({ text }) => text ?? [])]))

  const writer = lineWriter(request)
  const file = new ExportFile(options)
  await file.add([writer.head])
  let notedAt = 0
  let activeBefore = activeMillis()
  const walking = { subject, signal, notesOf: textsOf }
  for await (const batch of new RecordList({ database: snapshot, encryption }).walk(
    owner,
    listOf(job, request),
    walking,
  )) {
    const rows = batch.rows.map(({ row }) => row).filter(({ createdAt }) => !(createdAt >= job.to_ms))
    const noted = request.hasNotes ? await notesOf(rows.flatMap(({ id }) => id ?? [])) : undefined
    const lineOf = (row: (typeof rows)[number]) => writer.line(row, exportedNotes(noted?.get(row.id ?? '') ?? []))
    const lines = await mapInPieces(subject, rows, lineOf, signal)
    const reached = batch.reached && Date.parse(batch.reached.time)
    file.rows += rows.length
    await file.add(lines, reached || undefined)
    // Parts may be far apart where few rows match.
    if (reached && clock.steady() - notedAt >= noteEvery) {
      notedAt = clock.steady()
      await jobs.note(job, { row_count: file.rows, complete_from_ms: reached })
    }
    // Reading and writing a row takes microseconds in which the process answers nobody: people wait for less of it.
    const active = activeMillis() - activeBefore
    if (isBusy()) await wait(clock, Math.max(pauseOfBatch, Math.min(longestPause, active * pauseOfActivity)), signal)
    activeBefore = activeMillis()
  }
  const made = await file.end()
  await jobs.end(job, { state: 'complete', ...made, ...extent })
}

/**
 * Makes the file of a job that this console has leased.
 * @throws NotRead if its rows are not all here yet; LeaseLost, the failure of a read or of storing, or the signal's reason
 */
export const runExport = (options: RunOptions): Promise<void> =>
  readSnapshot(options.database, (snapshot) => writeFile(snapshot, options))
