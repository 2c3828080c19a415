/** Works on export jobs in the background: a few at once in each console, those of other consoles that stopped included. */
import { randomUUID } from 'node:crypto'
import type { Database } from '../../../database/open'
import type { Environment } from '../../../provider/environments'
import { ProblemError } from '../../../provider/problem'
import type { Session } from '../../../server/auth/sessions'
import type { Clock } from '../../../server/clock'
import type { Encryption } from '../../../server/encryption/encryption'
import { type Log, traceOf } from '../../../server/telemetry/log'
import type { Upstreams } from '../../../server/upstream/upstream'
import { type ExportJobRow, type ExportJobs, LeaseLost } from './jobs'
import { type NotesOfSnapshots, NotRead, runExport } from './run'
import type { ExportSchedules } from './schedules'

/** Exports that one console works on at once. */
const mostRunning = 2
/** Milliseconds between two looks for jobs and schedules. */
export const pollEvery = 2_000
/** Milliseconds for which the console counts as used after a person asked for something. */
const usedFor = 2_000
/** Attempts in a row that end without a file, and the pause after the first. Together they take about three hours. */
const mostAttempts = 12
const firstPause = 5_000
const longestPause = 20 * 60_000
/** Milliseconds between two looks whether the rows of a job were read. */
const unreadPause = 5_000

export type ExporterDependencies = {
  database: Database
  clock: Clock
  encryption: Encryption
  log: Log
  jobs: ExportJobs
  schedules: ExportSchedules
  upstreams: Upstreams
  recordNotes: NotesOfSnapshots
  /** Milliseconds for which this process was not idle, by default those of its event loop. */
  activeMillis?: () => number
}

const isFinal = (failure: unknown) =>
  failure instanceof ProblemError && failure.problem.status < 500 && failure.problem.status !== 429

/** What a person reads of a failure. */
function reasonOf(failure: unknown): string {
  if (!(failure instanceof ProblemError)) return 'Something went wrong in Mintdesk.'
  const { title, detail } = failure.problem
  return detail ? `${title} ${detail}` : title
}

export class Exporter {
  readonly #running = new Map<string, { cancel: AbortController; done: Promise<void> }>()
  #cancelTimer = () => {}
  #taking: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(private readonly dependencies: ExporterDependencies) {}

  /** Looks for work every so many milliseconds; the timer does not keep the process alive. */
  start(millis = pollEvery): void {
    this.#cancelTimer = this.dependencies.clock.after(millis, () => {
      void this.takeWork().then(() => this.#isClosed || this.start(millis))
    })
  }

  /** Claims runnable jobs. Never throws. */
  takeWork(): Promise<void> {
    this.#taking = this.#taking.then(() => this.#takeAll())
    return this.#taking
  }

  async #takeAll(): Promise<void> {
    const { jobs, log, schedules } = this.dependencies
    try {
      if (!this.#isClosed) await schedules.makeDue()
      while (!this.#isClosed && this.#running.size < mostRunning) {
        const job = await jobs.claim(randomUUID())
        if (!job) return
        this.#begin(job)
      }
    } catch (failure) {
      log.warn({ event: 'exports-not-read', ...traceOf(failure) }, 'exports')
    }
  }

  #begin(job: ExportJobRow): void {
    const cancel = new AbortController()
    const done = this.#work(job, cancel).finally(() => {
      this.#running.delete(job.id)
      if (!this.#isClosed) void this.takeWork()
    })
    this.#running.set(job.id, { cancel, done })
  }

  async #work(job: ExportJobRow, cancel: AbortController): Promise<void> {
    const { log } = this.dependencies
    const stopHolding = this.#hold(job, cancel)
    try {
      await this.#run(job, cancel.signal)
      log.info({ event: 'export', job: job.id, subject: job.subject }, 'exports')
    } catch (failure) {
      if (!(failure instanceof LeaseLost)) await this.#failed(job, failure).catch(() => undefined)
    } finally {
      stopHolding()
    }
  }

  async #run(job: ExportJobRow, signal: AbortSignal): Promise<void> {
    const { jobs, schedules, upstreams } = this.dependencies
    const request = jobs.requestOf(job)
    if (!request)
      throw new ProblemError(409, 'not-readable', 'The filters of this export can no longer be read.', {
        detail: 'They were encrypted with an earlier secret of this console. Start it again.',
      })
    const upstream = upstreams.of(job.environment as Environment)
    if (upstream.owner.clientId !== job.client_id)
      throw new ProblemError(409, 'earlier-credential', 'The credential of this environment has changed since.', {
        detail: 'The list now belongs to another client of the provider. Start the export again.',
      })
    await jobs.requireRoom(request, job)
    const roles = await schedules.rolesOf(job)
    const session: Session = { id: '', subject: job.subject, name: job.person, roles }
    const isBusy = () => upstream.rate.millisSincePerson() < usedFor
    await runExport({ ...this.dependencies, job, request, owner: upstream.owner, session, signal, isBusy })
  }

  /** Extends the lease while the work goes on, however slow the provider is. @returns a function that stops */
  #hold(job: ExportJobRow, cancel: AbortController): () => void {
    const { clock, jobs } = this.dependencies
    let stop = () => {}
    const next = () => {
      stop = clock.after(jobs.leaseMillis / 4, () => {
        jobs.note(job, {}).then(next, (failure) => {
          // A database that is away for a moment may be back before the lease ends.
          if (failure instanceof LeaseLost) cancel.abort(failure)
          else next()
        })
      })
    }
    next()
    return () => {
      stop()
      stop = () => {}
    }
  }

  async #failed(job: ExportJobRow, failure: unknown): Promise<void> {
    const { jobs, log } = this.dependencies
    if (this.#isClosed) return jobs.release(job, { reason: null, attempts: job.attempts, millis: 0 })
    if (failure instanceof NotRead)
      return jobs.release(job, { reason: failure.message, attempts: job.attempts, millis: unreadPause })
    log.warn({ event: 'export-failed', job: job.id, ...traceOf(failure) }, 'exports')
    const attempts = job.attempts + 1
    if (isFinal(failure) || attempts >= mostAttempts)
      return jobs.end(job, { state: 'failed', reason: reasonOf(failure) })
    const millis = Math.min(longestPause, firstPause * 2 ** job.attempts)
    await jobs.release(job, { reason: reasonOf(failure), attempts, millis })
  }

  /** Stops this console's work on a job that a person cancelled. */
  cancel(id: string): void {
    this.#running.get(id)?.cancel.abort(new LeaseLost('A person cancelled it.'))
  }

  /** Gives running jobs back, so that another console, or this one when it has started again, begins them anew at once. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#cancelTimer()
    await this.#taking
    const closing = new Error('The console is closed.')
    for (const { cancel } of this.#running.values()) cancel.abort(closing)
    await Promise.all([...this.#running.values()].map(({ done }) => done))
  }
}
