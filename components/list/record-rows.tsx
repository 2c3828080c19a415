'use client'
/** The rows of a table: those near the reader, each drawn once. */
import { ChevronDown, TriangleAlert } from 'lucide-react'
import { type CSSProperties, memo, type ReactNode, type Ref, useImperativeHandle, useState } from 'react'
import { clockText } from '@/lib/browser/clock'
import { type Column, cellClass, contentOf } from './column'
import { useVisibleRange, type Viewport } from './table-viewport'

/** What all rows of a table have in common; the same object as long as nothing of it changes. */
export type RowView<Row> = {
  columns: readonly Column<Row>[]
  /** The style of each column's cells. */
  styles: readonly (CSSProperties | undefined)[]
  idOf: (row: Row) => string | undefined
  hrefOf?: (row: Row) => string | undefined
  whatOf?: (row: Row) => string
  /** When the rows were read, ms since 1970. */
  now: number
  zone: string
  isRelative: boolean
  isPhone: boolean
}

/** Renders a row. @param first the first row in view @param measure given if rows differ in height */
export type RenderRow = (index: number, first: number, measure?: (row: HTMLTableRowElement | null) => void) => ReactNode

export type RowsHandle = { update: () => void }

type RowsNearProps = {
  viewport: Viewport
  /** Rows that are rendered wherever the reader scrolls: the focused one and its neighbours. */
  kept: readonly number[]
  renderRow: RenderRow
  ref: Ref<RowsHandle>
}

/** The rows near the reader of a region that scrolls, with spacers for all others. Rows are equally high. */
export function RowsNear({ viewport, kept, renderRow, ref }: RowsNearProps) {
  const { start, end, first, update } = useVisibleRange(viewport)
  useImperativeHandle(ref, () => ({ update }), [update])
  const count = viewport.keys.length
  const near = Array.from({ length: Math.max(0, Math.min(end, count) - start) }, (_, at) => start + at)
  const indexes = [...new Set([...near, ...kept])].sort((a, b) => a - b)
  const height = viewport.sizes.row
  return (
    <SpacedRows
      items={indexes.map((index) => ({ index, start: index * height, end: (index + 1) * height }))}
      start={0}
      end={count * height}
      renderRow={(index) => renderRow(index, first)}
    />
  )
}

type SpacedRowsProps = {
  /** Offsets in CSS pixels. */
  items: readonly { index: number; start: number; end: number }[]
  start: number
  end: number
  renderRow: (index: number) => ReactNode
}

/** Some of a table's rows, at their places. */
export function SpacedRows({ items, start, end, renderRow }: SpacedRowsProps) {
  const children: ReactNode[] = []
  let reached = start
  const fillTo = (to: number, key: string) => {
    if (to > reached)
      children.push(
        <tr key={key} aria-hidden className="spacer">
          <td style={{ height: to - reached }} />
        </tr>,
      )
    reached = to
  }
  for (const item of items) {
    fillTo(item.start, `before ${children.length === 0 ? 'all' : item.index}`)
    children.push(renderRow(item.index))
    reached = item.end
  }
  fillTo(end, 'after all')
  return <tbody>{children}</tbody>
}

/** The text of the first cell, unless it is an age, which changes. */
function firstText<Row>({ columns: [column], now, zone, isRelative }: RowView<Row>, row: Row): string | undefined {
  if (!column || isRelative || 'amount' in column) return undefined
  if ('text' in column) return column.text(row)
  const time = column.time(row)
  return time ? clockText(time, now, zone) : 'no time'
}

type RowProps<Row> = {
  row: Row
  index: number
  view: RowView<Row>
  /** A problem with the row in one sentence; "" for none. */
  flag: string
  /** Whether the Tab key stops here: one row of the table has that. */
  isTabStop: boolean
  measure?: (row: HTMLTableRowElement | null) => void
}

function Row<Row>({ row, index, view, flag, isTabStop, measure }: RowProps<Row>) {
  const { columns, styles, idOf, hrefOf, whatOf, now, isPhone } = view
  const href = hrefOf?.(row)
  // As cards the elements lose their display, and in some browsers their roles with it.
  const [rowRole, cellRole] = isPhone ? [{ role: 'row' }, { role: 'cell' }] : []
  const first = firstText(view, row)
  const target = whatOf?.(row) ?? ''
  const tabIndex = isTabStop ? 0 : -1
  // Without a page of its own a card holds everything.
  const hasCellNames = isPhone && href === undefined
  return (
    // A row without a link can be focused itself.
    <tr
      ref={measure}
      data-id={idOf(row)}
      data-index={index}
      aria-rowindex={index + 2}
      data-href={href}
      className="data-href:cursor-pointer"
      tabIndex={href ? undefined : tabIndex}
      {...rowRole}
    >
      {columns.map((column, at) => (
        <td
          key={column.key}
          className={cellClass(column)}
          style={styles[at]}
          data-name={hasCellNames && !column.card ? column.name : undefined}
          {...cellRole}
        >
          {at === 0 && hasCellNames && <CardToggle />}
          {at === 0 && flag && (
            <span title={flag} className="mr-1 text-wait">
              <TriangleAlert className="size-3.5" />
              <span className="sr-only">{flag}</span>
            </span>
          )}
          {at === 0 && href ? (
            <a className="no-underline" href={href} tabIndex={tabIndex} aria-label={first && `${first}, ${target}`}>
              {contentOf(column, row, now)}
              {!first && <span className="sr-only">, {target}</span>}
            </a>
          ) : (
            contentOf(column, row, now)
          )}
        </td>
      ))}
    </tr>
  )
}

/** Unfolds a card that has no page of its own: folded it is two lines. The whole card can be pressed. */
function CardToggle() {
  const [isOpen, setOpen] = useState(false)
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-label="All fields"
      tabIndex={-1}
      className="absolute inset-0 flex items-start justify-end pt-5 pr-3 text-ink-3"
      onClick={({ currentTarget }) => {
        setOpen(!isOpen)
        currentTarget.closest('tr')?.toggleAttribute('data-open', !isOpen)
      }}
    >
      <ChevronDown className={isOpen ? 'rotate-180' : ''} />
    </button>
  )
}

/** Renders again only if something of the row changed. `memo` loses the type of what it wraps. */
export const RecordRow = memo(Row) as typeof Row
