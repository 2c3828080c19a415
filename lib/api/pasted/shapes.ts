/** What identifiers look like: of records, of transactions, and of what must not be taken for them. */

/** Letters and digits without anything between them. */
export type Atom = { text: string; start: number; end: number }

export const atomsOf = (text: string): Atom[] =>
  [...text.matchAll(/[0-9A-Za-z]+/g)].map(({ 0: atom, index }) => ({
    text: atom,
    start: index,
    end: index + atom.length,
  }))

export const hexadecimal = /^[0-9a-f]+$/i
/** Neither a number nor a word: both letters and digits. */
export const isMixed = (text: string) => /\d/.test(text) && /[a-z]/i.test(text)
export const base58 = /^[1-9A-HJ-NP-Za-km-z]+$/
/** A Solana signature: 64 bytes in base58. */
export const signature = /^[1-9A-HJ-NP-Za-km-z]{86,88}$/

/** 32 bytes in base58, if it decodes to as many: neither a number nor a word. */
export const digestShape = /^(?=.*\d)(?=.*[A-Z])[1-9A-HJ-NP-Za-km-z]{32,44}$/

/** 32 hexadecimal digits as a UUID. */
export const uuidOfDigits = (digits: string) =>
  digits.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

/** RFC 9562: a version from 1 to 8 and the usual variant. */
export const hasUuidVersion = (digits: string) => /^[0-9a-f]{12}[1-8][0-9a-f]{3}[89ab]/i.test(digits)
