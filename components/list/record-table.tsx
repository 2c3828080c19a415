'use client'
import {
  type CSSProperties,
  lazy,
  type ReactNode,
  type Ref,
  Suspense,
  useImperativeHandle,
  useMemo,
  useRef,
} from 'react'
import { useRowLinks } from '@/components/ui/address'
import { SkeletonRows } from '@/components/ui/skeleton'
import { useZone } from '@/components/ui/time'
import { clockText } from '@/lib/browser/clock'
import { useIsPhone, useIsPrinting } from '../ui/browser-state'
import { type Column, cellClass, keysOf } from './column'
import { useColumnWidths } from './column-layout'
import { placesIn } from './column-widths'
import { indexAt, useKeyboardRow, useSamePlace } from './keyboard-row'
import { RecordRow } from './record-row'
import { useMoved, useSizes } from './table-sizes'

/** What others may ask of a table: where its reader is, and to bring the reader somewhere. */
export type TableHandle = {
  /** How far its reader has scrolled, CSS pixels. */
  top: () => number
  scrollTo: (top: number) => void
  /** Puts the keyboard on a row, on screen or not. @returns whether the row is there */
  focusRow: (key: string) => boolean
  /** Puts the keyboard on the table itself. */
  focus: () => void
  /** The name of the row that an element stands in. */
  keyAt: (element: Element) => string | undefined
}

export type RecordTableProps<Row> = {
  /** What the table is called for screen readers. */
  name: string
  /** Undefined while they are on their way: then there are bones. Rows are compared by identity. */
  rows?: readonly Row[]
  /** The first stays where it is when the table scrolls sideways, and holds the row's link. */
  columns: readonly Column<Row>[]
  /** Height of every row, CSS pixels (on a phone rows are cards, as high as they need). */
  rowHeight: number
  /** What names a row; it stays the same when the row is read anew. */
  idOf: (row: Row) => string | undefined
  /** When the rows were read, ms since 1970. */
  now: number
  /** What stands in a column's head; without it the column's name. */
  head?: (column: Column<Row>) => ReactNode
  /** What a column's head says, in letters. */
  headText?: (column: Column<Row>) => string
  sorted?: { key: string; direction: 'ascending' | 'descending' }
  hrefOf?: (row: Row) => string | undefined
  /** What the row's link leads to, said after the first cell: "transfer 512f26ad-…". */
  whatOf?: (row: Row) => string
  /** What is wrong with a row, in one sentence; "" where nothing is. */
  flagOf?: (row: Row) => string
  /** Draws every row at once, for screen readers and for find in page. */
  isWhole?: boolean
  /** Whether the list goes on after these rows. */
  hasMore?: boolean
  /** Bones in place of rows. */
  bones?: number
  isBusy?: boolean
  /** Goes where a row leads, in this tab. */
  onFollow?: (href: string, row: Element) => void
  ref?: Ref<TableHandle>
}

const nowhere = () => undefined
const nothing = () => ''

/** A usual page is drawn whole: it is quick, and find in page and screen readers have all of it. */
const mostWhole = 100

// What is only needed for more comes when there is more.
const VirtualRows = lazy(() => import('./virtual-rows'))

/** Height of a card on a phone before it is measured. */
const cardHeight = 62

/**
 * The rows of a list as a real table, of which only those near the reader are drawn. From 641 px up it scrolls by itself,
 * under a head and beside a first column that stay; below, rows are cards and the page scrolls. The row that has the
 * keyboard is always drawn. Printing draws all. It knows no resource and no router.
 */
export function RecordTable<Row>(props: RecordTableProps<Row>) {
  const { name, rows, columns, rowHeight, idOf, now, head, headText = nameOf, sorted, ref } = props
  const { hrefOf = nowhere, whatOf = nothing, flagOf = nothing, onFollow } = props
  const region = useRef<HTMLElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const probe = useRef<HTMLSpanElement>(null)
  const edge = useRef<HTMLSpanElement>(null)
  const isPhone = useIsPhone()
  const isPrinting = useIsPrinting()
  const isWhole = isPrinting || props.isWhole === true || (rows !== undefined && rows.length <= mostWhole)
  const { zone, isRelative } = useZone()
  const keys = useMemo(() => keysOf(rows ?? [], idOf), [rows, idOf])
  const flags = useMemo(() => (rows ?? []).map(flagOf), [rows, flagOf])
  const styles = useMemo(
    () =>
      columns.map((column): CSSProperties | undefined =>
        'amount' in column ? ({ '--places': rows ? placesIn(rows, column.amount) : 2 } as CSSProperties) : undefined,
      ),
    [columns, rows],
  )
  const widths = useColumnWidths({
    probe,
    rows,
    columns,
    heads: columns.map(headText).join('\n'),
    saying: { now, zone, isRelative },
    hasFlags: flags.some((flag) => flag !== ''),
  })
  const sizes = useSizes(region, table, rowHeight, widths, isPrinting)
  const place = { region, table, keys, sizes, isPhone }
  const { kept, onFocus, onBlur, focusRow } = useKeyboardRow(place)
  useSamePlace(place)
  useMoved(region, edge)
  useRowLinks(table, onFollow)
  useImperativeHandle(ref, () => ({
    top: () => (isPhone ? window.scrollY : (region.current?.scrollTop ?? 0)),
    scrollTo: (top) => (isPhone ? window.scrollTo({ top }) : region.current?.scrollTo({ top })),
    focusRow: (key) => keys.includes(key) && focusRow(keys.indexOf(key)),
    focus: () => region.current?.focus({ preventScroll: true }),
    keyAt: (element) => keys[indexAt(element)],
  }))
  const draw = (index: number, measure?: (row: HTMLTableRowElement | null) => void) => {
    const row = rows?.[index]
    if (row === undefined) return null
    const href = hrefOf(row)
    return (
      <RecordRow
        key={keys[index]}
        row={row}
        id={idOf(row)}
        index={index}
        columns={columns}
        styles={styles}
        href={href}
        what={whatOf(row)}
        said={isRelative ? undefined : saidFirst(columns[0], row, now, zone)}
        flag={flags[index] ?? ''}
        now={now}
        // Without a page of its own a card holds everything.
        isNamed={isPhone && href === undefined}
        measure={measure}
      />
    )
  }
  const count = rows?.length ?? props.bones ?? 0
  const total = widths.reduce((sum, width) => sum + width, 0)
  const size = {
    '--row-height': `${rowHeight}px`,
    '--head-height': `${sizes.head}px`,
    '--first-width': `${widths[0] ?? 0}px`,
    '--table-width': `${total}px`,
    '--content-height': `${sizes.head + count * sizes.row + sizes.bar + 1}px`,
  } as CSSProperties
  return (
    <section
      ref={region}
      aria-label={`${name} table`}
      tabIndex={isPhone ? -1 : 0}
      aria-busy={props.isBusy || undefined}
      className="records-region aria-busy:opacity-60"
      style={size}
    >
      <span ref={edge} className="records-edge" aria-hidden />
      <span ref={probe} className="records-probe" aria-hidden>
        0123456789 abcdefgh
      </span>
      <table
        ref={table}
        className="records cards"
        aria-label={name}
        aria-rowcount={props.hasMore || !rows ? -1 : rows.length + 1}
        onFocus={onFocus}
        onBlur={onBlur}
      >
        <colgroup>
          {columns.map((column, at) => (
            <col key={column.key} style={{ '--width': `${widths[at] ?? 100}px` } as CSSProperties} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column, at) => (
              <th
                key={column.key}
                scope="col"
                className={cellClass(column)}
                style={styles[at]}
                aria-sort={sorted?.key === column.key ? sorted.direction : undefined}
              >
                <span className={'amount' in column && !column.unit ? 'amount' : undefined}>
                  {head ? head(column) : column.name}
                  {'amount' in column && !column.unit && <span className="fraction" />}
                </span>
                {column.unit && <span className="unit">{column.unit}</span>}
              </th>
            ))}
          </tr>
        </thead>
        {!rows && <SkeletonRows rows={count} cells={columns.map(cellClass)} />}
        {rows && isWhole && <tbody>{rows.map((_, index) => draw(index))}</tbody>}
        {rows && !isWhole && (
          <Suspense fallback={<tbody>{rows.slice(0, mostWhole).map((_, index) => draw(index))}</tbody>}>
            <VirtualRows
              count={count}
              sizes={{ head: sizes.head, row: isPhone ? cardHeight : sizes.row }}
              kept={kept}
              region={isPhone ? undefined : region}
              table={table}
              draw={draw}
            />
          </Suspense>
        )}
      </table>
    </section>
  )
}

const nameOf = ({ name }: { name: string }) => name

/** What the first cell says, where that does not change by itself. */
function saidFirst<Row>(column: Column<Row> | undefined, row: Row, now: number, zone: string): string | undefined {
  if (!column || 'amount' in column) return undefined
  if ('text' in column) return column.text(row)
  const time = column.time(row)
  return time ? clockText(time, now, zone) : 'no time'
}
