/** The rows of a list that match every filter of a page's URL: the scan reads what is sent, and the rest is narrowed here. */
import type { Environment } from '../../api/environments'
import { type ListRequest, orderedQuery } from '../../api/list-request'
import type { Caller } from '../upstream/rate'
import type { ListScanRequest, ListScans } from './list-scans'
import { matchingRows, type NotesOf } from './matching-rows'
import type { ListRow } from './page-rows'

export type ListRowsOptions = Pick<
  ListScanRequest,
  'by' | 'workers' | 'lag' | 'completeFrom' | 'cursor' | 'mostCalls'
> & {
  environment: Environment
  caller: Caller
  signal: AbortSignal
  /** Milliseconds since 1970, by the provider's clock. */
  now: number
  /** Needed if the request asks for notes. */
  notesOf?: NotesOf
}

/**
 * `rows` follow those of the batch before, in the list's order. `read` rows are done with so far, and every matching row
 * created at or after `completeFrom` was given (oldest first: before it). `isEnd`: no row is left. `cursor`: the list can
 * only be read as one walk, which would go on there, and nothing is known to be complete before its end.
 * `restart`: what was given is to be forgotten, because the provider's list could not be read in parts; it is read again.
 */
export type ListRowsBatch =
  | { rows: ListRow[]; read: number; completeFrom: number; isEnd?: true; cursor?: string; restart?: never }
  | { restart: string; rows?: never }

/**
 * Reads the rows that match a request.
 * @throws ProblemError if the provider fails for longer than pages are asked for again; the signal's reason
 */
export async function* listRows(
  { scans }: { scans: Pick<ListScans, 'read'> },
  request: ListRequest,
  { signal, now, notesOf, ...scan }: ListRowsOptions,
): AsyncGenerator<ListRowsBatch> {
  // The query is one of that list.
  const scanned = { ...scan, list: request.list, query: orderedQuery(request) } as ListScanRequest
  let given = 0
  /** Times of the rows that a later request would be given again. */
  let open: number[] = []
  for await (const batch of scans.read(scanned, signal)) {
    if (batch.kind === 'restart') {
      given = 0
      open = []
      yield { restart: batch.reason }
      continue
    }
    const { kind: _, rows, ...place } = batch
    const { completeFrom, isEnd, cursor } = place
    given += rows.length
    open = [...open, ...rows.map((row) => row.timeOf(scan.by ?? 'created'))].filter((at) =>
      request.order.order === 'DESC' ? at < completeFrom : at >= completeFrom,
    )
    const read = isEnd || cursor !== undefined ? given : given - open.length
    yield {
      ...place,
      read,
      rows: request.terms.length === 0 ? [...rows] : await matchingRows(request, rows, { now, notesOf }),
    }
  }
}
