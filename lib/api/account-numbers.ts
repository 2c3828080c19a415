/** Account numbers as they may stand on a screen. */

/** A value of any shape with every `account_number` in it cut to its last four characters. */
export function withoutAccountNumbers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutAccountNumbers)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === 'account_number' && typeof member === 'string' ? `••${member.slice(-4)}` : withoutAccountNumbers(member),
    ]),
  )
}
