/** The results as a table for other programs. */
import { type CsvCell, safeCells } from '@/lib/api/export-text'
import { pastedTexts } from '@/lib/domain/guarded-cell'
import { resultNames, whatItIs } from './labels'
import type { LookupRow } from './lookup-query'

const heads = [
  'line',
  'pasted',
  'read_as',
  'result',
  'matched_field',
  'transfer_ids',
  'what_it_is',
  'type',
  'direction',
  'amount',
  'asset',
  'status',
  'secondary_status',
  'created_at',
  'updated_at',
  'seen_at',
]

/** The cells of a line; of several transfers each cell has every different value. */
function cellsOf(row: LookupRow): CsvCell[] {
  const { pasted, result, transfers, answer, at } = row
  const all = (read: (known: LookupRow['transfers'][number]['known']) => string | undefined) =>
    [...new Set(transfers.flatMap(({ known }) => read(known) ?? []))].join(' ')
  return [
    String(pasted.line),
    pasted.text,
    pasted.label,
    resultNames[result],
    answer?.field ?? '',
    all(({ id }) => id),
    whatItIs(row),
    all(({ type }) => type),
    all(({ direction }) => direction),
    { amount: all(({ amount }) => amount) },
    all(({ asset }) => asset),
    all(({ status }) => status),
    all(({ secondary_status: secondary }) => (typeof secondary?.name === 'string' ? secondary.name : undefined)),
    all(({ created_at: created }) => created),
    all(({ updated_at: updated }) => updated),
    at === undefined ? '' : new Date(at).toISOString(),
  ]
}

export const resultsCells = (rows: readonly LookupRow[]) => [heads, ...rows.map(cellsOf)]

/** Tab-separated, as spreadsheets paste it. */
export const tableText = (rows: readonly (readonly CsvCell[])[]) => pastedTexts(rows.map(safeCells))['text/plain']
