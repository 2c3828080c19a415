/** The rows of a list that match every filter of a page's URL: the scan reads what is sent, and the rest is post-filtered here. */

import { type ListRequest, orderedQuery } from '../../api/console/list-request'
import type { Environment } from '../../api/environments'
import { type WindowBy, windowTime } from '../../api/provider/scanned-lists'
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
  /** Needed if the request asks for notes. */
  notesOf?: NotesOf
}

/**
 * `rows` follow those of the batch before, in the list's order. `read` rows are done with so far, of which `outside` do not
 * match what the provider was sent, and every matching row created at or after `completeFrom` was given (oldest first: before
 * it). `isEnd`: no row is left. `cursor`: the list can
 * only be read as one walk, which would go on there, and nothing is known to be complete before its end.
 * `restart`: what was given is to be forgotten, because the provider's list could not be read in parts; it is read again.
 */
export type ListRowsBatch =
  | {
      rows: ListRow[]
      read: number
      outside: number
      completeFrom: number
      isEnd?: true
      cursor?: string
      restart?: never
    }
  | { restart: string; rows?: never }

/** Counts rows, and those that a later request would be given again once they are passed. */
class PassedRows {
  #given = 0
  #open: readonly number[] = []

  /** @param isOpen whether rows of a time would be given again @returns how many are done with */
  add(times: readonly number[], isOpen: (time: number) => boolean): number {
    this.#given += times.length
    this.#open = [...this.#open, ...times].filter(isOpen)
    return this.#given - this.#open.length
  }
}

/** Whether rows need not match: the times by which the list is read in windows hold by themselves. */
function isFiltered({ list, query, terms }: ListRequest, by: WindowBy): boolean {
  const { filters } = windowTime(list, by)
  return terms.length > 0 || Object.keys(query).some((name) => !filters.includes(name))
}

/**
 * Reads the rows that match a request: those that the provider returns although it was asked to leave them out are left out
 * here.
 * @throws ProblemError if the provider fails for longer than pages are asked for again; the signal's reason
 */
export async function* listRows(
  { scans }: { scans: Pick<ListScans, 'read'> },
  request: ListRequest,
  { signal, notesOf, ...scan }: ListRowsOptions,
): AsyncGenerator<ListRowsBatch> {
  // The query is one of that list.
  const scanned = { ...scan, list: request.list, query: orderedQuery(request) } as ListScanRequest
  const { by = 'created' } = scan
  const hasFilters = isFiltered(request, by)
  let passed = { read: new PassedRows(), outside: new PassedRows() }
  for await (const batch of scans.read(scanned, signal)) {
    if (batch.kind === 'restart') {
      passed = { read: new PassedRows(), outside: new PassedRows() }
      yield { restart: batch.reason }
      continue
    }
    const { kind: _, rows, ...place } = batch
    const { completeFrom, isEnd, cursor } = place
    const matched = hasFilters
      ? await matchingRows(request, rows, { subject: scan.caller.subject, notesOf })
      : { rows: [...rows], outside: [] }
    const isDone = isEnd || cursor !== undefined
    const isOpen = (time: number) =>
      !isDone && (request.order.order === 'DESC' ? time < completeFrom : time >= completeFrom)
    const timesOf = (some: readonly ListRow[]) => some.map((row) => row.timeOf(by))
    yield {
      ...place,
      read: passed.read.add(timesOf(rows), isOpen),
      outside: passed.outside.add(timesOf(matched.outside), isOpen),
      rows: matched.rows,
    }
  }
}
