/** JSON that is passed as bytes: what is accepted, and what is found in it, are those of JSON.parse. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TooDeep } from '../upstream/answers'
import { JsonBytes } from './json-bytes'
import { ListRow, readRows } from './page-rows'

function accepts(text: string): boolean {
  const json = new JsonBytes(Buffer.from(text))
  try {
    json.skipSpace()
    json.skipValue()
    json.skipSpace()
    return json.at === json.bytes.length
  } catch (failure) {
    if (failure instanceof SyntaxError) return false
    throw failure
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

test('texts are accepted exactly if JSON.parse accepts them', () => {
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
      expect([text, accepts(text)]).toEqual([text, isJson(text)])
    }),
    { numRuns: 5_000 },
  )
})

test.each(pieces)('%j is accepted exactly if JSON.parse accepts it, in an array too', (piece) => {
  for (const text of [piece, `[${piece}]`, `{"a":${piece}}`, `[${piece},${piece}]`])
    expect(accepts(text)).toBe(isJson(text))
})

test('a text that is nested too deeply is refused at once, and one that is not is read', () => {
  expect(() => accepts('['.repeat(5_000_000))).toThrow(TooDeep)
  expect(accepts(`${'['.repeat(64)}${']'.repeat(64)}`)).toBe(true)
})

test('members are found whatever escapes their names and values have, the last of one name', () => {
  const row = ListRow.of(
    '{"\\u0069d":"\\u00e9\\"x","created_at":"2026-11-19T14:00:00Z","id2":"b","created_a\\u0074":"2026-11-19T15:00:00Z"}',
  )
  expect([row.id, row.createdAt]).toEqual(['é"x', Date.UTC(2026, 10, 19, 15)])
  expect(ListRow.of('{"id":"a","id":7}').id).toBeUndefined()
  expect(ListRow.of('{"x":{"id":"inner"},"id":""}').id).toBeUndefined()
})

test('bytes that are not UTF-8 are replaced as in a text', () => {
  const bytes = Buffer.concat([Buffer.from('{"rows":[{"id":"a'), Buffer.from([0xff]), Buffer.from('"}]}')])
  const [row] = readRows(bytes, ['rows']).rows
  expect([row?.id, Buffer.from(row?.bytes ?? []).toString()]).toEqual(['a\ufffd', '{"id":"a\ufffd"}'])
})
