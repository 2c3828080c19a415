'use client'
import { Paper, PaperSection } from '@/components/record/paper'
import { Amount, amountText } from '@/components/ui/amount'
import { useZone } from '@/components/ui/time'
import { clockText } from '@/lib/browser/clock'
import type { DecodedTransfer } from '@/lib/provider/reading'
import type { SummarizedTransfer } from './status-summary'
import { asText, type Field, fieldGroups, pairsOf, valueLabels } from './transfer-fields'
import { moneyText, noAmount, otherFields } from './transfer-labels'
import { receiptName, TransferName, transferStatusStyle } from './transfer-status'
import { SumResult, SumTable } from './transfer-sum'

/** The transfer on paper. */
export default function Receipt({ transfer, environment, summary, name, at, requestId }: SummarizedTransfer) {
  const zone = useZone()
  const { known, other } = transfer
  const missing = Object.values(fieldGroups)
    .flat()
    .filter(([name]) => known[name] === undefined)
  return (
    <Paper
      environment={environment}
      at={at}
      requestId={requestId}
      title={`Transfer ${receiptName(transfer)}`}
      name={<TransferName transfer={transfer} name={name} />}
      money={
        <>
          {known.amount === undefined ? (
            noAmount
          ) : (
            <Amount text={known.amount} isDebit={known.direction === 'DEBIT'} isFree />
          )}{' '}
          {known.asset}
        </>
      }
      status={transferStatusStyle(transfer)}
      meaning={
        <>
          {summary.title} {summary.text} {summary.deadline}{' '}
          {summary.quotes.map((quote) => `The provider says: “${quote}” `)}
        </>
      }
      footnote={missing.length > 0 && `Not provided: ${missing.map(([, label]) => label).join(', ')}.`}
    >
      <PaperSection title="Sum" className="break-inside-avoid [&>p]:mt-[4pt]">
        <SumTable transfer={transfer} hasAmount />
        <SumResult transfer={transfer} isAlone />
      </PaperSection>
      {Object.entries(fieldGroups).map(([title, fields]) => (
        <Fields key={title} title={title} fields={fields.map((field) => [field[1], printedText(known, field, zone)])} />
      ))}
      <Fields title={otherFields} fields={Object.entries(other).map(([name, value]) => [name, asText(value)])} />
    </Paper>
  )
}

/** Fields without a text are left out. */
function Fields({ title, fields }: { title: string; fields: readonly (readonly [label: string, text: string])[] }) {
  const given = fields.filter(([, text]) => text)
  if (given.length === 0) return null
  return (
    <PaperSection title={title}>
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
    </PaperSection>
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
