/** Reads the transfers of a period page by page, as far as that is bounded: for a file, and for part of a hash. */
import type { Environment } from '@/lib/api/environments'
import { type DecodedTransfer, pageEnd, readTransfer } from '@/lib/api/provider/reading'
import type { TransferQuery } from '@/lib/api/provider/transfers'
import { millisOf } from '@/lib/browser/clock'
import { nowBy } from '@/lib/browser/clocks'
import { call } from '@/lib/browser/operation'
import { isObject, type Json } from '@/lib/domain/json'
import { atSecond } from '@/lib/domain/wall-clock'
import { isCandidate } from './ask'
import type { LookupRow, Searched } from './lookup-run'

/** Transfers of a page, and the pages that one reading may have. */
const pageRows = 1_000
const maximumPages = 50

/** `isLast` where the period ends; `isCut` where the reading ends before it, `isUnreadable` because no page was named. */
type Page = { rows: Json[]; isLast: boolean; isCut: boolean; isUnreadable: boolean }

/** @throws ProblemError; AbortError where the signal ended it */
export async function* transferPages(
  environment: Environment,
  range: TransferQuery,
  signal: AbortSignal,
): AsyncGenerator<Page> {
  const seen = new Set<string>()
  let cursor = ''
  for (let page = 1; ; page++) {
    const query = {
      ...range,
      order_by: 'CREATED_AT',
      limit: pageRows,
      ...(cursor !== '' && { page_cursor: cursor }),
    } as const
    const { json } = await call(environment, 'listTransfers', { query }, { signal })
    const { items, next_page_cursor: next } = isObject(json) ? json : {}
    const rows = Array.isArray(items) ? items.filter(isObject) : []
    const end = rows.length === 0 || typeof next !== 'string' || next === '' || seen.has(next)
    const isUnreadable = end && pageEnd(rows.length, next, { limit: pageRows, cursors: [...seen] }).mayGoOn === true
    yield { rows, isLast: end && !isUnreadable, isCut: !end && page === maximumPages, isUnreadable }
    if (end || page === maximumPages) return
    cursor = next
    seen.add(next)
  }
}

export const searchedDays = 7

/**
 * Searches the newest transfers for those of a shortened identifier, the newest first.
 * @param onRead how far it has read, after each page
 * @throws ProblemError; AbortError where the signal ended it
 */
export async function searchNewest(
  environment: Environment,
  { pasted: { identifier } }: LookupRow,
  signal: AbortSignal,
  onRead: (found: readonly DecodedTransfer[], searched: Searched) => void,
): Promise<void> {
  if (identifier?.kind !== 'partial') return
  const from = nowBy('provider', environment) - searchedDays * 86_400_000
  const range = { 'created_at.gte': atSecond(from), order: 'DESC' } as const
  const found: DecodedTransfer[] = []
  let count = 0
  for await (const { rows, isLast } of transferPages(environment, range, signal)) {
    const read = rows.map(readTransfer)
    count += read.length
    found.push(...read.filter((one) => isCandidate(identifier, one)))
    const oldest = millisOf(read.at(-1)?.known.created_at ?? '')
    onRead(found, { count, since: isLast || Number.isNaN(oldest) ? from : oldest, isWhole: isLast })
  }
}
