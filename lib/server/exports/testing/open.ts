/** What the tests of exports share: exports of a service, in small pages and small parts. */
import { randomUUID } from 'node:crypto'
import type { ExportRequest } from '../../../api/console/exports'
import { migrate, openDatabase } from '../../../database/open'
import { Encryption } from '../../encryption/encryption'
import { RecordNoteStore } from '../../notes/record-notes'
import { ListScans } from '../../scans/list-scans'
import { recordedLog, seededClock, settingsFor } from '../../testing'
import { Upstreams } from '../../upstream/upstream'
import { Exporter, type ExporterDependencies } from '../exporter'
import { ExportJobs, type ExportStoreOptions } from '../jobs'
import { exportedRequest } from '../list-export'
import { ExportSchedules } from '../schedules'

export const plainRequest: ExportRequest = {
  ...{ list: 'listTransfers', search: '', zone: 'UTC', format: 'ndjson', hasNotes: false, hasBom: false },
}

export type OpenOptions = {
  /** Where the service answers. */
  origin: string
  folder: string
  databaseUrl?: string
  rowsPerPage?: number
} & Partial<Pick<ExportStoreOptions, 'leaseMillis' | 'partBytes' | 'storage' | 'clock'>> &
  Partial<Pick<ExporterDependencies, 'sourceOf' | 'activeMillis'>>

export const author = { subject: 'oidc:ines', name: 'Ines Okafor' }

/** Opens exports on a database, as a console does. */
export async function openExports({
  origin,
  folder,
  databaseUrl,
  sourceOf,
  activeMillis,
  clock = seededClock(),
  rowsPerPage = 50,
  ...more
}: OpenOptions) {
  const database = openDatabase({ databaseUrl, dataFolder: folder })
  await migrate(database)
  const { log, lines } = recordedLog()
  const settings = settingsFor({ baseUrl: origin, authUrl: origin })
  const upstreams = new Upstreams({ settings, clock })
  const scans = new ListScans({ clock, log, upstreams, rowsPerPage })
  const encryption = new Encryption(settings)
  const options = { storage: settings.exportStorage, leaseMillis: 400, partBytes: 64 * 1024, ...more }
  const jobs = new ExportJobs({ database, clock, encryption, ...options })
  const schedules = new ExportSchedules({ database, clock, encryption, jobs, upstreams, hasDemoUsers: true })
  const recordNotes = new RecordNoteStore({ database, clock, encryption, hasDemoUsers: true })
  const dependencies = {
    clock,
    log,
    jobs,
    schedules,
    upstreams,
    scans,
    recordNotes,
    activeMillis,
    ...(sourceOf && { sourceOf }),
  }
  const exporter = new Exporter(dependencies)
  const owner = upstreams.of('sandbox').owner
  return {
    ...{ database, jobs, schedules, recordNotes, upstreams, lines, exporter, owner },
    /** Records a job of everything that was created before a time. */
    async add(to: number, request: Partial<ExportRequest> = {}, id: string = randomUUID()): Promise<string> {
      const asked = { ...plainRequest, ...request }
      const read = exportedRequest(asked, to)
      if (read.errors) throw new Error(JSON.stringify(read.errors))
      const range = { ...read.range, to: Math.min(read.range.to, to) }
      await jobs.add(owner, author, { id, request: asked, range, file: 'a-file' })
      return id
    },
    /** Resolves once a job has ended, however often it is taken up. */
    async ended(id: string) {
      for (;;) {
        await exporter.takeWork()
        const job = await jobs.find('sandbox', id)
        if (!job || !['waiting', 'running'].includes(job.state)) return job
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    },
    async fileOf(id: string): Promise<Buffer> {
      const parts = await jobs.parts(id)
      return Buffer.concat(await Promise.all(parts.map(({ number }) => jobs.content(id, number))))
    },
    async close() {
      await exporter.close()
      await database.destroy()
    },
  }
}
