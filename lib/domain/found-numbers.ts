/**
 * Finds what looks like an account number in text that people or the provider wrote. One pass over the text, by shape:
 *
 * - A run of at least 8 digits, also with single spaces, dots or hyphens between them: `0001 2345-6789`.
 * - An IBAN: two letters, two digits, then 11 to 30 letters and digits, whole or in groups of four. Its checksum is right,
 *   or the rest is digits only, or at least 8 digits and a letter that no hexadecimal number has.
 *
 * Not account numbers: words with letters, such as hashes and addresses; UUIDs; dates (`2026-11-22`, `22.11.2026`);
 * decimals without a leading zero (`12345678.50`); groups of fewer than 8 digits in a code that begins with letters
 * (`INV-2026-000123`). A whole amount of 8 or more digits without commas, a phone number, a date without separators and a
 * time in milliseconds are taken for account numbers: hiding too much is the smaller error.
 */
import { accountNumbersIn, lastFour, withoutNumbers } from './account-numbers'
import { uuidPattern } from './values'

/** A found number, from `start` to `end` in the text. */
type Place = { start: number; end: number }

/** A word of letters and digits. `joint` is the one character between it and the word before; "" if there are more. */
type Word = Place & { text: string; joint: string }

const minimumDigits = 8
const isAscii = (character: string) => character.charCodeAt(0) < 128
/** Expressions of Unicode properties are slow, and most texts are ASCII. */
const isLetterOrDigit = (character: string) =>
  isAscii(character) ? /\w/.test(character) : /[\p{L}\p{N}]/u.test(character)
const space = /^\p{Zs}$/u
const otherJoint = /^[.\-\u2010-\u2015]$/
const isJoined = ({ joint }: Word) => space.test(joint) || otherJoint.test(joint)
/** Characters that are not seen, and may stand within a number. */
const isHidden = (character: string) => !isAscii(character) && /[\p{Cf}\p{Mn}]/u.test(character)
const plain = (character: string) => (isAscii(character) ? character : character.normalize('NFKC'))

/** The words of a text, in compatibility form: full-width digits are digits. */
function wordsOf(text: string): Word[] {
  const words: Word[] = []
  let between = ''
  let isInWord = false
  let at = 0
  for (const character of text) {
    const start = at
    at += character.length
    if (isHidden(character)) continue
    const last = words.at(-1)
    if (!isLetterOrDigit(character)) {
      between = isInWord ? character : ''
      isInWord = false
    } else if (isInWord && last) {
      last.text += plain(character)
      last.end = at
    } else {
      words.push({ start, end: at, text: plain(character), joint: last ? between : '' })
      isInWord = true
    }
  }
  return words
}

const isDigits = (text: string) => /^\p{Nd}+$/u.test(text)
const isHex = (text: string, length: number) => text.length === length && /^[0-9a-f]+$/i.test(text)

/** How many words from `at` on are a UUID: five, or none. */
function uuidAt(words: readonly Word[], at: number): number {
  const isUuid = [8, 4, 4, 4, 12].every((length, index) => {
    const word = words[at + index]
    return word !== undefined && isHex(word.text, length) && (index === 0 || word.joint === '-')
  })
  return isUuid ? 5 : 0
}

/** How many words from `at` on are an identifier as summaries shorten it, `12345678…9012`: two, or none. */
function shortenedAt(words: readonly Word[], at: number): number {
  const [head, tail] = [words[at], words[at + 1]]
  return head?.text.length === 8 && tail?.joint === '…' && tail.text.length === 4 ? 2 : 0
}

/** How many words from `at` on are a date: three, or none. */
function dateAt(words: readonly Word[], at: number): number {
  const [first, second, third] = [words[at], words[at + 1], words[at + 2]]
  if (!first || !second || !third || second.joint !== third.joint || !/^[.-]$/.test(second.joint)) return 0
  const text = `${first.text}-${second.text}-${third.text}`
  // A time may follow the day: 2026-11-22T16.
  const [, year] = /^(\d{4})-\d\d-\d\d(?:T\d\d)?$/.exec(text) ?? /^\d\d-\d\d-(\d{4})$/.exec(text) ?? []
  return year !== undefined && /^(?:19|20)/.test(year) ? 3 : 0
}

/** How many words from `at` on are something else that has digits. */
const exactAt = (words: readonly Word[], at: number) => uuidAt(words, at) || dateAt(words, at) || shortenedAt(words, at)

const ibanShape = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/

/** ISO 7064, MOD 97-10. */
function isChecked(iban: string): boolean {
  let rest = 0
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}

function isIban(text: string): boolean {
  if (!ibanShape.test(text)) return false
  const rest = text.slice(4)
  const digits = rest.replace(/\D/g, '').length
  return isChecked(text) || digits === rest.length || (digits >= minimumDigits && /[G-Z]/.test(rest))
}

/** How many words from `at` on are an IBAN, at most the nine groups of one; 0 if none are. */
function ibanAt(words: readonly Word[], at: number): number {
  if (!/^[A-Z]{2}\d{2}/i.test(words[at]?.text ?? '')) return 0
  let joined = ''
  let found = 0
  for (let count = 1; count <= 9; count++) {
    const word = words[at + count - 1]
    if (!word || (count > 1 && !isJoined(word)) || joined.length + word.text.length > 34) break
    joined += word.text.toUpperCase()
    if (isIban(joined)) {
      found = count
      // A word after a complete one does not belong to it.
      if (isChecked(joined)) break
    }
    // Only the last group is not of four.
    if (word.text.length !== 4) break
  }
  return found
}

/** How many words from `at` on are digits that are joined. */
function digitsAt(words: readonly Word[], at: number): number {
  let count = 0
  for (let word = words[at]; word && isDigits(word.text); word = words[at + count]) {
    if (count > 0 && (!isJoined(word) || exactAt(words, at + count) > 0)) break
    count += 1
  }
  return count
}

const digitsIn = (run: readonly Word[]) => run.reduce((sum, { text }) => sum + text.length, 0)

/** Groups of a code that begins with letters: `INV-2026-000123`. */
const isOfCode = (run: readonly Word[]) => run.every(({ joint }) => otherJoint.test(joint))

const isDecimal = ([whole, fraction, ...more]: readonly Word[]) =>
  more.length === 0 && fraction?.joint === '.' && whole !== undefined && !/^0./.test(whole.text)

/** The account numbers in a text, by shape. Linear in its length. */
function placesIn(text: string): Place[] {
  const words = wordsOf(text)
  const places: Place[] = []
  const found = (from: number, count: number) =>
    places.push({ start: words[from]?.start ?? 0, end: words[from + count - 1]?.end ?? 0 })
  for (let at = 0; at < words.length; ) {
    const exact = exactAt(words, at)
    const iban = exact ? 0 : ibanAt(words, at)
    const digits = exact || iban ? 0 : digitsAt(words, at)
    const run = words.slice(at, at + digits)
    if (iban) found(at, iban)
    else if (isOfCode(run)) {
      for (const [index, word] of run.entries()) if (word.text.length >= minimumDigits) found(at + index, 1)
    } else if (!isDecimal(run) && digitsIn(run) >= minimumDigits) found(at, digits)
    at += exact || iban || digits || 1
  }
  return places
}

/** Whether a text holds what looks like an account number. */
export const holdsNumber = (text: string): boolean =>
  // As most references are, and one of each transfer is asked.
  !uuidPattern.test(text) && placesIn(text).length > 0

/** A text with what looks like an account number shortened to its last four characters. */
export function withoutFoundNumbers(text: string): string {
  let kept = ''
  let copied = 0
  for (const { start, end } of placesIn(text)) {
    kept += text.slice(copied, start) + lastFour(text.slice(start, end))
    copied = end
  }
  return kept + text.slice(copied)
}

/**
 * Members that are no free text: identifiers, amounts, prices, times and the public number of a bank. A reference and a
 * memo are typed by people.
 */
const isExact = (name: string) =>
  ['id', 'market', 'routing_number'].includes(name) ||
  ['price', '_at', '_date', '_millis', '_ids'].some((end) => name.endsWith(end)) ||
  name.includes('amount') ||
  (name.endsWith('_id') && name !== 'ref_id' && name !== 'memo_id')

/** `withoutFoundNumbers` for the free text in a value of any shape: not for identifiers, amounts and times. */
export function withoutFoundNumbersIn(value: unknown): unknown {
  if (typeof value === 'string') return withoutFoundNumbers(value)
  if (typeof value === 'number') return holdsNumber(String(value)) ? lastFour(String(value)) : value
  if (Array.isArray(value)) return value.map(withoutFoundNumbersIn)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      withoutFoundNumbers(name),
      isExact(name) ? member : withoutFoundNumbersIn(member),
    ]),
  )
}

/** Whether the free text in a value of any shape holds what looks like an account number. */
export function holdsNumberIn(value: unknown): boolean {
  if (typeof value === 'string' || typeof value === 'number') return holdsNumber(String(value))
  if (Array.isArray(value)) return value.some(holdsNumberIn)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, member]) => holdsNumber(name) || (!isExact(name) && holdsNumberIn(member)))
}

/** A text about a request without the account numbers of its body, and without any other that it has. */
export const withoutNumbersOf = (body: unknown, text: string): string =>
  withoutFoundNumbers(withoutNumbers(text, accountNumbersIn(body)))
