/** The console's API for exports, as the browser calls it. */
import { ownPath } from '../../../api/own-row'
import { callConsole } from '../../../browser/operation'
import type { Environment } from '../../../provider/environments'
import type { NewExport, NewExportSchedule } from '../input'
import { type ExportPage, isActiveExport } from '../interface'
import { exportsRows } from '../operations'

/** Milliseconds between two looks at exports of which one is under way. */
const pollEvery = 1_000

export const exportsKey = (environment: Environment) => [environment, 'exports'] as const

/** Exports and schedules with the time of the answer, ms since 1970; read again while one is under way. */
export const exportsQuery = (environment: Environment) => ({
  queryKey: exportsKey(environment),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<ExportPage & { at: number }> => {
    const { body, at } = await callConsole(environment, exportsRows.listExports, {}, { signal })
    return { ...body, at }
  },
  // It is read again in a second, or by a person.
  retry: false,
  refetchInterval: ({ state }: { state: { data?: ExportPage } }) =>
    state.data?.exports.some((job) => isActiveExport(job.state)) ? pollEvery : (false as const),
})

/** Starts an export; the same id again starts nothing. */
export const startExport = async (environment: Environment, body: NewExport) =>
  (await callConsole(environment, exportsRows.startExport, { body })).body
export const addSchedule = (environment: Environment, body: NewExportSchedule) =>
  callConsole(environment, exportsRows.addExportSchedule, { body })
export const cancelExport = (environment: Environment, id: string) =>
  callConsole(environment, exportsRows.cancelExport, { values: { id } })
export const removeExport = (environment: Environment, id: string) =>
  callConsole(environment, exportsRows.removeExport, { values: { id } })
export const removeSchedule = (environment: Environment, id: string) =>
  callConsole(environment, exportsRows.removeExportSchedule, { values: { id } })

/** Where a file is; of one that is not complete yet, the download grows with it. */
export const fileHref = (environment: Environment, id: string) =>
  ownPath(environment, exportsRows.getExportFile, { id })
export const manifestHref = (environment: Environment, id: string) =>
  ownPath(environment, exportsRows.getExportManifest, { id })
