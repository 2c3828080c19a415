/** Reads the transfers of a period page by page, as far as that is bounded. */

import { call } from '@/lib/browser/operation'
import { isObject, type Json } from '@/lib/domain/json'
import type { Environment } from '@/lib/provider/environments'
import { pageEnd } from '@/lib/provider/reading'
import type { TransferQuery } from '@/lib/provider/transfers'

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
