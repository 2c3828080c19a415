'use client'
import { ChevronDown } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { boxClass, FieldFrame } from '@/components/ui/field'
import { Section } from '@/components/ui/section'
import { ToggleGroup } from '@/components/ui/toggle-group'
import type { Environment } from '@/lib/api/environments'
import { shorten } from '@/lib/browser/identifiers'
import { countText } from '@/lib/browser/labels'
import { lastChoice, rememberChoice } from '@/lib/browser/last-choices'
import type { BankColumns, BankFile, BankLines, Notation } from '@/lib/browser/lookup/reconciliation'
import type { Period } from './reconcile-work'

export type Choice = { columns: BankColumns; notation?: Notation; period?: Period }

type Owner = { environment: Environment; person: string }
type Role = keyof BankColumns

const roles: readonly (readonly [role: Role, label: string])[] = [
  ['reference', 'Reference'],
  ['amount', 'Amount'],
  ['debit', 'Debit'],
  ['credit', 'Credit'],
  ['currency', 'Currency'],
  ['status', 'Status'],
]

/** In the order in which the columns are remembered: new ones at the end, so that earlier choices are still read. */
const rememberedRoles: readonly Role[] = ['reference', 'amount', 'currency', 'status', 'debit', 'credit']

const choiceName = ({ layout }: BankFile) => `reconcile columns ${layout}`

/** The columns that this person chose for a file with the same heads. */
export function rememberedColumns(owner: Owner, bank: BankFile): Partial<BankColumns> | undefined {
  const text = lastChoice(choiceName(bank), owner)
  if (text === '') return undefined
  const columns = rememberedRoles.map((role, at) => [role, Number.parseInt(text.split(' ')[at] ?? '', 10)] as const)
  return Object.fromEntries(columns.filter(([, column]) => column >= 0 && column < bank.heads.length))
}

export const rememberColumns = (owner: Owner, bank: BankFile, columns: BankColumns) =>
  rememberChoice(choiceName(bank), owner, rememberedRoles.map((role) => columns[role] ?? '-').join(' '))

/** Amounts are in one column, or in those of debits and credits: a choice of one takes back the other. */
function withColumn(columns: Partial<BankColumns>, role: Role, column: number | undefined): Partial<BankColumns> {
  const other: Partial<BankColumns> =
    column === undefined
      ? {}
      : role === 'amount'
        ? { debit: undefined, credit: undefined }
        : role === 'debit' || role === 'credit'
          ? { amount: undefined }
          : {}
  return { ...columns, ...other, [role]: column }
}

type FormProps = {
  bank: BankFile
  guessed: Partial<BankColumns>
  ambiguous: BankLines['ambiguous']
  isWorking: boolean
  onStart: (choice: Choice) => void
}

/** Which column holds what; guessed first. */
export function ReconcileForm({ bank, guessed, ambiguous, isWorking, onStart }: FormProps) {
  const [columns, setColumns] = useState(guessed)
  const [notation, setNotation] = useState<Notation>()
  const [period, setPeriod] = useState({ from: '', to: '' })
  const [error, setError] = useState<{ reference?: string; period?: string }>({})
  // Two columns may have the same head.
  const options = bank.heads.map((head, at) => ({ head, at }))
  const chosen = roles.filter(([role]) => columns[role] !== undefined)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isWorking) return
    const { reference } = columns
    const { from, to } = period
    const isHalf = (from === '') !== (to === '')
    const next = {
      ...(reference === undefined && { reference: 'Choose the column that holds the references.' }),
      ...((isHalf || from > to) && { period: 'Enter both days, the first before the last, or neither.' }),
    }
    setError(next)
    if (reference === undefined || next.period) return
    onStart({ columns: { ...columns, reference }, notation, ...(from !== '' && { period }) })
  }

  return (
    <Section title="Columns" more="Remembered for files like this one">
      <form noValidate className="print:hidden" onSubmit={submit}>
        <div className="grid max-w-[960px] gap-4 py-4 sm:grid-cols-2 lg:grid-cols-3">
          {roles.map(([role, label]) => (
            <FieldFrame
              key={role}
              id={`column-${role}`}
              label={label}
              isOptional={role !== 'reference'}
              error={role === 'reference' ? error.reference : undefined}
            >
              <span className={boxClass({ error: role === 'reference' ? error.reference : undefined }, true)}>
                <select
                  id={`column-${role}`}
                  className="h-full w-full min-w-0 rounded-2 bg-transparent pr-9 pl-3 text-ink"
                  aria-invalid={role === 'reference' && error.reference ? true : undefined}
                  value={columns[role] ?? ''}
                  onChange={({ target }) =>
                    setColumns(withColumn(columns, role, target.value === '' ? undefined : Number(target.value)))
                  }
                >
                  <option value="">{role === 'reference' ? 'Choose a column' : 'Not in this file'}</option>
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
              {bank.rows.slice(0, 3).map(({ line, cells }) => (
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
        <fieldset className="mt-4 flex min-w-0 flex-wrap items-end gap-3">
          <legend className="mb-1 text-md font-label">
            Period <span className="font-text text-ink-3">(optional)</span>
          </legend>
          <p className="basis-full text-sm text-ink-2">Also list transfers in this period that the file leaves out</p>
          {error.period && <p className="basis-full font-label text-bad">{error.period}</p>}
          {(['from', 'to'] as const).map((name) => (
            <label key={name} className="flex items-center gap-2 text-sm">
              {name === 'from' ? 'From' : 'To'}
              <input
                type="date"
                className="h-11 rounded-2 border border-control bg-surface px-2 text-ink sm:h-9"
                value={period[name]}
                onChange={({ target }) => setPeriod({ ...period, [name]: target.value })}
              />
            </label>
          ))}
        </fieldset>
        <div className="mt-4">
          <Button type="submit" kind="primary" size="action" aria-busy={isWorking || undefined}>
            Reconcile {countText(bank.rows.length, 'line')}
          </Button>
        </div>
      </form>
    </Section>
  )
}
