/** What a person reads where an input does not fit: every rule without a sentence of its own gets one here. */
import type * as z from 'zod/mini'

/** One wrong place of an input: its path with dots, and a sentence. */
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

/** How many letters must be changed to make one word another (Levenshtein). */
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

/** Steps from a typed name to a known one: the whole name, one word of it ("amount" for "base_amount"), or one too many. */
function steps(typed: string, known: string): number {
  const words = known.split(/[_.]/).filter((word) => word.length > 2)
  return Math.min(
    typed.startsWith(`${known}_`) ? 1 : distance(typed, known),
    ...words.map((word) => 1 + (typed.length > 2 && word.startsWith(typed) ? 0 : distance(typed, word))),
  )
}

/** The known name that is meant most likely, or undefined where none is near. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  // No listed name is that long, and comparing takes its time.
  if (name.length > 64) return undefined
  const typed = name.toLowerCase()
  const [best] = known
    .map((candidate) => ({ candidate, away: steps(typed, candidate.toLowerCase()) }))
    .sort((a, b) => a.away - b.away)
  return best && best.away <= Math.max(2, Math.floor(name.length / 3)) ? best.candidate : undefined
}

/** One line a name, so that each can land at its own field. */
export function unknownNames(names: readonly string[], known: readonly string[]): string {
  return names
    .map((name) => {
      const meant = nearest(name, known)
      // Quoted as JSON, so that a name with a line end stays one line.
      const verdict = `${JSON.stringify(name)} is not known here.`
      return meant ? `${verdict} Did you mean "${meant}"?` : verdict
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

/** The sentence for an issue that brought none of its own; given to every parse as `error`. */
export function fieldMessage(issue: z.core.$ZodRawIssue): string {
  const name = label(String(issue.path?.at(-1) ?? 'the input'))
  const isAnItem = typeof issue.path?.at(-1) === 'number'
  const what = isAnItem ? 'Each value' : name
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return `${what} is required.`
      return `${what} must be ${kinds[issue.expected] ?? issue.expected}.`
    case 'invalid_value': {
      if (issue.input === undefined) return `${what} is required.`
      const values = issue.values.map(String)
      const meant = values.length > 8 && typeof issue.input === 'string' ? nearest(issue.input, values) : undefined
      if (meant) return `"${String(issue.input)}" is not one that the service knows. Did you mean ${meant}?`
      return `${what} must be ${values.length > 1 ? `one of ${values.join(', ')}` : values[0]}.`
    }
    case 'too_big':
      return issue.origin === 'string'
        ? `${what} can have at most ${issue.maximum} characters.`
        : `${what} has at most ${issue.maximum}.`
    case 'too_small':
      return issue.origin === 'string' ? `${what} cannot be empty.` : `${what} has at least ${issue.minimum}.`
    default:
      return `${what} does not fit.`
  }
}

/**
 * The issues of a parse as field errors, in the order found, each once.
 * An issue without a path is about the whole input and has the field "".
 */
export function fieldErrors(error: z.core.$ZodError): FieldError[] {
  const all = error.issues.flatMap((issue) => {
    const path = issue.path.map(String)
    // What is wrong with a key is said one level down.
    if (issue.code === 'invalid_key') return issue.issues.map(({ message }) => ({ field: path.join('.'), message }))
    if (issue.code !== 'unrecognized_keys') return [{ field: path.join('.'), message: issue.message }]
    const sentences = issue.message.split('\n')
    return issue.keys.map((key, index) => ({
      field: [...path, key].join('.'),
      message: sentences[index] ?? issue.message,
    }))
  })
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()]
}
