/** Metadata as a form holds it: pairs in the order in which they were typed. */
import type { Metadata } from '@/lib/api/values'

export type Pair = { key: string; value: string }

/** Spec, "Conventions": up to 6 pairs, each key and each value at most 100 characters. */
export const mostPairs = 6
export const mostCharacters = 100

const isEmpty = ({ key, value }: Pair) => key.trim() === '' && value.trim() === ''

/** Characters as the spec counts them: code points. */
export const charactersOf = (text: string) => Array.from(text).length

/** The pairs as they are sent; undefined of none. A pair with nothing in it counts as not there. */
export function metadataOf(pairs: readonly Pair[]): Metadata | undefined {
  const filled = pairs.filter((pair) => !isEmpty(pair)).map(({ key, value }) => [key.trim(), value.trim()] as const)
  return filled.length > 0 ? Object.fromEntries(filled) : undefined
}

/** Pairs of what was sent; other values than texts are written out. */
export function pairsOf(metadata: unknown): Pair[] {
  if (typeof metadata !== 'object' || metadata === null) return []
  return Object.entries(metadata).map(([key, value]) => ({ key, value: String(value) }))
}

/** What only the form can see: two pairs with one key, of which the second would be sent alone. */
export function pairErrors(pairs: readonly Pair[], name = 'metadata'): Record<string, string> {
  const errors: Record<string, string> = {}
  const seen = new Set<string>()
  for (const [at, pair] of pairs.entries()) {
    if (isEmpty(pair)) continue
    const key = pair.key.trim()
    if (key === '') errors[`${name}.${at}.key`] = 'Enter a key for this value, or remove the pair.'
    else if (seen.has(key)) errors[`${name}.${at}.key`] = `The key ${JSON.stringify(key)} is there already.`
    seen.add(key)
  }
  return errors
}

/**
 * The pairs with those of a template beside them. Nothing that was typed goes: a key with a value keeps it.
 * @returns `kept`, the template's keys whose typed values differ from its own; or for how many pairs there is no room
 */
export function withTemplate(
  template: readonly Pair[],
  pairs: readonly Pair[],
): { pairs: Pair[]; kept: string[] } | { tooMany: number } {
  const typed = pairs.filter((pair) => !isEmpty(pair))
  const valueAt = (key: string) => typed.find((pair) => pair.key.trim() === key)?.value.trim()
  const missing = template.filter(({ key }) => valueAt(key) === undefined)
  const tooMany = Math.min(missing.length, typed.length + missing.length - mostPairs)
  if (tooMany > 0) return { tooMany }
  const filledIn = typed.map((pair) => {
    const offered = template.find(({ key }) => key === pair.key.trim())
    return offered && pair.value.trim() === '' ? offered : pair
  })
  const kept = template.filter(({ key, value }) => (valueAt(key) || value) !== value).map(({ key }) => key)
  return { pairs: [...filledIn, ...missing], kept }
}

/**
 * The field of a pair that an error of the input is about.
 * @param errorField as the row's check names it: `metadata`, `metadata.desk`
 */
export function pairFieldOf(errorField: string, pairs: readonly Pair[], name = 'metadata'): string {
  if (!errorField.startsWith(`${name}.`)) return errorField
  const key = errorField.slice(name.length + 1)
  const at = pairs.findIndex((pair) => !isEmpty(pair) && pair.key.trim() === key)
  if (at < 0) return name
  // A key that is wrong in itself, else its value.
  const isKey = key === '' || key === '__proto__' || charactersOf(key) > mostCharacters
  return `${name}.${at}.${isKey ? 'key' : 'value'}`
}
