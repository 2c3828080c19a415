/** No text may say that money moved unless the status is COMPLETED: every text against every status and direction. */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { readTransfer } from '@/lib/api/reading'
import { internalNote } from './internal-note'
import { transferTitle } from './labels'
import { receiptName } from './receipt'
import { conversionOf, reconcileConversion, reconcilePair } from './reconciliation'
import { statusSummary } from './status-summary'
import { supportReply } from './support-reply'
import { LegView } from './transfer-legs'
import { transferColumns } from './transfer-list'
import { SumResult, SumTable } from './transfer-sum'

const transfer = (fields: object) =>
  readTransfer({ id: 'this', amount: '10', fee: '0', total: '10', asset: 'USD', type: 'WIRE_DEPOSIT', ...fields })

const statuses = ['COMPLETED', 'PENDING', 'FAILED', 'HELD_FOR_REVIEW', 'COMPLETE', undefined]
const directions = ['DEBIT', 'CREDIT', 'SIDEWAYS', undefined]
const all = statuses.flatMap((status) => directions.map((direction) => ({ status, direction })))

const claims =
  /(?<!not |to be )\b(debited|credited|converted)\b|\b(went|moved|came from|arrived|received|paid|settled|receipt)\b/i

/** Every text about a transfer, on screen, in print and in what is copied, without markup. */
function textsOf(fields: object): string[] {
  const seen = transfer(fields)
  const other = transfer({ ...fields, direction: seen.known.direction === 'DEBIT' ? 'CREDIT' : 'DEBIT' })
  const summary = statusSummary(seen)
  const copied = { transfer: seen, summary, at: 0, requestId: 'req_1' }
  const markup = [
    renderToStaticMarkup(createElement(SumTable, { transfer: seen, hasAmount: true })),
    renderToStaticMarkup(createElement(SumResult, { transfer: seen, isAlone: true })),
    renderToStaticMarkup(createElement(LegView, { leg: { id: 'this', role: 'to', transfer: seen } })),
    renderToStaticMarkup(createElement(LegView, { leg: { id: 'this', role: 'from', transfer: seen } })),
  ]
  return [
    ...markup.map((html) => html.replace(/<[^>]+>/g, ' ')),
    summary.title,
    summary.text,
    internalNote({ ...copied, environment: 'production' }, 'https://here/'),
    supportReply({ ...copied, environment: 'production' }),
    reconcilePair(seen, other).text,
    reconcileConversion(seen, other).text,
    conversionOf(transfer({ ...fields, balance_asset: 'USDG' }), []) ?? '',
    receiptName(seen),
    transferTitle(seen),
    ...transferColumns.flatMap((column) => [column.name, ('text' in column && column.text(seen)) || '']),
  ]
}

test.each(all)(
  'a transfer with $status and $direction is only said to have moved if it is completed',
  ({ status, direction }) => {
    const claimed = textsOf({ status, direction }).filter((text) => claims.test(text))
    if (status === 'COMPLETED') expect(claimed).not.toEqual([])
    else expect(claimed).toEqual([])
  },
)

test.each([
  ['COMPLETED', 'DEBIT', 'Total debited'],
  ['COMPLETED', 'CREDIT', 'Total credited'],
  ['PENDING', 'DEBIT', 'Total to be debited'],
  ['PENDING', 'CREDIT', 'Total to be credited'],
  ['FAILED', 'DEBIT', 'Not debited'],
  ['FAILED', 'CREDIT', 'Not credited'],
  ['HELD_FOR_REVIEW', 'DEBIT', 'Total'],
  [undefined, 'CREDIT', 'Total'],
  ['COMPLETED', undefined, 'Total'],
])('the total of %s and %s is labelled "%s"', (status, direction, label) => {
  const html = renderToStaticMarkup(
    createElement(SumTable, { transfer: transfer({ status, direction }), hasAmount: true }),
  )
  expect([...html.matchAll(/<th[^>]*>([^<]*)</g)].at(-1)?.[1]).toBe(label)
})

test('a failed withdrawal with a hash is not labelled "Not debited", because it may have moved', () => {
  const seen = transfer({ status: 'FAILED', direction: 'DEBIT', type: 'CRYPTO_WITHDRAWAL', crypto_tx_hash: 'ab' })
  expect(renderToStaticMarkup(createElement(SumTable, { transfer: seen }))).not.toContain('Not debited')
  expect(statusSummary(seen).text).toContain('funds may have moved')
})

test.each([
  ['COMPLETED', 'Both sides agree: the amount moved from one profile to the other.'],
  ['PENDING', 'Both sides agree: the amount is due to move from one profile to the other.'],
  ['FAILED', 'Both sides agree: the amount was not transferred.'],
  ['HELD_FOR_REVIEW', 'Both sides agree.'],
])('two sides that are both %s agree', (status, text) => {
  const side = (direction: string) => transfer({ status, direction })
  expect(reconcilePair(side('DEBIT'), side('CREDIT')).text).toBe(text)
})
