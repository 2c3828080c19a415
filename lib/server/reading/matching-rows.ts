/** Which rows of a list match every filter of a page's URL, those that were sent included. */
import { decodedRow, type ListRequest, unmetTerms } from '../../api/list-request'
import type { ListRow } from './page-rows'

/** The texts of the notes on some transfers, by the ids that were asked for. */
export type NotesOf = (ids: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>

export const asksForNotes = ({ terms }: ListRequest) => terms.some(({ name }) => name === 'note')

/**
 * @property now     milliseconds since 1970, by the provider's clock
 * @property notesOf needed if the request asks for notes
 */
export async function matchingRows(
  request: ListRequest,
  rows: readonly ListRow[],
  { now, notesOf }: { now: number; notesOf?: NotesOf | undefined },
): Promise<ListRow[]> {
  const read = (row: ListRow) => decodedRow(request, row.json)
  // Notes are only read of rows that match everything else.
  const found = rows.filter((row) => unmetTerms(request, read(row), { now }).every((name) => name === 'note'))
  if (!asksForNotes(request) || found.length === 0) return found
  if (!notesOf) throw new Error('A filter by notes needs the notes.')
  const notes = await notesOf(found.flatMap(({ id }) => id ?? []))
  return found.filter((row) => unmetTerms(request, read(row), { now, notes: notes.get(row.id ?? '') }).length === 0)
}
