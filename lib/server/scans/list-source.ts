/** A list of the provider as the source of a scan: its filters with one window of creation times at a time. */
import { ProblemError, problemKind } from '../../api/problem'
import { type ScannedList, type ScannedQuery, type WindowBy, windowTime } from '../../api/provider/scanned-lists'
import { wait } from '../clock'
import type { Caller } from '../upstream/rate'
import type { Upstream, UpstreamTiming } from '../upstream/upstream'
import { type ListRow, readList } from './page-rows'
import { type Retry, type ScanSource, type SourceRequest, second, type TimeRange } from './scan-source'
import { timeRange, windowFilters } from './time-range'

/** How often a page is asked for, and the longest pause between two times. */
const mostAttempts = 8
const longestPause = 15_000

export type ListSourceOptions = {
  caller: Caller
  /** Milliseconds that the provider may ask to wait; a longer wait is a failure. */
  patience: number
  rowsPerPage: number
  /** By which time windows are asked for: by creation if nothing is said, because it never changes. */
  by?: WindowBy
}

/** Statuses by which a request is refused as it stands: its cursor or its window. */
const refusals = [400, 404, 410, 422]

const isRefused = (failure: unknown) => failure instanceof ProblemError && refusals.includes(failure.problem.status)

function retryAfter(failure: unknown, attempt: number, patience: number): Retry | undefined {
  if (!(failure instanceof ProblemError) || attempt >= mostAttempts) return undefined
  const { status, type } = failure.problem
  if (status !== 429 && status < 500) return undefined
  if (problemKind(type).startsWith('token-')) return undefined
  const isOwnLimit = problemKind(type) === 'console-busy'
  const asked = Number(failure.headers['retry-after']) * second
  if (asked > patience) return undefined
  return asked > 0
    ? { millis: asked, isForAll: !isOwnLimit, isOwnLimit }
    : { millis: Math.min(longestPause, 250 * 2 ** (attempt - 1)) }
}

/** Newest first, in the time of a scan: oldest first is the same with all times negated. */
const mirrored = (time: number) => -1 - time
const mirroredRange = ({ from, to }: TimeRange): TimeRange => ({ from: -to, to: -from })

/** @returns the source, and the range of times that its query asks for */
export function listSource(
  upstream: Upstream,
  list: ScannedList,
  query: ScannedQuery,
  { caller, patience, rowsPerPage, by = 'created' }: ListSourceOptions,
): { source: ScanSource<ListRow>; range: TimeRange } {
  const { range, rest, isIn } = timeRange(list, query, by)
  const isAscending = query.order === 'ASC'
  const { includesEnd, member, orderBy } = windowTime(list, by)
  const order = { ...orderBy, order: isAscending ? 'ASC' : 'DESC' }

  function queryOf({ range: window, cursor }: SourceRequest): Record<string, unknown> {
    const page = { limit: rowsPerPage, ...(cursor !== undefined && { page_cursor: cursor }) }
    if (!window) return { ...query, ...page }
    return { ...rest, ...windowFilters(list, by, isAscending ? mirroredRange(window) : window), ...order, ...page }
  }

  /** Waits outside of people's queue, and before the deadline begins. @throws the signal's reason */
  async function untilSpare(signal: AbortSignal): Promise<void> {
    if (caller.kind !== 'background') return
    for (let millis = upstream.rate.millisToSpare(); millis > 0; millis = upstream.rate.millisToSpare())
      await wait(upstream.clock, millis, signal)
  }

  const source: ScanSource<ListRow> = {
    limit: rowsPerPage,
    idOf: ({ id }) => id,
    createdAt: (row) => (isAscending ? mirrored(row.timeOf(by)) : row.timeOf(by)),
    ...(isIn && { isWanted: ({ json }) => isIn(String(json[member] ?? '')) }),
    async page(request, signal) {
      await untilSpare(signal)
      const timing: UpstreamTiming = { trace: caller.trace }
      const { rows, next } = await readList(upstream, list, queryOf(request), {
        ...{ caller, clock: upstream.clock, signal, timing },
      })
      return { rows: withoutEnd(rows, request.range), count: rows.length, next, millis: timing.millis }
    },
    retryAfter: (failure, attempt) => retryAfter(failure, attempt, patience),
    isRefused,
  }

  /** Records created at the end of a window belong to the next one: those of its second, if a service compares seconds. */
  function withoutEnd(rows: readonly ListRow[], window: TimeRange | undefined): readonly ListRow[] {
    if (!includesEnd || !window) return rows
    const { to } = isAscending ? mirroredRange(window) : window
    return rows.filter((row) => !(row.timeOf(by) >= to && row.timeOf(by) < to + second))
  }

  return { source, range: isAscending ? mirroredRange(range) : range }
}
