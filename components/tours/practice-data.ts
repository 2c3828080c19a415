/** What a tour gives the visitor to work with, made of the demo's own records. */
import { transferPages } from '@/components/records/transfer-pages'
import { amountText } from '@/components/ui/amount'
import { nowBy } from '@/lib/browser/clocks'
import type { Environment } from '@/lib/provider/environments'
import { type DecodedTransfer, readTransfer } from '@/lib/provider/reading'
import type { TransferQuery } from '@/lib/provider/transfers'
import { lastMonth } from './steps'

const day = 86_400_000
const isoOf = (at: number) => new Date(at).toISOString()

async function transfersOf(environment: Environment, range: TransferQuery): Promise<DecodedTransfer[]> {
  const found: DecodedTransfer[] = []
  for await (const { rows } of transferPages(environment, range, new AbortController().signal))
    found.push(...rows.map(readTransfer))
  return found
}

/** The last two digits of the whole dollars swapped: `84,120` becomes `84,102`. Undefined where that changes nothing. */
export function withSwappedDigits(amount: string): string | undefined {
  const [whole = '', fraction = '00'] = amount.split('.')
  const [tens, ones] = whole.slice(-2)
  return tens !== ones && whole.length > 2 ? `${whole.slice(0, -2)}${ones}${tens}.${fraction}` : undefined
}

/** Another amount, that a person could have typed for it. */
const slip = (amount: string) => withSwappedDigits(amount) ?? `1${amount}`

/** The customer of the e-mail, as the sandbox's history calls them. */
const customer = 'Kestrel Pay'

/** An e-mail about two deposits of a customer, with one amount that is wrong. @throws Error where there are none */
export async function practiceLetter(environment: Environment): Promise<string> {
  const since = nowBy('provider', environment) - 30 * day
  const deposits = await transfersOf(environment, {
    type: ['CRYPTO_DEPOSIT'],
    order: 'DESC',
    'created_at.gte': isoOf(since),
  })
  const own = deposits.filter(({ known }) => known.metadata?.counterparty === customer)
  const waiting = own.find(({ known }) => known.status === 'PENDING')?.known
  const arrived = own.find(({ known }) => known.status === 'COMPLETED')?.known
  if (!waiting || !arrived)
    throw new Error(`The demo has no open deposit of ${customer} any more. Start the demo over.`)
  return [
    'Hello,',
    '',
    `on our side these two deposits look the same, but only one of them is on our account. We sent ${amountText(waiting.amount ?? '')} ${waiting.asset}:`,
    `${waiting.crypto_tx_hash}`,
    `and before that ${amountText(slip(arrived.amount ?? ''))} ${arrived.asset}:`,
    `${arrived.crypto_tx_hash}`,
    '',
    'Where is the money?',
    '',
    `Ines, ${customer}`,
  ].join('\n')
}

/** Last month's wires as the bank lists them, but for three lines: another amount, another direction, no transfer at all. */
export async function practiceBankFile(environment: Environment): Promise<File> {
  const { from, until } = lastMonth(nowBy('provider', environment))
  const wires = await transfersOf(environment, {
    type: ['WIRE_DEPOSIT'],
    order: 'ASC',
    'created_at.gte': from,
    'created_at.lt': until,
  })
  const lines = wires.flatMap(({ known: { created_at: at = '', ref_id: reference, amount = '', status } }) =>
    reference && status === 'COMPLETED' ? [{ at: at.slice(0, 10), reference, amount, isDebit: false }] : [],
  )
  const [swapped, ...others] = lines.flatMap((line) => (withSwappedDigits(line.amount) ? [line] : []))
  const [, , , other] = others
  if (!swapped || !other) throw new Error('The demo has too few wires of last month. Start the demo over.')
  swapped.amount = withSwappedDigits(swapped.amount) ?? ''
  other.isDebit = true
  lines.splice(12, 0, { ...other, reference: 'wire-in-70552', amount: '18250.00', isDebit: false })
  const rows = lines.map(({ at, reference, amount, isDebit }) =>
    [at, reference, isDebit ? amount : '', isDebit ? '' : amount, 'USD'].join(','),
  )
  const text = ['Date,Reference,Debit,Credit,Currency', ...rows, ''].join('\n')
  return new File([text], `bank-statement-${from.slice(0, 7)}.csv`, { type: 'text/csv' })
}
