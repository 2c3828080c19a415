import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ProblemError } from '../../provider/problem'
import { TooDeep } from '../upstream/answers'
import { ListRow, pageRows } from './page-rows'

const members = ['items', 'rows']

/** Reads the rows of a page at once, which otherwise takes turns with other work. */
function readRows(sent: Buffer, names: readonly string[]): { rows: ListRow[]; next?: string } {
  const steps = pageRows(sent, names)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Whether a text is read as a page, or refused for another reason than its syntax. */
function accepts(text: string): boolean {
  try {
    readRows(Buffer.from(text), members)
    return true
  } catch (failure) {
    if (failure instanceof ProblemError) return true
    if (failure instanceof SyntaxError) return false
    throw failure
  }
}

/** Pieces of JSON, and what is nearly one. */
const pieces = [
  ...[
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\',
    '"a"',
    '"\\n"',
    '"\\u00e9"',
    '"\\u12g4"',
    '"\\x"',
    '"é😀"',
    '\u0000',
    '\u2028',
  ],
  ...['0', '-', '1', '01', '-0', '1.', '.5', '1.5', 'e', 'E+', '1e5', '1E-7', 'true', 'false', 'null', 'nul', 'NaN'],
  ...[' ', '\n', '\r', '\t', '\u00a0', '\ufeff', '"\n"', '{"a":1}', '[1,2]', '[1,]', '{"a":1,}', '{a:1}'],
]

describe('Rows of a page', () => {
  test('are those that JSON.parse finds, whatever is in them and around them', () => {
    const page = fc.record({
      before: fc.jsonValue(),
      items: fc.array(fc.dictionary(fc.string(), fc.jsonValue())),
      next_page_cursor: fc.oneof(fc.string({ minLength: 1 }), fc.constant(''), fc.constant(null)),
      after: fc.jsonValue(),
    })
    fc.assert(
      fc.property(page, fc.constantFrom(undefined, 2, '\t'), (sent, indent) => {
        const text = JSON.stringify(sent, null, indent)
        const read = readRows(Buffer.from(text), members)
        const rows = (JSON.parse(text) as typeof sent).items
        expect(read.rows.map(({ text: row }) => JSON.parse(row))).toEqual(rows)
        expect(read.next).toBe(sent.next_page_cursor ?? undefined)
        for (const { text: row } of read.rows) expect(row).not.toMatch(/[\n\r]/)
      }),
    )
  })

  test('keep the digits of their numbers', () => {
    const text = '{"items": [ {"id":"a","amount":1.10,"n":12345678901234567890} ]}'
    const [row] = readRows(Buffer.from(text), members).rows
    expect(row?.text).toBe('{"id":"a","amount":1.10,"n":12345678901234567890}')
    expect(row?.json).toEqual({ id: 'a', amount: '1.10', n: '12345678901234567890' })
  })

  test('know their id and time, or that they have none', () => {
    const text = '{"rows":[{"id":"a","created_at":"2026-11-19T14:31:52.104882Z"},{"id":7,"created_at":null}]}'
    const rows = readRows(Buffer.from(text), members).rows
    expect(rows.map(({ id, createdAt }) => [id, createdAt])).toEqual([
      ['a', Date.UTC(2026, 10, 19, 14, 31, 52, 104)],
      [undefined, Number.NaN],
    ])
  })

  test.each(['{}', '[]', '{"items":{}}', '{"data":{"items":[]}}', 'null', '"items"'])('are not found in %s', (text) => {
    expect(() => readRows(Buffer.from(text), members)).toThrow('without a list')
  })

  test.each([
    ['{"items":[],"error":"timeout"}', 'answered with an error'],
    ['{"error":{"code":"FAILED"},"items":[]}', 'answered with an error'],
    ['{"items":[],"errors":[{"message":"index unavailable"}]}', 'answered with an error'],
    ['{"items":[],"type":"/problems/internal","status":500}', 'answered with an error'],
    ['{"items":[],"code":"FAILED","message":"The account is locked."}', 'answered with an error'],
    ['{"items":[],"success":false}', 'answered with an error'],
    ['{"items":[{"id":"a"}],"items":[]}', 'contradicts itself'],
    ['{"items":[],"it\\u0065ms":[{"id":"a"}]}', 'contradicts itself'],
    ['{"items":[],"next_page_cursor":"a","next_page_cursor":""}', 'contradicts itself'],
  ])('are not taken from %s, which must not look like an empty list', (text, title) => {
    expect(() => readRows(Buffer.from(text), members)).toThrow(title)
  })

  test('are taken from an answer that says that there was no error', () => {
    const said = '"error":null,"errors":[],"status":"ok","success":true,"code":200,"message":"OK"'
    expect(readRows(Buffer.from(`{"items":[{"id":"a"}],${said}}`), members).rows).toHaveLength(1)
  })

  test.each([
    '',
    '{"items":[',
    '{"items":[{"id":"a"}',
    '{"items":[{"id":"a"}]',
    '{"items":[{"id":"a"},]}',
    '{"items":[,]}',
    '{"items":[{"id":"a"} {"id":"b"}]}',
    '{"items":[{"id":"a]}',
    '{"items":[{"id":"a"}]} {"items":[]}',
    '{"items":[{"id":"a"}],"items":}',
    '{"items":[[}]]}',
  ])('are not taken from %s, which is not JSON', (text) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError)
    expect(() => readRows(Buffer.from(text), members)).toThrow(SyntaxError)
  })
})

/** Pages that are this text, or have it in a place where a value may be. */
const pagesOf = (text: string) => [
  text,
  ...[`{"items":[${text}]}`, `{"items":[{"id":"a"},${text}]}`, `{"items":[{"a":${text}},${text}]}`],
  ...[`{"items":${text}}`, `{"a":${text},"items":[]}`, `[[${text}]]`, `{"items":[],"rows":[${text}]}`],
]

test('pages are accepted exactly if JSON.parse accepts them', () => {
  const ofPieces = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((some) => some.join(''))
  const values = fc
    .tuple(fc.jsonValue(), fc.constantFrom(undefined, 2, '\t'))
    .map(([value, indent]) => JSON.stringify(value, null, indent))
  const spoiled = fc
    .tuple(values, fc.nat(), fc.constantFrom('', ...pieces))
    .map(
      ([text, at, piece]) =>
        `${text.slice(0, at % (text.length + 1))}${piece}${text.slice((at % (text.length + 1)) + 1)}`,
    )
  fc.assert(
    fc.property(fc.oneof(ofPieces, values, spoiled), (text) => {
      for (const page of pagesOf(text)) expect([page, accepts(page)]).toEqual([page, isJson(page)])
    }),
    { numRuns: 1_000 },
  )
})

test.each(pieces)('%j is accepted exactly if JSON.parse accepts it', (piece) => {
  for (const page of pagesOf(piece).flatMap((text) => [text, `[${text}]`])) expect(accepts(page)).toBe(isJson(page))
})

test('a page that is nested too deeply is refused at once, and one that is not is read', () => {
  expect(() => accepts('['.repeat(5_000_000))).toThrow(TooDeep)
  expect(accepts(`${'['.repeat(64)}${']'.repeat(64)}`)).toBe(true)
  expect(() => accepts(`{"items":[${'['.repeat(63)}${']'.repeat(63)}]}`)).toThrow(TooDeep)
  expect(accepts(`{"items":[${'['.repeat(62)}${']'.repeat(62)}]}`)).toBe(true)
})

test('members are found whatever escapes their names and values have, the last of one name', () => {
  const row = new ListRow(
    Buffer.from(
      '{"\\u0069d":"\\u00e9\\"x","created_at":"2026-11-19T14:00:00Z","id2":"b","created_a\\u0074":"2026-11-19T15:00:00Z"}',
    ),
  )
  expect([row.id, row.createdAt]).toEqual(['é"x', Date.UTC(2026, 10, 19, 15)])
  expect(new ListRow(Buffer.from('{"id":"a","id":7}')).id).toBeUndefined()
  expect(new ListRow(Buffer.from('{"x":{"id":"inner"},"id":""}')).id).toBeUndefined()
})

test('bytes that are not UTF-8 are replaced as in a text', () => {
  const bytes = Buffer.concat([Buffer.from('{"rows":[{"id":"a'), Buffer.from([0xff]), Buffer.from('"}]}')])
  const [row] = readRows(bytes, ['rows']).rows
  expect([row?.id, row?.text]).toEqual(['a\ufffd', '{"id":"a\ufffd"}'])
})
