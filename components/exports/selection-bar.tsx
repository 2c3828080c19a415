'use client'
import { Copy, Download, Search, X } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import type { BarProps } from '@/components/list/row-tools'
import { useFollow } from '@/components/ui/address'
import { Button } from '@/components/ui/button'
import { copyText } from '@/components/ui/copy'
import { OpeningButton, Popover } from '@/components/ui/dialog'
import { Checkbox } from '@/components/ui/field'
import { announce } from '@/components/ui/focus'
import { asProblem, RequestIdSentence } from '@/components/ui/problem'
import { byteOrderMark, csvText, exportRows, ndjsonText } from '@/lib/api/export-text'
import { saveFile } from '@/lib/browser/save-file'
import { guardedCell, pastedTexts } from '@/lib/domain/guarded-cell'
import type { Json } from '@/lib/domain/json'
import { exportedNotesOf } from '@/lib/features/notes/browser/record-notes'
import { type ExportedNote, noteCells, noteColumns, withNotes } from '@/lib/features/notes/exported-notes'
import type { NotedKind, NotedRecord } from '@/lib/features/notes/interface'
import type { Environment } from '@/lib/provider/environments'
import type { ProblemError } from '@/lib/provider/problem'

/** The look-up takes as many. */
const maximumLookedUp = 10_000
/** Where the look-up page finds IDs that were handed to it, one per line. */
const lookupKey = 'mintdesk:lookup-paste'

const countText = (count: number) => count.toLocaleString('en-US')

/** Copies texts in several formats, or the plain one where the browser knows no other. */
async function copyFormats(texts: Record<string, string>): Promise<void> {
  try {
    const items = Object.entries(texts).map(([type, text]) => [type, new Blob([text], { type })])
    await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(items))])
    announce('Copied')
  } catch {
    await copyText(texts['text/plain'] ?? '')
  }
}

/** What is known of selected rows; loaded with the first one. */
export type RowExport<Row> = {
  /** "transfers" */
  plural: string
  /** The columns of an exported row, and its members by those names. */
  members: readonly string[]
  membersOf: (row: Row) => Json
  /** What NDJSON holds: the provider's own object. */
  objectOf: (row: Row) => unknown
  /** Whether their IDs can be looked up. */
  canLookUp?: boolean
  /** What a row's notes are on; undefined for a row that can have none. Absent for lists whose rows have none. */
  notedRecord?: (row: Row) => Omit<NotedRecord, 'environment'> | undefined
}

type Notes = Map<string, ExportedNote[]>

/** The notes of rows by their ids. @throws ProblemError if any cannot be read: an export is whole or not made */
async function notesOf<Row>(
  environment: Environment,
  rows: ReadonlyMap<string, Row>,
  recordOf: NonNullable<RowExport<Row>['notedRecord']>,
): Promise<Notes> {
  const ids = new Map<NotedKind, string[]>()
  for (const row of rows.values()) {
    const record = recordOf(row)
    if (record) ids.set(record.kind, [...(ids.get(record.kind) ?? []), record.id])
  }
  const found: Notes = new Map()
  for (const [kind, some] of ids)
    for (const [id, notes] of await exportedNotesOf(environment, kind, some)) found.set(id, notes)
  return new Map([...rows].map(([id, row]) => [id, found.get(recordOf(row)?.id ?? '') ?? []]))
}

type Format = 'csv' | 'excel' | 'ndjson'

/** The text of a file with these rows, with a column or member of notes if they were read. */
function fileText<Row>(
  format: Format,
  rows: ReadonlyMap<string, Row>,
  { members, membersOf, objectOf }: RowExport<Row>,
  notes?: Notes,
): string {
  if (format === 'ndjson')
    return ndjsonText([...rows].map(([id, row]) => (notes ? withNotes(objectOf(row), notes.get(id)) : objectOf(row))))
  const [head = [], ...lines] = exportRows(members, [...rows.values()].map(membersOf))
  const cells = [...rows.keys()].map((id) => noteCells(notes?.get(id)))
  const table = notes
    ? [[...head, ...noteColumns], ...lines.map((line, at) => [...line, ...(cells[at] ?? [])])]
    : undefined
  return (format === 'excel' ? byteOrderMark : '') + csvText(table ?? [head, ...lines])
}

/** How many rows are selected, and what can be done with them: over the foot of the list, where it moves nothing. */
function SelectionBar<Row>(props: BarProps<Row> & { exported: RowExport<Row> }) {
  const { environment, selected, cleared = 0, loaded, onSelectAll, onClear, exported } = props
  const { plural, members, membersOf, canLookUp, notedRecord } = exported
  const newest = () => new Map([...selected].map(([id, row]) => [id, loaded.get(id) ?? row]))
  const notesBox = useId()
  const [hasNotes, setHasNotes] = useState(false)
  const [isReading, setReading] = useState(false)
  const [problem, setProblem] = useState<ProblemError>()
  const follow = useFollow()
  const count = selected.size
  const table = () => exportRows(members, [...newest().values()].map(membersOf))
  const ids = () => [...selected.keys()].join('\n')
  async function save(format: Format): Promise<void> {
    if (isReading) return
    const rows = newest()
    setProblem(undefined)
    let notes: Notes | undefined
    if (hasNotes && notedRecord) {
      setReading(true)
      try {
        notes = await notesOf(environment, rows, notedRecord)
      } catch (thrown) {
        return setProblem(asProblem(thrown instanceof Error ? thrown : null))
      } finally {
        setReading(false)
      }
    }
    const second = new Date().toISOString().slice(0, 19).replaceAll(':', '')
    const name = `${environment}-${plural.replaceAll(' ', '-')}${notes ? '-with-notes' : ''}-${second}Z`
    const [extension, type] = format === 'ndjson' ? ['ndjson', 'application/x-ndjson'] : ['csv', 'text/csv']
    const file = `${name}.${extension}`
    saveFile(file, type, fileText(format, rows, exported, notes))
    announce(`Saved ${file}`)
  }
  const openLookup = () => {
    try {
      sessionStorage.setItem(lookupKey, ids())
      follow(`/${environment}/lookup`)
    } catch {
      announce('This browser does not allow storage, which the look-up needs')
    }
  }
  return (
    <section
      aria-label="Selection"
      className="selection fixed inset-x-2 bottom-17 z-(--z-peek) flex flex-wrap items-center gap-1 rounded-3 bg-raised py-1 pr-1 pl-3 shadow-menu sm:inset-x-auto sm:bottom-3 low:bottom-1 print:hidden forced-colors:border"
    >
      <span role="status" className="pr-2 font-label">
        {count > 0
          ? `${countText(count)} selected`
          : `Selection of ${countText(cleared)} cleared: the filters changed.`}
      </span>
      {count > 0 && (
        <>
          <Menu
            label="Copy"
            icon={<Copy />}
            items={[
              ['IDs, one per line', '', () => void copyText([...selected.keys()].map(guardedCell).join('\n'))],
              ['Rows', 'for a spreadsheet', () => void copyFormats(pastedTexts(table()))],
            ]}
          />
          <Menu
            label="Export"
            icon={<Download />}
            isBusy={isReading}
            items={[
              ['CSV', '', () => void save('csv')],
              ['CSV for Excel', '', () => void save('excel')],
              ['NDJSON', 'as received', () => void save('ndjson')],
            ]}
          >
            {notedRecord && (
              <label
                htmlFor={notesBox}
                className="flex min-h-11 items-center gap-2 border-b border-hairline px-2 py-1 sm:min-h-8"
              >
                <Checkbox id={notesBox} checked={hasNotes} onChange={({ target }) => setHasNotes(target.checked)} />
                With notes
              </label>
            )}
          </Menu>
          {canLookUp && count <= maximumLookedUp && (
            <Button kind="plain" onClick={openLookup}>
              <Search />
              Open in look-up
            </Button>
          )}
          {[...loaded.keys()].some((id) => !selected.has(id)) && (
            <Button kind="plain" onClick={() => onSelectAll()}>
              Select all {countText(loaded.size)} loaded
            </Button>
          )}
        </>
      )}
      {problem && (
        <p role="alert" className="order-last basis-full py-1 pr-2 text-bad">
          Nothing was saved, because the notes could not be read: {problem.problem.title}
          <RequestIdSentence error={problem} />
        </p>
      )}
      <Button
        kind="plain"
        size="icon"
        aria-label={count > 0 ? 'Clear selection' : 'Close'}
        onClick={() => {
          onClear()
          document.querySelector<HTMLElement>('.records [tabindex="0"]')?.focus({ preventScroll: true })
        }}
      >
        <X />
      </Button>
    </section>
  )
}

type MenuProps = {
  label: string
  icon: ReactNode
  items: readonly [name: string, hint: string, act: () => void][]
  isBusy?: boolean
  /** Above the choices: what holds for all of them. */
  children?: ReactNode
}

/** A button that opens a few choices. */
const Menu = ({ label, icon, items, isBusy, children }: MenuProps) => (
  <OpeningButton
    kind="plain"
    aria-busy={isBusy || undefined}
    render={(anchor, close) => (
      <Popover label={`${label} selected rows`} anchor={anchor} align="start" onClose={close}>
        {children}
        {items.map(([name, hint, act]) => (
          <button
            key={name}
            type="button"
            className="flex min-h-11 w-full items-baseline gap-2 rounded-2 px-2 py-1 text-left hover:bg-hover sm:min-h-8"
            onClick={() => {
              act()
              close()
            }}
          >
            {name}
            {hint && <span className="text-sm text-ink-3">{hint}</span>}
          </button>
        ))}
      </Popover>
    )}
  >
    {icon}
    {isBusy ? 'Reading notes…' : label}
  </OpeningButton>
)

/** The bar of a list, as a module that is loaded late. */
export const barOf = <Row,>(exported: RowExport<Row>) => ({
  default: (props: BarProps<Row>) => <SelectionBar {...props} exported={exported} />,
})
