/**
 * The records of each client's lists, in our own database: as they were last seen, found by a part of an identifier, and how far they
 * are complete. What a read shows is noted in the background after its answer; a failing database never fails a read.
 */
import { createHash } from 'node:crypto'
import type { TransferObservations } from '../../api/observations'
import type { RecordsExtent } from '../../api/records'
import type { Database } from '../../database/open'
import { quoteList, type ScannedList, transferList } from '../../provider/scanned-lists'
import { type Clock, microseconds, wait } from '../clock'
import type { Encryption } from '../encryption/encryption'
import { type Log, traceOf } from '../telemetry/log'
import type { Owner } from '../upstream/upstream'
import { mapInPieces, untilServed } from '../work/fair-queue'
import type { RetentionStep } from '../work/retention'
import { type RecordVersion, recordVersion } from './record-columns'
import { beginning, type Progress, type Reading, RecordRows, type WriteOptions } from './record-rows'
import { RecordSearch } from './record-search'

/** Milliseconds for which notes are collected, so that those of one page become one transaction. */
const collected = 50
/** Notes that wait at most; more are dropped, and noted when the transfer is seen again. */
const mostWaiting = 2_000
/** Rows of a transaction: SQLite holds up the whole process meanwhile, for about 20 ms. */
const perTransaction = 200
/** Transfers whose last note is remembered, so that the same one is not looked up in the database again. */
const mostRemembered = 20_000
/** Milliseconds for which a reader waits until earlier notes are written. */
const settleLimit = 1_000

type RecordsDependencies = { database: Database; clock: Clock; encryption: Encryption; log: Log }

type Note = { key: string; digest: string; owner: Owner; version: RecordVersion }

/** Of which records a reading tells. */
export function extentOf(reading: Reading | undefined): RecordsExtent | undefined {
  if (!reading) return undefined
  const { from, to: until, isWhole } = reading
  return { ...(from > beginning && { since: from, ...(!isWhole && { isReading: true }) }), until }
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('base64')

export class Records {
  /** For who reads what changes at the provider. */
  readonly lists: Readonly<Record<ScannedList, RecordRows>>
  /** Finds transfers by what a person pasted. */
  readonly search: RecordSearch
  readonly #clock: Clock
  readonly #encryption: Encryption
  readonly #log: Log
  /** The notes that wait, by transfer and content. */
  readonly #waiting = new Map<string, Note>()
  /** What was last written of a transfer, or found written. */
  readonly #remembered = new Map<string, string>()
  readonly #listeners = new Set<(owner: Owner) => void>()
  #writing: Promise<void> | undefined
  #cancel: (() => void) | undefined
  #isClosed = false

  constructor({ database, clock, encryption, log }: RecordsDependencies) {
    const source = { database, clock, encryption }
    this.lists = {
      [transferList]: new RecordRows(transferList, source),
      [quoteList]: new RecordRows(quoteList, source),
    }
    this.search = new RecordSearch(source)
    this.#clock = clock
    this.#encryption = encryption
    this.#log = log
  }

  /** Those of transfers, which pages note as they see them. */
  get rows(): RecordRows {
    return this.lists[transferList]
  }

  #version = (owner: Owner, text: string, list: ScannedList = transferList) =>
    recordVersion(list, owner, this.#encryption, text, microseconds(this.#clock))

  /** Notes transfers of the provider, and returns at once. What is none is ignored. @param texts JSON */
  note(owner: Owner, texts: readonly string[]): void {
    if (this.#isClosed) return
    for (const text of texts) {
      const version = this.#version(owner, text)
      if (!version) continue
      const { environment, client_id, id } = version.columns
      const key = JSON.stringify([environment, client_id, id])
      const digest = digestOf(text)
      if (this.#remembered.get(key) === digest || this.#waiting.size >= mostWaiting) continue
      const waiting = key + digest
      if (!this.#waiting.has(waiting)) this.#waiting.set(waiting, { key, digest, owner, version })
    }
    if (this.#waiting.size > 0) this.#cancel ??= this.#clock.after(collected, () => void this.#writeAll())
  }

  /** Tells at once that this console has written changes; those of others are only in the database. @returns what ends it */
  onChanges(told: (owner: Owner) => void): () => void {
    this.#listeners.add(told)
    return () => void this.#listeners.delete(told)
  }

  /** Writes transfers that a page is about to conclude from. @param texts JSON @throws the driver's error */
  async keep(owner: Owner, texts: readonly string[]): Promise<void> {
    const versions = texts.flatMap((text) => this.#version(owner, text) ?? [])
    for (let from = 0; from < versions.length; from += perTransaction) {
      await this.#write(owner, versions.slice(from, from + perTransaction), { by: 'read' })
      await untilServed(owner.clientId)
    }
  }

  /** Waits until what was noted is written, at most a second. */
  async settled(): Promise<void> {
    await Promise.race([this.#writeAll(), wait(this.#clock, settleLimit)])
  }

  /** Writes what waits; notes no more. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#writeAll()
  }

  #writeAll(): Promise<void> {
    this.#cancel?.()
    this.#cancel = undefined
    this.#writing ??= this.#writeWaiting().finally(() => {
      this.#writing = undefined
    })
    return this.#writing
  }

  async #writeWaiting(): Promise<void> {
    for (let [first] = this.#waiting.values(); first; [first] = this.#waiting.values()) {
      const { owner } = first
      const notes = [...this.#waiting.values()].filter((note) => note.owner === owner).slice(0, perTransaction)
      for (const { key, digest } of notes) this.#waiting.delete(key + digest)
      try {
        await this.#write(
          owner,
          notes.map(({ version }) => version),
          { by: 'read' },
        )
        for (const { key, digest } of notes) this.#remember(key, digest)
      } catch (error) {
        this.#log.warn({ event: 'not-noted', rows: notes.length, ...traceOf(error) }, 'records')
      }
    }
  }

  #remember(key: string, digest: string): void {
    this.#remembered.delete(key)
    this.#remembered.set(key, digest)
    const [oldest] = this.#remembered.keys()
    if (this.#remembered.size > mostRemembered && oldest !== undefined) this.#remembered.delete(oldest)
  }

  /** @returns false if another console reads now */
  async #write(
    owner: Owner,
    versions: readonly RecordVersion[],
    options: WriteOptions,
    rows = this.rows,
  ): Promise<boolean> {
    const written = await rows.write(owner, versions, options)
    if (written?.unannounced.length)
      this.#log.warn({ event: 'changed-without-update', transfers: written.unannounced.slice(0, 10) }, 'records')
    if (written?.hasTold) for (const told of this.#listeners) told(owner)
    return written !== undefined
  }

  /**
   * Takes a page of a list of the provider's, and moves the marks once all of it is written.
   * @param texts JSON
   * @returns false if another console reads now, and the marks were not moved
   * @throws the driver's error; the signal's reason
   */
  async take(
    list: ScannedList,
    owner: Owner,
    texts: readonly string[],
    { by, progress, signal }: WriteOptions & { progress: Progress; signal: AbortSignal },
  ): Promise<boolean> {
    const { holder } = progress
    const read = await mapInPieces(holder, texts, (text) => this.#version(owner, text, list), signal)
    const versions = read.filter((version) => version !== undefined)
    for (let from = perTransaction; from < versions.length; from += perTransaction) {
      const part = versions.slice(from - perTransaction, from)
      if (!(await this.#write(owner, part, { by, progress: { holder } }, this.lists[list]))) return false
      // Others have their turn.
      await untilServed(holder)
    }
    const left = versions.length === 0 ? 0 : ((versions.length - 1) % perTransaction) + 1
    return this.#write(owner, versions.slice(versions.length - left), { by, progress }, this.lists[list])
  }

  /** Since when all records of a client's list are here; undefined if none were read yet. @throws the driver's error */
  async extent(owner: Owner, list: ScannedList = transferList): Promise<RecordsExtent | undefined> {
    return extentOf(await this.lists[list].reading(owner))
  }

  /** What was seen of a transfer, including what was noted just now. @throws the driver's error */
  async of(owner: Owner, id: string): Promise<TransferObservations> {
    await this.settled()
    return this.rows.of(owner, id)
  }

  /** Removes records of which nothing was new for so many days; 0 keeps them for ever. */
  async removeOld(days: number): Promise<RetentionStep> {
    const steps = await Promise.all(Object.values(this.lists).map((rows) => rows.removeOld(days)))
    return { rows: steps.reduce((sum, { rows }) => sum + rows, 0), hasMore: steps.some(({ hasMore }) => hasMore) }
  }
}
