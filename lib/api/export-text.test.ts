import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { guardedCell, pastedTexts } from '../domain/guarded-cell'
import { byteOrderMark, csvText, exportRows, ndjsonText, safeCells } from './export-text'

describe('a guarded cell', () => {
  test.each([
    '=1+1',
    '+1+1',
    '-2+3+cmd|" /C calc"!A0',
    '@SUM(A1)',
    '＝1+1',
    '＋1',
    '－1',
    '＠SUM(A1)',
    '\t=1',
    '\r=1',
    ' =1',
    '\u200b=1',
    '"=1+1"',
    '\tcmd',
    '\rcmd',
    '\ncmd',
    '\r\n',
    "|=cmd|' /C calc'!A0",
    ' |cmd',
    '｜=1',
  ])('of %j gets an apostrophe', (text) => {
    expect(guardedCell(text)).toBe(`'${text}`)
  })

  test.each([
    '',
    'a\tb',
    'a|=b',
    'Invoice = 7',
    '19 Nov 09:00:00',
    '−249,970.00 USDG',
    '0xabc',
    '512f26ad-a3c3',
    "'=1",
  ])('of %j stays as it is', (text) => {
    expect(guardedCell(text)).toBe(text)
  })
})

/** RFC 4180, read character by character: an independent reader of what is written here. */
function parsedCsv(text: string): string[][] {
  const rows: string[][] = [['']]
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const cells = rows.at(-1) ?? []
    const add = (character: string) => {
      cells[cells.length - 1] += character
    }
    const character = text[at] ?? ''
    if (isQuoted && character === '"' && text[at + 1] === '"') add(text[at++] ?? '')
    else if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && character === ',') cells.push('')
    else if (!isQuoted && character === '\r' && text[at + 1] === '\n') {
      at += 1
      rows.push([''])
    } else add(character)
  }
  return rows.slice(0, -1)
}

describe('a CSV', () => {
  test('is read back with every cell', () => {
    fc.assert(
      fc.property(
        fc
          .integer({ min: 1, max: 4 })
          .chain((width) =>
            fc.array(
              fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('"', ',', '\r\n', 'a"b,c\nd')), {
                minLength: width,
                maxLength: width,
              }),
              { maxLength: 5 },
            ),
          ),
        (rows) => {
          expect(parsedCsv(csvText(rows))).toEqual(rows)
        },
      ),
    )
  })

  test('has the columns in their order, exact amounts, times in UTC, and guards texts but no numbers', () => {
    const records = [
      {
        id: '512f26ad',
        amount: '-12345678901234567890.10',
        fee: '.50',
        created_at: '2026-11-19T15:31:52.123456789+01:00',
        memo: '=HYPERLINK("https://evil.example","x"), paid',
        metadata: { desk: 'A' },
        extra: 'not a column',
      },
      { id: '-5', amount: '1e5', created_at: 'yesterday', memo: '2026-11-19T15:31:52+01:00', metadata: null },
    ]
    const rows = exportRows(['id', 'amount', 'fee', 'created_at', 'memo', 'metadata'], records)
    expect(rows).toEqual([
      ['id', 'amount', 'fee', 'created_at', 'memo', 'metadata'],
      [
        '512f26ad',
        '-12345678901234567890.10',
        '.50',
        '2026-11-19T14:31:52.123456789Z',
        '\'=HYPERLINK("https://evil.example","x"), paid',
        '{"desk":"A"}',
      ],
      ['-5', '1e5', '', 'yesterday', '2026-11-19T15:31:52+01:00', ''],
    ])
    expect(csvText(rows).split('\r\n')[1]).toContain('"\'=HYPERLINK(""https://evil.example"",""x""), paid"')
  })

  test('starts with a byte order mark of three bytes only where it is added', () => {
    expect([...new TextEncoder().encode(`${byteOrderMark}id`)]).toEqual([0xef, 0xbb, 0xbf, 0x69, 0x64])
  })
})

test('a pasted cell holds neither tabs nor markup', () => {
  expect(pastedTexts([['a\tb', '<img src=x>']])).toEqual({
    'text/plain': 'a b\t<img src=x>',
    'text/html': '<table><tr><td>a\tb</td><td>&lt;img src=x&gt;</td></tr></table>',
  })
})

test('NDJSON has one object per line', () => {
  const objects = [{ amount: '1.10', note: 'two\nlines' }, { amount: '2' }]
  const text = ndjsonText(objects)
  expect(text.split('\n')).toHaveLength(3)
  expect(
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual(objects)
})

test('an amount stays a number with its sign; text in its place is guarded', () => {
  const cells = ['-1', { amount: '-1.50' }, { amount: '.5' }, { amount: '-1+A1' }, { amount: '' }]
  expect(safeCells(cells)).toEqual(["'-1", '-1.50', '.5', "'-1+A1", ''])
})
