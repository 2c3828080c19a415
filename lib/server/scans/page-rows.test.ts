import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readRows } from './page-rows'

const members = ['items', 'rows']

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
        expect(read.next).toBe(sent.next_page_cursor || undefined)
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
