import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatJson } from './json-box'

test('pretty-prints JSON', () => {
  expect(formatJson('{"a":"1.10","b":[1,2]}')).toBe('{\n  "a": "1.10",\n  "b": [\n    1,\n    2\n  ]\n}')
})

test.each(['{"a":12345678901234567890}', '{"a":1.10}', '{"a":1e400}', '{"a":-0}', 'not json', ''])(
  '%s stays as received, because a digit would be lost',
  (text) => {
    expect(formatJson(text)).toBe(text)
  },
)

test('keeps the meaning of any JSON', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(JSON.parse(formatJson(text))).toEqual(JSON.parse(text))
    }),
  )
})
