/** What happened to a result while it was read: records that became visible late, and records that have changed since. */

import { type ScannedList, type ScannedQuery, timeOf, windowTime } from '../../api/provider/scanned-lists'
import { isObject } from '../../domain/json'
import type { Upstream } from '../upstream/upstream'
import { type ListSourceOptions, listSource } from './list-source'
import type { ListRow } from './page-rows'
import { type ScanOptions, wholeSecond } from './scan-source'
import { serialWalk } from './serial-walk'
import { exactRange, isWithin, timeRange, written } from './time-range'

/** Milliseconds before the scan began from which changes are read: records may become visible so long after their time. */
const overlap = 300_000
/** How often changes are read until there are none, because a busy provider always has some. */
const mostPasses = 10

/** `added` belong to the result and were not given; `changed` were given as they were before. */
export type CaughtUp = { added: ListRow[]; changed: ListRow[] }

/** Rows that were given, each as it then was. */
export type Given = { stateOf: (row: ListRow) => 'new' | 'changed' | 'same'; add: (row: ListRow) => void }

export type CaughtUpWith = {
  since: number
  ceiling?: number
  given: Given
  matching?: (rows: readonly ListRow[]) => Promise<readonly ListRow[]>
}

type Caught = CaughtUpWith & { list: ScannedList; query: ScannedQuery; ceiling: number }

const everything = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }

/** Filters whose members change: a record that has left one of them is still one that was given. */
const changing = { statuses: 'status', status: 'status', secondary_statuses: 'secondary_status' } as const

const nameOf = (value: unknown) => String(isObject(value) ? value.name : value)

/** Whether a record still matches the filters that its change may have taken it out of. */
function matches(query: Record<string, unknown>, { json }: ListRow, updated: readonly string[]): boolean {
  const isListed = Object.entries(changing).every(([filter, member]) => {
    const wanted = query[filter]
    return wanted === undefined || [wanted].flat().includes(nameOf(json[member]))
  })
  return isListed && isWithin(exactRange(query, updated), String(json.updated_at ?? ''))
}

/**
 * Reads what has changed since a scan began until nothing is new. A list that knows no changes is read again where it was
 * newest. `given` holds the rows of the scan, and then those that are found here.
 * @property since    when the scan began, by the provider's clock
 * @property matching which of new rows belong to the result
 */
export async function* catchUp(
  upstream: Upstream,
  { list, query, since, ceiling, given, ...asked }: Caught,
  { source: sourceOptions, walk }: { source: ListSourceOptions; walk: ScanOptions },
): AsyncGenerator<CaughtUp> {
  const [created, updated] = [windowTime(list, 'created'), timeOf(list, 'updated')]
  const { range, isIn } = timeRange(list, query, 'created')
  const removed = [...created.filters, ...(updated?.filters ?? []), ...Object.keys(changing)]
  const filters = Object.fromEntries(Object.entries(query).filter(([name]) => !removed.includes(name)))
  const isOfResult = ({ createdAt, json }: ListRow) =>
    createdAt >= range.from && createdAt < Math.min(range.to, ceiling) && (!isIn || isIn(String(json.created_at ?? '')))
  const matching =
    asked.matching ?? (async (rows) => rows.filter((row) => matches({ ...query }, row, updated?.filters ?? [])))

  let from = wholeSecond(since - overlap)
  if (!updated && Math.min(range.to, ceiling) <= from) return
  for (let pass = 0; pass < mostPasses; pass++) {
    const bound = { [(updated ?? created).from]: written(from) }
    const again = { ...filters, ...bound, ...updated?.orderBy, order: 'ASC' } as ScannedQuery
    let found = 0
    for await (const batch of serialWalk(listSource(upstream, list, again, sourceOptions).source, everything, walk)) {
      if (batch.kind !== 'rows') continue
      const caught: CaughtUp = { added: [], changed: [] }
      const belonging = batch.rows.filter((row) => given.stateOf(row) === 'new' && isOfResult(row))
      const added = new Set(belonging.length > 0 ? await matching(belonging) : [])
      for (const row of batch.rows) {
        if (updated) from = Math.max(from, wholeSecond(row.timeOf('updated')) || from)
        // A page may have a row twice.
        const state = given.stateOf(row)
        if (state === 'same' || (state === 'new' && !added.has(row))) continue
        given.add(row)
        caught[state === 'new' ? 'added' : 'changed'].push(row)
      }
      found += caught.added.length + caught.changed.length
      if (caught.added.length + caught.changed.length > 0) yield caught
    }
    if (found === 0) return
  }
}
