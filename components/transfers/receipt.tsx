'use client'
import { Amount, amountText } from '@/components/ui/amount'
import { useZone } from '@/components/ui/time'
import type { Environment } from '@/lib/api/environments'
import type { DecodedTransfer } from '@/lib/api/reading'
import { clockText, momentText } from '@/lib/browser/clock'
import type { PlainSentence } from './plain-sentence'
import { usePrinting } from './printing'
import { asText, type Field, fieldGroups, pairsOf, wordOf } from './transfer-fields'
import { TransferName } from './transfer-head'
import { transferStatusStyle } from './transfer-status'
import type { Shown } from './transfer-story'
import { SumTable, SumWords } from './transfer-sum'

const environmentWords: Record<Environment, string> = {
  sandbox: 'sandbox, no real money',
  production: 'production, real money',
}

/** Only what is completed has a receipt; anything else is printed as a record of its state. */
export const paperName = ({ known }: DecodedTransfer) => (known.status === 'COMPLETED' ? 'receipt' : 'record')

type ReceiptProps = { environment: Environment; shown: Shown; sentence: PlainSentence }

/** One transfer on paper: made when the page is printed, and nowhere on the screen. */
export function Receipt({ environment, shown, sentence }: ReceiptProps) {
  const printedAt = usePrinting()
  const { zone, name } = useZone()
  if (printedAt === undefined) return null
  const { transfer, at, requestId } = shown
  const { known, other } = transfer
  const look = transferStatusStyle(transfer)
  const { title, text, said } = sentence
  const moment = (millis: number) => `${momentText(millis, undefined, zone)} ${name}`
  const absent = fieldGroups.flatMap(({ fields }) => fields.filter((field) => known[field.name] === undefined))
  const Icon = look.icon
  return (
    <article className="receipt">
      <header>
        <p>
          Transfer {paperName(transfer)}, {environmentWords[environment]}
        </p>
        <h2>
          <TransferName transfer={transfer} />
        </h2>
        <p className="figure">
          {known.amount === undefined ? (
            'no amount'
          ) : (
            <Amount text={known.amount} isDebit={known.direction === 'DEBIT'} isFree />
          )}{' '}
          {known.asset}
        </p>
        <p>
          <Icon /> <b>{[look.word, look.why].filter(Boolean).join(', ')}</b>
        </p>
        <p>
          {title} {text} {said.map((one) => `The provider says: “${one}” `)}
        </p>
      </header>
      <section>
        <h3>Sum</h3>
        <SumTable transfer={transfer} />
        <SumWords transfer={transfer} isAlone />
      </section>
      {fieldGroups.map(({ title, fields }) => {
        const came = fields.filter((field) => known[field.name] !== undefined)
        const lines = came.map((field) => [field.word, paperText(transfer, field, zone, name)] as const)
        return <Lines key={title} title={title} lines={lines} />
      })}
      <Lines title="Other fields" lines={Object.entries(other).map(([word, value]) => [word, asText(value)])} />
      <footer>
        {absent.length > 0 && <p>None: {absent.map(({ word }) => word).join(', ')}.</p>}
        <p>
          As read from the provider on {moment(at)}
          {requestId && `, request ${requestId}`}. Printed on {moment(printedAt)}. Times are in {name}.
        </p>
        <p>Printed from Mintdesk; not a confirmation by the provider.</p>
      </footer>
    </article>
  )
}

function Lines({ title, lines }: { title: string; lines: readonly (readonly [word: string, text: string])[] }) {
  if (lines.length === 0) return null
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {lines.map(([word, text]) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** A value on paper: whole, and a time always with its zone, never as an age. */
function paperText({ known }: DecodedTransfer, { name, kind }: Field, zone: string, zoneName: string): string {
  const value = known[name]
  if (typeof value !== 'string')
    return pairsOf(value)
      .map(([word, text]) => `${word} ${text}`)
      .join(', ')
  if (kind === 'dollars') return `${amountText(value)} USD`
  if (kind === 'amount') return [amountText(value), known.asset].filter(Boolean).join(' ')
  if (kind === 'time') return `${clockText(value, undefined, zone)} ${zoneName} (${value})`
  const word = kind === 'name' ? wordOf(name, value) : undefined
  return word ? `${word} (${value})` : value
}
