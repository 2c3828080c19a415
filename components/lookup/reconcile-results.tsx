'use client'
import { useMemo } from 'react'
import type { Column } from '@/components/list/column'
import { statusText } from '@/components/records/transfer-labels'
import { Amount } from '@/components/ui/amount'
import { Button } from '@/components/ui/button'
import { Section } from '@/components/ui/section'
import { Status } from '@/components/ui/status'
import { shorten } from '@/lib/browser/identifiers'
import { countText } from '@/lib/browser/labels'
import type { StatementFacts } from '@/lib/domain/statements/statement'
import type { BankLines, ReconciledLine, Reconciliation } from '@/lib/features/lookup/browser/reconciliation'
import type { Environment } from '@/lib/provider/environments'
import { addedText } from './labels'
import { notesText, outcomeNames, outcomeStyles, problemText, proofText, reconciledCells } from './reconcile-labels'
import { countsOf, ResultTable } from './result-table'

type ReconcileColumn = Column<ReconciledLine>

/** As in the file; of a transfer that it lacks, the ID. */
const referenceOf = ({ line, transfers }: ReconciledLine) => line?.reference ?? transfers[0] ?? ''

const columns: readonly ReconcileColumn[] = [
  { key: 'line', name: 'Line', text: ({ line }) => (line ? String(line.line) : '') },
  {
    key: 'reference',
    name: 'Reference',
    card: 'what',
    text: (result) => shorten(referenceOf(result), 24),
    cell: (result) => (
      <span className="text-ink-2" title={referenceOf(result)}>
        {shorten(referenceOf(result), 24)}
      </span>
    ),
  },
  {
    key: 'result',
    name: 'Result',
    card: 'state',
    extra: 21,
    face: ({ outcome }) => (outcomeStyles[outcome].isLoud ? 'label' : 'text'),
    text: ({ outcome }) => outcomeStyles[outcome].label,
    cell: ({ outcome }) => <Status {...outcomeStyles[outcome]} />,
  },
  {
    key: 'file',
    name: 'In the file',
    card: 'main',
    amount: ({ line }) => (line?.amount === undefined ? undefined : { text: line.amount }),
    cell: ({ line, amount, currency }) => (
      <>
        {line?.amount === undefined ? shorten(line?.amountText ?? '', 24) : <Amount text={line.amount} />}
        <span className="font-text text-ink-3 sm:hidden">
          {' '}
          {line?.currency || currency}
          {amount !== undefined && `, here ${amount}`}
        </span>
      </>
    ),
  },
  {
    key: 'here',
    name: 'At the provider',
    isKept: true,
    amount: ({ amount }) => (amount === undefined ? undefined : { text: amount }),
  },
  {
    key: 'difference',
    name: 'Difference',
    isKept: true,
    amount: ({ difference, outcome }) =>
      difference === undefined || outcome === 'matched' ? undefined : { text: difference },
  },
  {
    key: 'currency',
    name: 'Currency',
    isKept: true,
    text: ({ line, currency }) => shorten(line?.currency || currency || '', 24),
  },
  { key: 'file-status', name: 'Status in the file', text: ({ line }) => line && shorten(line.statusText, 24) },
  { key: 'status', name: 'Status here', text: ({ status }) => status && statusText(status) },
  { key: 'notes', name: 'Note', text: notesText, cell: (row) => <span className="text-ink-3">{notesText(row)}</span> },
]

const outcomeOf = ({ outcome }: ReconciledLine) => outcome

/** Currencies with sums of their own: a file with more has something else in the column. */
const maximumCurrencies = 50

type ResultsProps = {
  environment: Environment
  fileName: string
  result: Reconciliation
  lines?: BankLines
  statement?: StatementFacts
  /** A person says what a minus means in this file. */
  onMinusIsCredit: (isMinusCredit: boolean) => void
}

/** Every line with both values, and the sums. */
export default function ReconcileResults({
  environment,
  fileName,
  result,
  lines,
  statement,
  onMinusIsCredit,
}: ResultsProps) {
  const { results, totals, signs, isDoubtful } = result
  const counts = useMemo(() => countsOf(results, outcomeOf), [results])
  const ofFile = useMemo(() => new Set(totals.map(({ currency }) => currency)), [totals])
  const shownTotals = totals.slice(0, maximumCurrencies)
  const numbers = outcomeNames.flatMap(([outcome, label]) => {
    const count = counts.get(outcome)
    return count ? `${count.toLocaleString('en-US')} ${label.toLowerCase()}` : []
  })
  const hrefOf = ({ transfers: [id, ...others] }: ReconciledLine) => {
    if (id === undefined) return undefined
    if (others.length === 0) return `/${environment}/transfers/${encodeURIComponent(id)}`
    return `/${environment}/transfers?${new URLSearchParams([id, ...others].slice(0, 100).map((one) => ['ids', one]))}`
  }
  return (
    <>
      <Section title={countText(results.length, 'line')} more={addedText(numbers, results.length)}>
        <p className="pt-2 text-sm text-ink-3">
          Matched: a completed transfer with the same asset, direction and exact amount, and a reference, hash or memo
          in common. Agrees: nothing differs, but not all of that could be compared.
        </p>
        {signs === 'none' && (
          <p className="text-sm text-ink-3">
            The file does not say which lines take money out, so this was not compared.
          </p>
        )}
        {(isDoubtful || signs === 'minus-is-credit') && (
          <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-2">
            {isDoubtful
              ? 'Most lines fit if a minus is a credit in this file.'
              : 'A minus is read as a credit, as you said.'}
            <Button size="small" onClick={() => onMinusIsCredit(isDoubtful)}>
              {isDoubtful ? 'Read a minus as a credit' : 'Read a minus as a debit'}
            </Button>
          </p>
        )}
        {lines && lines.unknownStatuses.length > 0 && (
          <p className="text-sm text-ink-3">
            Not compared, because the provider has no such status:{' '}
            {lines.unknownStatuses
              .slice(0, 5)
              .map(({ text, count }) => `${shorten(text, 40)} (${count})`)
              .join(', ')}
            .
          </p>
        )}
        <ResultTable
          name="Reconciled lines"
          rows={results}
          columns={columns}
          resultOf={outcomeOf}
          names={outcomeNames}
          idOf={({ line, transfers }) => (line ? String(line.line) : transfers[0])}
          hrefOf={hrefOf}
          whatOf={({ outcome }) => outcomeStyles[outcome].label}
          cellsOf={reconciledCells}
          fileName={`reconciled-${fileName.replace(/\.[^.]*$/, '').replace(/[^\w-]+/g, '-')}.csv`}
          shownAtOnce={5_000}
        />
      </Section>
      <Section title="Sums" more="Exact, by currency">
        {statement && <p className="pt-2 text-sm text-ink-2">{proofText(statement)}</p>}
        {statement?.problems.slice(0, 5).map((one) => (
          <p key={`${one.kind} ${one.line}`} className="text-sm text-ink-2">
            {problemText(one)}
          </p>
        ))}
        <table className="w-full max-w-[720px] wrap-anywhere">
          <thead className="text-sm text-ink-3">
            <tr>
              {['Currency', 'Result', 'Lines', 'Sum in the file'].map((head, at) => (
                <th
                  key={head}
                  scope="col"
                  className={`border-b border-hairline-strong py-1.5 font-label ${at > 1 ? 'text-right' : 'text-left'}`}
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shownTotals.map(({ currency, count, sum, unreadable }) => (
              <SumRows
                key={currency}
                currency={currency}
                sums={result.sums.filter((one) => one.currency === currency)}
                total={{ count, sum, unreadable }}
              />
            ))}
            <SumRows currency="" sums={result.sums.filter(({ currency }) => !ofFile.has(currency))} />
          </tbody>
        </table>
        {shownTotals.length < totals.length && (
          <p className="pt-2 text-sm text-ink-2">
            The first {shownTotals.length} of {totals.length.toLocaleString('en-US')} currencies are shown. Check which
            column holds the currency.
          </p>
        )}
      </Section>
    </>
  )
}

type SumRowsProps = {
  currency: string
  sums: Reconciliation['sums']
  total?: { count: number; sum: string; unreadable: number }
}

const cell = 'border-b border-hairline py-1.5'

function SumRows({ currency, sums, total }: SumRowsProps) {
  return (
    <>
      {sums.map((one) => (
        <tr key={`${one.currency} ${one.outcome}`}>
          <td className={cell}>{shorten(one.currency, 24) || 'none named'}</td>
          <td className={cell}>{outcomeStyles[one.outcome].label}</td>
          <td className={`${cell} text-right`}>{one.count.toLocaleString('en-US')}</td>
          <td className={`${cell} text-right`}>
            <Amount text={one.sum} isFree />
          </td>
        </tr>
      ))}
      {total && (
        <tr className="font-title">
          <td className={`${cell} border-hairline-strong`}>{shorten(currency, 24) || 'none named'}</td>
          <td className={`${cell} border-hairline-strong`}>
            The file
            {total.unreadable > 0 && (
              <span className="font-text text-ink-3">
                , {countText(total.unreadable, 'line')} without a readable amount
              </span>
            )}
          </td>
          <td className={`${cell} border-hairline-strong text-right`}>{total.count.toLocaleString('en-US')}</td>
          <td className={`${cell} border-hairline-strong text-right`}>
            <Amount text={total.sum} isFree />
          </td>
        </tr>
      )}
    </>
  )
}
