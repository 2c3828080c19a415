/** Schedules: an export of each day, week or month once it has closed, made by whichever console notices first. */
import { createHash } from 'node:crypto'
import { relativeRange } from '../../../api/relative-times'
import { isReleased } from '../../../database/hold'
import type { Database } from '../../../database/open'
import type { ExportScheduleTable } from '../../../database/tables'
import { type Environment, isEnvironment } from '../../../provider/environments'
import { rowOf } from '../../../provider/operations'
import { ProblemError } from '../../../provider/problem'
import type { Role } from '../../../provider/roles'
import type { OwnRoles } from '../../../server/auth/own-roles'
import { createPeople } from '../../../server/auth/people'
import { type Clock, microseconds } from '../../../server/clock'
import type { Encryption } from '../../../server/encryption/encryption'
import type { Owner, Upstreams } from '../../../server/upstream/upstream'
import { type ExportPeriod, type ExportRequest, isCreatedName, mostSchedules } from '../interface'
import type { ExportAuthor, ExportJobs } from './jobs'
import { exportedRequest, fileName, fixedSearch } from './list-export'

/** Milliseconds after a period's end at which its export is made: what was created in it is visible by then. */
export const afterClose = 15 * 60_000
/** Periods that are made up after a pause of the consoles; those before are left out. */
const mostMadeUp = 7
const atOnce = 20

const current = { day: 'today', week: 'this-week', month: 'this-month' } as const
const closed = { day: 'yesterday', week: 'last-week', month: 'last-month' } as const

/** When the period that a moment lies in closes. @param now milliseconds since 1970 */
export const periodEnd = (period: ExportPeriod, now: number, zone: string): number =>
  Date.parse(relativeRange(current[period], { now, zone }).to)

/** The id of a schedule's export of one period: a UUID of our own making (RFC 9562, version 8). */
function jobId(schedule: string, end: number): string {
  const hex = createHash('sha256').update(`${schedule} ${end}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** The query string of the period that closed last. @param now milliseconds since 1970 */
export function searchOf({ list, search, zone }: ExportRequest, period: ExportPeriod, now: number): string {
  const params = new URLSearchParams(search)
  // Filters by creation give way to the period.
  for (const name of [...params.keys()]) if (isCreatedName(name)) params.delete(name)
  params.set('x.created', closed[period])
  return fixedSearch({ list, search: params.toString(), zone }, now)
}

type Dependencies = {
  database: Database
  clock: Clock
  encryption: Encryption
  jobs: ExportJobs
  upstreams: Upstreams
  hasDemoUsers: boolean
  ownRoles?: OwnRoles
}

export class ExportSchedules {
  constructor(private readonly dependencies: Dependencies) {}

  /**
   * Adds a schedule; a repeat of the same id adds nothing.
   * @param now milliseconds since 1970, by the provider's clock
   * @throws ProblemError 409 if the person has too many
   */
  async add(
    { environment, clientId }: Owner,
    { subject, name: person }: ExportAuthor,
    { id, request, period }: { id: string; request: ExportRequest; period: ExportPeriod },
    now: number,
  ): Promise<void> {
    const { database, clock, encryption } = this.dependencies
    const own = await this.list(environment, subject)
    if (own.some((one) => one.id === id)) return
    if (own.length >= mostSchedules)
      throw new ProblemError(409, 'export-limit', `You have ${mostSchedules} schedules.`, {
        detail: 'Remove one that is no longer needed.',
      })
    await database
      .insertInto('export_schedule')
      .values({
        id,
        environment,
        client_id: clientId,
        subject,
        person,
        period,
        request: encryption.encryptJson(request, ['export_schedule', 'request', id, subject]),
        created_at: microseconds(clock),
        next_at: (periodEnd(period, now, request.zone) + afterClose) * 1000,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  }

  /** Schedules, the next one first. @param subject whose; undefined for everyone's */
  list(environment: Environment, subject?: string): Promise<ExportScheduleTable[]> {
    return this.dependencies.database
      .selectFrom('export_schedule')
      .selectAll()
      .where('environment', '=', environment)
      .$if(subject !== undefined, (schedules) => schedules.where('subject', '=', subject ?? ''))
      .orderBy('next_at')
      .orderBy('id')
      .execute()
  }

  async remove(environment: Environment, id: string): Promise<void> {
    await this.dependencies.database
      .deleteFrom('export_schedule')
      .where('environment', '=', environment)
      .where('id', '=', id)
      .execute()
  }

  /** The roles that a person has as far as is known. */
  rolesOf({ subject }: { subject: string }): Promise<Role[]> {
    const { database, encryption, hasDemoUsers, ownRoles } = this.dependencies
    return createPeople(database, encryption, hasDemoUsers, ownRoles).rolesOf(subject)
  }

  /**
   * Makes an export of each period that has closed by the provider's clock, because its records have its time. Of several
   * consoles one does.
   */
  async makeDue(): Promise<void> {
    const { database, upstreams } = this.dependencies
    for (const environment of upstreams.environments) {
      const now = upstreams.of(environment).now()
      const due = await database
        .selectFrom('export_schedule')
        .selectAll()
        .where('environment', '=', environment)
        .where('next_at', '<=', now * 1000)
        .where('stopped', 'is', null)
        .where(isReleased)
        .orderBy('next_at')
        .limit(atOnce)
        .execute()
      for (const schedule of due) await this.#make(schedule, now)
    }
  }

  /** @param now milliseconds since 1970, by the provider's clock */
  async #make(schedule: ExportScheduleTable, now: number): Promise<void> {
    const { jobs } = this.dependencies
    const request = jobs.requestOf(schedule, 'export_schedule')
    if (!request)
      return this.#stop(schedule, 'Its filters can no longer be read, because the secret of this console has changed.')
    const roles = await this.rolesOf(schedule)
    if (!rowOf(request.list).roles.some((role) => roles.includes(role)))
      return this.#stop(schedule, `${schedule.person} may no longer see this list.`)
    // Each missed period has its own file, the newest ones if there are many.
    const ends: number[] = []
    for (let at = schedule.next_at / 1000 - afterClose; at + afterClose <= now; ) {
      ends.push(at)
      at = periodEnd(schedule.period, at, request.zone)
    }
    // The same ids in every console: of those that notice, one adds the jobs.
    for (const end of ends.slice(-mostMadeUp)) await this.#addJob(schedule, request, end)
    const next = periodEnd(schedule.period, ends.at(-1) ?? now, request.zone) + afterClose
    await this.#advance(schedule, next * 1000)
  }

  async #addJob(schedule: ExportScheduleTable, request: ExportRequest, end: number): Promise<void> {
    const { jobs } = this.dependencies
    const { environment, client_id: clientId, subject, person: name } = schedule
    if (!isEnvironment(environment)) return
    const search = searchOf(request, schedule.period, end)
    const own = { ...request, search }
    const read = exportedRequest(own, end)
    if (read.errors) return this.#stop(schedule, 'One of its filters cannot be used. Add it again from its list.')
    const to = Math.min(read.range.to, end)
    await jobs.add(
      { environment, clientId },
      { subject, name },
      {
        id: jobId(schedule.id, end),
        request: own,
        schedule: schedule.id,
        range: { from: read.range.from, to },
        file: fileName(environment, own, { from: read.range.from, to }),
      },
    )
  }

  async #advance({ id, next_at }: ExportScheduleTable, next: number): Promise<void> {
    await this.dependencies.database
      .updateTable('export_schedule')
      .set({ next_at: next })
      .where('id', '=', id)
      .where('next_at', '=', next_at)
      .execute()
  }

  async #stop({ id }: ExportScheduleTable, stopped: string): Promise<void> {
    await this.dependencies.database.updateTable('export_schedule').set({ stopped }).where('id', '=', id).execute()
  }
}
