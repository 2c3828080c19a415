/** The addresses of exports: who may start, see, take and end them. */
import { exportRoles, NewExport, NewExportSchedule } from '../../../api/export-input'
import type { ExportPage, ExportRequest } from '../../../api/exports'
import { rowOf } from '../../../api/operations'
import { ProblemError } from '../../../api/problem'
import { resolvedTimes } from '../../../api/relative-times'
import {
  type Asked,
  bodyBy,
  createHandlers,
  type HandlerDependencies,
  type InEnvironment,
  type Permissions,
  refuse,
} from '../../activity/handlers'
import type { Session } from '../../auth/sessions'
import { wholeSecond } from '../scan-source'
import type { Exporter, ExporterDependencies } from './exporter'
import { fileAnswer } from './file-answer'
import { fileName } from './file-name'
import type { ExportJobRow } from './jobs'
import { exportedRequest } from './list-export'
import { jobView, manifestOf, scheduleView } from './views'

type ExportDependencies = HandlerDependencies & Omit<ExporterDependencies, 'sourceOf'> & { exporter: Exporter }

type OfExport = InEnvironment & { id: string }

/** Whoever may read a list may export it. Which list is checked once it is known. */
const permission = { title: 'Exports', roles: exportRoles }
const readers: Permissions = { read: permission, write: permission }

/** Others' exports are an admin's only: their filters may name customers. */
const seesAll = ({ roles }: Session) => roles.includes('admin')

const noSuchExport = () =>
  new ProblemError(404, 'no-such-export', 'This export does not exist.', {
    detail: 'It was deleted, or it is another person’s.',
  })

/** @returns the handlers of these addresses, by what they do */
export function createExports(core: ExportDependencies) {
  const { access, clock, exporter, jobs, schedules, scans, writes } = core
  const handler = createHandlers(core)

  /** The export that an address names. @throws ProblemError 403 or 404 */
  async function exportOf({
    context,
    environment,
    session,
    values,
  }: Asked<OfExport>): Promise<{ row: ExportJobRow; request: ExportRequest }> {
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

  const shown = async (asked: Asked<OfExport>) => {
    const { row, request } = await exportOf(asked)
    return jobView(row, request, asked.session)
  }

  return {
    listExports: handler<InEnvironment>('listExports', readers, async ({ environment, session }) => {
      const subject = seesAll(session) ? undefined : session.subject
      const [rows, planned, stored] = await Promise.all([
        jobs.list(environment, subject),
        schedules.list(environment, subject),
        jobs.stored(),
      ])
      return {
        exports: rows.map((row) => jobView(row, jobs.requestOf(row), session)),
        schedules: planned.map((row) => scheduleView(row, jobs.requestOf(row), session)),
        ...{ stored, storage: jobs.storage },
      } satisfies ExportPage
    }),

    startExport: handler<InEnvironment>('startExport', readers, async ({ context, environment, owner, session }) => {
      const { id, ...asked } = await bodyBy(NewExport, context)
      access.requireRole(context, session, rowOf(asked.list))
      const upstream = writes.upstreams.of(environment)
      // From here on it means the same rows, whenever it is worked on.
      const now = wholeSecond(upstream.now())
      const search = resolvedTimes(asked.list, new URLSearchParams(asked.search), { now, zone: asked.zone })
      const request: ExportRequest = { ...asked, search: search.toString() }
      const read = exportedRequest(request, now)
      if (read.errors) refuse(read.errors)
      const range = { ...read.range, to: Math.min(read.range.to, scans.ceiling(environment)) }
      await jobs.add(owner, session, {
        id: id.toLowerCase(),
        request,
        range,
        file: fileName(environment, request, range),
      })
      void exporter.takeWork()
      return shown({ context, environment, owner, session, values: { environment, id } })
    }),

    getExport: handler<OfExport>('getExport', readers, shown),

    getExportFile: handler<OfExport>('getExportFile', readers, async (asked) => {
      const { row, request } = await exportOf(asked)
      return fileAnswer(jobs, clock, row, request.format, asked.context.request)
    }),

    getExportManifest: handler<OfExport>('getExportManifest', readers, async (asked) => {
      const { row, request } = await exportOf(asked)
      return new Response(`${JSON.stringify(manifestOf(row, request), undefined, 2)}\n`, {
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'content-disposition': `attachment; filename="${row.file}.manifest.json"`,
          'cache-control': 'private, no-store',
          'x-content-type-options': 'nosniff',
        },
      })
    }),

    cancelExport: handler<OfExport>('cancelExport', readers, async (asked) => {
      const { row } = await exportOf(asked)
      await jobs.cancel(asked.environment, row.id)
      exporter.cancel(row.id)
      return shown(asked)
    }),

    removeExport: handler<OfExport>('removeExport', readers, async (asked) => {
      const { row } = await exportOf(asked)
      await jobs.cancel(asked.environment, row.id)
      exporter.cancel(row.id)
      await jobs.remove(row.id)
      return {}
    }),

    addExportSchedule: handler<InEnvironment>(
      'addExportSchedule',
      readers,
      async ({ context, environment, owner, session }) => {
        const { id, period, ...request } = await bodyBy(NewExportSchedule, context)
        access.requireRole(context, session, rowOf(request.list))
        const now = writes.upstreams.of(environment).now()
        const search = resolvedTimes(request.list, new URLSearchParams(request.search), { now, zone: request.zone })
        const read = exportedRequest({ ...request, search: search.toString() }, now)
        if (read.errors) refuse(read.errors)
        await schedules.add(owner, session, { id: id.toLowerCase(), request, period })
        return {}
      },
    ),

    removeExportSchedule: handler<OfExport>(
      'removeExportSchedule',
      readers,
      async ({ environment, session, values }) => {
        const visible = await schedules.list(environment, seesAll(session) ? undefined : session.subject)
        if (!visible.some(({ id }) => id === values.id.toLowerCase())) throw noSuchExport()
        await schedules.remove(environment, values.id.toLowerCase())
        return {}
      },
    ),
  }
}
