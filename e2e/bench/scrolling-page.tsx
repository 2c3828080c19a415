/** The page that scrolling is measured on: the list's own table, and react-window with the same rows and cells. */
import { createRoot } from 'react-dom/client'
import { List, type RowComponentProps } from 'react-window'
import { type Column, contentOf } from '@/components/list/column'
import { RecordTable } from '@/components/list/record-table'
import { transferColumns } from '@/components/transfers/transfer-list'
import { PreferencesProvider } from '@/components/ui/preferences'
import { readPreferences } from '@/lib/browser/preferences'
import { type DecodedTransfer, readTransfer } from '@/lib/provider/reading'

const rowHeight = 32
const idOf = (row: DecodedTransfer) => row.known.id
const hrefOf = (row: DecodedTransfer) => `/sandbox/transfers/${row.known.id}`
const now = Date.UTC(2026, 10, 19, 16)

type WindowRow = { rows: readonly DecodedTransfer[]; columns: readonly Column<DecodedTransfer>[] }

/** What react-window's own examples do, with the cells of our table. */
function WindowedRow({ index, style, rows, columns }: RowComponentProps<WindowRow>) {
  const row = rows[index]
  if (!row) return null
  return (
    <div style={{ ...style, display: 'flex' }}>
      {columns.map((column, at) => (
        <div key={column.key} style={{ width: 120, flex: 'none', overflow: 'hidden', whiteSpace: 'nowrap' }}>
          {at === 0 ? <a href={hrefOf(row)}>{contentOf(column, row, now)}</a> : contentOf(column, row, now)}
        </div>
      ))}
    </div>
  )
}

async function show() {
  const params = new URLSearchParams(window.location.search)
  const { items } = await (await fetch('/rows.json')).json()
  // A few hundred believable rows, again and again with ids of their own.
  const rows = Array.from({ length: Number(params.get('rows')) }, (_, index) =>
    readTransfer({ ...items[index % items.length], id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}` }),
  )
  const columns = transferColumns.filter(({ isExtra }) => !isExtra)
  const table = <RecordTable name="Transfers" rows={rows} columns={columns} idOf={idOf} now={now} hrefOf={hrefOf} />
  const windowed = (
    <List
      rowComponent={WindowedRow}
      rowCount={rows.length}
      rowHeight={rowHeight}
      rowProps={{ rows, columns }}
      overscanCount={6}
      style={{ height: '100%' }}
    />
  )
  createRoot(document.getElementById('here') as HTMLElement).render(
    <PreferencesProvider initial={readPreferences(() => undefined)}>
      {params.get('with') === 'react-window' ? windowed : table}
    </PreferencesProvider>,
  )
}

void show()
