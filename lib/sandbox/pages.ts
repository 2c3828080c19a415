/** One page of a list, as text. */
import { cursorAt, type Question } from './cursors'
import { type Context, JsonText } from './handlers'
import type { Row } from './store'

/**
 * Spec, List transfers, rule 3: a page shorter than the limit is the last and has the cursor "". A full page has a
 * cursor even where nothing follows; the page after it is then empty.
 * @param member the name of the array
 * @param whole  makes the JSON of a record of what is kept of it
 */
export function pageOf<Page>(
  { store, cursorOnShortPage }: Pick<Context, 'store' | 'cursorOnShortPage'>,
  member: string,
  rows: Row[],
  limit: number,
  question: Question,
  whole = (kept: string) => kept,
) {
  const last = rows.length < limit && !cursorOnShortPage ? undefined : rows.at(-1)
  const cursor = last ? cursorAt(store, question, { time: last.time, sequence: last.seq }) : ''
  const items = rows.map(({ answer }) => whole(answer)).join(',')
  return new JsonText<Page>(`{"${member}":[${items}],"next_page_cursor":"${cursor}"}`)
}
