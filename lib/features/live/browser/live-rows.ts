/** Puts the newest known versions of transfers in the place of older ones. */

import { nanoseconds } from '../../../domain/values'
import type { ListOrder } from '../../../provider/list-rules'
import { type DecodedPage, type DecodedTransfer, mayHaveMore } from '../../../provider/reading'
import type { Transfer } from '../../../provider/transfers'

const nameOf = ({ known: { secondary_status } }: DecodedTransfer) => String(secondary_status?.name ?? '')

/**
 * Whether a version of a transfer is newer than another: by the time of its update; at the same time, if it has another
 * status, unless it went back to pending. A version without a time is never newer.
 */
export function isNewer(transfer: DecodedTransfer, than: DecodedTransfer): boolean {
  const at = nanoseconds(transfer.known.updated_at ?? '')
  const before = nanoseconds(than.known.updated_at ?? '')
  if (at === undefined || before === undefined) return at !== undefined
  if (at !== before) return at > before
  const [status, statusBefore] = [transfer.known.status, than.known.status]
  if (status !== statusBefore) return status !== 'PENDING'
  return nameOf(transfer) !== nameOf(than)
}

/** A page of a list, in which some rows are newer than its read: those ids are `changed`. */
export type LivePage = DecodedPage<Transfer> & { changed?: Record<string, true> }

/** A page with newer versions in the place of older ones; the same page if it has none. */
export function withNewest<Page extends LivePage>(page: Page, newest: ReadonlyMap<string, DecodedTransfer>): Page {
  const changed: Record<string, true> = {}
  const items = page.items.map((item) => {
    const { id } = item.known
    const newer = id === undefined ? undefined : newest.get(id)
    if (id === undefined || !newer || !isNewer(newer, item)) return item
    changed[id] = true
    return newer
  })
  return Object.keys(changed).length === 0 ? page : { ...page, items, changed: { ...page.changed, ...changed } }
}

const sortTime = ({ known }: DecodedTransfer, { by }: ListOrder) =>
  nanoseconds((by === 'UPDATED_AT' ? known.updated_at : known.created_at) ?? '') ?? 0n

const sorted = (rows: readonly DecodedTransfer[], order: ListOrder) =>
  [...rows].sort((one, other) => {
    const difference = sortTime(one, order) - sortTime(other, order)
    const sign = difference === 0n ? 0 : difference < 0n ? -1 : 1
    return order.order === 'ASC' ? sign : -sign
  })

/**
 * The transfers that a page of a list lacks, in its order: those that would be above its last row, or anywhere on a last page.
 * @param known transfers that match the list's filters
 */
export function missingRows(known: readonly DecodedTransfer[], page: LivePage, order: ListOrder): DecodedTransfer[] {
  const ids = new Set(page.items.map((row) => row.known.id))
  const last = mayHaveMore(page) ? page.items.at(-1) : undefined
  const isBefore = (one: DecodedTransfer) => !last || sorted([last, one], order)[1] === last
  return sorted(
    known.filter((one) => !ids.has(one.known.id) && isBefore(one)),
    order,
  )
}

/** A page with more rows, all in the list's order. */
export const withRows = <Page extends LivePage>(
  page: Page,
  more: readonly DecodedTransfer[],
  order: ListOrder,
): Page => ({ ...page, items: sorted([...more, ...page.items], order) })
