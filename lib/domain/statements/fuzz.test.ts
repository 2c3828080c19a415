/** Broken and hostile files: they are refused or read, hold nothing up, and prove no sum that is wrong. */
import { describe, expect, test } from 'vitest'
import { pauses } from '../../api/pasted/yielding'
import { createRandom, type Random } from '../../sandbox/random'
import { compareDecimals, sumOf } from '../decimals'
import { readStatement } from './read'
import { StatementRefused } from './statement'
import { readTableLines } from './table-lines'
import { guessColumns } from './tables'
import { readWhole } from './testing/reading'
import { type Truth, written } from './testing/writers'

const count = Number(process.env.STATEMENT_BREAKS ?? (process.env.CAMPAIGN ? 20_000 : 400))
const first = process.env.CAMPAIGN ? Number(process.env.STATEMENT_SEED ?? Math.floor(Math.random() * 2 ** 30)) : 7

const joined = (...parts: readonly Uint8Array[]) => {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** Bytes cut out, doubled, moved, changed, or NULs put in. */
function broken(bytes: Uint8Array, random: Random): Uint8Array<ArrayBuffer> {
  const [from, length] = [random.below(bytes.length), 1 + random.below(random.pick([1, 3, 40, 400] as const))]
  const [before, own, after] = [bytes.slice(0, from), bytes.slice(from, from + length), bytes.slice(from + length)]
  const to = random.below(after.length + 1)
  const how = random.pick(['cut', 'end', 'doubled', 'moved', 'changed', 'zero'] as const)
  if (how === 'cut') return joined(before, after)
  if (how === 'end') return joined(before)
  if (how === 'doubled') return joined(before, own, own, after)
  if (how === 'moved') return joined(before, after.slice(0, to), own, after.slice(to))
  const other = how === 'zero' ? 0 : random.below(256)
  return joined(before, Uint8Array.of(other), own.slice(1), after)
}

const sumOfTruth = ({ lines }: Truth) => sumOf(lines.map(({ amount }) => amount)) ?? ''

test(`${count} broken files prove no sum that is wrong, from seed ${first}`, async () => {
  const wrong: string[] = []
  for (let seed = first; seed < first + count; seed += 1) {
    const random = createRandom(seed)
    const { truth, file } = written(seed)
    const bytes = broken(file.bytes, random)
    try {
      const { statement, proof } = await readWhole(new Blob([bytes]))
      const sum = sumOf(statement.lines.map(({ amount = '?' }) => amount))
      // Balances are broken too: then they prove the lines that are there.
      const isStated = statement.parts.some(
        ({ opening = '', closing = '' }) =>
          compareDecimals(opening, truth.opening) === 0 && compareDecimals(closing, truth.closing) === 0,
      )
      if (proof.is === 'proven' && isStated && compareDecimals(sum ?? '', sumOfTruth(truth)) !== 0)
        wrong.push(`${seed}: ${file.name}: ${sum}`)
    } catch (error) {
      if (!(error instanceof StatementRefused)) wrong.push(`${seed}: ${file.name}: ${error}`)
    }
  }
  expect(wrong.slice(0, 10)).toEqual([])
}, 1_200_000)

/** How long the longest piece of work was between two turns of the event loop, while something is read. */
async function longestPiece(read: () => Promise<unknown>): Promise<number> {
  let [longest, last, isOver] = [0, performance.now(), false]
  const look = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  await read()
  isOver = true
  return longest
}

test('of a table no step reads many rows between two turns', async () => {
  const lines = Array.from(
    { length: 1_000 },
    (_, at) => `2026-11-17;inv-${at};${at % 2 ? '-' : ''}1.00;USD;${at % 2}.00`,
  )
  const table = await readStatement(`Date;Reference;Amount;Currency;Balance\n${lines.join('\nTotal;;0.00;;\n')}`)
  if (!('heads' in table)) throw new Error('This is no table.')
  const { columns } = await guessColumns(table)
  for (const sides of [{}, { amount: undefined, debit: 2, credit: 4 }]) {
    let [read, most, turns] = [0, 0, 0]
    const rows = table.rows.map(({ line, cells }) => ({
      line,
      get cells() {
        read += 1
        return cells
      },
    }))
    await readTableLines({ ...table, rows }, { reference: 1, ...columns, ...sides }, {}, () => {
      ;[most, read, turns] = [Math.max(most, read), 0, turns + 1]
      return undefined
    })
    expect(most).toBeLessThan(50)
    expect(turns).toBeGreaterThan(rows.length)
  }
})

test.each([7, 1_000])('of a table of %i columns as many cells tell what they hold', async (width) => {
  let [read, most, all, turns] = [0, 0, 0, 0]
  const counted = (cells: string[]) =>
    new Proxy(cells, {
      get(own, name) {
        if (/^\d+$/.test(String(name))) read += 1
        return Reflect.get(own, name)
      },
    })
  const heads = Array.from({ length: width }, (_, at) => `Amount ${at}`)
  const rows = Array.from({ length: 1_000 }, (_, line) => ({ line, cells: counted(heads.map(() => `${line}.00`)) }))
  await guessColumns({ heads, rows }, () => {
    ;[most, all, read, turns] = [Math.max(most, read), all + read, 0, turns + 1]
    return undefined
  })
  expect(all).toBeLessThan(30_000)
  expect(most).toBeLessThan(15_000)
  expect(turns).toBeGreaterThan(width)
})

const camtOf = (inside: string) =>
  `<?xml version="1.0"?><Document><BkToCstmrStmt><Stmt>${inside}</Stmt></BkToCstmrStmt></Document>`
const million = 1_000_000

describe('a hostile file is refused', () => {
  test.each([
    [
      'that expands entities a billion times',
      `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><Document><BkToCstmrStmt>&b;</BkToCstmrStmt></Document>`,
      /DTD/,
    ],
    [
      'that names an entity which no XML has',
      camtOf('<Ntry><AddtlNtryInf>&b;</AddtlNtryInf></Ntry>'),
      /Line 1: .*entity/,
    ],
    ['that nests without an end', camtOf('<Acct>'.repeat(100_000)), /nested too deeply/],
    ['that ends in the middle of an element', camtOf('<Ntry>').slice(0, -30), /Line 1: The XML is broken/],
    [
      'with a text of millions of characters',
      camtOf(`<Ntry><AddtlNtryInf>${'x'.repeat(2 * million)}`),
      /longer than any/,
    ],
    ['with an attribute of millions of characters', camtOf(`<Ntry a="${'x'.repeat(2 * million)}`), /longer than any/],
    ['with a line of MT940 of millions of characters', `:20:1\n:61:${'2'.repeat(2 * million)}`, /Line 2: .*longer/],
    [
      'with a record of BAI2 of millions of characters',
      `01,1,2,261117,1,1,1,,2/\n16,${'1,'.repeat(million)}`,
      /longer/,
    ],
    ['with a tag of OFX that never ends', `<OFX>${'<'.repeat(2 * million)}`, /longer than any/],
    ['with a DTD in OFX', '<OFX><!DOCTYPE a><STMTRS>', /DTD/],
    ['of another XML', '<?xml version="1.0"?><Document><CstmrCdtTrfInitn/></Document>', /no CAMT\.052/],
    ['with NULs', 'Reference,Amount\n\u0000\u0000INV-1,1.00\n', /no text file/],
    ['of Excel', new Uint8Array([0x50, 0x4b, 3, 4, 20, 0]), /xlsx.*Save the sheet as CSV/],
    ['of an old Excel', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), /xls.*Save the sheet as CSV/],
    ['of QIF', '!Type:Bank\nD11/17\nT1.00\n^\n', /QIF.*CSV/],
    ['of a web page', '<html><table><tr><td>1', /web page/],
    ['of JSON', '[{"amount": "1.00"}]', /JSON/],
    ['of PDF', '%PDF-1.7', /PDF/],
    [
      'of one SWIFT message',
      '{1:F01NORDDEFFXXXX0000000000}{2:I103CHASUS33XXXXN}{4:\n:20:a\n:32A:261117USD1,\n-}',
      /single SWIFT/,
    ],
    ['of a line that belongs to no field', ':20:1\n:25:2\n\nwire\n', /Line 4: .*no field/],
  ])('%s', async (_, file, reason) => {
    await expect(readStatement(new Blob([file as BlobPart]), pauses())).rejects.toThrow(reason)
    await expect(readStatement(new Blob([file as BlobPart]), pauses())).rejects.toThrow(StatementRefused)
  })
})

describe('a large file holds nothing up', () => {
  const header = 'Reference;Amount;Currency\n'
  test.each([
    ['of lines without an end', header + 'a;'.repeat(2 * million)],
    ['of a quote that never ends', `${header}"${'a;'.repeat(2 * million)}`],
    ['of empty lines', header + '\n'.repeat(2 * million)],
    ['of line ends of old systems', header + '\r'.repeat(million)],
    ['of separators', ';'.repeat(2 * million)],
  ])('%s', async (_, text) => {
    const longest = await longestPiece(() => readWhole(new Blob([text]), {}, pauses()).catch(() => undefined))
    // Pieces take 8 ms, on a machine that does nothing else; a search that tries again at each character takes minutes.
    expect(longest).toBeLessThan(2_000)
  })

  test('and is read no further once it is cancelled', async () => {
    const controller = new AbortController()
    const lines = 'inv-1;1.00;USD\n'.repeat(90_000)
    const reading = readWhole(new Blob([header + lines]), {}, pauses({ signal: controller.signal }))
    controller.abort()
    await expect(reading).rejects.toThrow(/abort/i)
  })
})
