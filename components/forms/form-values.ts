/** The values of a form: texts nested like the body, and metadata as pairs in the order of typing. */

import { isObject, type Json } from '@/lib/domain/json'
import type { Metadata } from '@/lib/provider/value-schemas'

export type TextValues = { [name: string]: string | TextValues }

/** Drops undefined members; undefined if none is left, so that no empty object is sent. */
export function withoutUndefined(members: Json): Json | undefined {
  const present = Object.entries(members).filter(([, value]) => value !== undefined)
  return present.length > 0 ? Object.fromEntries(present) : undefined
}

/** The texts that are filled in, trimmed; undefined if none is. */
export function filledValues(texts: TextValues): Json | undefined {
  const members = Object.entries(texts).map(([name, text]) => [
    name,
    typeof text === 'string' ? text.trim() || undefined : filledValues(text),
  ])
  return withoutUndefined(Object.fromEntries(members))
}

/** The texts of a record of any shape, under the names of `blank`. */
export function textValuesFrom<Kind extends TextValues>(blank: Kind, record: unknown): Kind {
  const from = isObject(record) ? record : {}
  const members = Object.entries(blank).map(([name, empty]) => {
    const value = Object.hasOwn(from, name) ? from[name] : undefined
    if (typeof empty !== 'string') return [name, textValuesFrom(empty, value)]
    return [name, typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '']
  })
  // Every name of `blank` got a text, or nested texts.
  return Object.fromEntries(members) as Kind
}

/** Applies a change to a record: empty members change nothing, metadata is replaced as a whole. */
export function mergeRecords(before: Json, change: Json): Json {
  const result = new Map(Object.entries(before))
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined || value === null || value === '') continue
    const old = result.get(name)
    const isNested = isObject(old) && isObject(value) && name !== 'metadata'
    result.set(name, isNested ? mergeRecords(old, value) : value)
  }
  return Object.fromEntries(result)
}

/** Messages by field, without the fields that have none. */
export const messagesOf = (messages: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(messages).flatMap(([field, message]) => (message ? [[field, message]] : [])))

export type Pair = { key: string; value: string }

/** Spec, "Conventions": up to 6 pairs, each key and value at most 100 characters. */
export const maxPairs = 6
export const maxCharacters = 100

const isEmpty = ({ key, value }: Pair) => key.trim() === '' && value.trim() === ''

/** Counts code points, as the spec does. */
export const countCharacters = (text: string) => Array.from(text).length

/** The pairs as sent, without empty ones; undefined if none is left. */
export function toMetadata(pairs: readonly Pair[]): Metadata | undefined {
  const filled = pairs.filter((pair) => !isEmpty(pair)).map(({ key, value }) => [key.trim(), value.trim()] as const)
  return filled.length > 0 ? Object.fromEntries(filled) : undefined
}

export function toPairs(metadata: unknown): Pair[] {
  if (typeof metadata !== 'object' || metadata === null) return []
  return Object.entries(metadata).map(([key, value]) => ({ key, value: String(value) }))
}

/** "desk A, team ops"; undefined without pairs */
export function metadataText(pairs: readonly Pair[]): string | undefined {
  const texts = Object.entries(toMetadata(pairs) ?? {}).map(([key, value]) => `${key} ${value}`.trim())
  return texts.length > 0 ? texts.join(', ') : undefined
}

/** Errors that the schema cannot find: of two pairs with one key, only the second would be sent. */
export function metadataErrors(pairs: readonly Pair[]): Record<string, string> {
  const errors: Record<string, string> = {}
  const seen = new Set<string>()
  for (const [at, pair] of pairs.entries()) {
    if (isEmpty(pair)) continue
    const key = pair.key.trim()
    if (key === '') errors[`metadata.${at}.key`] = 'Enter a key for this value, or remove the pair.'
    else if (seen.has(key)) errors[`metadata.${at}.key`] = `The key ${JSON.stringify(key)} is already used.`
    seen.add(key)
  }
  return errors
}

/**
 * Adds a template's pairs. A key that has a typed value keeps it.
 * @returns `kept`, the keys whose typed values differ from the template's; or how many pairs do not fit
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
  const completed = typed.map((pair) => {
    const offered = template.find(({ key }) => key === pair.key.trim())
    return offered && pair.value.trim() === '' ? offered : pair
  })
  const kept = template.filter(({ key, value }) => (valueAt(key) || value) !== value).map(({ key }) => key)
  return { pairs: [...completed, ...missing], kept }
}

/**
 * The field for an error about metadata.
 * @param errorField as the row's check names it: `metadata`, `metadata.desk`
 */
export function metadataFieldOf(errorField: string, pairs: readonly Pair[]): string {
  if (!errorField.startsWith('metadata.')) return errorField
  const key = errorField.slice('metadata.'.length)
  const at = pairs.findIndex((pair) => !isEmpty(pair) && pair.key.trim() === key)
  if (at < 0) return 'metadata'
  const isInvalidKey = key === '' || key === '__proto__' || countCharacters(key) > maxCharacters
  return `metadata.${at}.${isInvalidKey ? 'key' : 'value'}`
}
