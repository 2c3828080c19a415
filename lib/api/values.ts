/** The values that all resources share: spec, "Conventions that hold across the interface". */
import * as z from 'zod/mini'
import { label, unknownNames } from './field-errors'

/** A strict object. The error for an unknown name suggests the nearest known one. */
export function object<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? unknownNames(issue.keys, Object.keys(shape)) : undefined),
  })
}

/**
 * Maximum characters of a text. The spec limits only metadata and the self-match prevention ID; the others are ours: texts
 * as in a usual database column, decimals for 256 bits with 18 places, and a generous limit for cursors and tokens.
 */
export const maximumLengths = { text: 255, decimal: 100, opaque: 4_096 }

/** Any text, including an empty one. */
export const Text = z.string().check(z.maxLength(maximumLengths.text))
export const FilledText = Text.check(z.minLength(1))

/**
 * Spec, Transfer: `amount`, `total`, `fee`; Order: `base_amount`, `quote_amount`: `^[0-9]*\.?[0-9]+$`. This form
 * accepts the same texts in linear time; the spec's needs seconds for 64 KiB of digits that end in a letter.
 */
export const amountPattern = /^(?:[0-9]*\.)?[0-9]+$/

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

export const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Identifiers that the spec calls UUIDs and that appear in paths. */
export const Uuid = z.string().check(
  z.regex(uuidPattern, {
    error: 'Enter the complete ID, like 512f26ad-a3c3-4634-ac3c-6b12b7b33cb5.',
  }),
)

const timestampPattern =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?([Zz]|[+-](\d{2}):(\d{2}))$/

/** Whether a text is a valid RFC 3339 time with 0 to 9 fraction digits. Leap seconds are refused. */
export function isTimestamp(text: string): boolean {
  const part = timestampPattern.exec(text)
  if (!part) return false
  const [year, month, day, hour, minute, second] = part.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  // The calendar repeats every 400 years, and Date.UTC reads the years 0 to 99 as 1900 to 1999.
  const daysInMonth = new Date(Date.UTC(year + 400, month, 0)).getUTCDate()
  return (
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= daysInMonth &&
    hour <= 23 &&
    minute <= 59 &&
    second <= 59 &&
    Number(part[9] ?? 0) <= 23 &&
    Number(part[10] ?? 0) <= 59
  )
}

/**
 * Nanoseconds since 1970 of an RFC 3339 time; JavaScript's Date truncates to milliseconds.
 * @returns undefined where the text is not such a time
 */
export function nanoseconds(text: string): bigint | undefined {
  if (!isTimestamp(text)) return undefined
  const fraction = /\.(\d+)/.exec(text)?.[1] ?? ''
  const whole = BigInt(Date.parse(text.replace(/\.\d+/, '')))
  return whole * 1_000_000n + BigInt(fraction.padEnd(9, '0'))
}

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

/** Rows per page. Spec, Limits: default 100, maximum 1000. */
export const defaultLimit = 100
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
