/** Columns that several resources have. */
import { ShortId, shorten } from '@/components/ui/copy'
import { Status, type StatusStyle } from '@/components/ui/status'
import type { Column } from './column'

/** Widths next to a text, in CSS pixels. */
const statusIcon = 21
const copyButton = 16

type IdOptions = {
  /** Characters before the ellipsis. */
  head: number
  /** Names the id for the copy button; without it there is none. */
  copyLabel?: string
  /** The key that copies it. */
  shortcut?: string
  isExtra?: boolean
}

/** A column of shortened ids. */
export function idColumn<Row>(
  key: string,
  name: string,
  read: (row: Row) => string | undefined,
  { head, copyLabel, shortcut, isExtra }: IdOptions,
): Column<Row> {
  const withId =
    <Result,>(use: (id: string) => Result) =>
    (row: Row) => {
      const id = read(row)
      return id ? use(id) : undefined
    }
  return {
    key,
    name,
    isExtra,
    face: 'mono',
    extra: copyLabel ? copyButton : 0,
    text: withId((id) => shorten(id, head)),
    cell: withId((id) => <ShortId id={id} what={copyLabel} head={head} shortcut={shortcut} />),
  }
}

/** The column of statuses; a cell's title names the fields that its row lacks. */
export const statusColumn = <Row extends { missing: readonly string[] }>(
  styleOf: (row: Row) => StatusStyle,
): Column<Row> => ({
  key: 'status',
  name: 'Status',
  card: 'state',
  extra: statusIcon,
  face: (row) => (styleOf(row).isLoud ? 'label' : 'text'),
  text: (row) => {
    const { label, why } = styleOf(row)
    return why ? `${label} · ${why}` : label
  },
  cell: (row) => (
    <span title={row.missing.length > 0 ? `Missing: ${row.missing.join(', ')}` : undefined}>
      <Status {...styleOf(row)} />
    </span>
  ),
})
