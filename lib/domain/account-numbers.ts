/** Account numbers as they may be shown. */

/** The members, at any depth of a body or a record, that hold an account number. */
export const accountNumberMembers: readonly string[] = ['account_number']

const holdsNumber = (name: string, member: unknown): member is string | number =>
  accountNumberMembers.includes(name) && (typeof member === 'string' || typeof member === 'number')

/** The last four characters of a number; none of a number that has four or fewer. */
export function lastFour(number: string): string {
  // By code points, so that none is split.
  const plain = [...number.replace(/[\p{C}\p{Z}.-]/gu, '').toUpperCase()]
  return plain.length > 4 ? `••${plain.slice(-4).join('')}` : '••'
}

/** A value of any shape with every account number shortened to its last four characters. */
export function withoutAccountNumbers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutAccountNumbers)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      holdsNumber(name, member) ? lastFour(String(member)) : withoutAccountNumbers(member),
    ]),
  )
}

/** Every account number in a value of any shape. */
export function accountNumbersIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) =>
    holdsNumber(name, member) ? [String(member)] : accountNumbersIn(member),
  )
}

/** Between the characters of a number: spaces, dots, dashes, and what is not seen. */
const separator = /[\s\p{Z}\p{Cc}\p{Cf}.\-\u2010-\u2015]/u

/** Folds case and width: `ß` equals `ẞ`, `s` equals `ſ`, a full-width digit equals the digit. */
const folded = (character: string) => character.normalize('NFKC').toLowerCase().toUpperCase()

/** Folded characters without separators; character `at` spans `starts[at]` to `ends[at]` of the text. */
type Characters = { characters: string[]; starts: number[]; ends: number[] }

function charactersOf(text: string): Characters {
  const read: Characters = { characters: [], starts: [], ends: [] }
  let end = 0
  for (const character of text) {
    const start = end
    end += character.length
    if (separator.test(character)) continue
    read.characters.push(folded(character))
    read.starts.push(start)
    read.ends.push(end)
  }
  return read
}

/** For each prefix of `word`, the length of its longest border (Knuth, Morris and Pratt). */
function bordersOf(word: readonly string[]): number[] {
  const borders = [0]
  for (let at = 1, border = 0; at < word.length; at++) {
    while (border > 0 && word[at] !== word[border]) border = borders[border - 1] ?? 0
    if (word[at] === word[border]) border += 1
    borders.push(border)
  }
  return borders
}

/** The positions of a word in a list of characters, without overlaps, in linear time. */
export function placesOf(word: readonly string[], characters: readonly string[]): number[] {
  const borders = bordersOf(word)
  const places: number[] = []
  let matched = 0
  for (const [at, character] of characters.entries()) {
    while (matched > 0 && word[matched] !== character) matched = borders[matched - 1] ?? 0
    if (word[matched] === character) matched += 1
    if (matched < word.length) continue
    places.push(at + 1 - matched)
    matched = 0
  }
  return places
}

/**
 * A text with these numbers shortened to their last four characters, whatever their spacing and case. Linear in the text
 * for each number: both can be long, and a regular expression built from a number could take seconds or throw.
 */
export function withoutNumbers(text: string, numbers: readonly string[]): string {
  return [...new Set(numbers)].reduce((said, number) => {
    const word = charactersOf(number).characters
    // A number that short would match everywhere.
    if (word.length <= 4) return said
    const { characters, starts, ends } = charactersOf(said)
    let kept = ''
    let copied = 0
    for (const place of placesOf(word, characters)) {
      kept += said.slice(copied, starts[place]) + lastFour(number)
      copied = ends[place + word.length - 1] ?? said.length
    }
    return kept + said.slice(copied)
  }, text)
}

/** `withoutNumbers` for every text in a value of any shape. */
export function withoutNumbersIn(value: unknown, numbers: readonly string[]): unknown {
  if (typeof value === 'string') return withoutNumbers(value, numbers)
  if (Array.isArray(value)) return value.map((one) => withoutNumbersIn(one, numbers))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [withoutNumbers(name, numbers), withoutNumbersIn(member, numbers)]),
  )
}
