'use client'
import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useImperativeHandle,
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
import { type Column, cellClass } from './column'
import { type Cell, useColumnLayout } from './column-widths'
import { RecordRow, type RowView } from './record-rows'
import type { TableTools } from './row-panels'
import { rowIndexOf, useRowFocus, useScrollAnchor, useScrolledAttribute, useTableSizes } from './table-viewport'
import type { RenderRow } from './virtual-rows'

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
  /** The widths that a person chose, CSS pixels by the columns' keys. */
  chosen?: ReadonlyMap<string, number | undefined>
  /** The height of rows; without it the person's preference. */
  density?: Preference<'density'>
  hasMore?: boolean
  skeletonRows?: number
  isBusy?: boolean
  /** Shows columns also where there is no room for them; without it they are left out, and named. */
  showsAllColumns?: boolean
  /** Shows the columns that were left out; without it the table does that. */
  onShowAll?: () => void
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

// Short lists do not need it.
const VirtualRows = lazyPart('The list', () => import('./virtual-rows'))

const noFlags: readonly string[] = []

/**
 * The rows of a list as a table that renders only the rows near the reader. From 641 px up it scrolls in a region with a
 * sticky head and first column; below, rows are cards and the page scrolls. It is one Tab stop. The focused row is always
 * rendered, and printing renders all. It knows no resource and no router.
 */
export function RecordTable<Row>(props: RecordTableProps<Row>) {
  const { name, rows, idOf, now, sorted, flags = noFlags, hrefOf, whatOf, tools, ref } = props
  const region = useRef<HTMLElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const probe = useRef<HTMLSpanElement>(null)
  const leftEdge = useRef<HTMLSpanElement>(null)
  // The first rows replace the skeleton's table: its columns had other widths, and moving them is a layout shift.
  const [hadRows, setHadRows] = useState(rows !== undefined)
  if (rows && !hadRows) setHadRows(true)
  const [isWide, setWide] = useState(false)
  const isPhone = useIsPhone()
  const isPrinting = useIsPrinting()
  const shape = isPrinting ? 'paper' : isPhone ? 'cards' : 'table'
  const [preferred] = usePreference('density')
  const rowHeight = rowHeights[props.density ?? preferred]
  const { zone, isRelative } = useZone()
  const times = useMemo(() => ({ now, zone, isRelative }), [now, zone, isRelative])
  const pick = tools ? pickWidth : 0
  const sizes = useTableSizes({ region, table, probe }, { rowHeight, isPrinting, hadRows })
  const { cells, widths, hidden } = useColumnLayout({
    ...{ columns: props.columns, rows, times, shape, chosen: props.chosen, scale: sizes.scale },
    room: sizes.width === undefined ? undefined : sizes.width - pick,
    sorted: sorted?.key,
    showsAll: props.showsAllColumns || isWide,
  })
  const keys = useMemo(() => rowKeys(rows ?? [], idOf), [rows, idOf])
  const viewport = { region, table, keys, sizes, isPhone }
  const { current, kept, onFocus, onBlur, onKeyDown, focusRow } = useRowFocus(viewport)
  useScrollAnchor(viewport)
  useScrolledAttribute(region, leftEdge)
  useImperativeHandle(ref, () => ({
    top: () => (isPhone ? window.scrollY : (region.current?.scrollTop ?? 0)),
    scrollTo: (top) => (isPhone ? window : region.current)?.scrollTo({ top }),
    focusRow: (key) => keys.includes(key) && focusRow(keys.indexOf(key)),
    focus: () => region.current?.focus({ preventScroll: true }),
    keyAt: (element) => keys[rowIndexOf(element)],
  }))
  const nameOf = tools?.nameOf
  const selectKeys = useHasKeys() ? 'x Shift+X' : undefined
  const view = useMemo(
    (): RowView<Row> => ({ cells, idOf, hrefOf, whatOf, nameOf, selectKeys, now, zone, isRelative, isPhone }),
    [cells, idOf, hrefOf, whatOf, nameOf, selectKeys, now, zone, isRelative, isPhone],
  )
  const renderRow: RenderRow = (index, first, measure) => {
    const row = rows?.[index]
    if (row === undefined) return null
    const id = tools && idOf(row)
    return (
      <RecordRow
        key={keys[index]}
        {...{ row, index, view, measure }}
        isTabStop={index === (current < 0 ? first : current)}
        flag={flags[index] ?? ''}
        isSelected={tools?.selected.has(id ?? '')}
        isPeeked={id !== undefined && tools?.peeked === id}
      />
    )
  }
  const renderFirst = (shown: number) => (
    <tbody>
      {rows?.slice(0, shown).map((_, index) => renderRow(index, 0))}
      {count > shown && (
        <tr aria-hidden className="spacer">
          <td style={{ height: (count - shown) * sizes.row }} />
        </tr>
      )}
    </tbody>
  )
  const idAt = (element: Element) => {
    const row = rows?.[rowIndexOf(element)]
    return row && idOf(row)
  }
  const rowLinks = useRowLinks(props.onFollow)
  const actions = rowActions(tools, { idAt, isPhone, focusRow: (row) => focusRow(rowIndexOf(row)) })
  const count = rows?.length ?? props.skeletonRows ?? 0
  const isAll = isPrinting || props.showsAllRows || count <= maximumRendered
  const tableWidth = widths.reduce((sum, width) => sum + width, pick)
  const hasRest = !cells.some(({ grows }) => grows)
  const colWidth = (width: number, index: number) => {
    if (isPrinting) return `${(100 * width) / tableWidth}%`
    // Where no column grows, the last one takes the room that is left.
    return hasRest && index === cells.length - 1 ? undefined : width
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
    <>
      <section
        ref={region}
        aria-label={`${name} table`}
        tabIndex={-1}
        aria-busy={props.isBusy || undefined}
        className="records-region"
        style={style}
      >
        <span ref={leftEdge} className="absolute top-0 left-0 h-(--content-height) w-px print:hidden" aria-hidden />
        <span ref={probe} className="invisible absolute tabular-nums" aria-hidden>
          0123456789
        </span>
        <table
          key={hadRows ? 'rows' : 'skeleton'}
          ref={table}
          className="records cards"
          aria-label={name}
          data-selecting={tools && tools.selected.size > 0 ? '' : undefined}
          aria-rowcount={props.hasMore || !rows ? -1 : rows.length + 1}
          onFocus={(event) => {
            onFocus(event)
            actions.onFocus(event)
          }}
          onBlur={onBlur}
          onKeyDown={(event) => actions.onKeyDown(event) || onKeyDown(event)}
          onClick={actions.onClick}
          // Shift would select the text between two boxes.
          onMouseDown={(event) => event.shiftKey && pickAt(event.target) && event.preventDefault()}
          {...rowLinks}
          {...(isPhone && { role: 'table' })}
        >
          <colgroup>
            {tools && <col className="pick" style={{ width: pick }} />}
            {widths.map((width, index) => (
              <col key={cells[index]?.column.key} style={{ width: colWidth(width, index) }} />
            ))}
          </colgroup>
          <TableHead {...{ cells, sorted, isPhone }} head={props.head}>
            {tools && <PickAll rows={rows} idOf={idOf} selected={tools.selected} />}
          </TableHead>
          {!rows && (
            <SkeletonRows
              rows={count}
              cells={[...(tools ? ['pick'] : []), ...cells.map(({ column }) => cellClass(column))]}
            />
          )}
          {rows && isAll && renderFirst(count)}
          {rows && !isAll && (
            <VirtualRows
              {...{ viewport, kept, renderRow }}
              whileLoading={renderFirst(maximumRendered)}
              renderLost={() => renderFirst(count)}
            />
          )}
        </table>
      </section>
      {rows && hidden.length > 0 && <HiddenColumns names={hidden} onShow={props.onShowAll ?? (() => setWide(true))} />}
    </>
  )
}

const pickAt = (target: EventTarget) => (target as Element).closest('.pick')

type ActionOptions = {
  idAt: (element: Element) => string | undefined
  isPhone: boolean
  focusRow: (row: Element) => void
}

/** What selects and previews rows: the table hears the clicks and keys of all of them. */
function rowActions<Row>(tools: TableTools<Row> | undefined, { idAt, isPhone, focusRow }: ActionOptions) {
  const peek = (target: Element, mayOpen = true) => {
    const id = idAt(target)
    if (id !== undefined) tools?.onPeek(id, mayOpen)
    return id !== undefined
  }
  return {
    onFocus: ({ target }: FocusEvent) => peek(target, false),
    /** @returns whether the key was one of these */
    onKeyDown: (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
      if (event.key !== ' ' || !isPlain || !(event.target as Element).matches('tr, .lead > a')) return false
      if (tools && (event.repeat || peek(event.target as Element))) event.preventDefault()
      return true
    },
    onClick: ({ target, shiftKey, defaultPrevented }: MouseEvent) => {
      const element = target as Element
      const cell = pickAt(element)
      if (defaultPrevented) return
      if (!cell) {
        // A card without a page of its own opens its preview.
        if (isPhone && !element.closest('a, button, [data-href]')) peek(element)
      } else if (element.closest('button')) {
        if (!isPhone) focusRow(cell)
        peek(cell)
      } else {
        const id = idAt(cell)
        if (id !== undefined || cell.tagName === 'TH') tools?.onSelect(id, shiftKey)
      }
    },
  }
}

type HeadProps<Row> = Pick<RecordTableProps<Row>, 'head' | 'sorted'> & {
  cells: readonly Cell<Row>[]
  isPhone: boolean
  /** The check box of all rows. */
  children: ReactNode
}

function TableHead<Row>({ cells, head, sorted, isPhone, children }: HeadProps<Row>) {
  const role = isPhone ? 'columnheader' : undefined
  return (
    <thead>
      <tr aria-rowindex={1} role={isPhone ? 'row' : undefined}>
        {children && (
          <th scope="col" className="pick" role={role}>
            {children}
          </th>
        )}
        {cells.map(({ column, head: text, letters, style }, index) => {
          // Over numbers a head without a second line ends at their points.
          const isAligned = 'amount' in column && !column.unit
          return (
            <th
              key={column.key}
              data-column={column.key}
              scope="col"
              role={role}
              className={`aria-[sort]:text-ink ${index === 0 ? 'lead ' : ''}${letters === undefined ? '' : 'may-be-cut '}${cellClass(column)}`}
              style={style}
              title={letters !== undefined && text.length > letters ? text : undefined}
              aria-sort={sorted?.key === column.key ? sorted.direction : undefined}
            >
              <span className={isAligned ? 'inline-block text-right' : undefined}>
                {head ? head(column, text) : text}
                {isAligned && <span className="inline-block w-[calc((var(--places,2)*0.615+0.22)*var(--text-base))]" />}
              </span>
              {column.unit && <span className="block pb-(--s-1) text-xs font-text">{column.unit}</span>}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

type PickAllProps<Row> = Pick<RecordTableProps<Row>, 'rows' | 'idOf'> & { selected: ReadonlyMap<string, Row> }

function PickAll<Row>({ rows = [], idOf, selected }: PickAllProps<Row>) {
  const picked = selected.size ? rows.filter((row) => selected.has(idOf(row) ?? '')).length : 0
  return (
    <input
      ref={(box) => {
        if (box) box.indeterminate = picked > 0 && picked < rows.length
      }}
      type="checkbox"
      checked={picked > 0 && picked === rows.length}
      readOnly
      tabIndex={-1}
      aria-label={`Select all ${rows.length.toLocaleString('en-US')} loaded`}
    />
  )
}

/** Names the columns for which there is no room. */
function HiddenColumns({ names, onShow }: { names: readonly string[]; onShow: () => void }) {
  return (
    <p className="pt-2 text-right text-sm text-ink-3 max-sm:hidden print:hidden">
      {names.length === 1 ? '1 column hidden' : `${names.length} columns hidden`}: {names.join(', ')}.{' '}
      <button type="button" className="-my-1 min-h-6 text-ink-2 underline underline-offset-3" onClick={onShow}>
        Show all
      </button>
    </p>
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
