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
