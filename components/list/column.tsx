'use client'
/** The columns of a list: how one is described, those of ids and statuses, which are shown, and the heads that sort. */
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { filterOf, type ListFilters } from '@/components/filters/description'
import { ShallowLink } from '@/components/ui/address'
import { Amount } from '@/components/ui/amount'
import { ShortId } from '@/components/ui/copy'
import { Status, type StatusStyle } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import type { ClockName } from '@/lib/browser/clocks'
import { shorten } from '@/lib/browser/identifiers'
import { orderOf, sortedBy, timeAgainstOrder } from '@/lib/browser/list-filters'
import { hrefOf } from '@/lib/browser/list-url'
import { type Preference, preferences } from '@/lib/browser/preferences'
import type { ListOrder, ListQuery } from '@/lib/provider/list-rules'

/** The fonts of cells: plain words, emphasised words, identifiers. */
export type CellFont = 'text' | 'label' | 'mono'

/** A decimal number, and whether it is shown as negative. */
export type ColumnAmount = { text: string; isDebit?: boolean }

/** The text of a column's cells. The column is as wide as its widest text, so that no cell is cut. */
type Content<Row> =
  /** Decimal numbers, aligned on the point. */
  | { amount: (row: Row) => ColumnAmount | undefined }
  /** RFC 3339 times, of the provider if no other clock is named. */
  | { time: (row: Row) => string | undefined; clock?: ClockName }
  /** Words, and the width in pixels of an icon or button in the cell. */
  | { text: (row: Row) => string | undefined; face?: CellFont | ((row: Row) => CellFont); extra?: number }

export type Column<Row> = Content<Row> & {
  /** Its name in the URL. */
  key: string
  name: string
  /** A second line in the head. */
  unit?: string
  /** The provider's name for sorting by it. */
  sort?: ListOrder['by']
  /** Its place when a row is a card on a phone; without one it is not on the card. */
  card?: 'when' | 'what' | 'main' | 'state'
  /** Whether its name stands before its time on a card. */
  isNamedOnCard?: boolean
  /** Hidden until it is chosen. */
  isExtra?: boolean
  /** Shown however narrow the window is, like the columns of a card. */
  isKept?: boolean
  /** The key of the column of amounts whose assets it has: that one is left out with it. */
  of?: string
  /** Whether no row has anything in it, where its text does not say so. Empty columns give way to others first. */
  isEmpty?: (rows: readonly Row[]) => boolean
  /** Whether these rows need it on paper; without it every printed list has the column. */
  isPrinted?: (rows: readonly Row[]) => boolean
  /** The cell, if it is more than its text. */
  cell?: (row: Row, now: number) => ReactNode
}

/** @param now when the row was read, ms since 1970 by the clock of its times */
export function contentOf<Row>(column: Column<Row>, row: Row, now: number): ReactNode {
  if (column.cell) return column.cell(row, now)
  if ('amount' in column) {
    const amount = column.amount(row)
    return amount && <Amount {...amount} />
  }
  if ('text' in column) return column.text(row)
  const time = column.time(row)
  const { clock = 'provider' } = column
  return time ? (
    <>
      {column.isNamedOnCard && <span className="sm:hidden">{column.name} </span>}
      <Time value={time} clock={clock} now={now} />
    </>
  ) : (
    column.card === 'when' && <span className="text-ink-3">no time</span>
  )
}

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
  return {
    key,
    name,
    isExtra,
    face: 'mono',
    extra: copyLabel ? copyButton : 0,
    text: (row) => {
      const id = read(row)
      return id && shorten(id, head)
    },
    cell: (row) => {
      const id = read(row)
      return id && <ShortId id={id} what={copyLabel} head={head} shortcut={shortcut} tabIndex={-1} />
    },
  }
}

/** The column of statuses; a cell's title has the whole reason, and names the fields that its row lacks. */
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
  cell: (row) => {
    const style = styleOf(row)
    return (
      <span title={row.missing.length > 0 ? `Missing: ${row.missing.join(', ')}` : style.inFull}>
        <Status {...style} />
      </span>
    )
  },
})

/** Alignment, and the place on a card (records.css). */
export const cellClass = <Row,>(column: Column<Row>) =>
  `${'amount' in column ? 'sm:text-right' : ''} ${column.card ? `card-${column.card}` : ''}`

/** The column's name; times name their zone, if their cells do not. */
export const headerText = <Row,>(column: Column<Row>, zone?: string) =>
  'time' in column && zone ? `${column.name}, ${zone}` : column.name

export type Ordering = {
  current: ListOrder
  /** The list in another order, or why the provider can't sort it so. */
  to: (wanted: ListOrder) => { href: string; reason?: never } | { href?: never; reason: string }
}

export function orderingOf(list: ListFilters, query: ListQuery, params: URLSearchParams, path: string): Ordering {
  return {
    current: orderOf(list.rules, query),
    to: (wanted) => {
      const against = timeAgainstOrder(list.rules, query, wanted.by)
      if (!against) return { href: hrefOf(path, sortedBy(list.rules, query, params, wanted)) }
      const label = filterOf(list, against.from)?.label ?? against.from
      return { reason: `Not available with the filter ${label}` }
    },
  }
}

type ColumnHeaderProps<Row> = { column: Column<Row>; text: string; ordering: Ordering }

/** The head of a column: a link if the provider can sort by it. */
export function ColumnHeader<Row>({ column: { name, sort }, text, ordering }: ColumnHeaderProps<Row>) {
  const { current, to } = ordering
  const isSorted = sort !== undefined && sort === current.by
  const Arrow = current.order === 'DESC' ? ArrowDown : ArrowUp
  const content = (
    <>
      {text}
      {isSorted && <Arrow className="ml-1 size-3.5" />}
    </>
  )
  if (!sort) return content
  // The opposite order, or newest first if the list is sorted by another time.
  const order = isSorted && current.order === 'DESC' ? 'ASC' : 'DESC'
  const { href, reason } = to({ by: sort, order })
  if (reason !== undefined) return <span title={reason}>{content}</span>
  return (
    // The table is one Tab stop; the arrow keys lead here.
    <ShallowLink
      href={href}
      tabIndex={-1}
      className="inline-flex min-h-6 items-center decoration-hairline-strong underline-offset-3 hover:text-ink hover:underline! focus-visible:-outline-offset-2"
      title={`Sort by ${name.toLowerCase()}, ${order === 'DESC' ? 'newest' : 'oldest'} first`}
    >
      {content}
    </ShallowLink>
  )
}

export type Selectable = { key: string; isExtra?: boolean; sort?: string }

/** The columns shown by default: all but the extra ones, and the one that the list is sorted by. */
export function defaultColumns<Column extends Selectable>(columns: readonly Column[], sortedBy: string): Column[] {
  return columns.filter(({ isExtra, sort }) => !isExtra || sort === sortedBy)
}

export const columnsName = 'x.columns'

/** Widths that a person may choose, CSS pixels. */
export const widthLimits = { least: 48, most: 800 }

/** The columns and widths in the URL: `x.columns=created.amount-180`; undefined for one as wide as its content. */
export function chosenColumns(params: URLSearchParams): Map<string, number | undefined> {
  const chosen = params.get(columnsName)?.split('.') ?? []
  return new Map(
    chosen.map((one) => {
      const [, key = one, width] = /^(.+)-(\d+)$/.exec(one) ?? []
      const { least, most } = widthLimits
      return [key, width && Number(width) >= least && Number(width) <= most ? Number(width) : undefined]
    }),
  )
}

/** The columns in the URL, in their order; the first column always leads. */
export function selectedColumns<Column extends Selectable>(
  params: URLSearchParams,
  columns: readonly Column[],
  sortedBy: string,
): Column[] {
  const [first, ...rest] = columns
  if (!params.has(columnsName) || !first) return defaultColumns(columns, sortedBy)
  const keys = [...chosenColumns(params).keys()]
  return [first, ...keys.flatMap((key) => rest.find((column) => column.key === key) ?? [])]
}

/** The same page of the list with a parameter of its view set, or removed. */
export function withViewParam(params: URLSearchParams, name: string, value: string | undefined): URLSearchParams {
  const next = new URLSearchParams(params)
  next.delete(name)
  if (value !== undefined) next.set(name, value)
  return next
}

export const writtenColumns = (
  columns: readonly Selectable[],
  widthOf: (key: string) => number | undefined = () => undefined,
) => columns.map(({ key }) => (widthOf(key) === undefined ? key : `${key}-${widthOf(key)}`)).join('.')

/** Whether the URL names the columns. */
export const hasChosenColumns = (params: URLSearchParams) => params.has(columnsName)

/** The list with these columns named in the URL, also if they are the default. */
export const withChosenColumns = (params: URLSearchParams, selected: readonly Selectable[]) =>
  withViewParam(params, columnsName, writtenColumns(selected))

/** The row height that the URL names, as views do; undefined without one. */
export const densityIn = (params: URLSearchParams): Preference<'density'> | undefined =>
  preferences.density.options.find(([density]) => density === params.get('x.density'))?.[0]

/** Whether all rows are rendered at once: `x.rows=all`. */
export const hasAllRows = (params: URLSearchParams) => params.get('x.rows') === 'all'
