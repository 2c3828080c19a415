import { describe, expect, test } from 'vitest'
import { parsePastedIds } from './pasted-ids'

const one = '512f26ad-a3c3-4634-ac3c-6b12b7b33cb5'
const evm = '95cd4f6e0b0d5c2f6b3b0a1d2e3f405162738495a6b7c8d9eafb0c1d2e3f4a5b'

describe('the filter by transfer ID', () => {
  const bare = one.replaceAll('-', '')
  test.each([
    ['without dashes', bare],
    ['in braces', `{${one}}`],
    ['between asterisks', `*${one}*`],
    ['with en dashes', one.replaceAll('-', '–')],
    ['with non-breaking hyphens', one.replaceAll('-', '\u2011')],
    ['with a soft hyphen', `${one.slice(0, 12)}\u00ad${one.slice(12)}`],
    ['with a zero-width space', `${one.slice(0, 12)}\u200b${one.slice(12)}`],
    ['with spaces for dashes', one.replaceAll('-', ' ')],
    ['broken over quoted lines', `> ${one.slice(0, 14)}\n> ${one.slice(14)}`],
  ])('accepts a UUID %s', (_, text) => {
    expect(parsePastedIds(text, 'uuid')).toEqual({ ids: [one], duplicates: 0, errors: [] })
  })

  test.each([
    ['a word', 'hello', 'This is not an ID. '],
    ['an e-mail address', 'alex@treasury.example', 'This is not an ID. '],
    ['an amount', '1250.00', 'This is not an ID. '],
    ['a date', '2026-11-19', 'This is not an ID. '],
    ['the first group', '512f26ad', 'This ID is shortened. '],
    ['two groups', '512f26ad-a3c3', 'This ID is shortened. '],
    ['a UUID without its start', one.slice(8), 'This ID is shortened. '],
    ['a UUID with a digit too many', `${one}0`, 'An ID has 32 hexadecimal digits; this has 33.'],
    ['a UUID with a letter that is no digit', one.replace('f', 'g'), 'This is not an ID. '],
    ['two dots for the middle', '512f26ad..3cb5', 'This ID is shortened. '],
    ['asterisks for the middle', '512f26ad****3cb5', 'This ID is shortened. '],
    ['brackets for the middle', '512f26ad[...]3cb5', 'This ID is shortened. '],
    ['asterisks only', '****', 'No ID was found in this text.'],
    ['an ellipsis in brackets', '[...]', 'No ID was found in this text.'],
  ])('%s is refused with the reason', (_, text, message) => {
    expect(parsePastedIds(text, 'uuid')).toEqual({
      ids: [],
      duplicates: 0,
      errors: [{ line: 1, message: expect.stringContaining(message) }],
    })
  })

  test('gives each reason once per line', () => {
    expect(parsePastedIds('Thanks\nAlex', 'uuid').errors.map(({ line }) => line)).toEqual([1, 2])
    expect(parsePastedIds('1,250.00', 'uuid').errors).toHaveLength(1)
  })
})

test('an ID of any format is refused only if it is part of a UUID', () => {
  for (const text of ['hello', '2026-11-19', 'acct-7', 'acct__12', 'prof_1', `prof_${one}`, one.replaceAll('-', '')])
    expect(parsePastedIds(text, 'id'), text).toEqual({ ids: [text], duplicates: 0, errors: [] })
  for (const text of ['512f26ad-a3c3', one.slice(8), `${one}0`, '512f26ad..3cb5', '512f26ad[...]3cb5'])
    expect(parsePastedIds(text, 'id'), text).toMatchObject({ ids: [], errors: [{ line: 1 }] })
  expect(parsePastedIds(one.replaceAll('-', '–'), 'id').ids).toEqual([one])
})

test('a UUID with typographic dashes is accepted as a reference', () => {
  expect(parsePastedIds(one.replaceAll('-', '–'), 'text').ids).toEqual([one])
  expect(parsePastedIds('inv–7', 'text').ids).toEqual(['inv–7'])
})

describe('text similar to a hash', () => {
  const half = evm.slice(0, 20)
  test.each([
    ['a letter that is not hexadecimal', `0x${evm.slice(1)}g`, 'A hexadecimal hash has only'],
    ['the same without 0x', `${evm.slice(1)}g`, 'A hexadecimal hash has only'],
    ['dots in brackets', `0x${half}[...]${half}`, 'This hash is shortened.'],
    ['an ellipsis in parentheses', `0x${half}(…)${half}`, 'This hash is shortened.'],
    ['two dots', `0x${half}..${half}`, 'This hash is shortened.'],
    ['asterisks', `0x${half}***${half}`, 'This hash is shortened.'],
    ['underscores', `0x${half}__${half}`, 'This hash is shortened.'],
    ['a long e-mail address', 'alexandra.of.the.treasury.2026@halden.example', 'This is not a transaction hash.'],
  ])('%s is refused with the reason', (_, text, message) => {
    expect(parsePastedIds(text, 'hash')).toMatchObject({
      ids: [],
      errors: [{ line: 1, message: expect.stringContaining(message) }],
    })
  })

  test('is accepted if it is complete', () => {
    for (const text of [
      `0x${half}\u00ad${evm.slice(20)}`,
      `> 0x${half}\n> ${evm.slice(20)}`,
      `>> 0x${half}\n>> ${evm.slice(20)}`,
      `*0x${evm}*`,
      `0x${half}=\r\n${evm.slice(20)}`,
      `https://links.example/?url=https%3A%2F%2Fetherscan.io%2Ftx%2F0x${evm}`,
    ])
      expect(parsePastedIds(text, 'hash'), text).toEqual({ ids: [`0x${evm}`], duplicates: 0, errors: [] })
  })
})

test('an applied ID with escapes is unchanged', () => {
  expect(parsePastedIds('a%2Fb\nc', 'id', { known: ['a%2Fb'] }).ids).toEqual(['a%2Fb', 'c'])
})
