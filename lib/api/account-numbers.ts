/** Account numbers as they may be shown. */

/** The members, at any depth of a body or a record, that hold an account number. */
export const accountNumberMembers: readonly string[] = ['account_number']

const holdsNumber = (name: string, member: unknown): member is string | number =>
  accountNumberMembers.includes(name) && (typeof member === 'string' || typeof member === 'number')

/** The last four characters of a number that has more: with fewer they would be all of it. */
export function endOfNumber(number: string): string {
  // By characters, so that none is cut in two.
  const plain = [...number.replace(/[\p{C}\p{Z}.-]/gu, '').toUpperCase()]
  return plain.length > 4 ? `••${plain.slice(-4).join('')}` : '••'
}

/** A value of any shape with every account number in it cut to its last four characters. */
export function withoutAccountNumbers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutAccountNumbers)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      holdsNumber(name, member) ? endOfNumber(String(member)) : withoutAccountNumbers(member),
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

/** What people and banks put between the characters of a number. */
const separator = /[\s.-]/

/** A character as it compares: `ß` and `ẞ`, `s` and `ſ` are the same. */
const folded = (character: string) => character.toLowerCase().toUpperCase()

/** Characters as they compare, without separators; the character `at` stands in the text from `starts[at]` to `ends[at]`. */
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

/** For each length of a beginning of `word`, the longest shorter beginning that this one ends with. */
function bordersOf(word: readonly string[]): number[] {
  const borders = [0]
  for (let at = 1, border = 0; at < word.length; at++) {
    while (border > 0 && word[at] !== word[border]) border = borders[border - 1] ?? 0
    if (word[at] === word[border]) border += 1
    borders.push(border)
  }
  return borders
}

/** Where a word stands in a list of characters, first to last without overlaps (Knuth, Morris and Pratt: linear). */
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
 * A text with these numbers cut to their last four characters, however they are spaced in it and in either case. Linear in
 * the text for each number: both may be long, and a regular expression made of a number would take seconds or throw.
 */
export function withoutNumbers(text: string, numbers: readonly string[]): string {
  return [...new Set(numbers)].reduce((said, number) => {
    const word = charactersOf(number).characters
    // What is that short would be cut out of everything.
    if (word.length <= 4) return said
    const { characters, starts, ends } = charactersOf(said)
    let kept = ''
    let copied = 0
    for (const place of placesOf(word, characters)) {
      kept += said.slice(copied, starts[place]) + endOfNumber(number)
      copied = ends[place + word.length - 1] ?? said.length
    }
    return kept + said.slice(copied)
  }, text)
}

/** The same of every text in a value of any shape. */
export function withoutNumbersIn(value: unknown, numbers: readonly string[]): unknown {
  if (typeof value === 'string') return withoutNumbers(value, numbers)
  if (Array.isArray(value)) return value.map((one) => withoutNumbersIn(one, numbers))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutNumbersIn(member, numbers)]))
}
