/** What a reconciliation reads of the provider's lists: every record since a time, by its id and its reference. */

import type { FoundRecord } from '../../api/console/holds'
import type { Environment } from '../../api/environments'
import { ProblemError } from '../../api/problem'
import { rowOf } from '../../api/provider/operations'
import { type ScannedList, type ScannedQuery, windowTime } from '../../api/provider/scanned-lists'
import { type Json, textOf } from '../../domain/json'
import { type ListScanRequest, type ListScans, upToNow } from '../scans/list-scans'
import type { ListRow } from '../scans/page-rows'

/** Pages of 1,000 records that one reconciliation reads of a list at most: it is repeated by hand, and others wait for it. */
const mostCalls = 200
/** Milliseconds that the provider may ask to wait. */
const patience = 60_000

export type ReadList = { list: ScannedList; records: Json[]; to: string; problem?: string }

/** The records of a list since a time, newest first. */
function queryOf(list: ScannedList, since: string): ScannedQuery {
  const { from, orderBy } = windowTime(list, 'created')
  return { [from]: since, ...orderBy, order: 'DESC' }
}

const reasonOf = (failure: unknown): string =>
  failure instanceof ProblemError ? failure.problem.title : 'Mintdesk could not read it.'

/** The records of a list since a time (RFC 3339). A list that fails says why, and has what was read. */
export async function readList(
  scans: ListScans,
  list: ScannedList,
  {
    environment,
    since,
    subject,
    signal,
  }: { environment: Environment; since: string; subject: string; signal: AbortSignal },
): Promise<ReadList> {
  const to = new Date(scans.ceiling(environment, 0)).toISOString()
  let rows: ListRow[] = []
  let completeFrom: number | undefined
  let isEnd = false
  const done = (problem?: string): ReadList => ({
    list,
    records: rows.map(({ json }) => json),
    to,
    ...(problem && { problem }),
  })
  try {
    const caller = { kind: 'read' as const, subject }
    // Each list's query is made for it.
    const scanned = { list, query: queryOf(list, since) } as Pick<ListScanRequest, 'list' | 'query'>
    for await (const batch of scans.read(
      { environment, caller, mostCalls, lag: upToNow, patience, ...scanned },
      signal,
    )) {
      if (batch.kind === 'restart') rows = []
      else {
        rows.push(...batch.rows)
        completeFrom = batch.completeFrom
        isEnd = batch.isEnd === true
      }
    }
  } catch (failure) {
    signal.throwIfAborted()
    return done(reasonOf(failure))
  }
  if (isEnd) return done()
  return done(
    `There were too many to read all; those before ${new Date(completeFrom ?? 0).toISOString()} were not read.`,
  )
}

const words = (type: string) => type.charAt(0) + type.slice(1).toLowerCase().replaceAll('_', ' ')

/** A record in a few words, without its free texts. */
export function foundOf(list: ScannedList, record: Json, because: FoundRecord['because']): FoundRecord {
  const { id, created_at, type, amount, asset, principal, asset_type, status } = record
  const what = rowOf(list).record === 'transfer' ? words(textOf(type) ?? 'transfer') : 'Issuer quote'
  const value = [textOf(amount) ?? textOf(principal), textOf(asset) ?? textOf(asset_type)].filter(Boolean).join(' ')
  const summary = [`${what} ${value}`.trim(), textOf(status)].filter(Boolean).join(', ')
  return { list, because, id: textOf(id) ?? '', created_at: textOf(created_at), summary: summary.slice(0, 200) }
}
