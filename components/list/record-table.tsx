'use client'
import { TriangleAlert } from 'lucide-react'
import {
  type CSSProperties,
  lazy,
  memo,
  type ReactNode,
  type Ref,
  Suspense,
  useImperativeHandle,
  useMemo,
  useRef,
} from 'react'
import { useRowLinks } from '@/components/ui/address'
import { useIsPhone, useIsPrinting } from '@/components/ui/browser-state'
import { usePreference } from '@/components/ui/preferences'
import { SkeletonRows } from '@/components/ui/section'
import { useZone } from '@/components/ui/time'
import { clockText } from '@/lib/browser/clock'
import { type Column, cellClass, contentOf, headerText } from './column'
import { maximumPlaces, useColumnWidths } from './column-widths'
import { rowIndexOf, useRowFocus, useScrollAnchor, useScrolledAttribute, useTableSizes } from './table-viewport'

/** Heights of rows by density: tokens.css, --row-tight, --row, --row-roomy. */
const rowHeights = { tight: 28, default: 32, roomy: 44 }

/** What the owner of a table may do with it. */
export type TableHandle = {
  /** The scroll offset, CSS pixels. */
  top: () => number
  scrollTo: (top: number) => void
  /** Focuses a row, rendered or not. @returns whether the row exists */
  focusRow: (key: string) => boolean
  focus: () => void
  /** The key of the row that contains an element. */
  keyAt: (element: Element) => string | undefined
}

type RecordTableProps<Row> = {
  name: string
  /** Undefined while they are loading. Rows are compared by identity. */
  rows?: readonly Row[]
  /** The first column stays when the table scrolls sideways, and holds the row's link. */
  columns: readonly Column<Row>[]
  /** Identifies a row across refreshes. */
  idOf: (row: Row) => string | undefined
  /** When the rows were read, ms since 1970. */
  now: number
  /** The content of a column's head; by default its text. */
  head?: (column: Column<Row>, text: string) => ReactNode
  sorted?: { key: string; direction: 'ascending' | 'descending' }
  hrefOf?: (row: Row) => string | undefined
  /** Names the target of the row's link after its first cell: "transfer 512f26ad-…". */
  whatOf?: (row: Row) => string
  /** A problem with each row in one sentence; "" for none. */
  flags?: readonly string[]
  /** Renders every row, for screen readers and find in page. */
  showsAllRows?: boolean
  hasMore?: boolean
  skeletonRows?: number
  isBusy?: boolean
  /** Opens a row's link in this tab. */
  onFollow?: (href: string, row: Element) => void
  ref?: Ref<TableHandle>
}

/** A page of this size is rendered completely: that is fast, and find in page and screen readers get all of it. */
const maximumRendered = 100

// Only long pages need it.
const VirtualRows = lazy(() => import('./virtual-rows'))

/** The estimated height of a card on a phone, CSS pixels. */
const cardHeight = 62

/**
 * The rows of a list as a table that renders only the rows near the reader. From 641 px up it scrolls in a region with a
 * sticky head and first column; below, rows are cards and the page scrolls. The focused row is always rendered, and printing
 * renders all. It knows no resource and no router.
 */
export function RecordTable<Row>(props: RecordTableProps<Row>) {
  const { name, rows, columns, idOf, now, head, sorted, flags = [], hrefOf, whatOf, onFollow, ref } = props
  const region = useRef<HTMLElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const probe = useRef<HTMLSpanElement>(null)
  const leftEdge = useRef<HTMLSpanElement>(null)
  const isPhone = useIsPhone()
  const isPrinting = useIsPrinting()
  const showsAllRows = isPrinting || props.showsAllRows || (rows !== undefined && rows.length <= maximumRendered)
  const [density] = usePreference('density')
  const rowHeight = rowHeights[density]
  const { zone, name: zoneName, isRelative } = useZone()
  const keys = useMemo(() => rowKeys(rows ?? [], idOf), [rows, idOf])
  const styles = useMemo(
    () =>
      columns.map((column): CSSProperties | undefined =>
        'amount' in column
          ? ({ '--places': rows ? maximumPlaces(rows, column.amount) : 2 } as CSSProperties)
          : undefined,
      ),
    [columns, rows],
  )
  const heads = useMemo(() => columns.map((column) => headerText(column, zoneName)), [columns, zoneName])
  const times = useMemo(() => ({ now, zone, isRelative }), [now, zone, isRelative])
  const widths = useColumnWidths({ probe, rows, columns, heads, times, hasFlags: flags.some(Boolean) })
  const sizes = useTableSizes({ region, table }, rowHeight, widths, isPrinting)
  const viewport = { region, table, keys, sizes, isPhone }
  const { kept, onFocus, onBlur, onKeyDown, focusRow } = useRowFocus(viewport)
  useScrollAnchor(viewport)
  useScrolledAttribute(region, leftEdge)
  const rowLinks = useRowLinks(onFollow)
  useImperativeHandle(ref, () => ({
    top: () => (isPhone ? window.scrollY : (region.current?.scrollTop ?? 0)),
    scrollTo: (top) => (isPhone ? window.scrollTo({ top }) : region.current?.scrollTo({ top })),
    focusRow: (key) => keys.includes(key) && focusRow(keys.indexOf(key)),
    focus: () => region.current?.focus({ preventScroll: true }),
    keyAt: (element) => keys[rowIndexOf(element)],
  }))
  const renderRow = (index: number, measure?: (row: HTMLTableRowElement | null) => void) => {
    const row = rows?.[index]
    if (row === undefined) return null
    const href = hrefOf?.(row)
    return (
      <RecordRow
        key={keys[index]}
        {...{ row, index, columns, styles, href, now, measure }}
        id={idOf(row)}
        target={whatOf?.(row) ?? ''}
        firstText={isRelative ? undefined : firstText(columns[0], row, now, zone)}
        flag={flags[index] ?? ''}
        // Without a page of its own a card holds everything.
        hasCellNames={isPhone && href === undefined}
      />
    )
  }
  const renderFirst = (count?: number) => <tbody>{rows?.slice(0, count).map((_, index) => renderRow(index))}</tbody>
  const count = rows?.length ?? props.skeletonRows ?? 0
  const style = {
    '--row-height': `${rowHeight}px`,
    '--head-height': `${sizes.head}px`,
    '--first-width': `${widths[0] ?? 0}px`,
    '--table-width': `${widths.reduce((sum, width) => sum + width, 0)}px`,
    '--content-height': `${sizes.head + count * sizes.row + sizes.bar + 1}px`,
  } as CSSProperties
  return (
    <section
      ref={region}
      aria-label={`${name} table`}
      tabIndex={isPhone ? -1 : 0}
      aria-busy={props.isBusy || undefined}
      className={regionClass}
      style={style}
    >
      <span ref={leftEdge} className="absolute top-0 left-0 h-(--content-height) w-px" aria-hidden />
      <span ref={probe} className="invisible absolute whitespace-pre" aria-hidden>
        0123456789 abcdefgh
      </span>
      <table
        ref={table}
        className="records cards"
        aria-label={name}
        aria-rowcount={props.hasMore || !rows ? -1 : rows.length + 1}
        onFocus={onFocus}
        onBlur={onBlur}
        onKeyDown={onKeyDown}
        {...rowLinks}
      >
        <colgroup>
          {columns.map((column, index) => (
            <col key={column.key} style={{ width: widths[index] ?? 100 }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column, index) => {
              const isAligned = 'amount' in column && !column.unit
              return (
                <th
                  key={column.key}
                  scope="col"
                  className={`aria-[sort]:text-ink ${cellClass(column)}`}
                  style={styles[index]}
                  aria-sort={sorted?.key === column.key ? sorted.direction : undefined}
                >
                  <span className={isAligned ? 'inline-block text-right' : undefined}>
                    {head ? head(column, heads[index] ?? '') : heads[index]}
                    {isAligned && (
                      <span className="inline-block w-[calc((var(--places,2)*0.615+0.22)*var(--text-base))]" />
                    )}
                  </span>
                  {column.unit && <span className="block pb-(--s-1) text-xs font-text">{column.unit}</span>}
                </th>
              )
            })}
          </tr>
        </thead>
        {!rows && <SkeletonRows rows={count} cells={columns.map(cellClass)} />}
        {rows && showsAllRows && renderFirst()}
        {rows && !showsAllRows && (
          <Suspense fallback={renderFirst(maximumRendered)}>
            <VirtualRows
              {...{ count, kept, table, renderRow }}
              sizes={{ head: sizes.head, row: isPhone ? cardHeight : sizes.row }}
              region={isPhone ? undefined : region}
            />
          </Suspense>
        )}
      </table>
    </section>
  )
}

/** From 641 px up the region takes the rest of the window, but never less than some rows. Size containment keeps its content from stretching it. */
const regionClass =
  'records-region relative isolate overscroll-x-contain aria-busy:opacity-60 sm:max-h-(--content-height) sm:flex-[1_0_min(20rem,var(--content-height))] sm:scroll-pt-(--head-height) sm:scroll-pl-(--first-width) sm:overflow-auto sm:border-b sm:border-hairline-strong sm:contain-strict sm:focus-visible:-outline-offset-2 print:isolation-auto print:max-h-none print:overflow-visible print:contain-none'

/** A unique key per row: the provider may return an ID twice, or none. */
export function rowKeys<Row>(rows: readonly Row[], idOf: (row: Row) => string | undefined): string[] {
  const seen = new Map<string, number>()
  return rows.map((row) => {
    const id = idOf(row) ?? ''
    const times = seen.get(id) ?? 0
    seen.set(id, times + 1)
    return times === 0 ? id : `${id} ${times}`
  })
}

/** The text of the first cell, unless it is an age, which changes. */
function firstText<Row>(column: Column<Row> | undefined, row: Row, now: number, zone: string): string | undefined {
  if (!column || 'amount' in column) return undefined
  if ('text' in column) return column.text(row)
  const time = column.time(row)
  return time ? clockText(time, now, zone) : 'no time'
}

type RowProps<Row> = {
  row: Row
  /** What the key `c` copies. */
  id?: string
  index: number
  columns: readonly Column<Row>[]
  /** The style of each column's cells. */
  styles: readonly (CSSProperties | undefined)[]
  href?: string
  /** Names the target of the link. */
  target: string
  firstText?: string
  flag: string
  now: number
  /** Names each cell, because a card has no head. */
  hasCellNames?: boolean
  measure?: (row: HTMLTableRowElement | null) => void
}

function Row<Row>(props: RowProps<Row>) {
  const { row, id, index, columns, styles, href, target, firstText, flag, now, hasCellNames, measure } = props
  return (
    // A row without a link can be focused itself.
    <tr
      ref={measure}
      data-id={id}
      data-index={index}
      aria-rowindex={index + 2}
      data-href={href}
      className="data-href:cursor-pointer"
      tabIndex={href ? undefined : -1}
    >
      {columns.map((column, at) => (
        <td
          key={column.key}
          className={cellClass(column)}
          style={styles[at]}
          data-name={hasCellNames && !column.card ? column.name : undefined}
        >
          {at === 0 && flag && (
            <span title={flag} className="mr-1 text-wait">
              <TriangleAlert className="size-3.5" />
              <span className="sr-only">{flag}</span>
            </span>
          )}
          {at === 0 && href ? (
            <a className="no-underline" href={href} aria-label={firstText && `${firstText}, ${target}`}>
              {contentOf(column, row, now)}
              {!firstText && <span className="sr-only">, {target}</span>}
            </a>
          ) : (
            contentOf(column, row, now)
          )}
        </td>
      ))}
    </tr>
  )
}

/** Renders again only if something of the row changed. `memo` loses the type of what it wraps. */
const RecordRow = memo(Row) as typeof Row
