/** What an export reads: every row of a list that its filters ask for, whoever narrows them, the provider or Mintdesk. */
import { checkedList } from '../../api/console/checked-list'
import { exportedLists } from '../../api/console/export-columns'
import type { ExportRequest } from '../../api/console/exports'
import { type ListRequest, orderedQuery } from '../../api/console/list-request'
import { notedKindOfRecord } from '../../api/console/noted-records'
import { asOfName, asOfText, resolvedTimes } from '../../api/console/relative-times'
import type { Environment } from '../../api/environments'
import type { FieldError } from '../../api/field-errors'
import { ProblemError } from '../../api/problem'
import { rowOf } from '../../api/provider/operations'
import { timeOf } from '../../api/provider/scanned-lists'
import { atSecond } from '../../domain/wall-clock'
import type { Session } from '../auth/sessions'
import type { ReadNote, RecordNoteStore } from '../notes/record-notes'
import { listRows } from '../scans/list-rows'
import type { ListScanRequest, ListScans } from '../scans/list-scans'
import { matchingRows } from '../scans/matching-rows'
import type { ListRow } from '../scans/page-rows'
import { beginning, timeRange } from '../scans/time-range'
import type { ExportJobRow } from './jobs'
import type { ExportSource } from './run'

/** Pages read at once for one export; others have their share of the provider's rate. */
const workers = 4

/**
 * The same query string with its moment in it, so that it means the same rows whenever and by whichever console it is read.
 * @param now milliseconds since 1970, by the provider's clock
 */
export function fixedSearch(
  { list, search, zone }: Pick<ExportRequest, 'list' | 'search' | 'zone'>,
  now: number,
): string {
  const params = new URLSearchParams(search)
  const asOf = params.get(asOfName) ?? asOfText({ now, zone })
  const fixed = resolvedTimes(list, params, { now, zone })
  if (fixed.has('x.pending_over')) fixed.set(asOfName, asOf)
  return fixed.toString()
}

/**
 * What a query string asks of a list.
 * @param now milliseconds since 1970, by the provider's clock
 * @returns the request and the range of creation times that it names, in milliseconds since 1970
 */
export function exportedRequest(
  { list, search, zone }: Pick<ExportRequest, 'list' | 'search' | 'zone'>,
  now: number,
): { request: ListRequest; range: { from: number; to: number }; errors?: never } | { errors: FieldError[] } {
  const { request, errors } = checkedList(list, new URLSearchParams(search), { now, zone })
  if (errors) return { errors }
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
  const notesOf = async (ids: readonly string[]): Promise<Map<string, ReadNote[]>> =>
    kind ? recordNotes.ofRecords(environment, kind, ids, session) : new Map()
  /** The texts of notes, by which lists are filtered. */
  const textsOf = async (ids: readonly string[]) =>
    new Map([...(await notesOf(ids))].map(([id, notes]) => [id, notes.flatMap(({ text }) => text ?? [])]))
  // Only times of one kind are sent (spec, List transfers, rule 2), and by them it is read, newest first.
  const isByUpdate = timeOf(list, 'updated')?.filters.some((name) => name in request.query) === true
  const by = isByUpdate ? 'updated' : 'created'
  const written: ListRequest = {
    ...request,
    order: { by: isByUpdate ? 'UPDATED_AT' : 'CREATED_AT', order: 'DESC' },
  }
  const kind = notedKindOfRecord(rowOf(list).record)
  const options = { environment, caller, workers, by, notesOf: textsOf, lag: 0 } as const
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
          matching: async (rows) =>
            (await matchingRows(request, rows, { subject: caller.subject, notesOf: textsOf })).rows,
        },
        signal,
      ),
    knowsChanges: timeOf(list, 'updated') !== undefined,
  }
}

/** `2026-11-23T004109Z`: no colons, which Windows does not allow. */
const inName = (millis: number) => atSecond(millis).replaceAll(':', '')

/**
 * The name of a file, made of what is in it and of nothing that a person wrote:
 * `sandbox-transfers-2026-11-01T000000Z-to-2026-11-23T004109Z.csv`.
 */
export function fileName(
  environment: string,
  { list, format }: Pick<ExportRequest, 'list' | 'format'>,
  { from, to }: { from: number; to: number },
): string {
  const since = from > beginning ? `${inName(from)}-` : ''
  return `${environment}-${exportedLists[list].replaceAll(' ', '-')}-${since}to-${inName(to)}.${format}`
}
