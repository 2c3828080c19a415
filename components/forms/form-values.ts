import { isObject, type Json } from '@/lib/api/json'
import type { Metadata } from '@/lib/api/values'

export type TextValues = { [name: string]: string | TextValues }
/** The members that are not undefined; undefined where none is left, so that no empty object is ever sent. */
export function withoutUndefined(members: Json): Json | undefined {
  const kept = Object.entries(members).filter(([, value]) => value !== undefined)
  return kept.length > 0 ? Object.fromEntries(kept) : undefined
}

/** What was filled in, trimmed; undefined where nothing was. */
export function filledValues(texts: TextValues): Json | undefined {
  const members = Object.entries(texts).map(([name, text]) => [
    name,
    typeof text === 'string' ? text.trim() || undefined : filledValues(text),
  ])
  return withoutUndefined(Object.fromEntries(members))
}

/** What was filled in and is not the same in `before`; undefined where nothing is. */
export function changedValues(texts: TextValues, before: TextValues): Json | undefined {
  const members = Object.entries(texts).map(([name, text]) => {
    const old = before[name]
    if (typeof text !== 'string') return [name, changedValues(text, typeof old === 'object' ? old : {})]
    const now = text.trim()
    return [name, now !== '' && now !== old ? now : undefined]
  })
  return withoutUndefined(Object.fromEntries(members))
}

/** The same, and all that was filled in where anything was changed. */
export const allIfChanged = (texts: TextValues, before: TextValues) =>
  changedValues(texts, before) ? filledValues(texts) : undefined

/** The texts of a record that may come in any shape, by the names that `blank` has. */
export function textValuesFrom<Kind extends TextValues>(blank: Kind, record: unknown): Kind {
  const from = isObject(record) ? record : {}
  const members = Object.entries(blank).map(([name, empty]) => {
    const value = Object.hasOwn(from, name) ? from[name] : undefined
    if (typeof empty !== 'string') return [name, textValuesFrom(empty, value)]
    return [name, typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '']
  })
  // Every name of `blank` got a text, or texts.
  return Object.fromEntries(members) as Kind
}

/** A record with a change written over it: what is empty changes nothing, metadata are replaced whole. */
export function mergeRecords(before: Json, change: Json): Json {
  const result = new Map(Object.entries(before))
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined || value === null || value === '') continue
    const old = result.get(name)
    const isInner = isObject(old) && isObject(value) && name !== 'metadata'
    result.set(name, isInner ? mergeRecords(old, value) : value)
  }
  return Object.fromEntries(result)
}

export type Pair = { key: string; value: string }

/** Spec, "Conventions": up to 6 pairs, each key and each value at most 100 characters. */
export const maxPairs = 6
export const maxCharacters = 100

const isEmpty = ({ key, value }: Pair) => key.trim() === '' && value.trim() === ''

/** Characters as the spec counts them: code points. */
export const countCharacters = (text: string) => Array.from(text).length

/** The pairs as they are sent; undefined of none. A pair with nothing in it counts as not there. */
export function toMetadata(pairs: readonly Pair[]): Metadata | undefined {
  const filled = pairs.filter((pair) => !isEmpty(pair)).map(({ key, value }) => [key.trim(), value.trim()] as const)
  return filled.length > 0 ? Object.fromEntries(filled) : undefined
}

/** Pairs of what was sent; other values than texts are written out. */
export function toPairs(metadata: unknown): Pair[] {
  if (typeof metadata !== 'object' || metadata === null) return []
  return Object.entries(metadata).map(([key, value]) => ({ key, value: String(value) }))
}

/** What only the form can see: two pairs with one key, of which the second would be sent alone. */
export function metadataErrors(pairs: readonly Pair[], name = 'metadata'): Record<string, string> {
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
export function applyTemplate(
  template: readonly Pair[],
  pairs: readonly Pair[],
): { pairs: Pair[]; kept: string[] } | { tooMany: number } {
  const typed = pairs.filter((pair) => !isEmpty(pair))
  const valueAt = (key: string) => typed.find((pair) => pair.key.trim() === key)?.value.trim()
  const missing = template.filter(({ key }) => valueAt(key) === undefined)
  const tooMany = Math.min(missing.length, typed.length + missing.length - maxPairs)
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
export function metadataFieldOf(errorField: string, pairs: readonly Pair[], name = 'metadata'): string {
  if (!errorField.startsWith(`${name}.`)) return errorField
  const key = errorField.slice(name.length + 1)
  const at = pairs.findIndex((pair) => !isEmpty(pair) && pair.key.trim() === key)
  if (at < 0) return name
  // A key that is wrong in itself, else its value.
  const isKey = key === '' || key === '__proto__' || countCharacters(key) > maxCharacters
  return `${name}.${at}.${isKey ? 'key' : 'value'}`
}
