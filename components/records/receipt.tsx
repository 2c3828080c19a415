'use client'
import { useState } from 'react'
import { Amount, amountText } from '@/components/ui/amount'
import { useZone } from '@/components/ui/time'
import { clockText, momentText } from '@/lib/browser/clock'
import { nowBy } from '@/lib/browser/clocks'
import type { Environment } from '@/lib/provider/environments'
import type { DecodedTransfer } from '@/lib/provider/reading'
import type { SummarizedTransfer } from './status-summary'
import { asText, type Field, fieldGroups, pairsOf, valueLabels } from './transfer-fields'
import { moneyText, noAmount, otherFields } from './transfer-labels'
import { receiptName, TransferName, transferStatusStyle } from './transfer-status'
import { SumResult, SumTable } from './transfer-sum'

export const environmentTexts: Record<Environment, string> = {
  sandbox: 'sandbox, no real money',
  production: 'production, real money',
}

/** Every colour is black: a printer shows greys as dots. */
export const black =
  'text-[#000] [--bad:#000] [--busy:#000] [--ink-2:#000] [--ink-3:#000] [--ink:#000] [--off:#000] [--ok:#000] [--unknown:#000] [--wait:#000]'

/** The transfer on paper. It exists only while the page is printed. */
export default function Receipt({ transfer, environment, summary, name, at, requestId }: SummarizedTransfer) {
  const [printedAt] = useState(() => nowBy('provider', environment))
  const zone = useZone()
  const { known, other } = transfer
  const { icon: Icon, label, why } = transferStatusStyle(transfer)
  const moment = (millis: number) => `${momentText(millis, undefined, zone.zone)} ${zone.name}`
  const missing = Object.values(fieldGroups)
    .flat()
    .filter(([name]) => known[name] === undefined)
  return (
    <article className={`hidden text-[10pt] leading-[1.35] [overflow-wrap:anywhere] print:block ${black}`}>
      <header className="flex flex-col gap-[2pt]">
        <p>
          Transfer {receiptName(transfer)}, {environmentTexts[environment]}
        </p>
        <h2 className="mt-[8pt] text-[11pt] font-label">
          <TransferName transfer={transfer} name={name} />
        </h2>
        <p className="text-[22pt] leading-[1.25] font-title tracking-[-0.02em]">
          {known.amount === undefined ? (
            noAmount
          ) : (
            <Amount text={known.amount} isDebit={known.direction === 'DEBIT'} isFree />
          )}{' '}
          {known.asset}
        </p>
        <p>
          <Icon /> <b>{[label, why].filter(Boolean).join(', ')}</b>
        </p>
        <p>
          {summary.title} {summary.text} {summary.deadline}{' '}
          {summary.quotes.map((quote) => `The provider says: “${quote}” `)}
        </p>
      </header>
      <section className="mt-[8pt] break-inside-avoid [&>p]:mt-[4pt]">
        <h3 className={heading}>Sum</h3>
        <SumTable transfer={transfer} hasAmount />
        <SumResult transfer={transfer} isAlone />
      </section>
      {Object.entries(fieldGroups).map(([title, fields]) => (
        <Fields key={title} title={title} fields={fields.map((field) => [field[1], printedText(known, field, zone)])} />
      ))}
      <Fields title={otherFields} fields={Object.entries(other).map(([name, value]) => [name, asText(value)])} />
      <footer className="mt-[10pt] border-t border-[#000] pt-[6pt] text-[9pt]">
        {missing.length > 0 && <p>Not provided: {missing.map(([, label]) => label).join(', ')}.</p>}
        <p>
          Read from the provider on {moment(at)}
          {requestId && `, request ${requestId}`}. Printed on {moment(printedAt)}. Times are in {zone.name}.
        </p>
        <p>Printed from Mintdesk; not a confirmation by the provider.</p>
      </footer>
    </article>
  )
}

const heading = 'border-b border-[#000] pb-[2pt] font-title'

/** Fields without a text are left out. */
function Fields({ title, fields }: { title: string; fields: readonly (readonly [label: string, text: string])[] }) {
  const given = fields.filter(([, text]) => text)
  if (given.length === 0) return null
  return (
    <section className="mt-[8pt] break-inside-avoid">
      <h3 className={heading}>{title}</h3>
      <dl>
        {given.map(([label, text]) => (
          <div
            key={label}
            className="grid break-inside-avoid grid-cols-[42mm_minmax(0,1fr)] border-b border-[#ccc] py-[1pt]"
          >
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The whole value, "" for none; a time always with its zone, never as an age. */
function printedText(known: DecodedTransfer['known'], [name, , kind]: Field, zone: ReturnType<typeof useZone>): string {
  const value = known[name]
  if (typeof value !== 'string')
    return pairsOf(value)
      .map(([key, text]) => `${key} ${text}`)
      .join(', ')
  if (kind === 'dollars') return `${amountText(value)} USD`
  if (kind === 'amount') return moneyText(value, known.asset)
  if (kind === 'time') return `${clockText(value, undefined, zone.zone)} ${zone.name} (${value})`
  const label = valueLabels[name]?.(value)
  return label ? `${label} (${value})` : value
}
