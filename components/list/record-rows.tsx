'use client'
/** The rows of a table: those near the reader, each drawn once. */
import { TriangleAlert } from 'lucide-react'
import { memo, type ReactNode, type Ref, useImperativeHandle } from 'react'
import { clockText } from '@/lib/browser/clock'
import { cellClass, contentOf } from './column'
import { cutAmount, type ShownColumn } from './column-widths'
import { useVisibleRange, type Viewport } from './table-viewport'

/** What all rows of a table have in common; the same object as long as nothing of it changes. */
export type RowView<Row> = {
  columns: readonly ShownColumn<Row>[]
  idOf: (row: Row) => string | undefined
  hrefOf?: (row: Row) => string | undefined
  whatOf?: (row: Row) => string
  /** Names a row; given if it can be selected and previewed. */
  nameOf?: (row: Row) => string
  /** The keys that select a row, while single-key shortcuts are on. */
  selectKeys?: string
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
function firstText<Row>(
  { columns: [column], now, zone, isRelative, isPhone }: RowView<Row>,
  row: Row,
): string | undefined {
  if (!column || isRelative || 'amount' in column) return undefined
  if ('text' in column) return column.text(row)
  const time = column.time(row)
  // A spoken name begins with what is seen.
  const name = isPhone && column.isNamedOnCard ? `${column.name} ` : ''
  return time ? `${name}${clockText(time, now, zone)}` : 'no time'
}

/** The whole text of a cell that is cut; `data-cut` shortens an amount (records.css). */
function cutProps<Row>(column: ShownColumn<Row>, row: Row) {
  if ('amount' in column) {
    const title = column.places && cutAmount(column.amount(row), column.places)
    return title === undefined ? undefined : { title, 'data-cut': '' }
  }
  return column.style?.overflow && 'text' in column ? { title: column.text(row) } : undefined
}

type RowProps<Row> = {
  row: Row
  index: number
  view: RowView<Row>
  /** A problem with the row in one sentence; "" for none. */
  flag: string
  /** Whether the Tab key stops here: one row of the table has that. */
  isTabStop: boolean
  isSelected?: boolean
  isPeeked: boolean
  measure?: (row: HTMLTableRowElement | null) => void
}

function Row<Row>({ row, index, view, flag, isTabStop, isSelected, isPeeked, measure }: RowProps<Row>) {
  const { columns, idOf, hrefOf, whatOf, nameOf, selectKeys, now, isPhone } = view
  const id = idOf(row)
  const href = hrefOf?.(row)
  // As cards the elements lose their display, and in some browsers their roles with it.
  const [rowRole, cellRole] = isPhone ? [{ role: 'row' }, { role: 'cell' }] : []
  const first = firstText(view, row)
  const target = whatOf?.(row) ?? ''
  const tabIndex = isTabStop ? 0 : -1
  return (
    // A row without a link can be focused itself.
    <tr
      ref={measure}
      data-id={id}
      data-index={index}
      aria-rowindex={index + 2}
      data-href={href}
      data-selected={isSelected || undefined}
      data-peeked={isPeeked || undefined}
      className="data-href:cursor-pointer"
      tabIndex={href ? undefined : tabIndex}
      {...rowRole}
    >
      {nameOf && (
        // The table hears the clicks of all rows.
        <td className="pick" {...cellRole}>
          {id !== undefined && (
            <>
              <input
                type="checkbox"
                checked={isSelected === true}
                readOnly
                tabIndex={-1}
                aria-label={`Select ${nameOf(row)}`}
                data-key="x Shift+X"
                aria-keyshortcuts={selectKeys}
              />
              <button type="button" tabIndex={-1} aria-label={`Preview ${nameOf(row)}`} aria-keyshortcuts="Space" />
            </>
          )}
        </td>
      )}
      {columns.map((column, at) => (
        <td
          key={column.key}
          className={`${at === 0 ? 'lead ' : ''}${cellClass(column)}`}
          style={column.style}
          {...cutProps(column, row)}
          {...cellRole}
        >
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

/** Renders again only if something of the row changed. `memo` loses the type of what it wraps. */
export const RecordRow = memo(Row) as typeof Row
