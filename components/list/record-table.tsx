'use client'
import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
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
import {
  columnPlaces,
  columnsThatFit,
  isEmptyColumn,
  placesWidth,
  useColumnWidths,
  widthOf,
  widthsWithin,
} from './column-widths'
import { RecordRow, type RenderRow, type RowsHandle, RowsNear, type RowView } from './record-rows'
import type { TableTools } from './row-panels'
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
  chosenWidth?: (key: string) => number | undefined
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

const noFlags: readonly string[] = []

/**
 * The rows of a list as a table that renders only the rows near the reader. From 641 px up it scrolls in a region with a
 * sticky head and first column; below, rows are cards and the page scrolls. It is one Tab stop. The focused row is always
 * rendered, and printing renders all. It knows no resource and no router.
 */
export function RecordTable<Row>(props: RecordTableProps<Row>) {
  const { name, rows, idOf, now, head, sorted, flags = noFlags, hrefOf, whatOf } = props
  const { onFit, onFollow, tools, ref } = props
  const pick = tools ? pickWidth : 0
  const selectKeys = useHasKeys() ? 'x Shift+X' : undefined
  const region = useRef<HTMLElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const probe = useRef<HTMLSpanElement>(null)
  const leftEdge = useRef<HTMLSpanElement>(null)
  const near = useRef<RowsHandle>(null)
  // The first rows replace the skeleton's table: its columns had other widths, and moving them is a layout shift.
  const [hadRows, setHadRows] = useState(rows !== undefined)
  if (rows && !hadRows) setHadRows(true)
  const isPhone = useIsPhone()
  const isPrinting = useIsPrinting()
  const selected = useMemo(
    () => (isPrinting && rows ? props.columns.filter(({ isPrinted }) => isPrinted?.(rows) ?? true) : props.columns),
    [isPrinting, rows, props.columns],
  )
  const showsAllRows = isPrinting || props.showsAllRows || (rows !== undefined && rows.length <= maximumRendered)
  const [preferred] = usePreference('density')
  const density = props.density ?? preferred
  const rowHeight = rowHeights[density]
  const { zone, isRelative } = useZone()
  const zoneName = isRelative ? undefined : zone
  const keys = useMemo(() => rowKeys(rows ?? [], idOf), [rows, idOf])
  const heads = useMemo(() => selected.map((column) => headerText(column, zoneName)), [selected, zoneName])
  const times = useMemo(() => ({ now, zone, isRelative }), [now, zone, isRelative])
  const stretch = useRef(1)
  const hasFlags = flags.some(Boolean)
  const allWidths = useColumnWidths({ probe, rows, keys, columns: selected, heads, times, hasFlags, stretch })
  const sizes = useTableSizes({ region, table }, rowHeight, allWidths, isPrinting)
  const fitWidth = onFit && !isPhone && !isPrinting && sizes.width !== undefined ? sizes.width - pick : undefined
  const columns = useMemo(
    () =>
      isPhone
        ? selected.filter(({ card }) => card)
        : columnsThatFit(selected, allWidths, fitWidth, {
            sorted: sorted?.key,
            isEmpty: (column) => rows !== undefined && isEmptyColumn(column, rows),
          }),
    [isPhone, selected, allWidths, fitWidth, sorted?.key, rows],
  )
  const natural = columns.map((column) => allWidths[selected.indexOf(column)] ?? 100)
  const wanted = columns.map((column, at) =>
    widthOf(column, natural[at] ?? 100, isPrinting || isPhone ? undefined : props.chosenWidth?.(column.key)),
  )
  const widths = widthsWithin(columns, wanted, fitWidth)
  const cut = columns.flatMap(({ key }, at) => ((widths[at] ?? 0) < (natural[at] ?? 0) ? [key] : [])).join()
  useHiddenNames(selected, fitWidth === undefined ? selected : columns, onFit)
  const places = useMemo(
    () =>
      columns.map((column) =>
        'amount' in column ? columnPlaces(rows ?? [], column.amount, isPrinting || isPhone) : undefined,
      ),
    [columns, rows, isPrinting, isPhone],
  )
  const styles = useMemo(
    () =>
      columns.map((column, at): CSSProperties | undefined => {
        if (cut.split(',').includes(column.key)) return { overflow: 'hidden', textOverflow: 'ellipsis' }
        const shown = places[at]
        return shown && ({ '--places': placesWidth(shown) } as CSSProperties)
      }),
    [columns, places, cut],
  )
  const nameOf = tools?.nameOf
  const view = useMemo(
    (): RowView<Row> => ({
      columns,
      styles,
      places,
      idOf,
      hrefOf,
      whatOf,
      nameOf,
      selectKeys,
      now,
      zone,
      isRelative,
      isPhone,
    }),
    [columns, styles, places, idOf, hrefOf, whatOf, nameOf, selectKeys, now, zone, isRelative, isPhone],
  )
  const viewport = { region, table, keys, sizes, isPhone }
  const { current, kept, onFocus, onBlur, onKeyDown, focusRow } = useRowFocus(viewport)
  const idAt = (target: Element) => {
    const row = rows?.[rowIndexOf(target)]
    return row && idOf(row)
  }
  const onRowFocus = (event: FocusEvent) => {
    onFocus(event)
    peek(event.target, false)
  }
  const peek = (target: Element, mayOpen = true) => {
    const id = idAt(target)
    if (id !== undefined) tools?.onPeek(id, mayOpen)
    return id !== undefined
  }
  const onKeys = (event: KeyboardEvent) => {
    const target = event.target as Element
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    if (event.key !== ' ' || !isPlain || !target.matches('tr, .lead > a')) return onKeyDown(event)
    if (tools && (event.repeat || peek(target))) event.preventDefault()
  }
  const onPick = ({ target, shiftKey, defaultPrevented }: MouseEvent) => {
    const cell = (target as Element).closest('.pick')
    if (defaultPrevented) return
    // A card without a page of its own opens its preview.
    if (!cell) return isPhone && !(target as Element).closest('a, button, [data-href]') && void peek(target as Element)
    if (!(target as Element).closest('button')) {
      const id = idAt(cell)
      if (id !== undefined || cell.tagName === 'TH') tools?.onSelect(id, shiftKey)
      return
    }
    if (!isPhone) focusRow(rowIndexOf(cell))
    peek(cell)
  }
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
    const isTabStop = index === (current < 0 ? first : current)
    const id = tools && idOf(row)
    return (
      <RecordRow
        key={keys[index]}
        row={row}
        index={index}
        view={view}
        isTabStop={isTabStop}
        measure={measure}
        flag={flags[index] ?? ''}
        isSelected={tools?.selected.has(id ?? '')}
        isPeeked={id !== undefined && tools?.peeked === id}
      />
    )
  }
  const renderFirst = (count?: number) => <tbody>{rows?.slice(0, count).map((_, index) => renderRow(index, 0))}</tbody>
  const count = rows?.length ?? props.skeletonRows ?? 0
  const picked = tools?.selected.size ? (rows ?? []).filter((row) => tools.selected.has(idOf(row) ?? '')).length : 0
  const tableWidth = widths.reduce((sum, width) => sum + width, pick)
  const isResized = columns.some(({ key }) => props.chosenWidth?.(key) !== undefined)
  useLayoutEffect(() => {
    const { width = 0 } = sizes
    stretch.current = isResized || isPhone || isPrinting ? 1 : Math.max(1, width / tableWidth)
  })
  const colWidth = (index: number) => {
    if (isPrinting) return `${(100 * (widths[index] ?? 0)) / tableWidth}%`
    // The last column takes the room that is left; otherwise all of them share it, and none is as wide as it was made.
    return isResized && index === columns.length - 1 ? undefined : (widths[index] ?? 100)
  }
  const style = {
    '--row-height': `${rowHeight}px`,
    '--head-height': `${sizes.head}px`,
    '--first-width': `${pick + (widths[0] ?? 0)}px`,
    '--pick-width': `${pick}px`,
    '--table-width': `${tableWidth}px`,
    '--content-height': `${sizes.head + count * sizes.row + sizes.bar + 1}px`,
  } as CSSProperties
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
        onFocus={onRowFocus}
        onBlur={onBlur}
        onKeyDown={onKeys}
        onClick={onPick}
        // Shift would select the text between two boxes.
        onMouseDown={(event) => event.shiftKey && (event.target as Element).closest('.pick') && event.preventDefault()}
        {...rowLinks}
        {...(isPhone && { role: 'table' })}
      >
        <colgroup>
          {tools && <col className="pick" style={{ width: pick }} />}
          {columns.map((column, index) => (
            <col key={column.key} style={{ width: colWidth(index) }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1} {...(isPhone && { role: 'row' })}>
            {tools && (
              <th scope="col" className="pick" {...(isPhone && { role: 'columnheader' })}>
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
            {columns.map((column, index) => (
              <th
                key={column.key}
                data-column={column.key}
                scope="col"
                {...(isPhone && { role: 'columnheader' })}
                className={`aria-[sort]:text-ink ${index === 0 ? 'lead ' : ''}${cellClass(column)}`}
                style={styles[index]}
                title={styles[index]?.overflow ? headerText(column, zoneName) : undefined}
                aria-sort={sorted?.key === column.key ? sorted.direction : undefined}
              >
                <span>{head ? head(column, headerText(column, zoneName)) : headerText(column, zoneName)}</span>
                {column.unit && <span className="block pb-(--s-1) text-xs font-text">{column.unit}</span>}
              </th>
            ))}
          </tr>
        </thead>
        {!rows && <SkeletonRows rows={count} cells={[...(tools ? ['pick'] : []), ...columns.map(cellClass)]} />}
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

/** Tells the names of the columns that have no room, whenever they change. */
function useHiddenNames(
  selected: readonly { name: string }[],
  columns: readonly { name: string }[],
  tell?: (names: readonly string[]) => void,
): void {
  const told = useRef('')
  useLayoutEffect(() => {
    const names = selected.filter((column) => !columns.includes(column)).map(({ name }) => name)
    if (names.join() === told.current) return
    told.current = names.join()
    tell?.(names)
  }, [selected, columns, tell])
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
