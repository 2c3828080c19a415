/** What an export reads: every row of a list that its filters ask for, whoever narrows them, the provider or Mintdesk. */
import { schemasOf } from '../../../api/check'
import type { Environment } from '../../../api/environments'
import type { ExportRequest } from '../../../api/exports'
import type { FieldError } from '../../../api/field-errors'
import { type ListRequest, listRequest, narrowedQuery, orderedQuery } from '../../../api/list-request'
import { notedKindOfRecord, type RecordNote } from '../../../api/noted-records'
import { rowOf } from '../../../api/operations'
import { ProblemError } from '../../../api/problem'
import { writeQuery } from '../../../api/query-string'
import { readQuery } from '../../../api/read-query'
import { listWindows } from '../../../api/scanned-lists'
import type { RecordNoteStore } from '../../activity/record-notes'
import type { Session } from '../../auth/sessions'
import { listRows } from '../list-rows'
import type { ListScanRequest, ListScans } from '../list-scans'
import { matchingRows } from '../matching-rows'
import type { ListRow } from '../page-rows'
import { timeRange } from '../time-range'
import type { ExportJobRow } from './jobs'
import type { ExportSource } from './run'

/** Pages read at once for one export; others have their share of the provider's rate. */
const workers = 4
/**
 * What a query string asks of a list.
 * @param now milliseconds since 1970, by the provider's clock
 * @returns the request and the range of creation times that it names, in milliseconds since 1970
 */
export function exportedRequest(
  { list, search, zone }: Pick<ExportRequest, 'list' | 'search' | 'zone'>,
  now: number,
): { request: ListRequest; range: { from: number; to: number }; errors?: never } | { errors: FieldError[] } {
  const { request, errors } = listRequest(list, new URLSearchParams(search), { now, zone })
  if (errors) return { errors }
  // What is narrowed here must be as valid as what is sent.
  const { query: schema } = schemasOf(list)
  const refused = [request.query, narrowedQuery(request)].flatMap(
    (query) => (schema && readQuery(schema, writeQuery(query)).errors) ?? [],
  )
  if (refused.length > 0) return { errors: refused }
  return { request, range: timeRange(list, request.query, 'created').range }
}

type Dependencies = { scans: ListScans; recordNotes: RecordNoteStore }

/**
 * The rows of a job: newest first by creation, or by their last update if that is what the provider filters by.
 * @param now milliseconds since 1970, by the provider's clock
 */
export function exportSource(
  { scans, recordNotes }: Dependencies,
  job: ExportJobRow,
  asked: Pick<ExportRequest, 'list' | 'search' | 'zone'>,
  { environment, session, now }: { environment: Environment; session: Session; now: number },
): ExportSource {
  const read = exportedRequest(asked, now)
  if (read.errors) throw new ProblemError(400, 'invalid-input', 'The filters are not valid.', { errors: read.errors })
  const { request } = read
  const { list } = request
  const caller = { kind: 'background' as const, subject: job.subject }
  const notesOf = async (ids: readonly string[]): Promise<Map<string, RecordNote[]>> =>
    kind ? recordNotes.ofRecords(environment, kind, ids, session) : new Map()
  /** The texts of notes, by which lists are filtered. */
  const textsOf = async (ids: readonly string[]) =>
    new Map([...(await notesOf(ids))].map(([id, notes]) => [id, notes.flatMap(({ text }) => text ?? [])]))
  // Only times of one kind are sent (spec, List transfers, rule 2), and by them it is read, newest first.
  const isByUpdate = listWindows[list].updated?.filters.some((name) => name in request.query) === true
  const by = isByUpdate ? 'updated' : 'created'
  const written: ListRequest = {
    ...request,
    order: { by: isByUpdate ? 'UPDATED_AT' : 'CREATED_AT', order: 'DESC' },
  }
  const kind = notedKindOfRecord(rowOf(list).record)
  const options = { environment, caller, workers, by, now, notesOf: textsOf, lag: 0 } as const
  const wasCreatedBefore = (rows: readonly ListRow[]) => rows.filter(({ createdAt }) => !(createdAt >= job.to_ms))

  return {
    async *rows(to, signal) {
      // What was updated since the job was recorded may have been in the list before, and nowhere else.
      const resumed = isByUpdate && to === job.to_ms ? {} : { completeFrom: to }
      for await (const batch of listRows({ scans }, written, { ...options, ...resumed, signal }))
        yield batch.rows ? { ...batch, rows: wasCreatedBefore(batch.rows) } : batch
    },
    timeOf: (row) => row.timeOf(by),
    notesOf,
    catchUp: (caught, signal) =>
      scans.catchUp(
        { environment, caller, list, query: orderedQuery(written) } as ListScanRequest,
        {
          ...{ ...caught, ceiling: job.to_ms },
          matching: (rows) => matchingRows(request, rows, { now, notesOf: textsOf }),
        },
        signal,
      ),
    knowsChanges: listWindows[list].updated !== undefined,
  }
}
