'use client'
/** What stands beside a list's table: the preview of a row, and what can be done with the selected rows. */
import { lazyPart } from '@/components/ui/lazy-part'
import { shorten } from '@/lib/browser/identifiers'
import type { Environment } from '@/lib/provider/environments'
import { type RowTools, type useListAddress, usePeek, useSelection } from './row-tools'

// Most visits preview and select nothing.
const PeekFrame = lazyPart('The preview', () => import('./peek-frame'))

/** What the table of a list shows and reports of previewed and selected rows, by their ids. */
export type TableTools<Row> = {
  nameOf: (row: Row) => string
  selected: ReadonlyMap<string, Row>
  peeked?: string
  /** All loaded rows without an id. */
  onSelect: (id?: string, isRange?: boolean) => void
  /** @param mayOpen otherwise only an open preview moves there */
  onPeek: (id: string, mayOpen: boolean) => void
}

type PanelsProps<Row> = {
  environment: Environment
  address: ReturnType<typeof useListAddress>
  tools: RowTools<Row>
  rows?: readonly Row[]
  idOf: (row: Row) => string | undefined
  /** When the rows were read, ms since 1970. */
  at?: number
  /** The address of a row's page, if it has one. */
  hrefOf?: (row: Row) => string | undefined
}

export function useRowTools<Row>({ environment, address, tools, rows, idOf, at, hrefOf }: PanelsProps<Row>) {
  const { id, isSettled, settle, close, move } = usePeek(address)
  const { toggle, clear, ...selection } = useSelection(address, rows, idOf)
  const { selected, loaded, cleared } = selection
  const { noun, nameOf, Peek, Bar } = tools
  const table: TableTools<Row> = {
    nameOf,
    selected,
    peeked: id,
    onSelect: toggle,
    onPeek: (next, mayOpen) => (mayOpen && next === id ? close() : move(next, mayOpen)),
  }
  const row = id === undefined ? undefined : loaded.get(id)
  const panels = (
    <>
      {id !== undefined && (
        <PeekFrame
          // The place of the panel, at once.
          whileLoading={<aside className="peek max-sm:hidden print:hidden" aria-hidden />}
          name={row ? nameOf(row) : `${noun} ${shorten(id, 8)}`}
          href={row && hrefOf?.(row)}
          isSelected={selected.has(id)}
          onSelect={row && (() => toggle(id))}
          onClose={close}
          id={id}
          isSettled={isSettled}
        >
          <Peek key={id} environment={environment} id={id} row={row} at={at} isSettled={isSettled} />
        </PeekFrame>
      )}
      {(selected.size > 0 || (cleared ?? 0) > 0) && (
        <Bar {...selection} environment={environment} onSelectAll={toggle} onClear={clear} />
      )}
    </>
  )
  return { table, panels, settle }
}
