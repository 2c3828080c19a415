/** The console's API for exports, as the browser calls it. */
import type { Environment } from '../api/environments'
import type { NewExport, NewExportSchedule } from '../api/export-input'
import { type ExportJob, type ExportPage, isActiveExport } from '../api/exports'
import { callConsole } from './intents'

/** Milliseconds between two looks at exports of which one is under way. */
const pollEvery = 1_000

export const exportsKey = (environment: Environment) => [environment, 'exports'] as const

/** Exports and schedules with the time of the answer, ms since 1970; read again while one is under way. */
export const exportsQuery = (environment: Environment) => ({
  queryKey: exportsKey(environment),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<ExportPage & { at: number }> => {
    const { body, at } = await callConsole<ExportPage>(environment, 'exports', { signal, isBackground: true })
    return { ...body, at }
  },
  // It is read again in a second, or by a person.
  retry: false,
  refetchInterval: ({ state }: { state: { data?: ExportPage } }) =>
    state.data?.exports.some((job) => isActiveExport(job.state)) ? pollEvery : (false as const),
})

const change = async <Body>(environment: Environment, path: string, method: string, body: object = {}) =>
  (await callConsole<Body>(environment, path, { method, body: JSON.stringify(body) })).body

/** Starts an export; the same id again starts nothing. */
export const startExport = (environment: Environment, wanted: NewExport) =>
  change<ExportJob>(environment, 'exports', 'POST', wanted)
export const addSchedule = (environment: Environment, wanted: NewExportSchedule) =>
  change(environment, 'exports/schedules', 'POST', wanted)
export const cancelExport = (environment: Environment, id: string) =>
  change<ExportJob>(environment, `exports/${id}/cancel`, 'POST')
export const removeExport = (environment: Environment, id: string) => change(environment, `exports/${id}`, 'DELETE')
export const removeSchedule = (environment: Environment, id: string) =>
  change(environment, `exports/schedules/${id}`, 'DELETE')

/** Where a file or its manifest is; of one that is not complete yet, the download grows with it. */
export const fileHref = (environment: Environment, id: string, what: 'file' | 'manifest' = 'file') =>
  `/api/${environment}/exports/${id}/${what}`
