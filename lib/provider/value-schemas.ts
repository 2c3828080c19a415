/** The values that all resources share, as schemas: spec, "Conventions that hold across the interface". */
import * as z from 'zod/mini'
import { amountPattern, defaultLimit, isTimestamp, maximumLengths, uuidPattern } from '../domain/values'
import { label, unknownNames } from './field-errors'
import type { Member, Reading } from './members'

type Note = { id?: string; description: string }

/** What the API description says of schemas; `id` is the name under which others refer to one. */
export const notes = z.registry<Note>()

/** The schemas that have a name, by it. */
export const namedSchemas = new Map<string, z.core.$ZodType>()

function noted<Schema extends z.core.$ZodType>(schema: Schema, note: Note, keywords: object = {}): Schema {
  notes.add<z.core.$ZodType>(schema, { ...note, ...keywords })
  return schema
}

/**
 * A schema with a name in the API description.
 * @param keywords what it checks by code, or by patterns with flags, as JSON Schema
 */
export const named = <Schema extends z.core.$ZodType>(
  id: string,
  description: string,
  schema: Schema,
  keywords?: object,
) => {
  namedSchemas.set(id, schema)
  return noted(schema, { id, description }, keywords)
}

const meanings = new WeakMap<z.core.$ZodType, Member>()

/** The same schema with what its values mean when a request is compared with a record. */
export function meaning<Schema extends z.ZodMiniType>(member: Member, schema: Schema): Schema {
  const own = schema.clone(undefined, { parent: true })
  meanings.set(own, member)
  return own
}

/** Another value means another request. */
const decisive = (as?: Reading): Member => ({ isDecisive: true, ...(as && { as }) })
/** The provider may write it as it likes: a difference is shown. */
export const shown = (as?: Reading): Member => ({ isDecisive: false, ...(as && { as }) })
/** The requester's own words, which tell two requests with one reference apart. */
export const ownText: Member = { isDecisive: false, isOnlyGiven: true }

/** What the values of a schema mean, by its kind; undefined if that says nothing. */
export function meaningOf(schema: z.core.$ZodType): Member | undefined {
  for (let at: z.core.$ZodType | undefined = schema; at; at = at._zod.parent) {
    const found = meanings.get(at)
    if (found) return found
  }
  const { type, innerType }: { type: string; innerType?: z.core.$ZodType } = schema._zod.def
  if (innerType) return meaningOf(innerType)
  return type === 'enum' || type === 'literal' ? decisive('word') : undefined
}

/** The same where the provider makes the value: a difference is shown. */
export const generated = <Schema extends z.ZodMiniType>(schema: Schema): Schema =>
  meaning({ ...meaningOf(schema), isDecisive: false }, schema)

/** A member of an object, or a parameter, with its description. */
export const required = <Schema extends z.ZodMiniType>(schema: Schema, description: string) =>
  noted(schema.clone(undefined, { parent: true }), { description })

/** The same where it may be absent. */
export const optional = <Schema extends z.core.SomeType>(schema: Schema, description: string, keywords?: object) =>
  noted(z.optional(schema), { description }, keywords)

/** A strict object. The error for an unknown name suggests the nearest known one. */
export function object<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? unknownNames(issue.keys, Object.keys(shape)) : undefined),
  })
}

/** The members that are given. */
export const givenIn = (members: object) => Object.values(members).filter((member) => member !== undefined)

/** An object of which exactly one member is given. @param means by default, another kind or value is another request */
export const oneOf = <Shape extends z.core.$ZodShape>(
  id: string,
  description: string,
  whole: z.ZodMiniObject<Shape, z.core.$strict>,
  error: string,
  means: Member = decisive(),
) => {
  const checked = whole.check(z.refine((members) => givenIn(members).length === 1, { error }))
  return named(id, description, meaning({ ...means, isOneOf: true }, checked), {
    oneOf: Object.keys(whole.shape).map((name) => ({ required: [name] })),
  })
}

/** A whole number. */
export const whole = (least: number, most: number, error = `Enter a whole number from ${least} to ${most}.`) =>
  z.int({ error }).check(z.minimum(least, { error }), z.maximum(most, { error }))

/**
 * A text whose length is checked before anything else of it, so that no search of a text costs more than its limit allows.
 * @param most characters
 * @param error of a longer one
 */
export const text = (most: number, error?: string) =>
  z.string().check(z.maxLength(most, { abort: true, ...(error !== undefined && { error }) }))

/** The same without the spaces around it. */
export const trimmedText = (most: number, error?: string) =>
  z.string().check(z.trim(), z.maxLength(most, { abort: true, ...(error !== undefined && { error }) }))

/** Any text, including an empty one. */
export const Text = text(maximumLengths.text)
export const FilledText = Text.check(z.minLength(1))

/** A word of a closed list that the spec does not show, such as a network. */
export const Word = meaning(decisive('word'), Text)
export const AccountNumber = meaning(decisive('accountNumber'), Text)
/** An address on a network; the member `network` beside it says on which. */
export const CryptoAddress = meaning({ ...decisive('address'), isName: true }, Text)
/** A text that names something as an identifier does: a memo, an address at a bank. */
export const NameText = meaning({ ...decisive(), isName: true }, Text)
export const FreeText = meaning(ownText, Text)

/** PostgreSQL stores no NUL in a text. */
export const noNul = z.refine<string>((text) => !text.includes('\u0000'), {
  error: 'Text cannot contain the NUL character.',
})

/** A cursor or token, which only its issuer can read. */
export const Opaque = text(maximumLengths.opaque)

const asNumber = ({ path = [] }: { path?: PropertyKey[] | undefined }) =>
  `Enter the ${label(String(path.at(-1) ?? 'amount')).toLowerCase()} as a number, like 1250.00.`

/** A decimal number in a string that matches a pattern. */
export const decimal = (pattern: RegExp, error: (issue: z.core.$ZodRawIssue) => string = asNumber) =>
  meaning(decisive('decimal'), text(maximumLengths.decimal).check(z.regex(pattern, { error })))

/** A decimal number whose form the spec does not show, so any text is accepted. */
export const DecimalText = meaning(decisive('decimal'), text(maximumLengths.decimal))

/** An unsigned decimal number in a string. */
export const Amount = named(
  'Amount',
  'An unsigned decimal number in a string, of any length; never a float.',
  decimal(amountPattern),
)

/** Any identifier. The spec says "usually UUIDs", so only its length is checked. */
export const Id = named(
  'Identifier',
  'An identifier, usually a UUID.',
  meaning(
    { ...decisive(), isName: true },
    text(maximumLengths.text, `An identifier can have at most ${maximumLengths.text} characters.`).check(
      z.minLength(1, { error: 'An identifier cannot be empty.' }),
    ),
  ),
)

/** The requester's identifier of a request. */
export const Reference = meaning(decisive(), Id)

/**
 * An identifier in a path. `.` and `..` would change the path and no encoding prevents it; an unpaired surrogate cannot be
 * encoded at all.
 */
export const PathId = named(
  'PathIdentifier',
  'An identifier in a path, so it cannot be `.` or `..`.',
  Id.check(z.regex(/^(?!\.{1,2}$)\P{Cs}*$/u, { error: 'This identifier cannot be used in a URL.' })),
  { pattern: '^(?!\\.{1,2}$)' },
)

const incompleteId = 'Enter the complete ID, like 512f26ad-a3c3-4634-ac3c-6b12b7b33cb5.'

/** Identifiers that the spec calls UUIDs and that appear in paths. */
export const Uuid = named(
  'Uuid',
  'A UUID.',
  meaning({ ...decisive(), isName: true }, text(36, incompleteId).check(z.regex(uuidPattern, { error: incompleteId }))),
  { format: 'uuid', pattern: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$' },
)

const noTimestamp = 'Enter the time with its zone, like 2026-11-19T14:31:52Z.'
/** With nanoseconds and an offset. */
const longestTimestamp = 35

/** RFC 3339, as the spec's `date-time`. */
export const Timestamp = named(
  'Timestamp',
  'An RFC 3339 time with a zone and 0 to 9 fraction digits. Leap seconds are refused.',
  text(longestTimestamp, noTimestamp).check(z.refine(isTimestamp, { error: noTimestamp })),
  {
    format: 'date-time',
    // Narrower than the format: no space for the T, no leap second, at most nanoseconds.
    pattern:
      '^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-5][0-9](\\.[0-9]{1,9})?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$',
  },
)

/** At most 6 pairs, each key and value at most 100 characters (code points, as JSON Schema counts them). */
export const Metadata = named(
  'Metadata',
  'Up to 6 pairs; each key and each value has at most 100 characters.',
  meaning(
    ownText,
    z
      .record(
        text(100, 'A metadata key can have at most 100 characters.').check(
          z.minLength(1, { error: 'A metadata key cannot be empty.' }),
        ),
        text(100, 'A metadata value can have at most 100 characters.'),
      )
      .check(z.refine((pairs) => Object.keys(pairs).length <= 6, { error: 'Metadata can have at most 6 pairs.' })),
  ),
  { maxProperties: 6, propertyNames: { type: 'string', minLength: 1, maxLength: 100, not: { const: '__proto__' } } },
)
export type Metadata = z.infer<typeof Metadata>

export const Limit = named(
  'PageLimit',
  'Items per page: 1 to 1000, written in digits.',
  whole(1, 1000, 'Rows per page must be a whole number from 1 to 1000.'),
  { format: 'int32' },
)

export const SortOrder = named('SortOrder', 'Newest first (`DESC`) or oldest first (`ASC`).', z.enum(['DESC', 'ASC']))
export type SortOrder = z.infer<typeof SortOrder>

/** A cursor is opaque and not empty. */
export const Cursor = Opaque.check(z.minLength(1, { error: 'The cursor cannot be empty.' }))

/** The values of a filter, any of which matches. */
export const oneOrMore = <Item extends z.core.SomeType>(item: Item) =>
  z.array(item).check(z.minLength(1, { error: 'Enter at least one value, or remove the filter.' }))

/** The parameters of a list's pages. */
export const pageLimit = optional(Limit, 'Items per page.', { default: defaultLimit })
export const pageCursor = optional(
  Cursor,
  'Cursor for the next page. Valid only with the filters and the order it was issued for.',
)

/** One page of a list: its rows, and where the next one begins. */
export const nextPageCursor = required(
  Opaque,
  'Cursor for the next page. Empty on the last page, which has fewer items than `limit`.',
)
