import { TriangleAlert } from 'lucide-react'
import { type CSSProperties, memo } from 'react'
import { type Column, cellClass, contentOf } from './column'

type RowProps<Row> = {
  row: Row
  /** What the key `c` copies. */
  id?: string
  index: number
  columns: readonly Column<Row>[]
  /** The style of each column's cells, in the columns' order. */
  styles: readonly (CSSProperties | undefined)[]
  /** Where the row leads; undefined where it has no page of its own. */
  href?: string
  /** What its link leads to. */
  what: string
  /** What its first cell says; undefined where that is an age, which changes by itself. */
  said?: string
  /** What is wrong with the row in one sentence; "" where nothing is. */
  flag: string
  now: number
  /** Whether cells say what they are, because the row has them all and no head. */
  isNamed?: boolean
  /** Tells how high the row came out, where rows differ. */
  measure?: (row: HTMLTableRowElement | null) => void
}

function Row<Row>({ row, id, index, columns, styles, href, what, said, flag, now, isNamed, measure }: RowProps<Row>) {
  return (
    // A row without a page can still be stepped to.
    <tr
      ref={measure}
      data-id={id}
      data-index={index}
      aria-rowindex={index + 2}
      data-href={href}
      tabIndex={href ? undefined : -1}
    >
      {columns.map((column, at) => (
        <td
          key={column.key}
          className={cellClass(column)}
          style={styles[at]}
          data-name={isNamed && !column.card ? column.name : undefined}
        >
          {at === 0 && flag && (
            <span title={flag} className="mr-1 text-wait">
              <TriangleAlert className="size-3.5" />
              <span className="sr-only">{flag}</span>
            </span>
          )}
          {at === 0 && href ? (
            <a href={href} aria-label={said && `${said}, ${what}`}>
              {contentOf(column, row, now)}
              {!said && <span className="sr-only">, {what}</span>}
            </a>
          ) : (
            contentOf(column, row, now)
          )}
        </td>
      ))}
    </tr>
  )
}

/** One row; it is drawn again only when something of it changed. `memo` loses the type of what it wraps. */
export const RecordRow = memo(Row) as typeof Row
