/** Where a transfer stands in the page of the list that one came from. */
import type { DecodedPage, DecodedTransfer } from '@/lib/api/reading'
import type { Transfer } from '@/lib/api/transfers'
import { pagePosition } from '@/lib/browser/list-url'
import { isSameId } from './reconciliation'

/** A place among the rows that are loaded, counted from 1, with the ids on both sides of it. */
export type Place = {
  number: number
  count: number
  row: DecodedTransfer
  before?: string
  after?: string
  /** Whether the list goes on beyond this page, to either side. */
  hasEarlier: boolean
  hasLater: boolean
}

/**
 * @param params the query string of the list
 * @returns undefined where the page does not hold the transfer (any more)
 */
export function placeIn(page: DecodedPage<Transfer>, params: URLSearchParams, id: string): Place | undefined {
  // A row without an id has no page of its own, so nobody can step to it.
  const rows = page.items.filter(({ known }) => known.id !== undefined)
  const at = rows.findIndex(({ known }) => isSameId(known.id, id))
  const row = rows[at]
  if (!row) return undefined
  return {
    number: at + 1,
    count: page.items.length,
    row,
    before: rows[at - 1]?.known.id,
    after: rows[at + 1]?.known.id,
    hasEarlier: pagePosition(params).cursor !== undefined,
    hasLater: page.next !== undefined,
  }
}

/** Where one stands, in words; at an end of the page also what is beyond it. */
export function placeWords({ number, count, before, after, hasEarlier, hasLater }: Place): string {
  if (count === 1 && !hasEarlier && !hasLater) return '1 of 1 loaded, the only one of the list'
  const ends = [
    before === undefined && (hasEarlier ? 'the first of this page of the list' : 'the first of the list'),
    after === undefined && (hasLater ? 'the last one loaded' : 'the last of the list'),
  ].filter(Boolean)
  return [`${number.toLocaleString('en-US')} of ${count.toLocaleString('en-US')} loaded`, ...ends].join(', ')
}
