'use client'
import { Copy, Download } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type CSSProperties, type ReactNode, type Ref, useMemo, useState } from 'react'
import type { Column } from '@/components/list/column'
import { RecordTable, type TableHandle } from '@/components/list/record-table'
import { useHydrated } from '@/components/ui/browser-state'
import { Button } from '@/components/ui/button'
import { copyText } from '@/components/ui/copy'
import { ToggleGroup } from '@/components/ui/toggle-group'
import type { CsvCell } from '@/lib/api/export-text'
import { csvOf, csvType, saveFile } from '@/lib/browser/save-file'
import { tableText } from './results-csv'

type ResultTableProps<Row, Result extends string> = {
  name: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  resultOf: (row: Row) => Result
  /** Every result with its name, in the order in which they are offered. */
  names: readonly (readonly [Result, string])[]
  idOf: (row: Row) => string | undefined
  hrefOf: (row: Row) => string | undefined
  whatOf: (row: Row) => string
  cellsOf: (rows: readonly Row[]) => readonly (readonly CsvCell[])[]
  fileName: string
  /** Rows that the table shows at first, and that each press adds. */
  shownAtOnce?: number
  /** More buttons. */
  children?: ReactNode
  ref?: Ref<TableHandle>
}

/** Lines with a result each: all or those of one result, to read, copy and save. */
export function ResultTable<Row, Result extends string>(props: ResultTableProps<Row, Result>) {
  const { rows, names, resultOf, cellsOf, fileName, shownAtOnce = Number.POSITIVE_INFINITY, children, ...table } = props
  const router = useRouter()
  const [only, setOnly] = useState<Result | 'all'>('all')
  const [most, setMost] = useState(shownAtOnce)
  // The server does not know how wide the columns are, and cells that move would be a layout shift.
  const isHydrated = useHydrated()
  const counts = countsOf(rows, resultOf)
  const shown = useMemo(
    () => (only === 'all' ? rows : rows.filter((row) => resultOf(row) === only)),
    [rows, only, resultOf],
  )
  const drawn = useMemo(() => shown.slice(0, most), [shown, most])
  const options = names.flatMap(([result, label]) => {
    const count = counts.get(result) ?? 0
    return count > 0 || result === only ? [[result, `${label} ${count.toLocaleString('en-US')}`] as const] : []
  })
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2 py-2 print:hidden">
        <div className="max-w-full overflow-x-auto whitespace-nowrap [&>div]:w-max">
          <ToggleGroup<Result | 'all'>
            label="Result"
            options={[['all', `All ${rows.length.toLocaleString('en-US')}`], ...options]}
            value={only}
            onChange={setOnly}
          />
        </div>
        <div className="flex flex-wrap gap-1">
          {children}
          <Button kind="plain" onClick={() => copyText(tableText(cellsOf(shown)))}>
            <Copy />
            Copy results
          </Button>
          <Button kind="plain" onClick={() => saveFile(fileName, csvType, csvOf(cellsOf(shown)))}>
            <Download />
            Export CSV
          </Button>
        </div>
      </div>
      <div
        className={`list flex flex-col sm:h-[min(var(--rows-height),70vh)] sm:min-h-[min(var(--rows-height),10rem)] ${isHydrated ? '' : 'invisible noscript:visible'}`}
        style={{ '--rows-height': `calc(${drawn.length + 1} * var(--row-height) + 16px)` } as CSSProperties}
      >
        <RecordTable {...table} rows={drawn} now={0} onFollow={(href) => router.push(href)} />
      </div>
      {drawn.length < shown.length && (
        <p className="flex flex-wrap items-center gap-3 pt-2 text-sm text-ink-2">
          The first {drawn.length.toLocaleString('en-US')} of {shown.length.toLocaleString('en-US')} lines are shown;
          copy and CSV have all.
          <Button size="small" onClick={() => setMost(most + shownAtOnce)}>
            Show {shownAtOnce.toLocaleString('en-US')} more
          </Button>
        </p>
      )}
    </>
  )
}

/** How many rows have each result. */
export function countsOf<Row, Result>(rows: readonly Row[], resultOf: (row: Row) => Result): Map<Result, number> {
  const counts = new Map<Result, number>()
  for (const row of rows) counts.set(resultOf(row), (counts.get(resultOf(row)) ?? 0) + 1)
  return counts
}
