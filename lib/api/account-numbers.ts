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
      name === 'account_number' && typeof member === 'string' ? endOfNumber(member) : withoutAccountNumbers(member),
    ]),
  )
}
