/** Error messages for invalid input: the default sentence for each kind of schema violation. */
import type * as z from 'zod/mini'

/** An invalid field: its path, separated by dots, and a sentence. */
export type FieldError = { field: string; message: string }

/** "base_amount" → "Base amount", "created_at.gte" → "Created at (gte)". */
export function label(name: string): string {
  const [words, comparison] = name.split('.', 2)
  const text = (words ?? name)
    .replaceAll('_', ' ')
    .replace(/\bid\b/, 'ID')
    .replace(/\bids\b/, 'IDs')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${comparison ? ` (${comparison})` : ''}`
}

/** Levenshtein distance. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const change = from[i - 1] === to[j - 1] ? 0 : 1
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + change))
    }
    row = next
  }
  return row[to.length] ?? 0
}

/** Distance from a typed name to a known one: its whole name, one of its words ("amount" for "base_amount"), or with a suffix. */
function steps(typed: string, known: string): number {
  const words = known.split(/[_.]/).filter((word) => word.length > 2)
  return Math.min(
    typed.startsWith(`${known}_`) ? 1 : distance(typed, known),
    ...words.map((word) => 1 + (typed.length > 2 && word.startsWith(typed) ? 0 : distance(typed, word))),
  )
}

/** The most similar known name, or undefined if none is close. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  // No known name is that long, and the comparison is quadratic.
  if (name.length > 64) return undefined
  const typed = name.toLowerCase()
  const [best] = known
    .map((candidate) => ({ candidate, away: steps(typed, candidate.toLowerCase()) }))
    .sort((a, b) => a.away - b.away)
  return best && best.away <= Math.max(2, Math.floor(name.length / 3)) ? best.candidate : undefined
}

/** Wrong names or values of one list for which a suggestion is searched; the search is expensive. */
const mostSuggestions = 20

/** Characters of a name beyond which it is not one of ours and need not be repeated whole. */
const longestName = 255

export const shortName = (name: string) =>
  // A character must not be cut in two.
  name.length > longestName ? `${name.slice(0, longestName - 1).replace(/\p{Cs}$/u, '')}…` : name

/** One line per name, so that each can be shown at its own field. */
export function unknownNames(names: readonly string[], known: readonly string[]): string {
  return names
    .map((name, at) => {
      const meant = at < mostSuggestions ? nearest(name, known) : undefined
      // Quoted as JSON, so that a name with a line break stays on one line.
      const message = `Unknown field ${JSON.stringify(shortName(name))}.`
      return meant ? `${message} Did you mean "${meant}"?` : message
    })
    .join('\n')
}

const kinds: Record<string, string> = {
  string: 'text',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
}

/** The sentence for an issue without one of its own; passed to every parse as `error`. */
export function fieldMessage(issue: z.core.$ZodRawIssue): string {
  const last = issue.path?.at(-1) ?? 'the input'
  const name = label(shortName(String(last)))
  const isAnItem = typeof last === 'number'
  const what = isAnItem ? 'Each value' : name
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return `${what} is required.`
      return `${what} must be ${kinds[issue.expected] ?? issue.expected}.`
    case 'invalid_value': {
      if (issue.input === undefined) return `${what} is required.`
      const values = issue.values.map(String)
      const isSearched = values.length > 8 && !(isAnItem && last >= mostSuggestions)
      const meant = isSearched && typeof issue.input === 'string' ? nearest(issue.input, values) : undefined
      if (meant) return `Unknown value "${String(issue.input)}". Did you mean ${meant}?`
      return `${what} must be ${values.length > 1 ? `one of ${values.join(', ')}` : values[0]}.`
    }
    case 'too_big':
      return issue.origin === 'string'
        ? `${what} can have at most ${issue.maximum} characters.`
        : `${what} must be at most ${issue.maximum}.`
    case 'too_small':
      return issue.origin === 'string' ? `${what} cannot be empty.` : `${what} must be at least ${issue.minimum}.`
    default:
      return `${what} is invalid.`
  }
}

/**
 * The issues of a parse as field errors, without duplicates. An issue of the whole input has the field "".
 */
export function fieldErrors(error: z.core.$ZodError): FieldError[] {
  const all = error.issues.flatMap((issue) => {
    const path = issue.path.map((part) => shortName(String(part)))
    // zod nests the issues of a key one level deeper.
    if (issue.code === 'invalid_key') return issue.issues.map(({ message }) => ({ field: path.join('.'), message }))
    if (issue.code !== 'unrecognized_keys') return [{ field: path.join('.'), message: issue.message }]
    const sentences = issue.message.split('\n')
    return issue.keys.map((key, index) => ({
      field: [...path, shortName(key)].join('.'),
      message: sentences[index] ?? issue.message,
    }))
  })
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()]
}
