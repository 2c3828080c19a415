'use client'
import { useQueryClient } from '@tanstack/react-query'
import { Check, Download } from 'lucide-react'
import { useId, useState } from 'react'
import { filterChips } from '@/components/filters/chips'
import type { ExportProps } from '@/components/list/record-list'
import { Link } from '@/components/ui/address'
import { Button, buttonClass } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Checkbox } from '@/components/ui/field'
import { announce } from '@/components/ui/focus'
import { asProblem } from '@/components/ui/problem'
import { RadioGroup } from '@/components/ui/radio-group'
import { LiveRegion, Note } from '@/components/ui/status'
import { useZone } from '@/components/ui/time'
import { firstPage, rowParams, withoutParams } from '@/lib/browser/list-url'
import { addSchedule, exportsKey, fileHref, startExport } from '@/lib/features/exports/browser/exports'
import { shownMembers } from '@/lib/features/exports/export-columns'
import { type ExportFormat, type ExportPeriod, isCreatedName } from '@/lib/features/exports/interface'
import type { Environment } from '@/lib/provider/environments'
import { orderNames } from '@/lib/provider/list-rules'
import type { ProblemError } from '@/lib/provider/problem'

type When = 'once' | ExportPeriod

const formats = [
  { value: 'csv', label: 'CSV', explanation: 'For spreadsheets, with times in UTC.' },
  { value: 'ndjson', label: 'NDJSON', explanation: 'For programs, as received.' },
]

const whens = [
  { value: 'once', label: 'Once' },
  { value: 'day', label: 'Daily', explanation: 'After each day ends.' },
  { value: 'week', label: 'Weekly', explanation: 'After each Sunday.' },
  { value: 'month', label: 'Monthly', explanation: 'After each month ends.' },
]

/** Exports the whole list that is on screen, however many pages it has. */
export default function ExportPanel({ environment, list, filters, params, columns, onClosed }: ExportProps) {
  const ids = useId()
  const zone = useZone()
  const client = useQueryClient()
  const [format, setFormat] = useState<ExportFormat>('csv')
  const [when, setWhen] = useState<When>('once')
  const [hasAllColumns, setAllColumns] = useState(true)
  const [hasNotes, setNotes] = useState(false)
  const [hasBom, setBom] = useState(false)
  // Pressed twice, it is one export.
  const [id, setId] = useState(() => crypto.randomUUID())
  const [busy, setBusy] = useState<'download' | 'start'>()
  const [problem, setProblem] = useState<ProblemError>()
  const [done, setDone] = useState<'download' | 'start' | 'schedule'>()
  const rows = withoutParams(firstPage(rowParams(params)), orderNames)
  const asked = filterChips(filters, rows, zone).filter(({ names }) => when === 'once' || !names.every(isCreatedName))
  const change = (act: () => void) => {
    act()
    setId(crypto.randomUUID())
    setProblem(undefined)
  }

  async function send(how: 'download' | 'start') {
    if (busy) return
    setBusy(how)
    setProblem(undefined)
    const wanted = {
      id,
      list,
      search: rows.toString(),
      zone: zone.zone,
      format,
      hasNotes,
      hasBom: hasBom && format === 'csv',
      ...(format === 'csv' &&
        !hasAllColumns && {
          columns: shownMembers(
            list,
            columns.map(({ key }) => key),
          ),
        }),
    }
    try {
      if (when === 'once') await startExport(environment, wanted)
      else await addSchedule(environment, { ...wanted, period: when })
      void client.invalidateQueries({ queryKey: exportsKey(environment) })
      if (when === 'once' && how === 'download') {
        const link = document.createElement('a')
        link.href = fileHref(environment, id)
        link.download = ''
        link.click()
      }
      const result = when === 'once' ? how : 'schedule'
      setDone(result)
      announce(doneTexts[result])
    } catch (thrown) {
      setProblem(asProblem(thrown as Error))
    }
    setBusy(undefined)
  }

  return (
    <Dialog title={`Export ${filters.plural}`} shape="wide" onClosed={onClosed}>
      {done ? (
        <Done environment={environment} done={done} onClosed={onClosed} />
      ) : (
        <div className="grid gap-5">
          <p className="text-ink-2">
            All {asked.length > 0 && 'matching '}
            {filters.plural}
            {when === 'once' ? ', up to 30 s ago' : ` created in that period, ${zone.zone}`}
          </p>
          {asked.length > 0 && (
            <ul aria-label="Filters" className="-mt-3 flex flex-wrap gap-1.5">
              {asked.map(({ field, operator, value, names }) => (
                <li
                  key={names.join()}
                  className="max-w-full overflow-hidden rounded-2 border border-hairline-strong px-1.5 py-0.5 text-ellipsis text-ink-2"
                >
                  {field} {operator} <b className="font-label text-ink">{value}</b>
                </li>
              ))}
            </ul>
          )}
          <div className="grid gap-1.5">
            <h3 id={`${ids}-format`}>Format</h3>
            <RadioGroup
              id={`${ids}-format-choice`}
              name={`${ids}-format`}
              aria-labelledby={`${ids}-format`}
              options={formats}
              value={format}
              onChange={(value) => change(() => setFormat(value as ExportFormat))}
            />
          </div>
          {format === 'csv' && (
            <div className="grid gap-1.5">
              <h3 id={`${ids}-columns`}>Columns</h3>
              <RadioGroup
                id={`${ids}-columns-choice`}
                name={`${ids}-columns`}
                aria-labelledby={`${ids}-columns`}
                isAcross
                options={[
                  { value: 'all', label: 'All fields' },
                  { value: 'shown', label: 'ID and the columns shown' },
                ]}
                value={hasAllColumns ? 'all' : 'shown'}
                onChange={(value) => change(() => setAllColumns(value === 'all'))}
              />
            </div>
          )}
          <div className="grid">
            {list === 'listTransfers' && (
              <Option id={`${ids}-notes`} isOn={hasNotes} onChange={(isOn) => change(() => setNotes(isOn))}>
                Add your team’s notes
              </Option>
            )}
            {format === 'csv' && (
              <Option id={`${ids}-bom`} isOn={hasBom} onChange={(isOn) => change(() => setBom(isOn))}>
                Opens correctly in Excel
              </Option>
            )}
          </div>
          <div className="grid gap-1.5">
            <h3 id={`${ids}-when`}>When</h3>
            <RadioGroup
              id={`${ids}-when-choice`}
              name={`${ids}-when`}
              aria-labelledby={`${ids}-when`}
              options={whens}
              value={when}
              onChange={(value) => change(() => setWhen(value as When))}
            />
          </div>
          <LiveRegion>{problem && <Refused problem={problem} />}</LiveRegion>
          <div className="flex flex-wrap items-center gap-2 max-sm:[&>*]:w-full">
            {when === 'once' ? (
              <>
                <Button
                  kind="primary"
                  size="field"
                  aria-busy={busy === 'download'}
                  onClick={() => void send('download')}
                >
                  <Download />
                  Download
                </Button>
                <Button size="field" aria-busy={busy === 'start'} onClick={() => void send('start')}>
                  Start in the background
                </Button>
              </>
            ) : (
              <Button kind="primary" size="field" aria-busy={busy === 'start'} onClick={() => void send('start')}>
                Add schedule
              </Button>
            )}
          </div>
        </div>
      )}
    </Dialog>
  )
}

const doneTexts = {
  download: 'The download has begun. If it breaks off, the file is still made, and waits under Exports.',
  start: 'The export has started. You can close this page.',
  schedule: 'The schedule was added.',
}

type DoneProps = { environment: Environment; done: keyof typeof doneTexts; onClosed: () => void }

const Done = ({ environment, done, onClosed }: DoneProps) => (
  <div className="grid gap-4">
    <Note tone="ok" icon={Check}>
      {doneTexts[done]}
    </Note>
    <div className="flex flex-wrap gap-2">
      <Link className={buttonClass({ kind: 'primary' })} href={`/${environment}/exports`}>
        View exports
      </Link>
      <Button onClick={onClosed}>Close</Button>
    </div>
  </div>
)

function Refused({ problem: { problem } }: { problem: ProblemError }) {
  return (
    <Note tone="bad" title={problem.title}>
      {problem.detail} {problem.errors?.map(({ message }) => message).join(' ')}
    </Note>
  )
}

type OptionProps = { id: string; isOn: boolean; onChange: (isOn: boolean) => void; children: string }

const Option = ({ id, isOn, onChange, children }: OptionProps) => (
  <label htmlFor={id} className="flex min-h-11 items-center gap-2 sm:min-h-8">
    <Checkbox id={id} checked={isOn} onChange={(event) => onChange(event.target.checked)} />
    {children}
  </label>
)
