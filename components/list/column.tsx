/** How one column of a list is described. The table works from such descriptions and knows no resource. */
import type { ReactNode } from 'react'
import { Amount } from '@/components/ui/amount'
import { Time } from '@/components/ui/time'

/** The faces that cells are set in: words, words that are loud, what is copied. */
export type Face = 'text' | 'label' | 'mono'

/** A decimal text, and whether it is shown as taken away. */
export type ColumnAmount = { text: string; isDebit?: boolean }

/** What a row says in a column: it decides how wide the column is, so that no cell is ever cut. */
type Content<Row> =
  /** A decimal number; the points of a column stand under each other. */
  | { amount: (row: Row) => ColumnAmount | undefined }
  /** An RFC 3339 time as it came. */
  | { time: (row: Row) => string | undefined }
  /** Words, and the pixels of what stands beside them: an icon, a copy button. */
  | { text: (row: Row) => string | undefined; face?: Face | ((row: Row) => Face); extra?: number }

export type Column<Row> = Content<Row> & {
  /** Names it in the address. */
  key: string
  /** Names it on screen. */
  name: string
  /** A second line under its name. */
  unit?: string
  /** The provider's name for sorting by it. */
  sort?: 'CREATED_AT' | 'UPDATED_AT'
  /** Where it stands when a row is a card on a phone; without one it is not on the card. */
  card?: 'when' | 'what' | 'main' | 'state'
  /** Not shown until a person asks for it. */
  isExtra?: boolean
  /** What the cell shows where it is more than its content. */
  cell?: (row: Row, now: number) => ReactNode
}

/** What a cell shows. @param now when the row was read, ms since 1970 */
export function contentOf<Row>(column: Column<Row>, row: Row, now: number): ReactNode {
  if (column.cell) return column.cell(row, now)
  if ('amount' in column) {
    const amount = column.amount(row)
    return amount && <Amount {...amount} />
  }
  if ('text' in column) return column.text(row)
  const time = column.time(row)
  return time ? <Time value={time} now={now} /> : column.card === 'when' && <span className="text-ink-3">no time</span>
}

/** The class of a column's cells: how they are aligned, and where they stand on a card. */
export const cellClass = <Row,>(column: Column<Row>) =>
  `${'amount' in column ? 'number ' : ''}${column.card ?? ''}`.trim() || undefined

/** One name a row, each only once: the provider may send an ID twice, or none. */
export function keysOf<Row>(rows: readonly Row[], idOf: (row: Row) => string | undefined): string[] {
  const seen = new Map<string, number>()
  return rows.map((row) => {
    const id = idOf(row) ?? ''
    const times = seen.get(id) ?? 0
    seen.set(id, times + 1)
    return times === 0 ? id : `${id} ${times}`
  })
}
