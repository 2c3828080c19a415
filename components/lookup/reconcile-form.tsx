'use client'
import { ChevronDown } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { DayField } from '@/components/ui/day-field'
import { boxClass, FieldFrame } from '@/components/ui/field'
import { Section } from '@/components/ui/section'
import { useZone } from '@/components/ui/time'
import { ToggleGroup } from '@/components/ui/toggle-group'
import { shorten } from '@/lib/browser/identifiers'
import { countText } from '@/lib/browser/labels'
import type { ColumnRole, Columns } from '@/lib/domain/statements/heads'
import type { Direction, Notation, Statement } from '@/lib/domain/statements/statement'
import type { Answers, Table } from '@/lib/domain/statements/tables'
import { midnightOf } from '@/lib/domain/wall-clock'
import { assetsToChoose } from './reconcile-labels'
import type { ChosenColumns, OpenQuestions, Period, SearchedColumns } from './reconcile-work'

export type Choice = { columns: Columns; answers: Answers; period?: Period }

const roles: readonly (readonly [role: ColumnRole, label: string])[] = [
  ['reference', 'Reference'],
  ['amount', 'Amount'],
  ['direction', 'Direction'],
  ['debit', 'Debit'],
  ['credit', 'Credit'],
  ['currency', 'Currency'],
  ['status', 'Status'],
  ['balance', 'Balance'],
]

/** Amounts are in one column, or in those of debits and credits: a choice of one takes back the other. */
function withColumn(columns: ChosenColumns, role: ColumnRole, column: number | null | undefined): ChosenColumns {
  const isOne = role === 'amount' || role === 'direction'
  const isSide = role === 'debit' || role === 'credit'
  const other: ChosenColumns =
    typeof column !== 'number'
      ? {}
      : isOne
        ? { debit: null, credit: null }
        : isSide
          ? { amount: null, direction: null }
          : {}
  return { ...columns, ...other, [role]: column }
}

/** What is asked where a file allows several columns. */
const questions: Partial<Record<ColumnRole, string>> = {
  reference: 'Choose the column that holds the references.',
  amount: 'Several amounts stand side by side. Choose the one that was booked.',
  currency: 'Several currencies stand side by side. Choose that of the amount.',
  debit: 'Several debits stand side by side. Choose those that were booked.',
  credit: 'Several credits stand side by side. Choose those that were booked.',
  direction: 'Several columns could say which lines are debits. Choose one.',
}

const moneyRoles = ['amount', 'direction', 'debit', 'credit'] as const

/** More words than this are no directions. */
const mostDirections = 6

/** The column of an option; null for none. */
const columnOf = (option: string, isAsked: boolean): number | null | undefined =>
  option === '' ? (isAsked ? undefined : null) : option === 'none' ? null : Number(option)

/** What a file leaves open, as it is read by these columns. */
export type OpenTexts = OpenQuestions & { columns?: Partial<Columns> }

type FormProps = {
  read: Statement | Table
  guessed: ChosenColumns
  /** Roles for which a person must choose. */
  asked: readonly ColumnRole[]
  searched: SearchedColumns
  open: OpenTexts
  isWorking: boolean
  onStart: (choice: Choice) => void
}

const directionText = (text: string) => (text === '' ? 'Lines without a word' : `“${shorten(text, 40)}”`)

/** What a person must say before the lines of a file are compared: of a table, which column holds what. */
export function ReconcileForm({ read, guessed, asked, searched, open, isWorking, onStart }: FormProps) {
  const [columns, setColumns] = useState(guessed)
  const [notation, setNotation] = useState<Notation>()
  const [currency, setCurrency] = useState<string>()
  const [period, setPeriod] = useState({ from: '', to: '' })
  const [direction, setDirection] = useState<Answers['direction']>()
  const [directions, setDirections] = useState<Readonly<Record<string, Direction>>>({})
  const [error, setError] = useState<Partial<Record<ColumnRole | 'period', string>>>({})
  const zone = useZone()
  const isTable = 'heads' in read
  const isAsked = (role: ColumnRole) => role === 'reference' || asked.includes(role)
  // With other columns it may be another question, or none.
  const isStill = moneyRoles.every((role) => (columns[role] ?? undefined) === open.columns?.[role])
  const { ambiguous, unknownDirections, withoutCurrency, withoutDirection } = isStill
    ? open
    : { ambiguous: [], unknownDirections: [], withoutCurrency: 0, withoutDirection: 0 }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isWorking) return
    const { reference } = columns
    const missing = isTable ? roles.filter(([role]) => isAsked(role) && columns[role] === undefined) : []
    const { from, to } = period
    const isNone = from === '' && to === ''
    const areDays = midnightOf(from) !== undefined && midnightOf(to) !== undefined
    const next = {
      ...Object.fromEntries(missing.map(([role]) => [role, questions[role]])),
      ...(!isNone && !(areDays && from <= to) && { period: 'Enter both days, the first before the last, or neither.' }),
    }
    setError(next)
    if (Object.keys(next).length > 0) return
    const used = Object.fromEntries(
      Object.entries(columns).flatMap(([role, column]) => (column == null ? [] : [[role, column]])),
    )
    onStart({
      columns: { ...used, reference: reference ?? -1 },
      answers: { notation, directions, direction, currency },
      ...(!isNone && { period: { ...period, zone: zone.zone } }),
    })
  }

  return (
    <Section
      title={isTable ? 'Columns' : read.format}
      more={isTable ? 'Kept for the desk, for files with these columns' : countText(read.lines.length, 'line')}
    >
      <form noValidate className="print:hidden" onSubmit={submit}>
        {isTable ? (
          <ColumnChoice
            table={read}
            columns={columns}
            setColumns={setColumns}
            isAsked={isAsked}
            searched={searched}
            error={error}
            onDirection={() => setDirections({})}
          />
        ) : (
          <FirstLines {...read} />
        )}
        {withoutCurrency > 0 && (
          <div role="alert" className="mt-4">
            <label className="flex flex-wrap items-center gap-3">
              {countText(withoutCurrency, 'line')} without a currency. Which one is it?
              <select
                className="h-11 rounded-2 border border-control bg-surface px-2 text-ink sm:h-9"
                value={currency ?? 'unknown'}
                onChange={({ target }) => setCurrency(target.value === 'unknown' ? undefined : target.value)}
              >
                <option value="unknown">Choose a currency</option>
                {assetsToChoose.map((asset) => (
                  <option key={asset} value={asset}>
                    {asset}
                  </option>
                ))}
                <option value="">Not known: compare without it</option>
              </select>
            </label>
          </div>
        )}
        {ambiguous.length > 0 && (
          <div role="alert" className="mt-4">
            <p className="mb-2">
              How does this file write amounts? {ambiguous[0]?.text} in line {ambiguous[0]?.line} can be read two ways.
            </p>
            <ToggleGroup<Notation | 'unknown'>
              label="How amounts are written"
              options={[
                ['point', '1,234.50'],
                ['comma', '1.234,50'],
              ]}
              value={notation ?? 'unknown'}
              onChange={(next) => next !== 'unknown' && setNotation(next)}
            />
          </div>
        )}
        {withoutDirection > 0 && (
          <div role="alert" className="mt-4 max-w-[90ch]">
            <p className="mb-2">
              Neither a sign nor a column says which lines take money out. If a column does, choose it for Direction;
              else say it of all lines.
            </p>
            <ToggleGroup<NonNullable<Answers['direction']> | 'open'>
              label="Direction of all lines"
              options={[
                ['debit', 'All debits'],
                ['credit', 'All credits'],
                ['unknown', 'Not known: compare without it'],
              ]}
              value={direction ?? 'open'}
              onChange={(next) => next !== 'open' && setDirection(next)}
            />
          </div>
        )}
        {unknownDirections.length > 0 && (
          <div role="alert" className="mt-4 max-w-[90ch]">
            {unknownDirections.length > mostDirections ? (
              <p>
                The column of directions has {unknownDirections.length} texts that could not be read, such as{' '}
                {directionText(unknownDirections[0]?.text ?? '')}. Choose another column, or “Not in this file”.
              </p>
            ) : (
              <>
                <p className="mb-2">
                  Do these lines take money out or bring it in? If the column does not say it, choose “Not in this file”
                  for Direction.
                </p>
                <ul className="grid gap-2">
                  {unknownDirections.map(({ text, count }) => (
                    <li key={text} className="flex flex-wrap items-center gap-3">
                      <span className="min-w-40 wrap-anywhere">
                        {directionText(text)} <span className="text-ink-3">({countText(count, 'line')})</span>
                      </span>
                      <ToggleGroup<Direction | 'unknown'>
                        label={`Direction of ${directionText(text)}`}
                        options={[
                          ['debit', 'Debit'],
                          ['credit', 'Credit'],
                        ]}
                        value={directions[text] ?? 'unknown'}
                        onChange={(next) => next !== 'unknown' && setDirections({ ...directions, [text]: next })}
                      />
                    </li>
                  ))}
                </ul>
              </>
            )}
          </div>
        )}
        <fieldset className="mt-4 flex min-w-0 flex-wrap items-end gap-3">
          <legend className="mb-1 text-md font-label">
            Period <span className="font-text text-ink-3">(optional)</span>
          </legend>
          <p className="basis-full text-sm text-ink-2">
            Also list transfers in this period that the file leaves out. Days in {zone.name}.
          </p>
          {error.period && <p className="basis-full font-label text-bad">{error.period}</p>}
          {(['from', 'to'] as const).map((name) => (
            <div key={name} className="w-[168px]">
              <DayField
                id={`period-${name}`}
                label={name === 'from' ? 'From' : 'To'}
                value={period[name]}
                onChange={(day) => setPeriod({ ...period, [name]: day })}
              />
            </div>
          ))}
        </fieldset>
        <div className="mt-4">
          <Button type="submit" kind="primary" size="action" aria-busy={isWorking || undefined}>
            Reconcile {countText((isTable ? read.rows : read.lines).length, 'line')}
          </Button>
        </div>
      </form>
    </Section>
  )
}

type ColumnChoiceProps = {
  table: Table
  columns: ChosenColumns
  setColumns: (columns: ChosenColumns) => void
  isAsked: (role: ColumnRole) => boolean
  searched: SearchedColumns
  error: Partial<Record<ColumnRole, string>>
  /** Another column says the directions. */
  onDirection: () => void
}

/** Which column holds what, guessed first, and the first lines as they are read with it. */
function ColumnChoice({ table, columns, setColumns, isAsked, searched, error, onDirection }: ColumnChoiceProps) {
  const { heads, rows } = table
  const options = heads.map((head, at) => ({
    head: heads.indexOf(head) === heads.lastIndexOf(head) ? head : `${head}, column ${at + 1}`,
    at,
  }))
  const chosen = roles.filter(([role]) => typeof columns[role] === 'number')
  const used = Object.fromEntries(Object.entries(columns).map(([role, column]) => [role, column ?? undefined]))
  const others = searched(used)
  return (
    <>
      <div className="grid max-w-[960px] gap-4 py-4 sm:grid-cols-2 lg:grid-cols-3">
        {roles.map(([role, label]) => (
          <FieldFrame key={role} id={`column-${role}`} label={label} isOptional={!isAsked(role)} error={error[role]}>
            <span className={boxClass({ error: error[role] }, true)}>
              <select
                id={`column-${role}`}
                className="h-full w-full min-w-0 rounded-2 bg-transparent pr-9 pl-3 text-ink"
                aria-invalid={error[role] ? true : undefined}
                aria-describedby={error[role] && `column-${role}-error`}
                value={columns[role] ?? (isAsked(role) && columns[role] === null ? 'none' : '')}
                onChange={({ target: { value } }) => {
                  setColumns(withColumn(columns, role, columnOf(value, isAsked(role))))
                  // The same word may mean another thing in another column.
                  if (role === 'direction') onDirection()
                }}
              >
                <option value="">{isAsked(role) ? 'Choose a column' : 'Not in this file'}</option>
                {isAsked(role) && role !== 'reference' && <option value="none">Not in this file</option>}
                {options.map(({ head, at }) => (
                  <option key={at} value={at}>
                    {head}
                  </option>
                ))}
              </select>
              <ChevronDown className="pointer-events-none absolute right-3" />
            </span>
          </FieldFrame>
        ))}
      </div>
      {chosen.length > 0 && (
        <table className="w-full max-w-[960px] table-fixed text-sm wrap-anywhere">
          <caption className="pb-1 text-left text-ink-3">The first lines as they are read</caption>
          <thead className="text-ink-3">
            <tr>
              {chosen.map(([role, label]) => (
                <th key={role} scope="col" className="border-b border-hairline-strong py-1 pr-6 text-left font-label">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, 3).map(({ line, cells }) => (
              <tr key={line}>
                {chosen.map(([role]) => (
                  <td key={role} className="border-b border-hairline py-1 pr-6">
                    {shorten(cells[columns[role] ?? -1] ?? '', 40)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {others.length > 0 && (
        <p className="mt-2 text-sm text-ink-3">Also searched for references: {others.join(', ')}.</p>
      )}
    </>
  )
}

/** What a file of a known format says: its accounts, and its first lines as they are read. */
function FirstLines({ parts, lines }: Statement) {
  const days = parts.flatMap(({ from, to }) => [from, to].flatMap((day) => day ?? [])).toSorted()
  const accounts = [...new Set(parts.map(({ account, currency }) => [account, currency].filter(Boolean).join(', ')))]
  return (
    <>
      <p className="pt-2 text-sm text-ink-2 wrap-anywhere">
        {[shorten(accounts.slice(0, 3).join('; '), 80), [...new Set([days[0], days.at(-1)])].join(' to ')]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <table className="mt-3 w-full max-w-[960px] table-fixed text-sm wrap-anywhere">
        <caption className="pb-1 text-left text-ink-3">The first lines as they are read</caption>
        <thead className="text-ink-3">
          <tr>
            {['Line', 'Booked', 'Amount', 'Currency', 'References'].map((head) => (
              <th key={head} scope="col" className="border-b border-hairline-strong py-1 pr-6 text-left font-label">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.slice(0, 3).map(({ line, booked, amount, amountText, currency, references }, at) => (
            // One line of a file may hold several of a statement.
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a file never change.
            <tr key={at}>
              {[String(line), booked, amount ?? amountText, currency, references.join(', ')].map((text, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change.
                <td key={column} className="border-b border-hairline py-1 pr-6">
                  {shorten(text ?? '', 40)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
