/** Texts of a form nested as the body is: what was typed, what would be sent of it, and what differs from before. */

import { isObject, type Json } from '@/lib/api/json'

export type TextValues = { [name: string]: string | TextValues }
/** The members that are not undefined; undefined where none is left, so that no empty object is ever sent. */
export function present(members: Json): Json | undefined {
  const kept = Object.entries(members).filter(([, value]) => value !== undefined)
  return kept.length > 0 ? Object.fromEntries(kept) : undefined
}

/** What was filled in, trimmed; undefined where nothing was. */
export function filled(texts: TextValues): Json | undefined {
  const members = Object.entries(texts).map(([name, text]) => [
    name,
    typeof text === 'string' ? text.trim() || undefined : filled(text),
  ])
  return present(Object.fromEntries(members))
}

/** What was filled in and is not the same in `before`; undefined where nothing is. */
export function changed(texts: TextValues, before: TextValues): Json | undefined {
  const members = Object.entries(texts).map(([name, text]) => {
    const old = before[name]
    if (typeof text !== 'string') return [name, changed(text, typeof old === 'object' ? old : {})]
    const now = text.trim()
    return [name, now !== '' && now !== old ? now : undefined]
  })
  return present(Object.fromEntries(members))
}

/** The same, and all that was filled in where anything was changed. */
export const wholeIfChanged = (texts: TextValues, before: TextValues) =>
  changed(texts, before) ? filled(texts) : undefined

/** The texts of a record that may come in any shape, by the names that `blank` has. */
export function textsFrom<Kind extends TextValues>(blank: Kind, record: unknown): Kind {
  const from = isObject(record) ? record : {}
  const members = Object.entries(blank).map(([name, empty]) => {
    const value = Object.hasOwn(from, name) ? from[name] : undefined
    if (typeof empty !== 'string') return [name, textsFrom(empty, value)]
    return [name, typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '']
  })
  // Every name of `blank` got a text, or texts.
  return Object.fromEntries(members) as Kind
}

/** A record with a change written over it: what is empty changes nothing, metadata are replaced whole. */
export function merged(before: Json, change: Json): Json {
  const result = new Map(Object.entries(before))
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined || value === null || value === '') continue
    const old = result.get(name)
    const isInner = isObject(old) && isObject(value) && name !== 'metadata'
    result.set(name, isInner ? merged(old, value) : value)
  }
  return Object.fromEntries(result)
}
