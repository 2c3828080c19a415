'use client'
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'
import { Amount, placesOf } from '@/components/ui/amount'
import { Skeleton } from '@/components/ui/section'

/** Scrolls a table that is wider than its column, by keyboard too. */
export function ScrollBox({ name, children }: { name: string; children: ReactNode }) {
  const box = useRef<HTMLElement>(null)
  const [isFitting, setFitting] = useState(true)
  useEffect(() => {
    const element = box.current
    const inner = element?.firstElementChild
    if (!element || !inner) return
    const observer = new ResizeObserver(() => setFitting(inner.scrollWidth <= element.clientWidth))
    observer.observe(element)
    observer.observe(inner)
    return () => observer.disconnect()
  }, [])
  return (
    // Positioned, because hidden texts for screen readers would widen the page otherwise.
    <section
      ref={box}
      aria-label={`${name}, figures`}
      tabIndex={isFitting ? undefined : 0}
      className="relative overflow-x-auto"
    >
      {children}
    </section>
  )
}

export type FigureRow = {
  key: string | number
  head: ReactNode
  /** Strings are decimals, aligned on the point within their column. The last cell spans what remains. */
  cells: readonly ReactNode[]
  isHighlighted?: boolean
}

type FiguresProps = {
  name: string
  /** The first is the row's head. */
  columns: readonly string[]
  rows?: readonly FigureRow[]
  total?: FigureRow
  /** Shown without rows. */
  skeletonRows?: number
  isTight?: boolean
}

const headCell = 'h-(--row-tight) border-b border-hairline-strong px-2 font-label'

/** A short table of figures: the first column names the row, the others are right-aligned. */
export function FiguresTable({ name, columns, rows, total, skeletonRows = 0, isTight }: FiguresProps) {
  const all = [...(rows ?? []), ...(total ? [total] : [])]
  const styles = columns.slice(1).map((_, index): CSSProperties => {
    const texts = all.flatMap(({ cells }) => (typeof cells[index] === 'string' ? cells[index] : []))
    // A column of whole numbers leaves no space for a point.
    return { '--places': placesOf(texts) || -0.45 } as CSSProperties
  })
  const cell = `${isTight ? 'h-(--row-tight)' : 'h-(--row-height)'} px-2`
  const rowOf = ({ key, head, cells, isHighlighted }: FigureRow, line: string) => (
    <tr
      key={key}
      className={isHighlighted ? 'bg-hover forced-colors:outline forced-colors:outline-[Highlight]' : undefined}
    >
      <th scope="row" className={`${cell} ${line} text-left [font-weight:inherit]`}>
        {head}
      </th>
      {cells.map((content, index) => (
        <td
          key={columns[index + 1]}
          colSpan={index === cells.length - 1 ? columns.length - cells.length : 1}
          className={`${cell} ${line} text-right`}
          style={styles[index]}
        >
          {content === '0' ? (
            <span className="text-ink-3">
              <Amount text="0" />
            </span>
          ) : typeof content === 'string' ? (
            <Amount text={content} />
          ) : (
            content
          )}
        </td>
      ))}
    </tr>
  )
  const placeholders = Array.from({ length: rows ? 0 : skeletonRows }, (_, row): FigureRow => {
    const [head, ...cells] = columns.map((column, index) => (
      <Skeleton key={column} style={{ width: 48 + ((row * 37 + index * 23) % 32) }} />
    ))
    return { key: row, head, cells }
  })
  const line = 'border-b border-hairline'
  return (
    <ScrollBox name={name}>
      <table aria-label={name} className="w-full border-separate border-spacing-0 whitespace-nowrap">
        <thead className="text-sm text-ink-3">
          <tr>
            {columns.map((column, index) => (
              <th key={column} scope="col" className={`${headCell} ${index === 0 ? 'text-left' : 'text-right'}`}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody aria-hidden={rows ? undefined : true}>{(rows ?? placeholders).map((row) => rowOf(row, line))}</tbody>
        {total && <tfoot className="font-title">{rowOf(total, '')}</tfoot>}
      </table>
    </ScrollBox>
  )
}

type ShowAllProps = { isAll: boolean; some: string; all: string; onChange: (isAll: boolean) => void }

/** Shows the rows that were left out, and hides them again. @param some what stays: "10 days" */
export function ShowAll({ isAll, some, all, onChange }: ShowAllProps) {
  return (
    <button
      type="button"
      className="mt-2 min-h-8 text-sm text-ink-2 underline decoration-hairline-strong underline-offset-3 hover:decoration-current sm:min-h-6"
      aria-expanded={isAll}
      onClick={() => onChange(!isAll)}
    >
      Show {isAll ? some : all}
    </button>
  )
}
