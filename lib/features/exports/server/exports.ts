/** The addresses of exports: who may start, see, take and end them. */

import type { ExportScheduleTable } from '../../../database/tables'
import type { Environment } from '../../../provider/environments'
import { rowOf } from '../../../provider/operations'
import { ProblemError } from '../../../provider/problem'
import type { ScannedList } from '../../../provider/scanned-lists'
import type { RequestContext } from '../../../server/auth/request-context'
import type { Session } from '../../../server/auth/sessions'
import { timeOf, wholeSecond } from '../../../server/clock'
import type { ServerCore } from '../../../server/core'
import { type RouteDependencies, refuse } from '../../../server/http/console-routes'
import { providerNow } from '../../../server/records/provider-time'
import { beginning } from '../../../server/records/record-rows'
import type { Records } from '../../../server/records/records'
import type { Owner } from '../../../server/upstream/upstream'
import type { ConsoleHandlers } from '../../handlers'
import { exportColumns, exportedLists } from '../export-columns'
import {
  type ExportJob,
  type ExportManifest,
  type ExportRequest,
  type ExportSchedule,
  exportDays,
  isActiveExport,
} from '../interface'
import { Exporter, type ExporterDependencies } from './exporter'
import { fileAnswer } from './file-answer'
import { type ExportJobRow, ExportJobs } from './jobs'
import { exportedRequest, fileName, fixedSearch } from './list-export'
import { type NotesOfSnapshots, settledTo } from './run'
import { ExportSchedules } from './schedules'

const secondOf = (millis: number) => new Date(millis).toISOString().replace('.000Z', 'Z')

const [anyList] = Object.keys(exportedLists) as [ScannedList]

/** When the secret has changed: shown without its filters. */
const unreadable: ExportRequest = {
  list: anyList,
  search: '',
  zone: 'UTC',
  format: 'csv',
  hasNotes: false,
  hasBom: false,
}

/** Since when all records were kept, where a file would begin earlier. */
const keptSince = ({ from_ms, complete_from_ms }: ExportJobRow) =>
  complete_from_ms !== null && complete_from_ms > from_ms ? { kept_since: secondOf(complete_from_ms) } : {}

export function jobView(row: ExportJobRow, request: ExportRequest = unreadable, session: Session): ExportJob {
  const { list, search, format, hasNotes, hasBom, columns } = request
  return {
    list,
    search,
    format,
    hasNotes,
    hasBom,
    ...(columns && { columns }),
    id: row.id,
    state: row.state,
    file: row.file,
    person: row.person,
    is_mine: row.subject === session.subject,
    ...(row.reason !== null && { reason: row.reason }),
    ...(row.schedule_id !== null && { schedule: row.schedule_id }),
    ...(row.from_ms > beginning && { from: secondOf(row.from_ms) }),
    to: secondOf(row.to_ms),
    rows: row.row_count,
    bytes: row.bytes,
    ...(isActiveExport(row.state) && row.complete_from_ms !== null && { reached: secondOf(row.complete_from_ms) }),
    ...(row.state === 'complete' && keptSince(row)),
    ...(row.sha256 !== null && { sha256: row.sha256 }),
    created_at: timeOf(row.created_at),
    ...(row.ended_at !== null && { ended_at: timeOf(row.ended_at) }),
    kept_until: timeOf((row.ended_at ?? row.created_at) + exportDays * 86_400_000_000),
  }
}

export function scheduleView(
  row: ExportScheduleTable,
  request: ExportRequest = unreadable,
  session: Session,
): ExportSchedule {
  return {
    ...request,
    id: row.id,
    period: row.period,
    person: row.person,
    is_mine: row.subject === session.subject,
    ...(row.stopped !== null && { stopped: row.stopped }),
    next_at: timeOf(row.next_at),
    created_at: timeOf(row.created_at),
  }
}

export function manifestOf(row: ExportJobRow, request: ExportRequest): ExportManifest {
  return {
    file: row.file,
    format: request.format,
    columns: request.format === 'ndjson' ? 'all' : exportColumns(request),
    notes: request.hasNotes,
    byte_order_mark: request.format === 'csv' && request.hasBom,
    environment: row.environment,
    list: exportedLists[request.list],
    filter: request.search,
    created: { ...(row.from_ms > beginning && { from: secondOf(row.from_ms) }), before: secondOf(row.to_ms) },
    rows: row.row_count,
    bytes: row.bytes,
    ...(row.sha256 !== null && { sha256: row.sha256 }),
    ...(row.state === 'complete' && keptSince(row)),
    ...(row.changes_to_ms !== null && { changes_before: secondOf(row.changes_to_ms) }),
    complete: row.state === 'complete',
    ...(row.state !== 'complete' && { reason: row.reason ?? `The export is ${row.state}.` }),
    made_by: row.person,
    ...(row.started_at !== null && { started_at: timeOf(row.started_at) }),
    ...(row.ended_at !== null && { ended_at: timeOf(row.ended_at) }),
  }
}

type ExportDependencies = ExporterDependencies & RouteDependencies & { exporter: Exporter; records: Records }

/** Milliseconds by which reading may be behind; a file that would end earlier waits for it. */
const mostBehind = 180_000

/** Which export, and who asks. */
type OfExport = { context: RequestContext; environment: Environment; session: Session; values: { id: string } }

/** Others' exports are an admin's only: their filters may name customers. */
const seesAll = ({ roles }: Session) => roles.includes('admin')

const noSuchExport = () =>
  new ProblemError(404, 'no-such-export', 'This export does not exist.', {
    detail: 'It was deleted, or it is another person’s.',
  })

/** @returns the handlers of these operations. Whoever may read a list may export it; which one is checked once it is known. */
function createExports(core: ExportDependencies) {
  const { access, clock, exporter, jobs, records, schedules, upstreams } = core

  /** The export that an address names. @throws ProblemError 403 or 404 */
  async function exportOf({
    context,
    environment,
    session,
    values,
  }: OfExport): Promise<{ row: ExportJobRow; request: ExportRequest }> {
    const row = await jobs.find(environment, values.id)
    if (!row || (row.subject !== session.subject && !seesAll(session))) throw noSuchExport()
    const request = jobs.requestOf(row)
    if (!request)
      throw new ProblemError(410, 'not-readable', 'This export can no longer be read.', {
        detail: 'It was encrypted with an earlier secret of this console. Start it again.',
      })
    access.requireRole(context, session, rowOf(request.list))
    return { row, request }
  }

  /** The provider's time, in whole seconds. @throws ProblemError if it does not answer */
  async function momentOf(
    { list }: Pick<ExportRequest, 'list'>,
    { context, environment, session: { subject } }: Omit<OfExport, 'values'>,
  ) {
    const caller = { kind: 'read', subject } as const
    const { signal } = context.request
    return wholeSecond(await providerNow(upstreams.of(environment), { list, caller, clock, signal }))
  }

  /** Where a file of everything ends: what is newer may be incomplete. @param now milliseconds since 1970 */
  async function endOf({ list }: Pick<ExportRequest, 'list'>, owner: Owner, now: number): Promise<number> {
    const reading = await records.lists[list].reading(owner)
    return Math.max(wholeSecond(reading ? settledTo(reading) : 0), now - mostBehind)
  }

  const shown = async (asked: OfExport) => {
    const { row, request } = await exportOf(asked)
    return jobView(row, request, asked.session)
  }

  return {
    listExports: async ({ environment, session }) => {
      const subject = seesAll(session) ? undefined : session.subject
      const [rows, planned, stored] = await Promise.all([
        jobs.list(environment, subject),
        schedules.list(environment, subject),
        jobs.stored(),
      ])
      return {
        exports: rows.map((row) => jobView(row, jobs.requestOf(row), session)),
        schedules: planned.map((row) => scheduleView(row, jobs.requestOf(row, 'export_schedule'), session)),
        stored,
        storage: jobs.storage,
      }
    },

    startExport: async ({ context, body: { id, ...asked }, environment, owner, session }) => {
      access.requireRole(context, session, rowOf(asked.list))
      const now = await momentOf(asked, { context, environment, session })
      const read = exportedRequest(asked, now)
      if (read.errors) refuse(read.errors)
      const request: ExportRequest = { ...asked, search: fixedSearch(asked, now) }
      const range = { ...read.range, to: Math.min(read.range.to, await endOf(asked, owner, now)) }
      await jobs.add(owner, session, {
        id: id.toLowerCase(),
        request,
        range,
        file: fileName(environment, request, range),
      })
      void exporter.takeWork()
      return shown({ context, environment, session, values: { id } })
    },

    getExport: shown,

    getExportFile: async (asked) => {
      const { row, request } = await exportOf(asked)
      return fileAnswer(jobs, clock, row, request.format, asked.context.request)
    },

    getExportManifest: async (asked) => {
      const { row, request } = await exportOf(asked)
      return new Response(`${JSON.stringify(manifestOf(row, request), undefined, 2)}\n`, {
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'content-disposition': `attachment; filename="${row.file}.manifest.json"`,
          'cache-control': 'private, no-store',
          'x-content-type-options': 'nosniff',
        },
      })
    },

    cancelExport: async (asked) => {
      const { row } = await exportOf(asked)
      await jobs.cancel(asked.environment, row.id)
      exporter.cancel(row.id)
      return shown(asked)
    },

    removeExport: async (asked) => {
      const { row } = await exportOf(asked)
      await jobs.cancel(asked.environment, row.id)
      exporter.cancel(row.id)
      await jobs.remove(row.id)
      return {}
    },

    addExportSchedule: async ({ context, body: { id, period, ...request }, environment, owner, session }) => {
      access.requireRole(context, session, rowOf(request.list))
      const now = await momentOf(request, { context, environment, session })
      const read = exportedRequest(request, now)
      if (read.errors) refuse(read.errors)
      await schedules.add(owner, session, { id: id.toLowerCase(), request, period }, now)
      return {}
    },

    removeExportSchedule: async ({ environment, session, values }) => {
      const visible = await schedules.list(environment, seesAll(session) ? undefined : session.subject)
      if (!visible.some(({ id }) => id === values.id.toLowerCase())) throw noSuchExport()
      await schedules.remove(environment, values.id.toLowerCase())
      return {}
    },
  } satisfies Partial<ConsoleHandlers>
}

export function registerExports(core: ServerCore & { recordNotes: NotesOfSnapshots }) {
  const { exportStorage: storage, hasDemoUsers, ownRoles } = core.settings
  const jobs = new ExportJobs({ ...core, storage })
  const exporting = { ...core, jobs, schedules: new ExportSchedules({ ...core, jobs, hasDemoUsers, ownRoles }) }
  const exporter = new Exporter(exporting)
  return {
    handlers: createExports({ ...exporting, exporter }),
    retention: [{ name: 'exports', step: () => jobs.removeOld() }],
    start: (pause?: number) => exporter.start(pause),
    close: () => exporter.close(),
  }
}
