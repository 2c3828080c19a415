/** The values that all resources share, as schemas: spec, "Conventions that hold across the interface". */
import * as z from 'zod/mini'
import { amountPattern, isTimestamp, maximumLengths, uuidPattern } from '../domain/values'
import { label, unknownNames } from './field-errors'

/** A strict object. The error for an unknown name suggests the nearest known one. */
export function object<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? unknownNames(issue.keys, Object.keys(shape)) : undefined),
  })
}

/** Any text, including an empty one. */
export const Text = z.string().check(z.maxLength(maximumLengths.text))
export const FilledText = Text.check(z.minLength(1))

/** PostgreSQL stores no NUL in a text. */
export const noNul = z.refine<string>((text) => !text.includes('\u0000'), {
  error: 'Text cannot contain the NUL character.',
})

/** A cursor or token, which only its issuer can read. */
export const Opaque = z.string().check(z.maxLength(maximumLengths.opaque))

const asNumber = ({ path = [] }: { path?: PropertyKey[] | undefined }) =>
  `Enter the ${label(String(path.at(-1) ?? 'amount')).toLowerCase()} as a number, like 1250.00.`

/** A decimal number in a string that matches a pattern. */
export const decimal = (pattern: RegExp, error: (issue: z.core.$ZodRawIssue) => string = asNumber) =>
  z.string().check(z.maxLength(maximumLengths.decimal, { abort: true }), z.regex(pattern, { error }))

/** An unsigned decimal number in a string. */
export const Amount = decimal(amountPattern)

/** Any identifier. The spec says "usually UUIDs", so only its length is checked. */
export const Id = z
  .string()
  .check(
    z.minLength(1, { error: 'An identifier cannot be empty.' }),
    z.maxLength(maximumLengths.text, { error: `An identifier can have at most ${maximumLengths.text} characters.` }),
  )

/**
 * An identifier in a path. `.` and `..` would change the path and no encoding prevents it; an unpaired surrogate cannot be
 * encoded at all.
 */
export const PathId = Id.check(z.regex(/^(?!\.{1,2}$)\P{Cs}*$/u, { error: 'This identifier cannot be used in a URL.' }))

/** Identifiers that the spec calls UUIDs and that appear in paths. */
export const Uuid = z.string().check(
  z.regex(uuidPattern, {
    error: 'Enter the complete ID, like 512f26ad-a3c3-4634-ac3c-6b12b7b33cb5.',
  }),
)

/** RFC 3339, as the spec's `date-time`. */
export const Timestamp = z
  .string()
  .check(z.refine(isTimestamp, { error: 'Enter the time with its zone, like 2026-11-19T14:31:52Z.' }))

/** At most 6 pairs, each key and value at most 100 characters (code points, as JSON Schema counts them). */
export const Metadata = z
  .record(
    z
      .string()
      .check(
        z.minLength(1, { error: 'A metadata key cannot be empty.' }),
        z.maxLength(100, { error: 'A metadata key can have at most 100 characters.' }),
      ),
    z.string().check(z.maxLength(100, { error: 'A metadata value can have at most 100 characters.' })),
  )
  .check(z.refine((pairs) => Object.keys(pairs).length <= 6, { error: 'Metadata can have at most 6 pairs.' }))
export type Metadata = z.infer<typeof Metadata>

export const Limit = z
  .int({ error: 'Rows per page must be a whole number from 1 to 1000.' })
  .check(
    z.minimum(1, { error: 'Rows per page must be a whole number from 1 to 1000.' }),
    z.maximum(1000, { error: 'Rows per page must be a whole number from 1 to 1000.' }),
  )

/** Newest first, or oldest first. */
export const SortOrder = z.enum(['DESC', 'ASC'])
export type SortOrder = z.infer<typeof SortOrder>

/** A cursor is opaque and not empty. */
export const Cursor = Opaque.check(z.minLength(1, { error: 'The cursor cannot be empty.' }))
