/** Exports and schedules as the browser and manifests show them. */

import type { ExportScheduleTable } from '../../../database/tables'
import type { ScannedList } from '../../../provider/scanned-lists'
import type { Session } from '../../../server/auth/sessions'
import { timeOf } from '../../../server/clock'
import { beginning } from '../../../server/records/record-rows'
import { exportColumns, exportedLists } from '../export-columns'
import {
  type ExportJob,
  type ExportManifest,
  type ExportRequest,
  type ExportSchedule,
  exportDays,
  isActiveExport,
} from '../interface'
import type { ExportJobRow } from './jobs'

const secondOf = (millis: number) => new Date(millis).toISOString().replace('.000Z', 'Z')

const [anyList] = Object.keys(exportedLists) as [ScannedList]

/** When the secret has changed: shown without its filters. */
const unreadable: ExportRequest = {
  ...{ list: anyList, search: '', zone: 'UTC', format: 'csv', hasNotes: false, hasBom: false },
}

/** Since when all records were kept, where a file would begin earlier. */
const keptSince = ({ from_ms, complete_from_ms }: ExportJobRow) =>
  complete_from_ms !== null && complete_from_ms > from_ms ? { kept_since: secondOf(complete_from_ms) } : {}

export function jobView(row: ExportJobRow, request: ExportRequest = unreadable, session: Session): ExportJob {
  const { list, search, format, hasNotes, hasBom, columns } = request
  return {
    ...{ list, search, format, hasNotes, hasBom, ...(columns && { columns }) },
    ...{ id: row.id, state: row.state, file: row.file, person: row.person, is_mine: row.subject === session.subject },
    ...(row.reason !== null && { reason: row.reason }),
    ...(row.schedule_id !== null && { schedule: row.schedule_id }),
    ...(row.from_ms > beginning && { from: secondOf(row.from_ms) }),
    to: secondOf(row.to_ms),
    ...{ rows: row.row_count, bytes: row.bytes },
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
    ...{ id: row.id, period: row.period, person: row.person, is_mine: row.subject === session.subject },
    ...(row.stopped !== null && { stopped: row.stopped }),
    ...{ next_at: timeOf(row.next_at), created_at: timeOf(row.created_at) },
  }
}

export function manifestOf(row: ExportJobRow, request: ExportRequest): ExportManifest {
  return {
    ...{ file: row.file, format: request.format },
    columns: request.format === 'ndjson' ? 'all' : exportColumns(request),
    ...{ notes: request.hasNotes, byte_order_mark: request.format === 'csv' && request.hasBom },
    ...{ environment: row.environment, list: exportedLists[request.list], filter: request.search },
    created: { ...(row.from_ms > beginning && { from: secondOf(row.from_ms) }), before: secondOf(row.to_ms) },
    ...{ rows: row.row_count, bytes: row.bytes, ...(row.sha256 !== null && { sha256: row.sha256 }) },
    ...(row.state === 'complete' && keptSince(row)),
    ...(row.changes_to_ms !== null && { changes_before: secondOf(row.changes_to_ms) }),
    complete: row.state === 'complete',
    ...(row.state !== 'complete' && { reason: row.reason ?? `The export is ${row.state}.` }),
    made_by: row.person,
    ...(row.started_at !== null && { started_at: timeOf(row.started_at) }),
    ...(row.ended_at !== null && { ended_at: timeOf(row.ended_at) }),
  }
}
