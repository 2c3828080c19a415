import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText } from '../provider/testing'
import { codeOf, isRightToLeft, splitInvisible, visibleText } from './invisible-characters'

describe('invisible characters', () => {
  test.each([
    ...['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069'],
    ...['\u200e', '\u200f', '\u061c', '\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u00ad', '\u034f'],
    ...['\u0000', '\u0007', '\u001b', '\u007f', '\u0085', '\u2028', '\u2029', '\ufe0f', '\u3164', '\ufff9'],
    ...['\u{e0001}', '\u{e0041}', '\u{e0100}', '\u{1d173}'],
  ])('are written with their number, as in %j', (character) => {
    expect(splitInvisible(`GB${character}29`)).toEqual(['GB', character, '29'])
    expect(visibleText(`GB${character}29`)).toBe(`GB⟨${codeOf(character)}⟩29`)
  })
  test('are found at both ends and next to each other', () => {
    expect(splitInvisible('\u202ea\u202c')).toEqual(['', '\u202e', 'a', '\u202c', ''])
    expect(visibleText('\u2066\u202e')).toBe('⟨U+2066⟩⟨U+202E⟩')
  })
  test.each([
    'Straße 4, Łódź',
    'line\nfeed\tand tab\r',
    'می‌خواهم', // Persian, non-joiner
    'ශ්‍රී ලංකා', // Sinhala, joiner after a virama
    'क्‍ष', // Devanagari
    'សួស្តី​ពិភពលោក', // Khmer, word break
    '葛\u{e0100}飾区', // a variant of an ideograph
    'ᠨ\u180bᠠ', // a Mongolian variant
    '\u0600\u0661\u0662', // a visible Arabic number sign
    '👩‍👩‍👧‍👦 🏳️‍🌈 ❤️ 👍🏽 ✔︎ 1️⃣ 🇬🇧',
    '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}', // the flag of Scotland
    '−249,970.00 “quoted” · …',
  ])('leave %s as it is', (text) => {
    expect(visibleText(text)).toBe(text)
  })
  test.each([
    ['pay\u200cpal', 'pay⟨U+200C⟩pal'],
    ['سلام\u200c', 'سلام⟨U+200C⟩'],
    ['سلام\u200d\u200dسلام', 'سلام⟨U+200D⟩⟨U+200D⟩سلام'],
    ['👍\u200dX', '👍⟨U+200D⟩X'],
    ['1\ufe0f2', '1⟨U+FE0F⟩2'],
    ['葛\u{e0100}\u{e0101}', '葛\u{e0100}⟨U+E0101⟩'],
    ['🚩\u{e0067}\u{e0062}\u{e007f}', '🚩⟨U+E0067⟩⟨U+E0062⟩⟨U+E007F⟩'],
  ])('are shown outside their script or sequence: %j', (text, visible) => {
    expect(visibleText(text)).toBe(visible)
  })
  test('of any text stay in its parts, and none in what is shown', () => {
    const units = [
      ...'aא0٣ \n👍🏴葛क',
      '\u202e',
      '\u2066',
      '\u200d',
      '\u200c',
      '\ufe0f',
      '\u{e0067}',
      '\u{e007f}',
      '\u0000',
    ]
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: fc.constantFrom(...units) }), anyText), (text) => {
        const parts = splitInvisible(text)
        expect(parts.join('')).toBe(text)
        expect(parts.filter((part, at) => at % 2 && [...part].length !== 1)).toEqual([])
        expect(visibleText(text)).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/)
        expect(visibleText(visibleText(text))).toBe(visibleText(text))
      }),
      { numRuns: 2_000 },
    )
  })
  test.each(['\u202e', '👍\u200d', '\u200d', 'ب\u200c', '🏴\u{e0067}', '1\ufe0f', '👍'])(
    'in a long text of %j take time in proportion to it',
    (unit) => {
      const timeOf = (times: number) => {
        const text = unit.repeat(times)
        const once = () => {
          const before = process.cpuUsage()
          visibleText(text)
          return process.cpuUsage(before).user / 1000
        }
        // The least of three: collecting what others left counts as well.
        return Math.min(once(), once(), once())
      }
      timeOf(5_000)
      // Quadratic time would be 100 times as long, or minutes.
      expect(timeOf(50_000)).toBeLessThan(40 * Math.max(2, timeOf(5_000)))
    },
  )
})

test('text from right to left is recognised in any place', () => {
  expect(['שלום', 'Bank مصر', '1 ܐ'].map(isRightToLeft)).toEqual([true, true, true])
  expect(['Łódź', '−1', '葛飾', '\ufeff'].map(isRightToLeft)).toEqual([false, false, false, false])
})
