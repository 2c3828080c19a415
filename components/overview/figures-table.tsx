'use client'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { columnPlaces, cutAmount, type Places, placesWidth } from '@/components/list/column-widths'
import { Link } from '@/components/ui/address'
import { Amount, amountParts, amountText } from '@/components/ui/amount'
import { ScrollBox } from '@/components/ui/scroll-box'
import { Skeleton } from '@/components/ui/section'
import { useDelayed } from '@/components/ui/time'

/** A figure that leads to the list of its rows; zero has none. */
export type LinkedFigure = { figure: string | number; href?: string }

const isLinked = (cell: Cell): cell is LinkedFigure => typeof cell === 'object' && cell !== null && 'figure' in cell

type Cell = ReactNode | LinkedFigure

/** `head` is the key unless it is given; the last of `cells` spans what remains. Text that is a decimal is aligned. */
export type FigureRow = { key: string | number; head?: ReactNode; cells: readonly Cell[] }

type FiguresProps = {
  name: string
  /** The first is the row's head. */
  columns: readonly string[]
  /** Undefined while they load. */
  rows?: readonly FigureRow[]
  /** Placeholders for rows that load. */
  skeletonRows: number
  total?: FigureRow
  /** Shown instead of a table without rows. */
  empty?: string
  /** Rows shown at first; the others, named by `noun`, on request. */
  maximum?: number
  noun?: string
  isTight?: boolean
}

/** Letters that every name has room for, but a provider's mistake. */
const longestHead = 40

const columnNameClass =
  'max-sm:before:flex-none max-sm:before:font-text max-sm:before:text-ink-3 max-sm:before:content-[attr(data-column)]'

const contentOf = (cell: Cell): ReactNode => (isLinked(cell) ? cell.figure : cell)

/** @param column its name, which a link says with the figure */
function figureOf(cell: Cell, column = ''): ReactNode {
  const content = contentOf(cell)
  if (isLinked(cell) && cell.href && content !== '0' && content !== 0) {
    return (
      <Link
        href={cell.href}
        aria-label={`${column} ${typeof content === 'number' ? content.toLocaleString('en-US') : amountText(String(content))}`}
        className="hover:underline"
      >
        {figureOf(content)}
      </Link>
    )
  }
  if (typeof content === 'number') return content.toLocaleString('en-US')
  return typeof content === 'string' && amountParts(content) ? <Amount text={content} /> : content
}

const amountOf = (cell: Cell) => {
  const text = contentOf(cell)
  return typeof text === 'string' && amountParts(text) ? { text } : undefined
}

/** An amount whose last digits have no room, as in lists (records.css). */
function cutProps(cell: Cell, places: Places | undefined) {
  const title = places && cutAmount(amountOf(cell), places)
  return title === undefined ? undefined : { title, 'data-cut': '' }
}

/** A column of whole numbers leaves no space for a point. */
const placesStyle = (places: Places | undefined) =>
  ({ '--places': (places && placesWidth(places)) || -0.22 / 0.615 }) as CSSProperties

/** A short table of figures: the first column names the row, the others are right-aligned. On a phone a row is a card. */
export function FiguresTable(props: FiguresProps) {
  const { name, columns, rows, skeletonRows, total, empty, maximum = Number.POSITIVE_INFINITY, noun, isTight } = props
  const [isAll, setAll] = useState(false)
  const isLate = useDelayed(!rows)
  if (empty && rows?.length === 0) return <p className="py-2 text-ink-3">{empty}</p>
  const placeholders = Array.from({ length: isLate ? skeletonRows : 0 }, (_, row): FigureRow => {
    const [head, ...cells] = columns.map((column, index) => (
      <Skeleton key={column} style={{ width: 48 + ((row * 37 + index * 23) % 32) }} />
    ))
    return { key: row, head, cells }
  })
  const shown = rows?.slice(0, isAll ? undefined : maximum) ?? placeholders
  const places = columns
    .slice(1)
    .map((_, index) => columnPlaces([...shown, ...(total ? [total] : [])], ({ cells }) => amountOf(cells[index])))
  const cellClass = `${isTight ? 'sm:h-(--row-tight)' : 'sm:h-(--row-height)'} sm:px-2 sm:in-[tbody]:border-b sm:in-[tbody]:border-hairline leading-6 [&_a]:inline-block [&_a]:min-w-6`
  const rowOf = ({ key, head = key, cells }: FigureRow) => (
    <tr key={key} className="block border-b border-hairline py-2 sm:table-row">
      <th
        scope="row"
        className={`${cellClass} block text-left max-sm:font-label sm:table-cell sm:[font-weight:inherit]`}
      >
        {typeof head === 'string' && head.length > longestHead ? (
          <span className="block max-w-[min(18rem,50vw)] truncate" title={head}>
            {head}
          </span>
        ) : (
          head
        )}
      </th>
      {cells.map((cell, index) => (
        <td
          key={columns[index + 1]}
          colSpan={index === cells.length - 1 ? columns.length - cells.length : 1}
          data-column={columns[index + 1]}
          {...cutProps(cell, places[index])}
          className={`relative ${cellClass} flex justify-between gap-x-3 text-right sm:table-cell ${columnNameClass} ${contentOf(cell) === '0' ? 'text-ink-3' : ''}`}
          style={placesStyle(places[index])}
        >
          {figureOf(cell, columns[index + 1])}
        </td>
      ))}
    </tr>
  )
  return (
    <>
      <ScrollBox name={name}>
        <table
          aria-label={name}
          className="figures block w-full border-separate border-spacing-0 sm:table sm:whitespace-nowrap"
        >
          <thead className="hidden text-sm text-ink-3 sm:table-header-group">
            <tr>
              {columns.map((column) => (
                <th
                  key={column}
                  scope="col"
                  className="h-(--row-tight) border-b border-hairline-strong px-2 text-right font-label first:text-left"
                >
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="block sm:table-row-group" aria-hidden={rows ? undefined : true}>
            {shown.map(rowOf)}
          </tbody>
          {total && <tfoot className="block font-title sm:table-footer-group">{rowOf(total)}</tfoot>}
        </table>
      </ScrollBox>
      {rows && rows.length > maximum && (
        <button
          type="button"
          className="mt-2 min-h-11 text-sm text-ink-2 underline decoration-hairline-strong underline-offset-3 hover:decoration-current sm:min-h-6"
          aria-expanded={isAll}
          onClick={() => setAll(!isAll)}
        >
          Show {isAll ? maximum : `all ${rows.length}`} {noun}
        </button>
      )}
    </>
  )
}
