/** Pages of a list and their cursors, which are signed together with the filters and order they belong to. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { ProblemError } from '../provider/problem'
import { type Context, JsonText } from './handlers'
import type { Row, Store } from './store'

/**
 * One page of a list as JSON text. Spec, List transfers, rule 3: a page shorter than the limit is the last and has the cursor
 * "". A full page has a cursor even if no row follows; the next page is then empty.
 * @param member the name of the array
 * @param whole  completes the stored JSON of a record
 */
export function pageOf<Page>(
  { store, cursorOnShortPage }: Pick<Context, 'store' | 'cursorOnShortPage'>,
  member: string,
  rows: Row[],
  limit: number,
  scope: CursorScope,
  whole = (kept: string) => kept,
) {
  const last = rows.length < limit && !cursorOnShortPage ? undefined : rows.at(-1)
  const cursor = last ? cursorAt(store, scope, { time: last.time, sequence: last.seq }) : ''
  const items = rows.map(({ answer }) => whole(answer)).join(',')
  return new JsonText<Page>(`{"${member}":[${items}],"next_page_cursor":"${cursor}"}`)
}

/** The position of a row in a list: its time (microseconds) and its sequence, which breaks ties. */
export type Position = { time: number; sequence: number }

/** The list, filters and order that a cursor is bound to. `limit` is excluded, because it may change between pages. */
export type CursorScope = string

const placeBytes = 14
const tagBytes = 10

/** @param query all filters; the order of the values of one filter does not matter */
export function cursorScope(list: string, query: object, order: string): CursorScope {
  const filters = Object.entries(query)
    .filter(([name, value]) => value !== undefined && !['limit', 'page_cursor', 'order', 'order_by'].includes(name))
    .map(([name, value]) => [name, Array.isArray(value) ? [...new Set(value)].sort() : value])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))
  return JSON.stringify([list, order, filters])
}

const tagOf = (secret: string, scope: CursorScope, place: Buffer) =>
  createHmac('sha256', secret).update(place).update(scope).digest().subarray(0, tagBytes)

/** @returns 32 characters of base64url */
export function cursorAt({ secret }: Store, scope: CursorScope, { time, sequence }: Position): string {
  const place = Buffer.alloc(placeBytes)
  place.writeBigInt64BE(BigInt(time))
  place.writeUIntBE(sequence, 8, 6)
  return Buffer.concat([place, tagOf(secret, scope, place)]).toString('base64url')
}

/**
 * Decodes a cursor.
 * @throws ProblemError 400 at `page_cursor`, if this service did not issue it for this scope
 */
export function positionAt({ secret }: Store, scope: CursorScope, cursor: string): Position {
  const bytes = Buffer.from(cursor, 'base64url')
  const place = bytes.subarray(0, placeBytes)
  const tag = bytes.subarray(placeBytes)
  // Decoding skips invalid characters, so the text must match exactly.
  const isWhole = bytes.length === placeBytes + tagBytes && bytes.toString('base64url') === cursor
  if (!isWhole || !timingSafeEqual(tag, tagOf(secret, scope, place))) {
    const message =
      'This cursor belongs to another list: send the filters and order it was issued for, or leave it out.'
    throw new ProblemError(400, 'invalid-input', 'The page cursor is invalid.', {
      detail: message,
      errors: [{ field: 'page_cursor', message }],
    })
  }
  return { time: Number(place.readBigInt64BE()), sequence: place.readUIntBE(8, 6) }
}
