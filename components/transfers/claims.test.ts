/** No text may say that money moved unless the status is COMPLETED: every text against every status and direction. */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { conversionOf, stationTitle } from '@/components/money/movement-texts'
import { internalNote } from '@/components/records/copy-texts'
import { statusSummary } from '@/components/records/status-summary'
import { supportReply } from '@/components/records/support-reply'
import { transferTitle } from '@/components/records/transfer-labels'
import { receiptName, transferStatusStyle } from '@/components/records/transfer-status'
import { SumResult, SumTable } from '@/components/records/transfer-sum'
import { movementsAmong } from '@/lib/api/movement-links'
import { stationsOf } from '@/lib/features/money/stations'
import { readTransfer } from '@/lib/provider/reading'
import { transferStatuses } from '@/lib/provider/transfer-terms'
import { transferColumns } from './transfer-list'

type Fields = Record<string, unknown>
const transfer = (fields: Fields) =>
  readTransfer({ id: 'this', amount: '10', fee: '0', total: '10', asset: 'USD', type: typeOf(fields), ...fields })
const typeOf = ({ direction }: Fields) => (direction === 'DEBIT' ? 'WIRE_WITHDRAWAL' : 'WIRE_DEPOSIT')

const statuses = ['COMPLETED', 'PENDING', 'FAILED', 'HELD_FOR_REVIEW', 'COMPLETE', undefined]
const directions = ['DEBIT', 'CREDIT', 'SIDEWAYS', undefined]
const all = statuses.flatMap((status) => directions.map((direction) => ({ status, direction })))

const claims =
  /(?<!not |to be )\b(debited|credited|converted)\b|\b(went|moved|came from|arrived|received|paid|settled|receipt)\b/i

/** Every text about a transfer, on screen, in print and in what is copied, without markup. */
function textsOf(fields: Fields): string[] {
  const seen = transfer(fields)
  const other = transfer({
    ...fields,
    profile_id: 'other',
    direction: seen.known.direction === 'DEBIT' ? 'CREDIT' : 'DEBIT',
  })
  const summary = statusSummary(seen)
  const copied = { transfer: seen, summary, at: 0, requestId: 'req_1' }
  const markup = [
    renderToStaticMarkup(createElement(SumTable, { transfer: seen, hasAmount: true })),
    renderToStaticMarkup(createElement(SumResult, { transfer: seen, isAlone: true })),
  ]
  return [
    ...markup.map((html) => html.replace(/<[^>]+>/g, ' ')),
    summary.title,
    summary.text,
    internalNote({ ...copied, environment: 'production' }, 'https://here/'),
    supportReply({ ...copied, environment: 'production' }),
    ...[seen, other].flatMap((one) => {
      const [matched] = movementsAmong([one])
      return matched ? stationsOf(matched).map(stationTitle) : []
    }),
    conversionOf(transfer({ ...fields, balance_asset: 'USDG' })) ?? '',
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
  ['with a direction that the spec does not have', { direction: 'WITHDRAWAL', type: 'CRYPTO_WITHDRAWAL' }],
  ['without type and direction', { direction: undefined, type: undefined }],
  ['whose type and direction contradict each other', { direction: 'DEBIT', type: 'CRYPTO_DEPOSIT' }],
  ['of which only the type is known', { direction: undefined, type: 'CRYPTO_WITHDRAWAL' }],
])('a failed transfer %s and with a hash may have moved', (_, fields) => {
  const texts = textsOf({ status: 'FAILED', crypto_tx_hash: 'ab', ...fields })
  expect(texts.filter((text) => text.includes('funds may have moved'))).not.toEqual([])
  expect(texts.filter((text) => /\bnot (?:debited|credited)\b/i.test(text))).toEqual([])
})

test.each([
  [
    'a deposit that is a debit',
    { direction: 'DEBIT', type: 'WIRE_DEPOSIT' },
    /type Wire deposit and the direction Out/,
  ],
  ['a negative fee', { fee: '-0.50', direction: 'DEBIT', total: '9.50' }, /a negative fee: −0\.50 USD/],
  ['a negative amount', { amount: '-10', direction: 'CREDIT' }, /a negative amount: −10 USD/],
])('%s is named on the page and in the note, and the reply tells no customer that all is well', (_, fields, named) => {
  for (const status of transferStatuses) {
    const seen = transfer({ status, ...fields })
    const summary = statusSummary(seen)
    const copied = { transfer: seen, summary, at: 0, requestId: 'req_1', environment: 'production' } as const
    expect([summary.text, internalNote(copied, 'https://here/')]).toEqual([
      expect.stringMatching(named),
      expect.stringMatching(named),
    ])
    expect(summary.tone).not.toBe('ok')
    expect(summary.action.actor).not.toBe('nobody')
    expect(transferStatusStyle(seen).why).toBe('unclear')
    expect(supportReply(copied)).toContain('Please do not send it again in the meantime.')
  }
  const html = renderToStaticMarkup(createElement(SumResult, { transfer: transfer(fields), isAlone: true }))
  expect(html).toContain('Total not checked')
})

test.each([
  ['COMPLETED', 'Moved'],
  ['PENDING', 'Move'],
  ['FAILED', 'Move'],
  ['HELD_FOR_REVIEW', 'Move'],
])('two sides that are both %s are a station called "%s"', (status, title) => {
  const side = (id: string, direction: string) =>
    transfer({ id, status, direction, group_id: 'g', type: `INTERNAL_TRANSFER_${direction}`, profile_id: direction })
  const [matched] = movementsAmong([side('a', 'DEBIT'), side('b', 'CREDIT')])
  expect(matched && stationsOf(matched).map(stationTitle)).toEqual([title])
})
