'use client'
import { TriangleAlert } from 'lucide-react'
import { memo } from 'react'
import { clockText } from '@/lib/browser/clock'
import { cellClass, contentOf } from './column'
import { type Cell, cutAmount } from './column-widths'

/** What all rows of a table have in common; the same object as long as nothing of it changes. */
export type RowView<Row> = {
  cells: readonly Cell<Row>[]
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

/** The text of the first cell, unless it is an age, which changes. */
function firstText<Row>({ cells: [first], now, zone, isRelative, isPhone }: RowView<Row>, row: Row) {
  const column = first?.column
  if (!column || isRelative || 'amount' in column) return undefined
  if ('text' in column) return column.text(row)
  const time = column.time(row)
  // A spoken name begins with what is seen.
  const name = isPhone && column.isNamedOnCard ? `${column.name} ` : ''
  return time ? `${name}${clockText(time, now, zone)}` : 'no time'
}

/** The whole text of a cell that is or may be cut; `data-cut` shortens an amount (records.css). */
function cutProps<Row>({ column, places, letters }: Cell<Row>, row: Row) {
  if ('amount' in column) {
    const title = places && cutAmount(column.amount(row), places)
    return title === undefined ? undefined : { title, 'data-cut': '' }
  }
  const text = 'text' in column && letters !== undefined ? column.text(row) : undefined
  return text && text.length > (letters ?? 0) ? { title: text } : undefined
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
  const { cells, idOf, hrefOf, whatOf, nameOf, selectKeys, now, isPhone } = view
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
      {cells.map((cell, at) => {
        const { column } = cell
        return (
          <td
            key={column.key}
            className={`${at === 0 ? 'lead ' : ''}${cell.letters === undefined ? '' : 'may-be-cut '}${cellClass(column)}`}
            style={cell.style}
            {...cutProps(cell, row)}
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
        )
      })}
    </tr>
  )
}

/** Renders again only if something of the row changed. `memo` loses the type of what it wraps. */
export const RecordRow = memo(Row) as typeof Row
