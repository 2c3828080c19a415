import { describe, expect, test } from 'vitest'
import { pauses } from '../../api/pasted/yielding'
import { maximumText, TooManyLines } from './statement'
import { guessColumns, readTable, type Table } from './tables'

const rows = [
  ['Booking date', 'Reference', 'Amount', 'Currency', 'Status'],
  ['2026-11-19', 'INV-2041', '1,234.50', 'USD', 'Completed'],
  ['2026-11-20', 'Rent, March', '-12.00', 'USD', 'Pending'],
]
const text = (separator: string, end = '\n') =>
  rows.map((cells) => cells.map((cell) => (cell.includes(separator) ? `"${cell}"` : cell)).join(separator)).join(end)
const expected = {
  format: 'Table',
  account: '',
  currency: '',
  heads: rows[0],
  rows: [
    { line: 2, cells: rows[1] },
    { line: 3, cells: rows[2] },
  ],
}
const utf16 = (order: 'le' | 'be', mark: boolean) => {
  const whole = `${mark ? '\ufeff' : ''}${text('\t')}`
  const view = new DataView(new ArrayBuffer(whole.length * 2))
  for (let at = 0; at < whole.length; at++) view.setUint16(at * 2, whole.charCodeAt(at), order === 'le')
  return view
}

describe('a file is read', () => {
  test.each([
    ['with commas', text(',')],
    ['with semicolons', text(';')],
    ['with tabs', text('\t')],
    ['with bars', text('|')],
    ['with line ends of Windows', text(',', '\r\n')],
    ['with line ends of old systems', text(',', '\r')],
    ['with a byte order mark', `\ufeff${text(';')}`],
    ['that names its separator', text(';').replace(/^/, '"sep=;"\n').replaceAll('"sep=;"', 'sep=;')],
    ['in UTF-16', utf16('le', true)],
    ['in UTF-16 with the other order', utf16('be', true)],
    ['in UTF-16 without its mark', utf16('le', false)],
  ])('%s', async (_, source) => {
    const file = await readTable(new Blob([source]))
    const first = file.rows[0]?.line ?? 0
    const moved = expected.rows.map(({ line, cells }) => ({ line: line + first - 2, cells }))
    expect(file).toEqual({ ...expected, rows: moved, layout: expect.any(String) })
  })

  test('in an old encoding', async () => {
    const latin = Uint8Array.from([...'Betrag;Währung\n1,50;EUR'].map((one) => one.charCodeAt(0)))
    expect((await readTable(new Blob([latin]))).heads).toEqual(['Betrag', 'Währung'])
  })

  test('with quotes, commas and line ends in cells, and its lines are those of the file', async () => {
    const file = await readTable('Reference,Amount\n"a ""quoted"", one",1.50\n\n"two\nlines",2.50\nlast,3.50\n')
    expect(file.rows).toEqual([
      { line: 2, cells: ['a "quoted", one', '1.50'] },
      { line: 4, cells: ['two\nlines', '2.50'] },
      { line: 6, cells: ['last', '3.50'] },
    ])
  })

  test('across the pieces in which it is decoded', async () => {
    const line = (index: number) => `INV-${index},"Zürich, ${index} Straße",${index}.50\r\n`
    const file = await readTable(
      new Blob(['Reference,Where,Amount\r\n', ...Array.from({ length: 20_000 }, (_, index) => line(index))]),
    )
    expect(file.rows).toHaveLength(20_000)
    for (const [index, { line: number, cells }] of file.rows.entries())
      expect([number, ...cells]).toEqual([index + 2, `INV-${index}`, `Zürich, ${index} Straße`, `${index}.50`])
  })

  test('below the lines that banks put above the heads, and without heads', async () => {
    const statement = await readTable(`Account;DE89370400440532013000\nFrom;2026-11-01\n\n${text(';')}`)
    expect(statement.heads).toEqual(rows[0])
    expect(statement.rows[0]).toEqual({ line: 5, cells: rows[1] })
    const bare = await readTable('INV-1;1,50;EUR\nINV-2;2,50;EUR')
    expect(bare.heads).toEqual(['Column 1', 'Column 2', 'Column 3'])
    expect(bare.rows).toHaveLength(2)
  })

  test('even if a quote is never closed', async () => {
    const many = Array.from({ length: 40_000 }, (_, index) => `INV-${index},some words to fill the line,1.50`).join(
      '\n',
    )
    const file = await readTable(`Reference,Text,Amount\nINV-X,"5 inch,1.50\n${many}`)
    expect(file.rows.length).toBeGreaterThan(30_000)
  })

  test('with the beginning of a cell of any length, and the cells after it', async () => {
    for (const cell of ['x'.repeat(3_000_000), `"${'payment, '.repeat(40_000)}"`]) {
      const file = await readTable(new Blob([`Reference,Text,Amount\nINV-1,${cell},1.50\nINV-2,y,2.50\n`]))
      const [first, second] = file.rows.map(({ cells }) => cells)
      expect(first?.[1]?.slice(0, maximumText)).toBe(cell.replaceAll('"', '').slice(0, maximumText))
      expect([first?.[0], first?.[1]?.length, first?.[2]]).toEqual(['INV-1', maximumText + 1, '1.50'])
      expect(second).toEqual(['INV-2', 'y', '2.50'])
    }
  })

  test('unless it is empty or too long', async () => {
    expect((await readTable('')).rows).toEqual([])
    const long = 'INV,1.50\n'.repeat(100_002)
    await expect(readTable(long)).rejects.toThrow(TooManyLines)
  })

  test('until it is cancelled', async () => {
    await expect(readTable(text(','), pauses({ signal: AbortSignal.abort() }))).rejects.toThrow(/abort/i)
  })
})

test('files with the same columns have the same layout', async () => {
  const layout = async (text: string) => (await readTable(text)).layout
  expect(await layout('Reference,Amount\na-1,1.50')).toBe(await layout('REFERENCE;Amount\nb-2;2,50\nc-3;3,50'))
  expect(await layout('Reference,Amount\na-1,1.50')).not.toBe(await layout('Amount,Reference\n1.50,a-1'))
})

/** The columns that are compared. */
const guessed = async (table: Table) => {
  const { booked: _, value: __, counterparty: ___, ...columns } = (await guessColumns(table)).columns
  return columns
}

test.each([
  ['Booking date,Reference,Amount,Currency,Status\n2026-11-19,INV-1,1.50,USD,Done', [1, 2, 3, 4]],
  ['Buchungstag;Verwendungszweck;Betrag;Währung\n19.11.2026;RE-2041;1,50;EUR', [1, 2, 3, undefined]],
  ['id,end_to_end_id,value_date,amount,ccy\n1,inv-1,2026-11-19,1.50,USD', [1, 3, 4, undefined]],
  ['txHash,assetAmount,asset\n0xabc123,1.50,USDC', [0, 1, 2, undefined]],
  ['refId\tnet\tstate\ninv-1\t1.50\tpaid', [0, 1, undefined, 2]],
  ['INV-1;1,50;EUR;bezahlt\nINV-2;2,50;EUR;offen', [0, 1, 2, 3]],
  ['a,b\nc,d', [undefined, undefined, undefined, undefined]],
])(
  'columns are guessed by their heads, then by their values: %j',
  async (text, [reference, amount, currency, status]) => {
    expect(await guessed(await readTable(text))).toEqual(
      Object.fromEntries(
        Object.entries({ reference, amount, currency, status }).filter(([, column]) => column !== undefined),
      ),
    )
  },
)

test.each([
  ['Date,Reference,Debit,Credit,Balance\n2026-11-19,INV-1,1.50,,98.50\n2026-11-19,INV-2,,7.00,105.50', [2, 3]],
  ['Buchungstag;Verwendungszweck;Soll;Haben\n19.11.2026;RE-1;1,50;\n19.11.2026;RE-2;;7,00', [2, 3]],
  ['Reference,Paid out,Paid in\nINV-1,1.50,\nINV-2,,7', [1, 2]],
  ['reference,deposits,withdrawals\ninv-1,1.50,\ninv-2,,7', [2, 1]],
])(
  'columns of debits and credits are guessed together, not a balance beside them: %j',
  async (text, [debit, credit]) => {
    const { columns } = await guessColumns(await readTable(text))
    expect(columns).toMatchObject({ debit, credit, reference: expect.any(Number) })
    expect(columns.amount).toBeUndefined()
  },
)

test.each([
  ['Reference,Amount,Debit/Credit\nINV-1,1.50,D\nINV-2,7.00,C', 1],
  ['Reference,Amount,Debit account,Credit account\nINV-1,1.50,NL1,NL2\nINV-2,7.00,NL2,NL1', 1],
  ['Reference,Amount,Credit\nINV-1,1.50,yes\nINV-2,7.00,no', 1],
])('words for debits and credits beside an amount are no columns of them: %j', async (text, amount) => {
  const { columns } = await guessColumns(await readTable(text))
  expect(columns).toMatchObject({ amount })
  expect([columns.debit, columns.credit]).toEqual([undefined, undefined])
})

test.each(['20261119', '2026-11-19', '19.11.2026', '11/19/2026'])(
  'days are guessed as they are written: %s',
  async (day) => {
    const table = await readTable(`Date;Reference;Amount\n${day};inv-1;1.50`)
    expect((await guessColumns(table)).columns.booked).toBe(0)
  },
)
