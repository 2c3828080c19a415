/** Files as banks and others send them, compared with transfers that they may not match. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { lookupKey } from '../../../api/pasted/pasted-identifiers'
import { sumOf } from '../../../domain/decimals'
import { readStatement } from '../../../domain/statements/read'
import type { Direction } from '../../../domain/statements/statement'
import { guessColumns } from '../../../domain/statements/tables'
import type { BankLines } from './reconciliation'
import { bankLinesOf, comparedAnswer, reconcile } from './reconciling'
import { linesOfTable, tableOf } from './testing'

const folder = new URL('../../../domain/statements/testing/cases/', import.meta.url)
const bytesOf = (name: string) => new Blob([readFileSync(new URL(name, folder))])

/** Completed transfers by their references. A wire that was sent back came in before, under the same reference. */
const transfers = (
  [
    ['wire-in-88121', 'CREDIT', '11234.50', 'USD'],
    ['wire-out-41008', 'DEBIT', '7780.25', 'USD'],
    ['wire-in-88122', 'CREDIT', '2500.00', 'USD'],
    ['wire-in-88123', 'CREDIT', '1099.99', 'USD'],
    ['wire-in-88130', 'CREDIT', '1600.00', 'USD'],
    ['wire-out-41009', 'DEBIT', '4515.00', 'USD'],
    ['0x27ca64e1b58f0d93c2a7459e6f1038bd24c95a7e8d6b1f30429ce5d7a8b64f1d', 'DEBIT', '250.50', 'USDC'],
    ['0x95cd4f6e0b0d5c2f6b3b0a1d2e3f405162738495a6b7c8d9eafb0c1d2e3f4a5b', 'CREDIT', '12.25', 'USDC'],
  ] as const
).map(([reference, direction, amount, asset]) => ({
  id: reference,
  ref_id: reference,
  direction,
  amount,
  total: amount,
  fee: '0',
  asset,
  status: 'COMPLETED',
}))

const answers = new Map(
  transfers.map((transfer) => {
    const { id } = transfer
    const identifier = id.startsWith('0x')
      ? { kind: 'hash' as const, value: id.slice(2) }
      : { kind: 'reference' as const, value: id }
    return [
      lookupKey(identifier),
      comparedAnswer({ verdict: 'found', transfers: [transfer], isMore: false, requests: [], asked: [] }),
    ]
  }),
)

/** What a file says of its lines, and what became of them, with the columns that are guessed. */
async function read(file: Blob | string, directions: Record<string, Direction> = {}) {
  const table = await tableOf(file)
  const { columns, asked } = await guessColumns(table)
  const lines = await linesOfTable(table, { reference: 0, ...columns }, { directions })
  return { asked, unknown: lines.unknownDirections, ...(await compared(lines)) }
}

/** What lines say, and what became of them. */
async function compared(lines: BankLines) {
  const { results } = await reconcile(lines, answers)
  return {
    lines: lines.lines.map(({ reference, amount, currency, problem }) => [reference, problem ?? amount, currency]),
    outcomes: results.map(({ outcome }) => outcome),
  }
}

const wires = (currency: string) => [
  ['wire-in-88121', '11234.50', currency],
  ['wire-out-41008', '-7780.25', currency],
]

describe('a statement says which lines are debits', () => {
  test('by S and H in a column of its own, so that a returned wire is no credit', async () => {
    expect(await read(bytesOf('soll-haben.csv'))).toEqual({
      asked: [],
      unknown: [],
      lines: [...wires('USD'), ['wire-in-88122', '-2500.00', 'USD']],
      outcomes: ['matched', 'matched', 'direction-differs'],
    })
  })

  test('by the codes of ISO 20022', async () => {
    const { lines, outcomes } = await read(bytesOf('iso-codes.csv'))
    expect(lines).toEqual([...wires('USD'), ['wire-in-88130', '1600.00', 'USD']])
    expect(outcomes).toEqual(['matched', 'matched', 'status-differs'])
  })

  test('by Cr and Dr behind the amounts', async () => {
    const { lines, outcomes } = await read(bytesOf('cr-dr-mixed-case.csv'))
    expect(lines).toEqual([...wires('USD'), ['wire-in-88122', '2500.00', 'USD'], ['wire-out-41009', '-4515.00', 'USD']])
    expect(outcomes).toEqual(['matched', 'matched', 'matched', 'matched'])
  })

  test.each([
    ['Debit/Credit', 'D', 'C'],
    ['D/C', 'D', 'C'],
    ['DR_CR', 'Dr', 'Cr'],
    ['CdtDbtInd', 'DBIT', 'CRDT'],
    ['Kennzeichen', 'S', 'H'],
    ['Af Bij', 'Af', 'Bij'],
    ['Type', 'Debit', 'Credit'],
    ['Typ', 'Belastung', 'Gutschrift'],
    ['Sens', 'Débit', 'Crédit'],
    ['Tipo', 'Addebito', 'Accredito'],
    ['Strona', 'Wn', 'Ma'],
    ['Sign', '-', '+'],
    ['Column', 'OUT', 'IN'],
    ['Mark', 'RC', 'C'],
  ])('by a column %s of %s and %s', async (head, debit, credit) => {
    const { lines, outcomes } = await read(
      `Reference;Amount;Currency;${head}\nwire-out-41008;7780.25;USD;${debit}\nwire-in-88122;2500.00;USD;${debit}\nwire-in-88121;11234.50;USD;${credit}\n`,
    )
    expect(lines.map(([, amount]) => amount)).toEqual(['-7780.25', '-2500.00', '11234.50'])
    expect(outcomes).toEqual(['matched', 'direction-differs', 'matched'])
  })

  test.each([
    ['in words that nobody knows', 'Suunta', 'Otto', 'Pano'],
    ['in words of two ways', 'Debit/Credit', 'D', 'H'],
    ['in an unknown word beside a known one', 'Direction', 'Debit', 'Other'],
    ['not in every line', 'Direction', '', 'Credit'],
  ])('%s, and a person is asked', async (_, head, debit, credit) => {
    const file = `Reference;Amount;Currency;${head}\nwire-in-88122;2500.00;USD;${debit}\nwire-in-88121;11234.50;USD;${credit}\n`
    const { unknown, outcomes } = await read(file)
    expect(unknown.length).toBeGreaterThan(0)
    expect(outcomes.slice(0, 1)).not.toContain('matched')
    const chosen = await read(file, { [debit]: 'debit', [credit]: 'credit' })
    expect(chosen.unknown).toEqual([])
    expect(chosen.outcomes).toEqual(['direction-differs', 'matched'])
  })

  test('by two columns that differ, of which a person must choose one', async () => {
    const { asked } = await read(
      'Reference;Amount;D/C;Balance;Direction\nwire-in-88121;11234.50;C;1;D\nwire-out-41008;7780.25;D;2;D\n',
    )
    expect(asked).toEqual(['direction'])
  })

  test('by words that its signs repeat, or contradict', async () => {
    const lines = async (...rows: string[]) =>
      (await read(`Reference;Amount;Currency;D/C\n${rows.join('\n')}`)).lines.map(([, amount]) => amount)
    expect(await lines('a-1;-5.00;USD;D', 'a-2;7.00;USD;C')).toEqual(['-5.00', '7.00'])
    expect(await lines('a-1;-5.00;USD;D', 'a-2;7.00;USD;D', 'a-3;-9.00;USD;C')).toEqual([
      ...['sign-and-direction', '-7.00', 'sign-and-direction'],
    ])
    expect(await lines('a-1;0.00;USD;', 'a-2;7.00;USD;D')).toEqual(['0.00', '-7.00'])
  })

  test('by a mark in some lines: among debits the others are credits, among credits a person is asked', async () => {
    const file = (mark: string) => `Reference;Amount;Currency\na-1;5.00${mark};USD\na-2;7.00;USD\n`
    expect((await read(file(' DR'))).lines.map(([, amount]) => amount)).toEqual(['-5.00', '7.00'])
    const { unknown, lines } = await read(file(' CR'))
    expect(unknown).toEqual([{ text: '', count: 1 }])
    expect(lines.map(([, amount]) => amount)).toEqual(['5.00', 'unknown-direction'])
    expect((await read(file(' CR'), { '': 'debit' })).lines.map(([, amount]) => amount)).toEqual(['5.00', '-7.00'])
  })
})

describe('a statement names the currency of its amounts', () => {
  test.each([
    ['beside the amount of another currency', 'foreign-currency.csv', wires('EUR'), 'asset-differs'],
    ['in the heads of its columns', 'currency-in-head-2.csv', wires('SGD'), 'asset-differs'],
    ['above its heads and in them', 'preamble-currency.csv', wires('USD'), 'matched'],
    ['beside a balance', 'balance-before-amount.csv', wires('USD'), 'matched'],
  ])('%s', async (_, name, lines, outcome) => {
    const found = await read(bytesOf(name))
    expect(found).toEqual({ asked: [], unknown: [], lines, outcomes: [outcome, outcome] })
  })

  test('by a sign in the head, and the notation is that of the file', async () => {
    expect((await read(bytesOf('mixed-dkb.csv'))).lines).toEqual([
      ['wire-in-88121', '1488.69', 'EUR'],
      ['wire-out-41008', '-1000', 'EUR'],
      ['wire-in-88122', '3000', 'EUR'],
    ])
  })

  test('of an explorer, in columns of what came in and what went out', async () => {
    const { lines, outcomes } = await read(bytesOf('etherscan.csv'))
    expect(lines.map(([, amount, currency]) => [amount, currency])).toEqual([
      ['-250.50', 'USDC'],
      ['12.25', 'USDC'],
    ])
    expect(outcomes).toEqual(['matched', 'matched'])
  })

  test.each([
    'Reference;Amount;Currency;Amount;Currency\nwire-in-88121;11234.50;EUR;12926.97;USD',
    'Reference;Transaction amount;Transaction currency;Settlement amount;Settlement currency\nwire-in-88121;12926.97;EUR;11234.50;USD',
    'Reference;Amount (EUR);Currency\nwire-in-88121;11234.50;USD',
    'Reference;Amount (EUR);Amount (USD)\nwire-in-88121;11234.50;12926.97',
  ])('twice, and a person is asked: %j', async (file) => {
    const { asked, outcomes } = await read(file)
    expect(asked).toEqual(['amount', 'currency'])
    expect(outcomes).not.toContain('matched')
  })

  test.each([
    ['Reference;Amount;Currency;Original amount;Original currency\nwire-in-88121;11234.50;USD;9768.00;EUR', 'USD'],
    ['Reference;Original currency;Original amount;Amount (USD)\nwire-in-88121;EUR;9768.00;11234.50', 'USD'],
    ['Reference;Amount;Currency;Fee;Fee currency\nwire-in-88121;11234.50;USD;1.00;EUR', 'USD'],
    ['Reference;Amount ($);Currency\nwire-in-88121;11234.50;USD', 'USD'],
    ['Reference;Amount;Total;Currency\nwire-in-88121;11234.50;11234.50;USD', 'USD'],
  ])('beside others that are not its own: %j', async (file, currency) => {
    const { asked, lines } = await read(file)
    expect([asked, lines]).toEqual([[], [['wire-in-88121', '11234.50', currency]]])
  })

  test('and in a line another one, which is not compared', async () => {
    const { lines } = await read(
      'Reference;Amount;Currency\nwire-in-88121;€ 11234.50;USD\nwire-in-88122;$2500.00;USDC\n',
    )
    expect(lines.map(([, amount, currency]) => [amount, currency])).toEqual([
      ['two-currencies', 'USD'],
      ['2500.00', 'USDC'],
    ])
  })
})

test('no line of any of these files is called matched that is not', async () => {
  const truths = new Map<string, string>(
    transfers.map(({ id, amount, direction }) => [id, direction === 'DEBIT' ? `-${amount}` : amount]),
  )
  // A line may name several transfers, and a bank's own reference.
  const truthsOf = (reference: string) => reference.split(', ').flatMap((one) => truths.get(one) ?? [])
  for (const name of readdirSync(folder).filter((one) => !one.endsWith('.qif'))) {
    const file = await readStatement(bytesOf(name))
    const { lines, outcomes } =
      'heads' in file ? await read(bytesOf(name)) : await compared(await bankLinesOf(file, true))
    for (const [at, [reference = '', amount, currency]] of lines.entries())
      if (outcomes[at] === 'matched')
        expect([name, sumOf(truthsOf(reference)), /^USDC?$/.test(currency ?? '')]).toEqual([name, amount, true])
    // As these were on paper: sent back, and in euros.
    if (/^(?:soll-haben|foreign|mixed-dkb)/.test(name)) expect([name, outcomes.at(-1)]).not.toEqual([name, 'matched'])
  }
})
