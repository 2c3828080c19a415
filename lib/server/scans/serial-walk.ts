/** One page after the other, in the list's own order: for lists whose windows do not add up, or that may not have any. */
import { restUnreadable } from '../../api/provider/reading'
import { fetchPage, type ScanBatch, type ScanOptions, type ScanSource, type TimeRange } from './scan-source'

/** Pages whose ids are remembered: rows may come again where pages are counted from a head that moves. */
const remembered = 8

/**
 * All rows of the list's filters in one walk; those created outside the range are left out here.
 * @param start the cursor of an earlier walk with the same filters
 * @throws ProblemError 502 if a full page names no next one; the failure of a page that may not be asked for again; the signal's reason as soon as it is aborted
 */
export async function* serialWalk<Row>(
  source: ScanSource<Row>,
  { from, to }: TimeRange,
  options: ScanOptions,
  start?: string,
): AsyncGenerator<ScanBatch<Row>> {
  const { idOf, createdAt, isWanted } = source
  const { mostCalls = Number.POSITIVE_INFINITY } = options
  const cursors = new Set<string>()
  const pages: Set<string>[] = []
  let cursor = start
  let read = 0
  let calls = 0
  do {
    const { rows, count = rows.length, next } = await fetchPage(source, cursor === undefined ? {} : { cursor }, options)
    read += rows.length
    const ids = new Set<string>()
    const wanted = rows.filter((row) => {
      const id = idOf(row)
      if (id !== undefined && (ids.has(id) || pages.some((page) => page.has(id)))) return false
      if (id !== undefined) ids.add(id)
      // A row without a time is given rather than lost.
      const at = createdAt(row)
      return (Number.isNaN(at) || (at >= from && at < to)) && (!isWanted || isWanted(row))
    })
    pages.unshift(ids)
    pages.splice(remembered)
    // A page with fewer rows than were asked for may be all that the provider gives at once.
    cursor = !next || count === 0 || cursors.has(next) ? undefined : next
    if (cursor === undefined && next !== '' && count > 0 && count >= source.limit) throw restUnreadable()
    if (cursor !== undefined) cursors.add(cursor)
    // Without an order, nothing is known to be complete before the end.
    if (cursor === undefined) yield { kind: 'rows', rows: wanted, completeFrom: from, read, isEnd: true }
    else yield { kind: 'rows', rows: wanted, completeFrom: to, read, cursor }
    calls += 1
  } while (cursor !== undefined && calls < mostCalls)
}
