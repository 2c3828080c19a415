/** Shared by tests: generated text. */
import * as fc from 'fast-check'

/** The surrogates, which are no characters. */
const [first, count] = [0xd800, 0x800]

/** Any character; the library's own `binary` lists all million of them first, in half a second of each process. */
const character = fc.nat({ max: 0x10ffff - count }).map(
  (at) => String.fromCodePoint(at < first ? at : at + count),
  (text) => {
    const point = typeof text === 'string' && /^\P{Cs}$/u.test(text) ? text.codePointAt(0) : undefined
    if (point === undefined) throw new Error('Not one character.')
    return point < first ? point : point - count
  },
)

/** Text of any characters, sometimes the name of an object's own member, such as `__proto__`. */
export const anyText = fc.string({ unit: character })

/** A decimal of at most 38 digits as services write them: leading zeros, no whole part, no fraction, a sign. */
export const decimal = fc
  .tuple(
    fc.stringMatching(/^[0-9]{1,38}$/, { size: 'max' }),
    fc.integer({ min: 0, max: 38 }),
    fc.boolean(),
    fc.boolean(),
  )
  .map(([digits, at, hasFraction, isNegative]) => {
    const point = Math.min(at, digits.length - 1)
    return `${isNegative ? '-' : ''}${hasFraction ? `${digits.slice(0, point)}.${digits.slice(point)}` : digits}`
  })
