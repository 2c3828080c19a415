/** What the tests of exports share: exports of records that a test keeps, in small parts. */
import { randomUUID } from 'node:crypto'
import { migrate, openDatabase } from '../../../../database/open'
import type { ScannedList } from '../../../../provider/scanned-lists'
import { Encryption } from '../../../../server/encryption/encryption'
import { beginning } from '../../../../server/records/record-rows'
import { Records } from '../../../../server/records/records'
import { recordedLog, seededClock, settingsFor } from '../../../../server/testing'
import { type Owner, Upstreams } from '../../../../server/upstream/upstream'
import { RecordNoteStore } from '../../../notes/server/record-notes'
import type { ExportRequest } from '../../interface'
import { Exporter, type ExporterDependencies } from '../exporter'
import { ExportJobs, type ExportStoreOptions } from '../jobs'
import { exportedRequest } from '../list-export'
import { ExportSchedules } from '../schedules'

export const plainRequest: ExportRequest = {
  list: 'listTransfers',
  search: '',
  zone: 'UTC',
  format: 'ndjson',
  hasNotes: false,
  hasBom: false,
}

export type OpenOptions = { folder: string; databaseUrl?: string } & Partial<
  Pick<ExportStoreOptions, 'leaseMillis' | 'partBytes' | 'storage' | 'clock'>
> &
  Partial<Pick<ExporterDependencies, 'activeMillis'>>

/** How far records were read, milliseconds since 1970: everything, unless a test says otherwise. */
type KeepOptions = { list?: ScannedList; from?: number; to?: number; isWhole?: boolean }

export const author = { subject: 'oidc:ines', name: 'Ines Okafor' }

/** Takes records as if they had been read from the provider. @param texts JSON */
export async function keepRead(
  records: Records,
  owner: Owner,
  texts: readonly string[],
  { list = 'listTransfers', from = beginning, to, isWhole = true }: KeepOptions & { to: number },
): Promise<void> {
  const holder = 'a test'
  await records.lists[list].begin(owner, to)
  await records.lists[list].lease(owner, holder)
  const { signal } = new AbortController()
  const progress = { holder, from, to, isWhole }
  if (!(await records.take(list, owner, texts, { by: 'history', progress, signal })))
    throw new Error('Another console reads.')
}

/** Opens exports on a database, as a console does. */
export async function openExports({ folder, databaseUrl, activeMillis, clock = seededClock(), ...more }: OpenOptions) {
  const database = openDatabase({ databaseUrl, dataFolder: folder })
  await migrate(database)
  const { log, lines } = recordedLog()
  // Nothing listens there: exports ask the provider for nothing.
  const away = 'http://127.0.0.1:1'
  const settings = settingsFor({ baseUrl: away, authUrl: away })
  const upstreams = new Upstreams({ settings, clock })
  const encryption = new Encryption(settings)
  const records = new Records({ database, clock, encryption, log })
  const options = { storage: settings.exportStorage, leaseMillis: 400, partBytes: 64 * 1024, ...more }
  const jobs = new ExportJobs({ database, clock, encryption, ...options })
  const schedules = new ExportSchedules({ database, clock, encryption, jobs, upstreams, hasDemoUsers: true })
  const recordNotes = new RecordNoteStore({ database, clock, encryption, hasDemoUsers: true })
  const core = { database, clock, encryption, log }
  const exporter = new Exporter({ ...core, jobs, schedules, upstreams, recordNotes, activeMillis })
  const { owner, rate } = upstreams.of('sandbox')
  return {
    database,
    clock,
    records,
    jobs,
    schedules,
    recordNotes,
    lines,
    exporter,
    owner,
    keep: (texts: readonly string[], options: KeepOptions = {}) =>
      keepRead(records, owner, texts, { to: clock.now(), ...options }),
    /** A person asks for something, for whom exports slow down. */
    beUsed: () => rate.slot({ kind: 'read', subject: author.subject }, new AbortController().signal),
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
      return Buffer.concat(await Promise.all(parts.map((part) => jobs.content(id, part))))
    },
    async close() {
      await exporter.close()
      await database.destroy()
    },
  }
}
