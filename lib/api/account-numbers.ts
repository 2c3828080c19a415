/** Account numbers as they may stand on a screen. */

/** The last four characters of a number that has more: with fewer they would be all of it. */
export function endOfNumber(number: string): string {
  // By characters, so that none is cut in two.
  const plain = [...number.replace(/[\p{C}\p{Z}.-]/gu, '').toUpperCase()]
  return plain.length > 4 ? `••${plain.slice(-4).join('')}` : '••'
}

/** A value of any shape with every `account_number` in it cut to its last four characters. */
export function withoutAccountNumbers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutAccountNumbers)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === 'account_number' && (typeof member === 'string' || typeof member === 'number')
        ? endOfNumber(String(member))
        : withoutAccountNumbers(member),
    ]),
  )
}

/** Every account number in a value of any shape. */
export function accountNumbersIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) =>
    name === 'account_number' && (typeof member === 'string' || typeof member === 'number')
      ? [String(member)]
      : accountNumbersIn(member),
  )
}

const parts = String.raw`[\s.-]*`
const escaped = (character: string) => character.replace(/[\\^$.*+?()[\]{}|/]/, String.raw`\$&`)

/** A text with these numbers cut to their last four characters, however they are spaced in it. */
export function withoutNumbers(text: string, numbers: readonly string[]): string {
  return numbers.reduce((said, number) => {
    const characters = [...number.replace(/[\s.-]/g, '')]
    // What is that short would be cut out of everything.
    if (characters.length <= 4) return said
    // By a function: in a text `$&` would bring back what is cut.
    return said.replace(new RegExp(characters.map(escaped).join(parts), 'giu'), () => endOfNumber(number))
  }, text)
}

/** The same of every text in a value of any shape. */
export function withoutNumbersIn(value: unknown, numbers: readonly string[]): unknown {
  if (typeof value === 'string') return withoutNumbers(value, numbers)
  if (Array.isArray(value)) return value.map((one) => withoutNumbersIn(one, numbers))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutNumbersIn(member, numbers)]))
}
