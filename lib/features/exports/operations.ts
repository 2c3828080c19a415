import { json, type OwnRow, row, takenFrom } from '../../api/own-row'
import { rolesWith } from '../../provider/roles'
import type { ExportJob, ExportManifest, ExportPage } from './interface'

const takes = takenFrom<typeof import('./input')>()

const exports = { title: 'Exports', roles: rolesWith('export') }
const ownExports = { ...exports, isOwn: true } as const

export const exportsRows = {
  listExports: row('GET', 'exports', 'Lists exports and their schedules.', {
    ...exports,
    answer: json<ExportPage>(),
    isBackground: true,
  }),
  startExport: row('POST', 'exports', 'Starts an export of a whole list; the same id again starts nothing.', {
    done: 'Started an export',
    daily: 500,
    ...ownExports,
    body: takes('NewExport'),
    answer: json<ExportJob>(),
  }),
  addExportSchedule: row('POST', 'exports/schedules', 'Adds a schedule of exports.', {
    done: 'Scheduled an export',
    daily: 200,
    ...ownExports,
    body: takes('NewExportSchedule'),
    answer: json<object>(),
  }),
  removeExportSchedule: row('DELETE', 'exports/schedules/{id}', 'Removes a schedule of exports.', {
    done: 'Removed a schedule of exports',
    daily: 200,
    ...ownExports,
    answer: json<object>(),
  }),
  getExport: row('GET', 'exports/{id}', 'Returns one export.', {
    ...exports,
    answer: json<ExportJob>(),
    isBackground: true,
  }),
  removeExport: row('DELETE', 'exports/{id}', 'Ends an export and deletes its file.', {
    done: 'Deleted an export',
    daily: 1_000,
    ...ownExports,
    answer: json<object>(),
  }),
  cancelExport: row('POST', 'exports/{id}/cancel', 'Ends an export before it is complete.', {
    done: 'Cancelled an export',
    daily: 1_000,
    ...ownExports,
    answer: json<ExportJob>(),
  }),
  getExportFile: row(
    'GET',
    'exports/{id}/file',
    'Returns the file of an export, also in ranges; while it is made, as it grows.',
    { done: 'Downloaded an export', daily: 5_000, ...exports, isTaken: true, answer: 'file' },
  ),
  getExportManifest: row('GET', 'exports/{id}/manifest', 'Returns what the file of an export is made of.', {
    ...exports,
    answer: json<ExportManifest>(),
  }),
} satisfies Record<string, OwnRow>
