/** Which rows of a list match every filter of a page's URL, those that were sent included. */
import { decodedRow, type ListRequest, unmetTerms } from '../../api/console/list-request'
import { mapInPieces } from '../fair-queue'
import type { ListRow } from './page-rows'

/** The texts of the notes on some transfers, by the ids that were asked for. */
export type NotesOf = (ids: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>

export const asksForNotes = ({ terms }: ListRequest) => terms.some(({ name }) => name === 'note')

/** `outside`: rows that the provider returned although a filter that it was sent excludes them. */
export type MatchedRows = { rows: ListRow[]; outside: ListRow[] }

/** @param subject whose turns of the process's thread it takes @param notesOf needed if the request asks for notes */
export async function matchingRows(
  request: ListRequest,
  rows: readonly ListRow[],
  { subject, notesOf }: { subject: string; notesOf?: NotesOf },
): Promise<MatchedRows> {
  const unmet = (row: ListRow, notes?: readonly string[]) => unmetTerms(request, decodedRow(request, row.json), notes)
  const found: ListRow[] = []
  const outside: ListRow[] = []
  for (const { row, names } of await mapInPieces(subject, rows, (row) => ({ row, names: unmet(row) }))) {
    if (names.some((name) => name in request.query)) outside.push(row)
    // Notes are only read of rows that match everything else.
    else if (names.every((name) => name === 'note')) found.push(row)
  }
  if (!asksForNotes(request) || found.length === 0) return { rows: found, outside }
  if (!notesOf) throw new Error('A filter by notes needs the notes.')
  const notes = await notesOf(found.flatMap(({ id }) => id ?? []))
  const met = await mapInPieces(subject, found, (row) =>
    unmet(row, notes.get(row.id ?? '')).length === 0 ? [row] : [],
  )
  return { rows: met.flat(), outside }
}
