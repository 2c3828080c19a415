'use client'
import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useIsPhone, useIsPrinting } from '@/components/ui/browser-state'
import { lazyPart } from '@/components/ui/lazy-part'
import { useHasKeys, usePreference } from '@/components/ui/preferences'
import { useRowLinks } from '@/components/ui/row-links'
import { SkeletonRows } from '@/components/ui/section'
import { useZone } from '@/components/ui/time'
import type { Preference } from '@/lib/browser/preferences'
import { type Column, cellClass, headerText } from './column'
import { type ShownColumn, shownColumns, useColumnWidths } from './column-widths'
import { RecordRow, type RenderRow, type RowsHandle, RowsNear, type RowView } from './record-rows'
import type { TableTools } from './row-panels'
import {
  rowIndexOf,
  useRowFocus,
  useScrollAnchor,
  useScrolledAttribute,
  useTableSizes,
  type Viewport,
} from './table-viewport'

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

export type RecordTableProps<Row> = {
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
  /** The widths that a person chose, CSS pixels by the columns' keys. */
  chosenWidths?: ReadonlyMap<string, number | undefined>
  /** The height of rows; without it the person's preference. */
  density?: Preference<'density'>
  hasMore?: boolean
  skeletonRows?: number
  isBusy?: boolean
  /** Leaves out whole columns that have no room, and tells their names. */
  onFit?: (hidden: readonly string[]) => void
  /** Opens a row's link in this tab. */
  onFollow?: (href: string, row: Element) => void
  /** Selects and previews rows; without it they have no check boxes. */
  tools?: TableTools<Row>
  ref?: Ref<TableHandle>
}

/** The width of a row's check box and preview button, CSS pixels (`.pick` in records.css). */
const pickWidth = 48

/** A page of this size is rendered completely: that is fast, and find in page and screen readers get all of it. */
const maximumRendered = 40

// Only long pages on a phone need it.
const VirtualCards = lazyPart('The list', () => import('./virtual-cards'))

/** No texts: the same array, so that nothing is new. */
export const none: readonly string[] = []

/**
 * The rows of a list as a table that renders only the rows near the reader. From 641 px up it scrolls in a region with a
 * sticky head and first column; below, rows are cards and the page scrolls. It is one Tab stop. The focused row is always
 * rendered, and printing renders all. It knows no resource and no router.
 */
export function RecordTable<Row>(props: RecordTableProps<Row>) {
  const { name, rows, idOf, flags = none, onFollow, tools, ref } = props
  const region = useRef<HTMLElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const probe = useRef<HTMLSpanElement>(null)
  const leftEdge = useRef<HTMLSpanElement>(null)
  const near = useRef<RowsHandle>(null)
  // The first rows replace the skeleton's table: its columns had other widths, and moving them is a layout shift.
  const [hadRows, setHadRows] = useState(rows !== undefined)
  if (rows && !hadRows) setHadRows(true)
  const keys = useMemo(() => rowKeys(rows ?? [], idOf), [rows, idOf])
  const isPhone = useIsPhone()
  const isPrinting = useIsPrinting()
  const showsAllRows = isPrinting || props.showsAllRows || (rows !== undefined && rows.length <= maximumRendered)
  const count = rows?.length ?? props.skeletonRows ?? 0
  const parts = { region, table, probe, keys, isPhone, isPrinting, count }
  const { view, sizes, style, colWidth } = useTableLayout(props, parts)
  const viewport = { region, table, keys, sizes, isPhone }
  const focus = useRowFocus(viewport)
  const { current, kept, focusRow } = focus
  useScrollAnchor(viewport)
  useScrolledAttribute(region, leftEdge)
  // Before anything is painted; rows and sizes are rarely new.
  useLayoutEffect(() => near.current?.update())
  const rowLinks = useRowLinks(onFollow)
  useImperativeHandle(ref, () => ({
    top: () => (isPhone ? window.scrollY : (region.current?.scrollTop ?? 0)),
    scrollTo: (top) => {
      if (isPhone) return window.scrollTo({ top })
      region.current?.scrollTo({ top })
      near.current?.update()
    },
    focusRow: (key) => keys.includes(key) && focusRow(keys.indexOf(key)),
    focus: () => region.current?.focus({ preventScroll: true }),
    keyAt: (element) => keys[rowIndexOf(element)],
  }))
  const renderRow: RenderRow = (index, first, measure) => {
    const row = rows?.[index]
    if (row === undefined) return null
    const id = tools && idOf(row)
    return (
      <RecordRow
        key={keys[index]}
        row={row}
        index={index}
        view={view}
        isTabStop={index === (current < 0 ? first : current)}
        measure={measure}
        flag={flags[index] ?? ''}
        isSelected={tools?.selected.has(id ?? '')}
        isPeeked={id !== undefined && tools?.peeked === id}
      />
    )
  }
  const renderFirst = (count?: number) => <tbody>{rows?.slice(0, count).map((_, index) => renderRow(index, 0))}</tbody>
  return (
    <section
      ref={region}
      aria-label={`${name} table`}
      tabIndex={-1}
      aria-busy={props.isBusy || undefined}
      className="records-region"
      style={style}
    >
      <span ref={leftEdge} className="absolute top-0 left-0 h-(--content-height) w-px print:hidden" aria-hidden />
      <span ref={probe} className="invisible absolute whitespace-pre" aria-hidden>
        0123456789 abcdefgh
      </span>
      <table
        key={hadRows ? 'rows' : 'skeleton'}
        ref={table}
        className="records cards"
        aria-label={name}
        data-selecting={tools && tools.selected.size > 0 ? '' : undefined}
        aria-rowcount={props.hasMore || !rows ? -1 : rows.length + 1}
        {...rowEvents(props, focus, isPhone)}
        {...rowLinks}
        role={isPhone ? 'table' : undefined}
      >
        <colgroup>
          {tools && <col className="pick" style={{ width: pickWidth }} />}
          {view.columns.map((column, index) => (
            <col key={column.key} style={{ width: colWidth(column, index) }} />
          ))}
        </colgroup>
        <TableHead {...props} {...view} count={count} />
        {!rows && <SkeletonRows rows={count} cells={[...(tools ? ['pick'] : []), ...view.columns.map(cellClass)]} />}
        {rows && showsAllRows && renderFirst()}
        {rows && !showsAllRows && !isPhone && (
          <RowsNear viewport={viewport} kept={kept} renderRow={renderRow} ref={near} />
        )}
        {rows && !showsAllRows && isPhone && (
          <VirtualCards
            count={count}
            kept={kept}
            table={table}
            renderRow={renderRow}
            whileLoading={renderFirst(maximumRendered)}
            renderLost={() => renderFirst()}
          />
        )}
      </table>
    </section>
  )
}

type LayoutParts = Pick<Viewport, 'region' | 'table' | 'keys' | 'isPhone'> & {
  probe: RefObject<HTMLElement | null>
  isPrinting: boolean
  count: number
}

/** What the rows of a table share, and its sizes. It tells the names of the columns that have no room whenever they change. */
function useTableLayout<Row>(props: RecordTableProps<Row>, parts: LayoutParts) {
  const { rows, idOf, now, flags = none, hrefOf, whatOf, sorted, chosenWidths, onFit, tools } = props
  const { region, table, probe, keys, isPhone, isPrinting, count } = parts
  const selectKeys = useHasKeys() ? 'x Shift+X' : undefined
  const selected = useMemo(
    () => (isPrinting && rows ? props.columns.filter(({ isPrinted }) => isPrinted?.(rows) ?? true) : props.columns),
    [isPrinting, rows, props.columns],
  )
  const [preferred] = usePreference('density')
  const rowHeight = rowHeights[props.density ?? preferred]
  const { zone, isRelative } = useZone()
  const heads = useMemo(
    () => selected.map((column) => headerText(column, isRelative ? undefined : zone)),
    [selected, zone, isRelative],
  )
  const times = useMemo(() => ({ now, zone, isRelative }), [now, zone, isRelative])
  const stretch = useRef(1)
  const hasFlags = flags.some(Boolean)
  const natural = useColumnWidths({ probe, rows, keys, columns: selected, heads, times, hasFlags, stretch })
  const sizes = useTableSizes({ region, table }, rowHeight, natural, isPrinting)
  const pick = tools ? pickWidth : 0
  const room = onFit && !isPhone && !isPrinting && sizes.width !== undefined ? sizes.width - pick : undefined
  const columns = useMemo(
    () =>
      shownColumns({ columns: selected, natural, rows, room, sorted: sorted?.key, chosenWidths, isPhone, isPrinting }),
    [selected, natural, rows, room, sorted?.key, chosenWidths, isPhone, isPrinting],
  )
  const shown = new Set(columns.map(({ key }) => key))
  const left = selected.flatMap(({ key, name }) => (room === undefined || shown.has(key) ? [] : [name])).join('\n')
  useLayoutEffect(() => onFit?.(left ? left.split('\n') : none), [left, onFit])
  const nameOf = tools?.nameOf
  const view = useMemo(
    (): RowView<Row> => ({ columns, idOf, hrefOf, whatOf, nameOf, selectKeys, now, zone, isRelative, isPhone }),
    [columns, idOf, hrefOf, whatOf, nameOf, selectKeys, now, zone, isRelative, isPhone],
  )
  const tableWidth = columns.reduce((sum, { width }) => sum + width, pick)
  const isResized = columns.some(({ key }) => chosenWidths?.get(key) !== undefined)
  useLayoutEffect(() => {
    const { width = 0 } = sizes
    stretch.current = isResized || isPhone || isPrinting ? 1 : Math.max(1, width / tableWidth)
  })
  const style = {
    '--row-height': `${rowHeight}px`,
    '--head-height': `${sizes.head}px`,
    '--first-width': `${pick + (columns[0]?.width ?? 0)}px`,
    '--pick-width': `${pick}px`,
    '--table-width': `${tableWidth}px`,
    '--content-height': `${sizes.head + count * sizes.row + sizes.bar + 1}px`,
  } as CSSProperties
  const colWidth = ({ width }: ShownColumn<Row>, index: number) => {
    if (isPrinting) return `${(100 * width) / tableWidth}%`
    // The last column takes the room that is left; otherwise all of them share it, and none is as wide as it was made.
    return isResized && index === columns.length - 1 ? undefined : width
  }
  return { view, sizes, style, colWidth }
}

/** What keys and clicks do: they move the focus, preview rows and select them. */
function rowEvents<Row>(
  { rows, idOf, tools }: RecordTableProps<Row>,
  { onFocus, onBlur, onKeyDown, focusRow }: ReturnType<typeof useRowFocus>,
  isPhone: boolean,
) {
  const idAt = (target: Element) => {
    const row = rows?.[rowIndexOf(target)]
    return row && idOf(row)
  }
  const peek = (target: Element, mayOpen = true) => {
    const id = idAt(target)
    if (id !== undefined) tools?.onPeek(id, mayOpen)
    return id !== undefined
  }
  return {
    onBlur,
    onFocus: (event: FocusEvent) => {
      onFocus(event)
      peek(event.target, false)
    },
    onKeyDown: (event: KeyboardEvent) => {
      const target = event.target as Element
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
      if (event.key !== ' ' || !isPlain || !target.matches('tr, .lead > a')) return onKeyDown(event)
      if (tools && (event.repeat || peek(target))) event.preventDefault()
    },
    onClick: (event: MouseEvent) => {
      const target = event.target as Element
      const cell = target.closest('.pick')
      if (event.defaultPrevented) return
      // A card without a page of its own opens its preview.
      if (!cell) return isPhone && !target.closest('a, button, [data-href]') && void peek(target)
      if (!target.closest('button')) {
        const id = idAt(cell)
        if (id !== undefined || cell.tagName === 'TH') tools?.onSelect(id, event.shiftKey)
        return
      }
      if (!isPhone) focusRow(rowIndexOf(cell))
      peek(cell)
    },
    // Shift would select the text between two boxes.
    onMouseDown: (event: MouseEvent) =>
      event.shiftKey && (event.target as Element).closest('.pick') && event.preventDefault(),
  }
}

type TableHeadProps<Row> = Omit<RecordTableProps<Row>, 'columns'> & RowView<Row> & { count: number }

function TableHead<Row>(props: TableHeadProps<Row>) {
  const { rows = [], idOf, columns, count, head, sorted, tools, zone, isRelative, isPhone } = props
  const picked = rows.filter((row) => tools?.selected.has(idOf(row) ?? '')).length
  const [rowRole, cellRole] = isPhone ? [{ role: 'row' }, { role: 'columnheader' }] : []
  return (
    <thead>
      <tr aria-rowindex={1} {...rowRole}>
        {tools && (
          <th scope="col" className="pick" {...cellRole}>
            <input
              ref={(box) => {
                if (box) box.indeterminate = picked > 0 && picked < count
              }}
              type="checkbox"
              checked={picked > 0 && picked === count}
              readOnly
              tabIndex={-1}
              aria-label={`Select all ${count.toLocaleString('en-US')} loaded`}
            />
          </th>
        )}
        {columns.map((column, index) => {
          const text = headerText(column, isRelative ? undefined : zone)
          return (
            <th
              key={column.key}
              data-column={column.key}
              scope="col"
              {...cellRole}
              className={`aria-[sort]:text-ink ${index === 0 ? 'lead ' : ''}${cellClass(column)}`}
              style={column.style}
              title={column.style?.overflow ? text : undefined}
              aria-sort={sorted?.key === column.key ? sorted.direction : undefined}
            >
              <span>{head ? head(column, text) : text}</span>
              {column.unit && <span className="block pb-(--s-1) text-xs font-text">{column.unit}</span>}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

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
