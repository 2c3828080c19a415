import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { request } from '../browser/operation'
import { readRefusal, readTransferPage } from '../provider/reading'
import { anyText } from '../provider/testing'
import { exactJson, repeatedName } from './exact-json'

/** What `JSON.parse` makes of a text, or that it refuses it. */
function outcome(parse: (text: string) => unknown, text: string): { value: unknown } | 'refused' {
  try {
    return { value: parse(text) }
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return 'refused'
    throw thrown
  }
}

describe('a number', () => {
  test.each([
    '12345678901234567890.10',
    '1.10',
    '0.0',
    '-0',
    '-0.50',
    '1e5',
    '1E+400',
    '1e-400',
    '9007199254740993',
    '0.1000000000000000055511151231257827',
  ])('%s keeps its digits as text', (number) => {
    expect(exactJson(number)).toBe(number)
    expect(exactJson(`{"a":[ ${number} ,{"b":${number}}],"c":${number}\n}`)).toEqual({
      a: [number, { b: number }],
      c: number,
    })
  })

  test.each(['0', '1', '-12', '1.5', '0.1', '1e+21', '1e-7', '9007199254740991'])('%s stays a number', (number) => {
    expect(exactJson(`[${number}]`)).toEqual([Number(number)])
  })

  test('inside a string is left alone, whatever is escaped in it', () => {
    for (const inside of ['1.10', ' 1.10,', '\\"1.10', '\\\\', '\\\\\\" : 1.10', '1.10\\u0022'])
      expect(exactJson(`{"${inside}":"${inside}","b":"\\\\","c":[2.0]}`)).toEqual({
        ...JSON.parse(`{"${inside}":"${inside}","b":"\\\\"}`),
        c: ['2.0'],
      })
  })

  test('that is truncated, misspelt or used as a member name is refused', () => {
    const misspelt = ['01', '-', '-01', '1.', '.5', '+1', '1e', '1e+', '1.10.1', '1-1', '--1', '0x10', '1_000']
    const words = ['NaN', 'Infinity', '-Infinity', '1.10n', '1.10e', 'x1.10', '1.10x', '1.10 1.10', '"a"1.10']
    const places = ['{1.10:1}', '{1.10 \n:1}', '{"a":1.10:1}', '[1.10,]', '{"a":1.10,}', '{1.10}', '"1.10', '[1.10', '']
    for (const text of [...misspelt, ...words, ...places, '\u00a01.10', '1.10\u00a0', '"a\\'])
      expect(outcome(exactJson, text), text).toBe('refused')
  })
})

/** JSON as services may write it: any spaces, doubled names, numbers of any spelling. */
const spaces = fc.stringMatching(/^[ \t\r\n]{0,2}$/)
const spelling = fc.oneof(
  fc.stringMatching(/^-?(0|[1-9]\d{0,24})(\.\d{1,24})?([eE][+-]?\d{1,3})?$/),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
)
const text = anyText.map((value) => JSON.stringify(value))
const name = fc.oneof(text, fc.constantFrom('"__proto__"', '"constructor"', '"toString"', '"a"', '"1"', '"1.10"'))
const { json } = fc.letrec<{ json: string; list: string; object: string }>((tie) => ({
  json: fc
    .tuple(
      spaces,
      fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        spelling,
        text,
        fc.constantFrom('true', 'false', 'null'),
        tie('list'),
        tie('object'),
      ),
      spaces,
    )
    .map((parts) => parts.join('')),
  list: fc.array(tie('json'), { maxLength: 5 }).map((items) => `[${items.join(',')}]`),
  object: fc
    .array(fc.tuple(spaces, name, spaces, tie('json')), { maxLength: 5 })
    .map(
      (members) => `{${members.map(([before, key, after, value]) => `${before}${key}${after}:${value}`).join(',')}}`,
    ),
}))

/** The same text with every number that would change put in quotes: written independently, and slower. */
const inQuotes = (written: string) =>
  written.replace(/"(?:[^"\\]|\\.)*"|[-\d.eE+]*\d[-\d.eE+]*/g, (token) =>
    token.startsWith('"') || String(JSON.parse(token)) === token ? token : `"${token}"`,
  )

/** `toStrictEqual` is misled by members named `constructor`. */
function same(one: unknown, other: unknown): void {
  expect(isDeepStrictEqual(one, other), `${JSON.stringify(one)} is ${JSON.stringify(other)}`).toBe(true)
}

describe('any JSON', () => {
  test('is what JSON.parse gives, but for the numbers that JavaScript would change', () => {
    fc.assert(
      fc.property(json, (written) => same(exactJson(written), JSON.parse(inQuotes(written)))),
      { numRuns: 2_000 },
    )
  })

  test('that JavaScript wrote is read without any difference', () => {
    fc.assert(fc.property(fc.json(), (written) => same(exactJson(written), JSON.parse(written))))
  })

  test('that is damaged is refused exactly where JSON.parse refuses it', () => {
    const piece = fc.constantFrom(...'{}[]",:.-+eE01 \\/xn', '1.10', '"a":', 'NaN', '01')
    fc.assert(
      fc.property(json, fc.nat(), fc.nat({ max: 3 }), piece, (written, place, cut, put) => {
        const at = place % (written.length + 1)
        const damaged = written.slice(0, at) + put + written.slice(at + cut)
        expect(outcome(exactJson, damaged) === 'refused').toBe(outcome(JSON.parse, damaged) === 'refused')
      }),
      { numRuns: 5_000 },
    )
  })

  test('of a few hundred thousand numbers, quotes, spaces or backslashes is read in one pass', () => {
    const many = 300_000
    // Any of these takes minutes where a part of the text is looked at once for each number or quote.
    for (const written of [
      `[${'1.10,'.repeat(many)}1]`,
      `[${'"1.10",'.repeat(many)}1]`,
      `["${'\\\\'.repeat(many)}\\"1.10",1.10]`,
      `[1.10${' '.repeat(many)},1.10${'0'.repeat(many)}]`,
    ])
      same(exactJson(written), JSON.parse(inQuotes(written)))
    expect(outcome(exactJson, `"${'\\"'.repeat(many)}`)).toBe('refused')
    expect(outcome(exactJson, '-1'.repeat(many))).toBe('refused')
  })

  test('keeps the members named after prototypes, and the last of two of one name', () => {
    const read = exactJson('{"__proto__":{"polluted":1.10},"a":1.0,"a":2.0}')
    expect(Object.entries(read as object)).toEqual([
      ['__proto__', { polluted: '1.10' }],
      ['a', '2.0'],
    ])
    expect({}).not.toHaveProperty('polluted')
  })
})

describe('an answer of the service', () => {
  test('reaches a list in the browser with every digit', async () => {
    const body =
      '{"items":[{"amount":12345678901234567890.10,"fee":1.00,"metadata":{"batch":7}}],"next_page_cursor":""}'
    const server = createServer((_, response) => response.end(body)).listen(0, '127.0.0.1')
    try {
      await new Promise((resolve) => server.once('listening', resolve))
      const { answer } = await request(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, {})
      const [row] = readTransferPage(answer.json, { limit: 100, cursors: [] }).items
      expect(row?.known).toEqual({ amount: '12345678901234567890.10', fee: '1.00', metadata: { batch: 7 } })
    } finally {
      server.close()
    }
  })

  test('that refuses a request keeps the digits of its amounts', () => {
    const text = '{"type":"/insufficient-funds","status":403,"meta":{"needed":12345678901234567890.10}}'
    expect(readRefusal('application/problem+json', text).meta).toEqual({ needed: '12345678901234567890.10' })
  })
})

describe('a name that an object has twice', () => {
  test.each([
    ['{"items":[{"id":"a"}],"items":[]}', 'items'],
    ['{ "items" : [] , "it\\u0065ms":[]}', 'items'],
    ['{"items":[{"items":1,"x":{"items":2}}],"next":"{\\"next\\":"}', undefined],
    ['[{"a":1},{"a":2}]', undefined],
    ['"items"', undefined],
  ])('of %s is %s', (text, name) => {
    expect(repeatedName(text)).toBe(name)
  })

  test('is found in any object, and in none that has every name once', () => {
    const object = fc.dictionary(anyText, fc.jsonValue(), { minKeys: 1 })
    fc.assert(
      fc.property(object, fc.constantFrom(undefined, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        expect(repeatedName(text)).toBeUndefined()
        const [name] = Object.keys(value)
        expect(repeatedName(text.replace(/}$/, `,${JSON.stringify(name)}:0}`))).toBe(name)
      }),
    )
  })
})
