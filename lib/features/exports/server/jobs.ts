/**
 * Export jobs and their parts in the database, so that any console can take a job over and serve its file. A console works
 * on a job while it holds its lease; whatever it writes is conditional on that.
 */

import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { type Selectable, sql, type UpdateResult } from 'kysely'
import { asOfName } from '../../../api/relative-times'
import { isReleased } from '../../../database/hold'
import type { Database } from '../../../database/open'
import type { ExportJobTable, ExportPartTable } from '../../../database/tables'
import type { Environment } from '../../../provider/environments'
import { ProblemError } from '../../../provider/problem'
import type { Clock } from '../../../server/clock'
import type { Encryption } from '../../../server/encryption/encryption'
import type { Owner } from '../../../server/upstream/upstream'
import { isHeldBy, Lease, unleased } from '../../../server/work/lease'
import type { RetentionStep } from '../../../server/work/retention'
import { type ExportRequest, exportDays, isCreatedName, mostActiveExports } from '../interface'

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)
/**
 * Faster than gzip at its fastest and smaller; 1,000 transfers take half a millisecond outside the event loop. A part fits
 * into one piece of output, because each piece is a turn of the event loop.
 */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 }, chunkSize: 1024 * 1024 }

const day = 86_400_000_000
/** Parts removed in one statement, about 2 MB: SQLite holds up the whole process meanwhile. */
const partsAtOnce = 4
/** Jobs in a list, at most: the newest. */
const mostListed = 200

/** A job as it was read from the database. */
export type ExportJobRow = Selectable<ExportJobTable>

/** Who asks for an export: a person, or a schedule in their name. */
export type ExportAuthor = { subject: string; name: string }

/** What decides how large a file is, apart from the times of its rows; '' if it cannot be read. */
function shapeOf(request: ExportRequest | undefined): string {
  if (!request) return ''
  const { list, format, hasNotes, columns = [], search } = request
  const filters = [...new URLSearchParams(search)].filter(([name]) => !isCreatedName(name) && name !== asOfName)
  return JSON.stringify([list, format, hasNotes, columns, filters.map((pair) => pair.join('=')).sort()])
}

/** Another console has taken the job over, or a person cancelled it. */
export class LeaseLost extends Error {}

/** @throws LeaseLost if the update found no job */
async function requireLease(update: { executeTakeFirst: () => Promise<UpdateResult | undefined> }): Promise<void> {
  const result = await update.executeTakeFirst()
  if (!result?.numUpdatedRows) throw new LeaseLost('The export has been cancelled or taken over.')
}

/** What is known of a part without reading it. */
export type PartEntry = Pick<ExportPartTable, 'number' | 'bytes' | 'attempt'>

export type ExportProgress = Partial<Pick<ExportJobRow, 'row_count' | 'complete_from_ms' | 'changes_to_ms' | 'bytes'>>

export type ExportStoreOptions = {
  database: Database
  clock: Clock
  encryption: Encryption
  /** Bytes that all files may take, compressed. */
  storage: number
  /** Milliseconds until another console may take over a job whose console has stopped. */
  leaseMillis?: number
  /** Bytes of a part, about: what a reader unpacks at once. */
  partBytes?: number
}

export class ExportJobs {
  readonly storage: number
  readonly leaseMillis: number
  readonly partBytes: number
  readonly #database: Database
  readonly #lease: Lease
  readonly #encryption: Encryption

  constructor({
    database,
    clock,
    encryption,
    storage,
    leaseMillis = 20_000,
    partBytes = 4 * 1024 * 1024,
  }: ExportStoreOptions) {
    this.#database = database
    this.#lease = new Lease(database, clock, leaseMillis)
    this.#encryption = encryption
    this.storage = storage
    this.leaseMillis = leaseMillis
    this.partBytes = partBytes
  }

  /** The request of a job or schedule; undefined if the secret has changed since. */
  requestOf(
    { id, subject, request }: { id: string; subject: string; request: string },
    table: 'export_job' | 'export_schedule' = 'export_job',
  ): ExportRequest | undefined {
    return this.#encryption.decryptJson(request, [table, 'request', id, subject])
  }

  /**
   * Records a job; a repeat of the same id adds nothing.
   * @throws ProblemError 409 if the person has as many under way as they may, or the files take all their space
   */
  async add(
    { environment, clientId }: Owner,
    { subject, name: person }: ExportAuthor,
    job: { id: string; request: ExportRequest; file: string; range: { from: number; to: number }; schedule?: string },
  ): Promise<void> {
    if (await this.find(environment, job.id)) return
    // A schedule makes one file a period.
    if (!job.schedule) {
      await this.#requireFewUnderWay(environment, subject)
      await this.requireRoom(job.request)
    }
    await this.#database
      .insertInto('export_job')
      .values({
        id: job.id,
        environment,
        client_id: clientId,
        subject,
        person,
        file: job.file,
        request: this.#encryption.encryptJson(job.request, ['export_job', 'request', job.id, subject]),
        created_at: this.#lease.now(),
        state: 'waiting',
        schedule_id: job.schedule ?? null,
        from_ms: job.range.from,
        to_ms: job.range.to,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  }

  async #requireFewUnderWay(environment: Environment, subject: string): Promise<void> {
    const { active } = await this.#database
      .selectFrom('export_job')
      .select(({ fn }) => fn.countAll<number>().as('active'))
      .where('environment', '=', environment)
      .where('subject', '=', subject)
      .where('state', 'in', ['waiting', 'running'])
      .executeTakeFirstOrThrow()
    if (Number(active) >= mostActiveExports)
      throw new ProblemError(409, 'export-limit', `You have ${mostActiveExports} exports under way.`, {
        detail: 'Wait until one is complete, or cancel one.',
      })
  }

  /**
   * Requires that a file probably fits, beside what is probably still to come of those under way: each becomes as
   * large as the last one with the same filters, and takes at least a hundredth of the space.
   * @param job that makes it, if it is under way itself
   * @throws ProblemError 409
   */
  async requireRoom(request: ExportRequest, job?: ExportJobRow): Promise<void> {
    const rows = await this.#database
      .selectFrom('export_job')
      .select(['id', 'subject', 'state', 'request', 'stored_bytes'])
      .where('state', 'in', ['waiting', 'running', 'complete'])
      .orderBy('created_at', 'desc')
      .limit(mostListed)
      .execute()
    const sizes = new Map<string, number>()
    for (const { state, stored_bytes, ...row } of rows) {
      const shape = state === 'complete' && shapeOf(this.requestOf(row))
      if (shape && !sizes.has(shape)) sizes.set(shape, stored_bytes)
    }
    const restOf = (of: ExportRequest | undefined, stored: number) =>
      Math.max(this.storage / 100, (sizes.get(shapeOf(of)) ?? 0) - stored)
    const others = rows.filter(({ id, state }) => state !== 'complete' && id !== job?.id)
    const expected = others.reduce((sum, row) => sum + restOf(this.requestOf(row), row.stored_bytes), 0)
    const needed = expected + restOf(request, job?.stored_bytes ?? 0)
    if ((await this.stored()) + needed > this.storage) throw storageProblem('There is no room for another export.')
  }

  /** Bytes that all files take. */
  async stored(): Promise<number> {
    const { stored } = await this.#database
      .selectFrom('export_job')
      .select(({ fn }) => fn.sum<number | null>('stored_bytes').as('stored'))
      .executeTakeFirstOrThrow()
    return Number(stored ?? 0)
  }

  find(environment: Environment, id: string): Promise<ExportJobRow | undefined> {
    return this.#database
      .selectFrom('export_job')
      .selectAll()
      .where('id', '=', id.toLowerCase())
      .where('environment', '=', environment)
      .executeTakeFirst()
  }

  /** Jobs, newest first. @param subject whose; undefined for everyone's */
  list(environment: Environment, subject?: string): Promise<ExportJobRow[]> {
    return this.#database
      .selectFrom('export_job')
      .selectAll()
      .where('environment', '=', environment)
      .$if(subject !== undefined, (jobs) => jobs.where('subject', '=', subject ?? ''))
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(mostListed)
      .execute()
  }

  /**
   * Takes a job that nobody works on: of those whose turn it is, one of the person with the fewest in work.
   * @param leaseId of this attempt
   */
  async claim(leaseId: string): Promise<ExportJobRow | undefined> {
    const now = this.#lease.now()
    const open = await this.#database
      .selectFrom('export_job')
      .select(['id', 'subject', 'state'])
      .select(this.#lease.isFreeFor(leaseId).as('is_free'))
      .where('state', 'in', ['waiting', 'running'])
      .where((is) => is.or([is('retry_at', 'is', null), is('retry_at', '<=', now)]))
      // A held copy makes no scheduled exports; a person who asks for one reads.
      .where((is) => is.or([is('schedule_id', 'is', null), isReleased]))
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    const busy = new Map<string, number>()
    for (const { subject, is_free } of open) if (!is_free) busy.set(subject, (busy.get(subject) ?? 0) + 1)
    const inTurn = open
      .filter(({ is_free }) => is_free)
      .toSorted((one, other) => (busy.get(one.subject) ?? 0) - (busy.get(other.subject) ?? 0))
    for (const { id, state } of inTurn) {
      const { numUpdatedRows } = await this.#database
        .updateTable('export_job')
        .set({ state: 'running', reason: null, ...this.#lease.takenBy(leaseId) })
        .where('id', '=', id)
        .where('state', '=', state)
        .where(this.#lease.isFreeFor(leaseId))
        .executeTakeFirst()
      if (numUpdatedRows > 0n)
        return this.#database.selectFrom('export_job').selectAll().where('id', '=', id).executeTakeFirst()
    }
    return undefined
  }

  /** An update of a job that changes nothing once the lease is another console's. */
  #leased({ id, lease_id }: ExportJobRow, on: Database = this.#database) {
    return on.updateTable('export_job').where('id', '=', id).where(isHeldBy(lease_id)).where('state', '=', 'running')
  }

  /** Records progress and extends the lease. @throws LeaseLost */
  async note(job: ExportJobRow, progress: ExportProgress): Promise<void> {
    await requireLease(this.#leased(job).set({ ...progress, ...this.#lease.renewed() }))
  }

  /** Begins the file of a job anew: removes what an earlier attempt left. @throws LeaseLost */
  async begin(job: ExportJobRow): Promise<void> {
    while ((await this.#removeSome(job.id, job)) > 0);
    const anew = { row_count: 0, bytes: 0, complete_from_ms: null, changes_to_ms: null, started_at: this.#lease.now() }
    await requireLease(this.#leased(job).set(anew))
  }

  /** Stores a piece of the file and the progress with it. @throws LeaseLost; ProblemError 409 if the files take all their space */
  async addPart(job: ExportJobRow, number: number, text: Uint8Array, progress: ExportProgress): Promise<void> {
    const content = this.#encryption.encryptBytes(await compress(text, quality), [
      'export_part',
      'content',
      job.id,
      number,
    ])
    const size = content.byteLength
    if ((await this.stored()) + size > this.storage)
      throw storageProblem('The files of all exports took up their space while this one was made.')
    await this.#database.transaction().execute(async (within) => {
      const update = this.#leased(job, within).set({ ...progress, ...this.#lease.renewed() })
      await requireLease(update.set((job) => ({ stored_bytes: job('stored_bytes', '+', size) })))
      await within
        .insertInto('export_part')
        .values({ job_id: job.id, number, attempt: job.lease_id ?? '', bytes: text.byteLength, content })
        .execute()
    })
  }

  /** The parts of a job in their order. */
  parts(id: string): Promise<PartEntry[]> {
    return this.#database
      .selectFrom('export_part')
      .select(['number', 'bytes', 'attempt'])
      .where('job_id', '=', id)
      .orderBy('number')
      .execute()
  }

  /** The piece of the file in a part. @throws Error if another attempt replaced it, or the secret has changed since */
  async content(id: string, { number, attempt }: PartEntry): Promise<Buffer> {
    const { content } = await this.#database
      .selectFrom('export_part')
      .select('content')
      .where((is) => is.and({ job_id: id, number, attempt }))
      .executeTakeFirstOrThrow()
    const opened = this.#encryption.decryptBytes(content, ['export_part', 'content', id, number])
    if (!opened) throw new ProblemError(410, 'not-readable', 'This file can no longer be read.', { detail: unreadable })
    return decompress(opened)
  }

  /** @param job only while this console works on it @returns how many parts were removed @throws LeaseLost */
  async #removeSome(id: string, job?: ExportJobRow): Promise<number> {
    return this.#database.transaction().execute(async (within) => {
      const some = await within
        .selectFrom('export_part')
        .select('number')
        .select(sql<number>`length(content)`.as('size'))
        .where('job_id', '=', id)
        .orderBy('number', 'desc')
        .limit(partsAtOnce)
        .execute()
      if (some.length === 0) return 0
      const size = some.reduce((sum, part) => sum + Number(part.size), 0)
      const lowest = some.at(-1)?.number ?? 0
      await within.deleteFrom('export_part').where('job_id', '=', id).where('number', '>=', lowest).execute()
      const ofJob = job ? this.#leased(job, within) : within.updateTable('export_job').where('id', '=', id)
      const update = ofJob.set((row) => ({ stored_bytes: row('stored_bytes', '-', size) }))
      await (job ? requireLease(update) : update.execute())
      return some.length
    })
  }

  /** Ends the work on a job. @throws LeaseLost */
  async end(
    job: ExportJobRow,
    set: ExportProgress & { state: 'complete' | 'failed'; reason?: string; sha256?: string },
  ) {
    await requireLease(this.#leased(job).set({ ...set, ended_at: this.#lease.now(), ...unleased }))
  }

  /** Gives a job back, to be taken up again later. @param millis from now */
  async release(job: ExportJobRow, set: { reason: string | null; attempts: number; millis: number }): Promise<void> {
    await this.#leased(job)
      .set({
        state: 'waiting',
        reason: set.reason,
        attempts: set.attempts,
        ...unleased,
        retry_at: sql<number>`${this.#lease.now()} + ${set.millis * 1000}`,
      })
      .execute()
  }

  /** Ends a job that is waiting or running; whoever works on it learns at its next note. */
  async cancel(environment: Environment, id: string): Promise<void> {
    await this.#database
      .updateTable('export_job')
      .set({ state: 'cancelled', ended_at: this.#lease.now(), ...unleased })
      .where('id', '=', id.toLowerCase())
      .where('environment', '=', environment)
      .where('state', 'in', ['waiting', 'running'])
      .execute()
  }

  /** Removes files that ended without being complete, and jobs that ended so many days ago. */
  async removeOld(days = exportDays): Promise<RetentionStep> {
    const unfinished = await this.#database
      .selectFrom('export_job')
      .select('id')
      .where('state', 'in', ['failed', 'cancelled'])
      .where('stored_bytes', '>', 0)
      .limit(1)
      .executeTakeFirst()
    if (unfinished) return { rows: await this.#removeSome(unfinished.id), hasMore: true }
    const old = await this.#database
      .selectFrom('export_job')
      .select('id')
      .where('ended_at', '<', sql<number>`${this.#lease.now()} - ${days * day}`)
      .limit(1)
      .executeTakeFirst()
    if (!old) return { rows: 0, hasMore: false }
    const parts = await this.#removeSome(old.id)
    if (parts === 0) await this.#database.deleteFrom('export_job').where('id', '=', old.id).execute()
    return { rows: 1, hasMore: true }
  }

  /** Deletes an export that has ended, with its file. */
  async remove(id: string): Promise<void> {
    while ((await this.#removeSome(id)) > 0);
    await this.#database
      .deleteFrom('export_job')
      .where('id', '=', id)
      .where('state', 'not in', ['waiting', 'running'])
      .execute()
  }
}

const unreadable = 'It was encrypted with an earlier secret of this console. Start the export again.'

const storageProblem = (title: string) =>
  new ProblemError(409, 'export-storage-full', title, {
    detail: 'Delete exports that are no longer needed, or ask your administrator to raise EXPORT_STORAGE_MB.',
  })
