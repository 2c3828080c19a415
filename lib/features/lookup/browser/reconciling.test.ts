import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lookupKey } from '../../../api/pasted/pasted-identifiers'
import { compareDecimals, negated, sumOf } from '../../../domain/decimals'
import type { Columns } from '../../../domain/statements/heads'
import { type Answers, guessColumns } from '../../../domain/statements/tables'
import type { Reconciliation } from './reconciliation'
import { bankLinesOf, type ComparedAnswer, comparedAnswer, comparedTransfer, reconcile } from './reconciling'
import { linesOfTable, tableOf } from './testing'

type Fields = Record<string, string>
const transfer = (id: string, amount: string, more: Fields = {}) => ({
  id,
  amount,
  total: amount,
  fee: '0',
  asset: 'USD',
  direction: 'CREDIT',
  status: 'COMPLETED',
  ...more,
})
const found = (...transfers: ReturnType<typeof transfer>[]): ComparedAnswer =>
  comparedAnswer({
    verdict: transfers.length > 1 ? 'several' : transfers.length === 1 ? 'found' : 'not-found',
    transfers,
    isMore: false,
    requests: [],
    asked: [],
  })
const keyOf = (value: string) => lookupKey({ kind: 'reference', value })
const columns: Columns = { reference: 0, amount: 1, currency: 2, status: 3 }

/** Reconciles lines like `INV-1;1.50;USD;paid` with answers by reference. */
async function reconciled(
  lines: readonly string[],
  found: Record<string, ComparedAnswer | 'failed'>,
  {
    period = [],
    isMinusCredit,
    ...answers
  }: { period?: ReturnType<typeof transfer>[]; isMinusCredit?: boolean; direction?: Answers['direction'] } = {},
): Promise<Reconciliation> {
  const whole = lines.map((line) => line + ';'.repeat(Math.max(0, 4 - line.split(';').length)))
  const file = await tableOf(`Reference;Amount;Currency;Status\n${whole.join('\n')}`)
  const read = await linesOfTable(file, columns, answers)
  const byKey = new Map(Object.entries(found).map(([reference, answer]) => [keyOf(reference), answer]))
  return await reconcile(read, byKey, { period: period.map(comparedTransfer), isMinusCredit })
}
const short = ({ results }: Reconciliation) =>
  results.map(({ line, outcome, notes, transfers, difference }) =>
    [line?.line ?? '-', outcome, ...notes, transfers.join('+'), difference]
      .filter((one) => one !== undefined && one !== '')
      .join(' '),
  )

test('lines of a file that says no direction match neither side, unless a person says which it is', async () => {
  const of = async (side: string, direction: Answers['direction']) =>
    short(
      await reconciled(
        ['INV-1;1.50;USD;'],
        { 'INV-1': found(transfer('a', '1.5', { direction: side })) },
        { direction },
      ),
    )
  for (const side of ['DEBIT', 'CREDIT']) expect(await of(side, 'unknown')).toEqual(['2 agrees no-direction a'])
  expect(await of('DEBIT', 'debit')).toEqual(['2 matched a'])
  expect(await of('DEBIT', 'credit')).toEqual(['2 direction-differs a'])
  expect(await of('CREDIT', 'credit')).toEqual(['2 matched a'])
})

describe('a line', () => {
  test.each<[string, string, ComparedAnswer | 'failed' | undefined, string]>([
    ['with the amount of its transfer matches', 'INV-1;1.50;USD;paid', found(transfer('a', '1.500')), '2 matched a'],
    [
      'with the total of its transfer matches',
      'INV-1;1.50;USD;',
      found(transfer('a', '1.40', { total: '1.50' })),
      '2 matched with-fee a',
    ],
    ['without a currency agrees', 'INV-1;1.50;;', found(transfer('a', '1.5')), '2 agrees no-currency a'],
    ['with a minus is no credit', 'INV-1;"-1,200.00";USD;', found(transfer('a', '1200')), '2 direction-differs a'],
    ['with a minus is a debit', 'INV-1;-1.5;USD;', found(transfer('a', '1.5', { direction: 'DEBIT' })), '2 matched a'],
    [
      'with a minus is a withdrawal, whatever word its direction has',
      'INV-1;-1.5;USD;',
      found(transfer('a', '1.5', { direction: 'WITHDRAWAL', type: 'CRYPTO_WITHDRAWAL' })),
      '2 matched a',
    ],
    [
      'agrees with a transfer whose direction and type contradict each other',
      'INV-1;-1.5;USD;',
      found(transfer('a', '1.5', { direction: 'DEBIT', type: 'WIRE_DEPOSIT' })),
      '2 agrees no-direction a',
    ],
    [
      'in the asset of the balance differs from the asset of the amount',
      'INV-1;123538.38;USDC;',
      found(transfer('a', '123538.38', { balance_asset: 'USDC' })),
      '2 asset-differs a',
    ],
    ...['FAILED', 'HELD_FOR_REVIEW'].map((status): [string, string, ComparedAnswer, string] => [
      `of a transfer that is ${status} does not match`,
      'INV-1;1.50;USD;',
      found(transfer('a', '1.50', { status })),
      '2 not-completed a',
    ]),
    [
      'of a pending transfer matches, but is pending',
      'INV-1;1.50;USD;',
      found(transfer('a', '1.50', { status: 'PENDING' })),
      '2 pending a',
    ],
    [
      'that failed in the file as it did here does not match',
      'INV-1;1.50;USD;failed',
      found(transfer('a', '1.50', { status: 'FAILED' })),
      '2 not-completed a',
    ],
    ['in another amount differs', 'INV-1;1.50;USD;paid', found(transfer('a', '1.25')), '2 amount-differs a 0.25'],
    ['in a smaller amount differs', 'INV-1;1.25;USD;paid', found(transfer('a', '1.50')), '2 amount-differs a -0.25'],
    [
      'in another direction and amount differs',
      'INV-1;-1.25;USD;paid',
      found(transfer('a', '1.50')),
      '2 direction-differs other-amount a',
    ],
    ['in another currency differs', 'INV-1;1.50;EUR;paid', found(transfer('a', '1.50')), '2 asset-differs a'],
    ['in another status differs', 'INV-1;1.50;USD;pending', found(transfer('a', '1.50')), '2 status-differs a'],
    [
      'with a status that names none is compared without it',
      'INV-1;1.50;USD;purple',
      found(transfer('a', '1.50')),
      '2 matched unknown-status a',
    ],
    ['that was not found is missing here', 'INV-1;1.50;USD;', found(), '2 missing-here'],
    ['without a reference is missing here', ';1.50;USD;', undefined, '2 missing-here no-reference'],
    ['that was not asked says so', 'INV-1;1.50;USD;', undefined, '2 not-asked'],
    ['whose look-up failed says so', 'INV-1;1.50;USD;', 'failed', '2 failed'],
    [
      'with too many transfers is not compared',
      'INV-1;1.50;USD;',
      { ...found(transfer('a', '1.50')), isMore: true },
      '2 failed too-many',
    ],
    [
      'whose amount may be read two ways is not compared',
      'INV-1;1,500;USD;',
      found(transfer('a', '1.5')),
      '2 failed ambiguous-amount',
    ],
    [
      'without a readable amount is not compared',
      'INV-1;n/a;USD;',
      found(transfer('a', '1.5')),
      '2 failed unreadable-amount',
    ],
  ])('%s', async (_, line, answer, expected) => {
    expect(short(await reconciled([line], answer ? { 'INV-1': answer } : {}))).toEqual([expected])
  })

  test('whose reference is the memo of a transfer is matched, but one that is an amount or an address is not', async () => {
    const line = async (field: ComparedAnswer['field']) =>
      short(await reconciled(['INV-1;1.50;USD;'], { 'INV-1': { ...found(transfer('a', '1.50')), field } }))
    expect(await line('memo')).toEqual(['2 matched a'])
    expect(await line('amount')).toEqual(['2 missing-here'])
    expect(await line('destination_address')).toEqual(['2 missing-here'])
  })

  test('with an address for its reference is not asked', async () => {
    const file = await tableOf('Reference;Amount\n0x00000000219ab540356cBB839Cbe05303d7705Fa;1.50')
    expect((await linesOfTable(file, { reference: 0, amount: 1 })).identifiers).toEqual([])
  })

  test('with a secret for its reference is not asked, and the secret is not kept', async () => {
    const secret = 'SBGWSG6BTNCKCOB3DIFBGCVMUPQFYPA2G4O34RMTB343OYPXU5DJDVMN'
    const file = await tableOf(`Reference;Amount\n${secret};1.50`)
    const read = await linesOfTable(file, { reference: 0, amount: 1 })
    expect(read.identifiers).toEqual([])
    expect(JSON.stringify(read)).not.toContain(secret)
    expect(short(await reconcile(read, new Map()))).toEqual(['2 failed refused-reference'])
  })
})

describe('several lines and transfers of one reference', () => {
  const [a, b] = [transfer('a', '60'), transfer('b', '40')]
  test.each<[string, string[], ComparedAnswer, string[]]>([
    [
      'partial payments add up',
      ['INV-1;60;USD', 'INV-1;40;USD'],
      found(transfer('a', '100')),
      ['2 matched several-lines a', '3 matched several-lines a'],
    ],
    [
      'partial payments that do not add up differ together',
      ['INV-1;60;USD', 'INV-1;30;USD'],
      found(transfer('a', '100')),
      ['2 amount-differs several-lines a -10', '3 amount-differs several-lines a -10'],
    ],
    ['one line may pay two transfers', ['INV-1;100;USD'], found(a, b), ['2 matched several-transfers a+b']],
    ['each line finds its own transfer', ['INV-1;40;USD', 'INV-1;60;USD'], found(a, b), ['2 matched b', '3 matched a']],
    [
      'a transfer that no line accounts for is missing there',
      ['INV-1;60;USD'],
      found(a, b),
      ['2 matched a', '- missing-there b'],
    ],
    [
      'a second line for one transfer was paid twice',
      ['INV-1;60;USD', 'INV-1;60;USD'],
      found(a),
      ['2 matched a', '3 missing-here paid-twice a'],
    ],
    [
      'both legs of a movement are one',
      ['INV-1;60;USD'],
      found(transfer('a', '60', { group_id: 'g', direction: 'DEBIT' }), transfer('c', '60', { group_id: 'g' })),
      ['2 matched c'],
    ],
    [
      'each leg of a movement has a line of its own if the file has signs',
      ['INV-1;-60;USD', 'INV-1;60;USD'],
      found(transfer('c', '60', { group_id: 'g' }), transfer('a', '60', { group_id: 'g', direction: 'DEBIT' })),
      ['2 matched a', '3 matched c'],
    ],
    [
      'a line finds the leg of its asset, and the other leg is not missing',
      ['INV-1;123538.38;USDC'],
      found(
        transfer('a', '123538.38', { group_id: 'g', direction: 'DEBIT' }),
        transfer('c', '123538.38', { group_id: 'g', asset: 'USDC' }),
      ),
      ['2 matched c'],
    ],
    [
      'two assets do not add up',
      ['INV-1;100;'],
      found(a, transfer('b', '40', { asset: 'USDC' })),
      ['2 asset-differs several-assets a+b'],
    ],
    [
      'the amount of another asset does not count',
      ['INV-1;100;USD'],
      found(a, transfer('b', '40', { asset: 'USDC' })),
      ['2 amount-differs a 40', '- missing-there b'],
    ],
    [
      'the completed retry matches, and the failed try is not missing',
      ['INV-1;60;USD'],
      found(transfer('x', '60', { status: 'FAILED' }), a),
      ['2 matched a', '- open-there x'],
    ],
    [
      'a failed try and its retry have a line each',
      ['INV-1;60;USD;failed', 'INV-1;60;USD;paid'],
      found(a, transfer('x', '60', { status: 'FAILED' })),
      ['2 not-completed x', '3 matched a'],
    ],
    [
      'partial payments do not add up with a failed one',
      ['INV-1;100;USD'],
      found(a, transfer('b', '40', { status: 'FAILED' })),
      ['2 amount-differs a 40', '- open-there b'],
    ],
    [
      'partial payments of which one is pending are pending',
      ['INV-1;100;USD'],
      found(a, transfer('b', '40', { status: 'PENDING' })),
      ['2 pending several-transfers a+b'],
    ],
    [
      'two debits are no credit of their sum',
      ['INV-1;-50;USD', 'INV-1;-50;USD'],
      found(transfer('a', '100')),
      ['2 direction-differs several-lines a', '3 direction-differs several-lines a'],
    ],
    [
      'two debits are a debit of their sum',
      ['INV-1;-50;USD', 'INV-1;-50;USD'],
      found(transfer('a', '100', { direction: 'DEBIT' })),
      ['2 matched several-lines a', '3 matched several-lines a'],
    ],
    [
      'a debit and a credit add up to their difference',
      ['INV-1;40;USD'],
      found(transfer('a', '100'), transfer('b', '60', { direction: 'DEBIT' })),
      ['2 matched several-transfers a+b'],
    ],
    [
      'the amount counts before the total of another transfer',
      ['INV-1;60;USD'],
      found(transfer('b', '59', { total: '60' }), a),
      ['2 matched a', '- missing-there b'],
    ],
    [
      'what differs is told from what matches',
      ['INV-1;60;USD', 'INV-1;41;USD'],
      found(a, b),
      ['2 matched a', '3 amount-differs b 1'],
    ],
  ])('%s', async (_, lines, answer, expected) => {
    expect(short(await reconciled(lines, { 'INV-1': answer }))).toEqual(expected)
  })

  test('lines that name one transfer by different references are one', async () => {
    const result = await reconciled(['INV-1;60;USD', 'INV-2;40;USD'], {
      'INV-1': found(transfer('a', '100')),
      'INV-2': found(transfer('a', '100')),
    })
    expect(short(result)).toEqual(['2 matched several-lines a', '3 matched several-lines a'])
    expect(result.results[0]?.lines).toEqual([2, 3])
  })
})

test('if the file has both signs, the sign must fit the direction', async () => {
  const [credit, debit] = [transfer('a', '5'), transfer('b', '6', { direction: 'DEBIT' })]
  const wrong = transfer('c', '7', { direction: 'DEBIT' })
  const result = await reconciled(['INV-1;5;USD', 'INV-2;-6;USD', 'INV-3;7;USD'], {
    'INV-1': found(credit),
    'INV-2': found(debit),
    'INV-3': found(wrong),
  })
  expect(short(result)).toEqual(['2 matched a', '3 matched b', '4 direction-differs c'])
})

test('a minus is a credit only if a person says so, whom lines of both signs ask', async () => {
  const answers = {
    'INV-1': found(transfer('a', '5')),
    'INV-2': found(transfer('b', '6', { direction: 'DEBIT' })),
    'INV-3': found(transfer('c', '7')),
  }
  const lines = ['INV-1;-5;USD', 'INV-2;6;USD', 'INV-3;-7;USD']
  const asked = await reconciled(lines, answers)
  expect(short(asked)).toEqual(['2 direction-differs a', '3 direction-differs b', '4 direction-differs c'])
  expect([asked.signs, asked.isDoubtful]).toEqual(['minus-is-debit', true])
  const declared = await reconciled(lines, answers, { isMinusCredit: true })
  expect(short(declared)).toEqual(['2 matched a', '3 matched b', '4 matched c'])
  expect([declared.signs, declared.isDoubtful]).toEqual(['minus-is-credit', false])
  const wrong = await reconciled(['INV-1;-5;USD', 'INV-3;-7;USD'], answers)
  expect(short(wrong)).toEqual(['2 direction-differs a', '3 direction-differs c'])
  expect(wrong.isDoubtful).toBe(false)
})

test('a file without amounts agrees at most', async () => {
  const file = await tableOf('Reference;Ccy\nINV-1;USD\nINV-2;EUR\nINV-3;USD')
  const read = await linesOfTable(file, { reference: 0, currency: 1 })
  const answers = new Map([
    [keyOf('INV-1'), found(transfer('a', '5'))],
    [keyOf('INV-2'), found(transfer('b', '5'))],
    [keyOf('INV-3'), found(transfer('c', '5', { status: 'FAILED' }))],
  ])
  expect(short(await reconcile(read, answers))).toEqual([
    '2 agrees no-amount a',
    '3 asset-differs b',
    '4 not-completed no-amount c',
  ])
})

test('a transfer of the period that no line names is missing there', async () => {
  const period = [transfer('a', '1'), transfer('b', '2', { ref_id: 'INV-2' }), transfer('c', '3', { ref_id: 'INV-3' })]
  // INV-2 was not asked yet, and names its transfer all the same.
  const result = await reconciled(['INV-1;1;USD', 'INV-2;2;USD'], { 'INV-1': found(transfer('a', '1')) }, { period })
  expect(short(result)).toEqual(['2 matched a', '3 not-asked', '- missing-there c'])
  expect(result.sums.find(({ outcome }) => outcome === 'missing-there')).toEqual({
    currency: 'USD',
    outcome: 'missing-there',
    count: 1,
    sum: '3',
  })
})

test('each identifier is asked once, whatever its form', async () => {
  const hash = '95cd4f6e0b0d5c2f6b3b0a1d2e3f405162738495a6b7c8d9eafb0c1d2e3f4a5b'
  const file = await tableOf(
    `Reference;Amount\n0x${hash};1.00\n${hash.toUpperCase()};2.00\nINV-1;3.00\nPayment INV-1 of the customer, thanks;4.00\nRent March;5.00\nSKAT 2026;6.00`,
  )
  const { identifiers } = await linesOfTable(file, { reference: 0, amount: 1 })
  expect(identifiers.map(({ identifier }) => identifier)).toEqual([
    { kind: 'hash', value: hash },
    { kind: 'reference', value: 'INV-1' },
    { kind: 'reference', value: 'Rent March' },
    { kind: 'reference', value: 'SKAT 2026' },
  ])
})

test('amounts with two readings get the notation of the others, or that which the person chose', async () => {
  const read = async (text: string, notation?: 'point' | 'comma') =>
    await linesOfTable(await tableOf(`Reference;Amount\n${text}`), { reference: 0, amount: 1 }, { notation })
  const told = await read('a-1;1.500\nb-2;12,50')
  expect(told).toMatchObject({ notation: 'comma', ambiguous: [], lines: [{ amount: '1500' }, { amount: '12.50' }] })
  const untold = await read('a-1;1.500\nb-2;7')
  expect(untold).toMatchObject({
    notation: undefined,
    ambiguous: [{ line: 2, text: '1.500' }],
    lines: [{ problem: 'ambiguous-amount' }, { amount: '7' }],
  })
  expect(await read('a-1;1.500\nb-2;7', 'point')).toMatchObject({
    ambiguous: [],
    lines: [{ amount: '1.500' }, { amount: '7' }],
  })
})

test('under any pattern of answers each line has one result and the sums add up', async () => {
  const amount = fc.constantFrom('1', '2.50', '-2.5', '3.125', '1,500', '100.00', 'n/a', '-7.00')
  const line = fc.record({
    reference: fc.constantFrom('R-1', 'R-2', 'R-3', 'R-4', ''),
    amount,
    currency: fc.constantFrom('USD', 'EUR', ''),
  })
  const one = fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    amount: fc.constantFrom('1', '2.5', '3.125', '5.5', '100'),
    direction: fc.constantFrom('DEBIT', 'CREDIT'),
    status: fc.constantFrom('COMPLETED', 'PENDING', 'FAILED'),
    asset: fc.constantFrom('USD', 'EUR'),
  })
  const answer = fc.oneof(
    fc.constant('failed' as const),
    fc
      .uniqueArray(one, { maxLength: 4, selector: ({ id }) => id })
      .map((list) => found(...list.map(({ id, amount: text, ...more }) => transfer(id, text, more)))),
  )
  const answers = fc.dictionary(fc.constantFrom('R-1', 'R-2', 'R-3', 'R-4'), answer)
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 14 }), answers, async (lines, given) => {
      const { results, sums, totals, signs } = await reconciled(
        lines.map((each) => `${each.reference};${each.amount};${each.currency};`),
        given,
      )
      const ofLines = results.filter((result) => result.line)
      const known = Object.values(given).flatMap((one) => (one === 'failed' ? [] : one.transfers))
      const matched = new Map<string, typeof ofLines>()
      for (const result of ofLines.filter(({ outcome }) => outcome === 'matched')) {
        const key = result.transfers.join()
        matched.set(key, [...(matched.get(key) ?? []), result])
      }
      for (const [key, group] of matched) {
        const own = key.split(',').map((id) => known.filter((one) => (one as Fields).id === id) as Fields[])
        // The same transfer may be given differently under two references.
        if (own.some((versions) => new Set(versions.map((one) => JSON.stringify(one))).size > 1)) continue
        const [first] = own.flat()
        expect(own.flat().every(({ status, asset }) => status === 'COMPLETED' && asset === first?.asset)).toBe(true)
        expect(group.every(({ line: one }) => one?.currency === first?.asset)).toBe(true)
        const isNegative = (text = '') => text.startsWith('-')
        const isReversed = signs === 'minus-is-credit'
        const sum = sumOf(group.map(({ line: one }) => one?.amount ?? '?')) ?? '?'
        const ofTransfers = sumOf(
          own.map(([one]) =>
            (one?.direction === 'DEBIT') !== isReversed ? negated(one?.amount ?? '') : (one?.amount ?? ''),
          ),
        )
        expect(compareDecimals(sum, ofTransfers ?? '?')).toBe(0)
        expect(isNegative(sum)).toBe(isNegative(ofTransfers))
      }
      expect(ofLines.map((result) => result.line?.line)).toEqual(lines.map((_, index) => index + 2))
      expect(sums.reduce((count, sum) => count + sum.count, 0)).toBe(results.length)
      for (const total of totals) {
        const parts = sums.filter(({ currency, outcome }) => currency === total.currency && !outcome.endsWith('-there'))
        expect(compareDecimals(sumOf(parts.map(({ sum }) => sum)) ?? '?', total.sum)).toBe(0)
      }
      expect(sumOf(totals.map(({ sum }) => sum))).toBeDefined()
      const whole = sumOf(ofLines.flatMap((result) => result.line?.amount ?? [])) ?? '?'
      expect(compareDecimals(sumOf(totals.map(({ sum }) => sum)) ?? '?', whole)).toBe(0)
      const asked = new Set(ofLines.flatMap(({ transfers }) => transfers))
      for (const { line: missing, transfers } of results)
        if (!missing)
          for (const id of transfers)
            expect(
              asked.has(id) &&
                ofLines.some(
                  ({ outcome, transfers: own }) => outcome === 'matched' && own.length === 1 && own[0] === id,
                ),
            ).toBe(false)
    }),
    { numRuns: 300 },
  )
})

/** The processor's time between two tasks, so that what else runs on the machine does not count. */
function stopwatch() {
  const now = () => (process.cpuUsage().user + process.cpuUsage().system) / 1_000
  const measured = { longest: 0, millis: 0 }
  return {
    measured,
    async measure<Value>(work: () => Promise<Value>): Promise<Value> {
      const begun = now()
      let last = begun
      const look = () => {
        measured.longest = Math.max(measured.longest, now() - last)
        last = now()
      }
      const watch = setInterval(look, 1)
      const value = await work()
      clearInterval(watch)
      look()
      measured.millis += now() - begun
      return value
    },
  }
}

test('20,000 lines are reconciled in pieces, none longer than a tenth of the whole', async () => {
  const count = 20_000
  const rows = Array.from(
    { length: count },
    (_, index) => `INV-${index};"1,${String(index % 1_000).padStart(3, '0')}.50";USD;paid`,
  )
  const { measured, measure } = stopwatch()
  const blob = new Blob([`Reference;Amount;Currency;Status\n${rows.join('\n')}`])
  const file = await measure(() => tableOf(blob))
  const lines = await measure(() => linesOfTable(file, columns))
  const answerOf = (key: string, index: number) => found(transfer(key, `1${String(index % 1_000).padStart(3, '0')}.5`))
  const answers = new Map(
    lines.identifiers.map(({ key }, index) => [key, index % 10 === 0 ? found() : answerOf(key, index)] as const),
  )
  const { sums } = await measure(() => reconcile(lines, answers))
  expect(sums.map(({ outcome, count: each }) => [outcome, each])).toEqual([
    ['missing-here', count / 10],
    ['matched', (count / 10) * 9],
  ])
  expect(measured.millis).toBeLessThan(60_000)
  expect(measured.longest).toBeLessThan(measured.millis / 10)
}, 120_000)

const words = (length: number) => 'payment of invoice '.repeat(length / 19)
test.each([
  ['references', (cell: string) => `${cell};1.50;USD;paid`, 'long-reference'],
  ['amounts', (cell: string) => `INV-1;${cell};USD;paid`, 'unreadable-amount'],
  ['currencies', (cell: string) => `INV-1;1.50;${cell};paid`, undefined],
  ['statuses', (cell: string) => `INV-1;1.50;USD;${cell}`, undefined],
])('a very long cell in the column of %s holds up nothing and is kept short', async (_, line, problem) => {
  const { measured, measure } = stopwatch()
  for (const cell of [words(50_000), words(3_000_000), 'a-'.repeat(1_500_000), ' '.repeat(2_999_999).concat('x')]) {
    const blob = new Blob([`Reference;Amount;Currency;Status\n${line(`"${cell}"`)}\nINV-2;1.50;USD;paid\n`])
    const file = await measure(() => tableOf(blob))
    await measure(() => guessColumns(file))
    const read = await measure(() => linesOfTable(file, columns))
    expect(read.lines.map((one) => one.problem)).toEqual([problem, undefined])
    expect(JSON.stringify(read).length).toBeLessThan(20_000)
  }
  // A search that tries again at each character would take minutes.
  expect(measured.millis).toBeLessThan(20_000)
  expect(measured.longest).toBeLessThan(1_000)
})

test('no step looks at many lines between two turns', async () => {
  const numbers = Array.from({ length: 2_000 }, (_, at) => `inv-${at}-x`)
  const rows = numbers.map((one, at) => `${one};${at % 2 ? '-' : ''}1.00;USD;`)
  const table = await tableOf(`Reference;Amount;Currency;Status\n${rows.join('\n')}`)
  const lines = await linesOfTable(table, columns)
  let [looked, most, turns] = [0, 0, 0]
  const signal = Object.assign(new AbortController().signal, {
    throwIfAborted() {
      ;[most, looked, turns] = [Math.max(most, looked), 0, turns + 1]
    },
  })
  const counted = <Line extends { amount?: string }>(line: Line, name: 'keys' | 'references'): Line => {
    const value = Reflect.get(line, name)
    const get = () => {
      looked += 1
      return value
    }
    return Object.defineProperty({ ...line }, name, { get, enumerable: true })
  }
  const read = lines.lines.map(({ problem: _, ...one }) => counted(one, 'references'))
  await bankLinesOf({ lines: read }, true, { signal })
  const answers = new Map(numbers.map((one) => [keyOf(one), found(transfer(one, '1.00'))]))
  const period = numbers.map((one) => comparedTransfer(transfer(`${one}-2`, '2.00')))
  const own = { ...lines, lines: lines.lines.map((one) => counted(one, 'keys')) }
  expect((await reconcile(own, answers, { signal, period })).results).toHaveLength(4_000)
  expect(most).toBeLessThan(20)
  expect(turns).toBeGreaterThan(10_000)
})

describe('a file with columns of debits and credits', () => {
  const linesOf = async (...lines: string[]) => {
    const file = await tableOf(`Reference;Debit;Credit\n${lines.join('\n')}`)
    const { lines: read } = await linesOfTable(file, { reference: 0, debit: 1, credit: 2 })
    return read.map(({ amount, problem }) => problem ?? amount)
  }
  test.each<[string, string[], (string | undefined)[]]>([
    ['debits are negative', ['a-1;1.50;', 'a-2;;7.00'], ['-1.50', '7.00']],
    ['the other side may be 0 or a dash', ['a-1;1.50;0.00', 'a-2;-;7.00', 'a-3;–;0,00'], ['-1.50', '7.00', '0.00']],
    [
      'debits that all have a minus are written so',
      ['a-1;-1.50;', 'a-2;;7.00', 'a-3;-2.00;'],
      ['-1.50', '7.00', '-2.00'],
    ],
    ['a minus among others reverses', ['a-1;1.50;', 'a-2;-0.50;', 'a-3;;7', 'a-4;;-3'], ['-1.50', '0.50', '7', '-3']],
    ['a line with both has no amount', ['a-1;1.50;7.00', 'a-2;1.50;'], ['debit-and-credit', '-1.50']],
    ['a line with neither has no amount', ['a-1;;', 'a-2;1.50;'], ['unreadable-amount', '-1.50']],
    [
      'what is no amount is not left out',
      ['a-1;n/a;', 'a-2;;n/a', 'a-3;1.50;n/a'],
      ['unreadable-amount', 'unreadable-amount', 'debit-and-credit'],
    ],
    ['the notation is that of both', ['a-1;1.250;', 'a-2;;2,50'], ['-1250', '2.50']],
  ])('%s', async (_, lines, expected) => {
    expect(await linesOf(...lines)).toEqual(expected)
  })

  test('is compared with the direction of its transfers, and its sums have signs', async () => {
    const file = await tableOf('Reference;Debit;Credit;Ccy\nINV-1;5.00;;USD\nINV-2;;7.00;USD\nINV-3;;9.00;USD')
    const read = await linesOfTable(file, { reference: 0, debit: 1, credit: 2, currency: 3 })
    const answers = new Map([
      [keyOf('INV-1'), found(transfer('a', '5', { direction: 'DEBIT' }))],
      [keyOf('INV-2'), found(transfer('b', '7'))],
      [keyOf('INV-3'), found(transfer('c', '9', { direction: 'DEBIT' }))],
    ])
    const result = await reconcile(read, answers)
    expect(short(result)).toEqual(['2 matched a', '3 matched b', '4 direction-differs c'])
    expect(result.totals).toEqual([{ currency: 'USD', count: 3, sum: '11.00', unreadable: 0 }])
  })

  test('may have only one of them', async () => {
    const file = await tableOf('Reference;Paid\nINV-1;5.00')
    const read = await linesOfTable(file, { reference: 0, debit: 1 })
    expect(read.lines[0]?.amount).toBe('-5.00')
    const debit = found(transfer('a', '5', { direction: 'DEBIT' }))
    expect(short(await reconcile(read, new Map([[keyOf('INV-1'), debit]])))).toEqual(['2 agrees no-currency a'])
    const credits = await linesOfTable(file, { reference: 0, credit: 1 })
    expect(short(await reconcile(credits, new Map([[keyOf('INV-1'), debit]])))).toEqual(['2 direction-differs a'])
  })
})
