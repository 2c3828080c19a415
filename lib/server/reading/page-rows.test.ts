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
        expect(read?.rows.map(({ text: row }) => JSON.parse(row))).toEqual(rows)
        expect(read?.next).toBe(sent.next_page_cursor || undefined)
        for (const { text: row } of read?.rows ?? []) expect(row).not.toMatch(/[\n\r]/)
      }),
    )
  })

  test('keep the digits of their numbers', () => {
    const text = '{"items": [ {"id":"a","amount":1.10,"n":12345678901234567890} ]}'
    const [row] = readRows(Buffer.from(text), members)?.rows ?? []
    expect(row?.text).toBe('{"id":"a","amount":1.10,"n":12345678901234567890}')
    expect(row?.json).toEqual({ id: 'a', amount: '1.10', n: '12345678901234567890' })
  })

  test('know their id and time, or that they have none', () => {
    const text = '{"rows":[{"id":"a","created_at":"2026-11-19T14:31:52.104882Z"},{"id":7,"created_at":null}]}'
    const rows = readRows(Buffer.from(text), members)?.rows ?? []
    expect(rows.map(({ id, createdAt }) => [id, createdAt])).toEqual([
      ['a', Date.UTC(2026, 10, 19, 14, 31, 52, 104)],
      [undefined, Number.NaN],
    ])
  })

  test.each(['{}', '[]', '{"items":{}}', '{"data":{"items":[]}}', 'null', '"items"'])('are not found in %s', (text) => {
    expect(readRows(Buffer.from(text), members)).toBeUndefined()
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
