/** A post-filtered list as a stream: rows as they are found, within a budget of calls, and where it can be read on. */

import { checkedList } from '../../api/console/checked-list'
import type { ListRequest } from '../../api/console/list-request'
import { mostPages, type PostFilterLine, type PostFilterPlace } from '../../api/console/post-filter'
import type { PostFilterRequest } from '../../api/console/post-filter-input'
import { noteRoles } from '../../api/console/record-notes'
import type { Environment } from '../../api/environments'
import { ProblemError } from '../../api/problem'
import { invalidInput } from '../../api/provider/check'
import type { ScannedList } from '../../api/provider/scanned-lists'
import type { Json } from '../../domain/json'
import type { Session } from '../auth/sessions'
import type { RecordNoteStore } from '../notes/record-notes'
import { type ListRowsOptions, listRows } from '../scans/list-rows'
import { type ListScans, upToNow } from '../scans/list-scans'
import { asksForNotes } from '../scans/matching-rows'
import type { ListRow } from '../scans/page-rows'
import type { TraceContext } from '../telemetry/trace-context'

/** Pages read at once: enough to be quick, and few of them are read in vain when the budget ends. */
const workers = 4
/** Milliseconds that a person waits for a provider that asks for patience. */
const patience = 20_000
/** By how much the budget may grow if it does not even reach past one second of the list. */
const mostGrowth = 8

export type PostFilterCore = { scans: ListScans; recordNotes: Pick<RecordNoteStore, 'ofRecords'> }

export type PostFilterOptions = {
  environment: Environment
  session: Session
  /** Headers of the trace of the request. */
  trace?: TraceContext['headers']
  signal: AbortSignal
  /** Milliseconds since 1970, by the provider's clock. */
  now: number
}

/**
 * What a request asks for.
 * @throws ProblemError 400 with the fields of the URL; 403 if it asks for notes that the person may not read
 */
export function checkedRequest(
  list: ScannedList,
  input: PostFilterRequest,
  { session, now }: PostFilterOptions,
): ListRequest {
  const { request, errors } = checkedList(list, new URLSearchParams(input.search), {
    now: input.now ?? now,
    zone: input.zone,
  })
  if (!request) throw invalidInput('The filters of this list are not valid.', errors)
  const mayReadNotes = session.roles.some((role) => noteRoles('transfer').includes(role))
  if (asksForNotes(request) && !mayReadNotes)
    throw new ProblemError(403, 'not-permitted', 'Your role may not read notes, so it cannot filter by them.')
  return request
}

/** Rows before a place are complete; those after it come again when the list is read on. */
const isComplete = (isNewestFirst: boolean, completeFrom: number) => (row: ListRow) =>
  isNewestFirst ? row.createdAt >= completeFrom : row.createdAt < completeFrom

/**
 * The lines of one request but the last line of one that fails.
 * @param reached is told each place from which the list could be read on
 * @throws ProblemError; the signal's reason
 */
export async function* postFilteredLines(
  core: PostFilterCore,
  request: ListRequest,
  input: PostFilterRequest,
  options: PostFilterOptions,
  reached: (place: PostFilterPlace) => void,
): AsyncGenerator<PostFilterLine> {
  const { environment, session, signal } = options
  const { query, order, terms, now } = request
  yield {
    ...{ kind: 'asked', query: { ...query } as Json, order, narrowed: terms.map(({ name }) => name) },
    start: { now, zone: input.zone },
  }
  const reading: ListRowsOptions = {
    ...{ environment, signal, workers, lag: upToNow, patience },
    caller: { kind: 'background', subject: session.subject, trace: options.trace },
    notesOf: async (ids) => {
      const notes = await core.recordNotes.ofRecords(environment, 'transfer', ids, session)
      return new Map([...notes].map(([id, all]) => [id, all.flatMap(({ text }) => text ?? [])]))
    },
  }
  const isNewestFirst = order.order === 'DESC'
  let place: PostFilterPlace = { ...input.place }
  for (let growth = 1; ; growth *= 2) {
    let waiting: ListRow[] = []
    for await (const batch of listRows(core, request, { ...reading, ...place, mostCalls: mostPages * growth })) {
      if (batch.restart !== undefined) {
        waiting = []
        place = { ...input.place }
        yield { kind: 'restart' }
        continue
      }
      const { rows, completeFrom, cursor, isEnd } = batch
      const counted = { read: batch.read, ...(batch.outside > 0 && { outside: batch.outside }) }
      if (isEnd || cursor !== undefined) {
        const given = [...waiting, ...rows].map(({ json }) => json)
        if (cursor !== undefined) place = { ...input.place, cursor }
        yield { kind: 'rows', rows: given, ...counted, ...(!isEnd && { place }) }
        if (isEnd) return yield { kind: 'end' }
      } else {
        // More rows of the last second may follow: they are given with it.
        const isDone = isComplete(isNewestFirst, completeFrom)
        const known = [...waiting, ...rows]
        waiting = known.filter((row) => !isDone(row))
        place = { completeFrom }
        yield { kind: 'rows', rows: known.filter(isDone).map(({ json }) => json), ...counted, place }
      }
      reached(place)
    }
    const hasMoved = place.cursor !== undefined || place.completeFrom !== input.place?.completeFrom
    if (hasMoved) return yield { kind: 'end', place }
    if (growth >= mostGrowth) throw crowdedSecond(place.completeFrom ?? now)
  }
}

const crowdedSecond = (millis: number) =>
  new ProblemError(502, 'service-answer-unreadable', 'Too many rows were created in one second to read past it.', {
    detail: `More than ${(mostGrowth * mostPages * 1_000).toLocaleString('en-US')} rows around ${new Date(millis).toISOString()}. Add a filter that the provider applies.`,
    meta: { answered_by: 'service' },
  })
