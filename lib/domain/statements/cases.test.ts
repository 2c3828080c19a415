/** Files as banks, ERP systems and exchanges send them, with what they say. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readWhole } from './testing/reading'

const read = async (name: string) =>
  await readWhole(new Blob([readFileSync(new URL(`testing/cases/${name}`, import.meta.url))]))

/** `reference amount currency`, or why the line is not compared. */
async function linesOf(name: string): Promise<string[]> {
  const { statement } = await read(name)
  return statement.lines.map(({ references, amount, currency, problem, text }) =>
    [references[0] ?? text, problem ?? amount, currency].join(' ').trim(),
  )
}

const wires = (currency: string) => [`wire-in-88121 11234.50 ${currency}`, `wire-out-41008 -7780.25 ${currency}`]

test.each<[name: string, lines: string[]]>([
  ['soll-haben.csv', [...wires('USD'), 'wire-in-88122 -2500.00 USD']],
  ['iso-codes.csv', [...wires('USD'), 'wire-in-88130 1600.00 USD']],
  ['foreign-currency.csv', wires('EUR')],
  ['currency-in-head-2.csv', wires('SGD')],
  ['preamble-currency.csv', wires('USD')],
  ['balance-before-amount.csv', wires('USD')],
  ['shift-jis.csv', ['wire-in-88121 11234.50', 'wire-out-41008 -7780.25']],
  ['mixed-dkb.csv', ['wire-in-88121 1488.69 EUR', 'wire-out-41008 -1000 EUR', 'wire-in-88122 3000 EUR']],
  ['mt940-sepa.sta', [...wires('USD'), 'wire-in-88122 -2500.00 USD']],
  [
    'camt053-one-line.xml',
    [
      ...['wire-in-88121 11234.50 USD', 'wire-in-88122 2500.00 USD'],
      ...['wire-out-41008 -7780.25 USD', 'wire-in-88123 -1099.99 USD'],
    ],
  ],
  ['bai2.txt', wires('USD')],
  ['two-invoices-one-wire.csv', ['wire-in-88121 13734.50 USD', 'wire-in-88123 2110.00 USD']],
  ['nonref.csv', [...wires('USD'), 'wire-in-88122 2500.00 USD']],
  ['totals-at-end.csv', wires('USD')],
  ['account-pays-twice.csv', ['wire-in-88121 11234.50 USD', ...wires('USD')]],
  ['unquoted-thousands.csv', ['wire-in-88121 more-cells', 'wire-out-41008 more-cells', 'wire-in-88122 950.00']],
  ['excel-protected.csv', wires('USD')],
  ['cr-dr-mixed-case.csv', [...wires('USD'), 'wire-in-88122 2500.00 USD', 'wire-out-41009 -4515.00 USD']],
  [
    'words-for-currency.csv',
    [
      ...['wire-in-88121 11234.50', 'wire-out-41008 -7780.25'],
      ...['wire-in-88122 2500.00 PLN', 'wire-out-41009 -4515.00 USD'],
    ],
  ],
  [
    'excel-mangled.csv',
    ['wire-in-88121 rounded-amount USD', '8.81203E+14 spoiled-reference USD', 'Nov-41 spoiled-reference USD'],
  ],
  [
    'etherscan.csv',
    [
      '0x27ca64e1b58f0d93c2a7459e6f1038bd24c95a7e8d6b1f30429ce5d7a8b64f1d -250.50 USDC',
      '0x95cd4f6e0b0d5c2f6b3b0a1d2e3f405162738495a6b7c8d9eafb0c1d2e3f4a5b 12.25 USDC',
    ],
  ],
])('%s', async (name, lines) => expect(await linesOf(name)).toEqual(lines))

test('a purpose names its references by codes, in one cell or in the lines below', async () => {
  const { statement } = await read('sepa-purpose-one-cell.csv')
  expect(statement.lines.map(({ references, amount }) => [references, amount])).toEqual([
    [['wire-in-88121'], '11234.50'],
    [[], '-7780.25'],
    [['wire-in-88122'], '2500.00'],
    [['wire-in-88123', '20261117-0031'], '1099.99'],
  ])
  // Without a code it is searched.
  expect(statement.lines[1]?.text).toContain('wire-out-41008')
  const below = await read('continuation-lines.csv')
  expect(below.statement.lines.map(({ line, lastLine, text, amount }) => [line, lastLine, text, amount])).toEqual([
    [2, 3, 'wire-in-88121', '11234.50'],
    [4, 5, 'wire-out-41008', '-7780.25'],
  ])
})

test('QIF is refused with what to do instead', async () => {
  await expect(read('statement.qif')).rejects.toThrow(/QIF.*Export it as CSV/)
})

describe('the arithmetic of a file', () => {
  const table = (...rows: string[]) => `Date;Reference;Amount;Currency;Balance\n${rows.join('\n')}`
  const proofOf = async (text: string) => (await readWhole(text)).proof

  test('is proven by a column of balances, whichever line is the first', async () => {
    const rows = ['2026-11-17;a-1;5.00;USD;105.00', '2026-11-18;a-2;-7.50;USD;97.50', '2026-11-19;a-3;1.00;USD;98.50']
    const { statement, proof } = await readWhole(table(...rows))
    expect([proof, statement.parts[0]?.opening, statement.parts[0]?.closing]).toEqual([
      { is: 'proven' },
      '100.00',
      '98.50',
    ])
    expect(await proofOf(table(...rows.toReversed()))).toEqual({ is: 'proven' })
    expect(await proofOf(table(...rows.toSpliced(1, 1)))).toEqual({ is: 'off', by: '-7.50' })
  })

  test('is that of rows that say a balance, and a total must be right', async () => {
    const rows = ['2026-11-17;a-1;5.00;USD;', '2026-11-18;a-2;-7.50;USD;']
    const open = ';Opening balance;100.00;USD;'
    expect(await proofOf(table(open, ...rows, ';Closing balance;97.50;USD;'))).toEqual({ is: 'proven' })
    expect(await proofOf(table(open, ...rows, ';Closing balance;97.60;USD;'))).toEqual({ is: 'off', by: '0.10' })
    expect(await proofOf(table(...rows))).toEqual({ is: 'not-stated' })
    const problems = async (total: string) =>
      (await readWhole(table(...rows, `;Total;${total};USD;`))).statement.problems
    expect(await problems('-2.50')).toEqual([])
    expect(await problems('-2.60')).toEqual([{ kind: 'totals-differ', line: 4 }])
  })

  test('is not proven by lines of which one is not read', async () => {
    const rows = [';Opening balance;100.00;USD;', '2026-11-17;a-1;n/a;USD;', ';Closing balance;100.00;USD;']
    expect(await proofOf(table(...rows))).toEqual({ is: 'not-stated' })
  })
})

describe('what a table leaves open is asked', () => {
  test.each([
    [
      'a decimal mark that may group thousands',
      'Date;Reference;Amount;Currency\n17.11.2026;inv-1;1.250;USD',
      ['notation'],
    ],
    ['a currency', 'Date;Reference;Amount\n17.11.2026;inv-1;-1.25', ['currency']],
    ['the direction of all lines', 'Date;Reference;Amount;Currency\n17.11.2026;inv-1;1.25;USD', ['direction']],
    ['which of two amounts is the balance', 'inv-1;1.25;9.00;USD\ninv-2;2.25;8.00;USD', ['amount']],
    [
      'words for the direction',
      'Reference;Amount;Currency;Suunta\ninv-1;1.25;USD;Otto\ninv-2;2.25;USD;Pano',
      ['directions', 'directions'],
    ],
  ])('%s', async (_, text, asked) => expect((await readWhole(text)).asked).toEqual(asked))

  test.each([
    ['a plus', 'Reference;Amount;Currency\ninv-1;+1.25;USD\ninv-2;+2.25;USD'],
    ['a balance that they add up to', 'Reference;Amount;Currency;Balance\ninv-1;1.25;USD;9.00\ninv-2;2.25;USD;11.25'],
  ])('but not the direction of lines with %s', async (_, text) => {
    const { statement, asked } = await readWhole(text)
    expect([asked, statement.lines.map(({ direction }) => direction)]).toEqual([[], ['credit', 'credit']])
  })

  test('but not which column is the balance where only one follows from the other', async () => {
    const { statement, proof } = await readWhole('inv-1;9.00;1.25;USD\ninv-2;6.75;-2.25;USD\ninv-3;7.75;1.00;USD')
    expect(statement.lines.map(({ amount }) => amount)).toEqual(['1.25', '-2.25', '1.00'])
    expect(proof).toEqual({ is: 'proven' })
  })

  test.each([
    [
      'Kraken',
      '"txid","refid","time","type","subtype","aclass","asset","amount","fee","balance"\n"L1","inv-1-x","2026-11-17 10:00:00","deposit","","currency","ZUSD","1250.0000","0.0000","1250.0000"\n"L2","inv-2-x","2026-11-18 10:00:00","withdrawal","","currency","XXBT","-0.5000000000","0.0001","1.5"',
      [
        ['inv-1-x', '1250.0000', 'USD'],
        ['inv-2-x', '-0.5000000000', 'BTC'],
      ],
    ],
    [
      'Coinbase',
      'Transactions\nUser,Ines\n\nTimestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total,Fees,Notes\n2026-11-17,Receive,USDC,1250.5,USD,1.00,1250.5,1250.5,0,inv-1-x\n2026-11-17,Send,USDC,99.5,USD,1.00,99.5,99.5,0,inv-2-x',
      [
        ['inv-1-x', '1250.5', 'USDC'],
        ['inv-2-x', '-99.5', 'USDC'],
      ],
    ],
  ])('nor the columns of %s', async (_, text, lines) => {
    const { statement, asked } = await readWhole(text)
    expect(asked).toEqual([])
    expect(statement.lines.map(({ references, amount, currency }) => [references[0], amount, currency])).toEqual(lines)
  })
})
