/** The shape of what the API description says in prose: per operation, per named schema, and the rules that no schema states. */
import type * as z from 'zod/mini'
import type { OperationName, Output, SchemaOf } from '../../api/provider/operations'

/** A part of the document: a JSON Schema, a response, a parameter. */
export type Json = { [name: string]: unknown }

/**
 * Rules that the schemas do not state. A request that fits the schemas is answered 400 only where it breaks one of these
 * (a test checks that).
 */
export const extraRules = {
  'filters-that-go-alone':
    'Spec, rule 1: "`profile_ids`, `identity_ids`, `ref_ids`, `account_ids`, `ids` and `type` can be combined only with ' +
    '`created_at.*` or `updated_at.*` filters." Read literally: at most one of these six, and never with ' +
    '`statuses`, `secondary_statuses`, `group_ids` or `crypto_tx_hashes`.',
  'order-by-of-the-filtered-time':
    'Spec, rule 2: "When `order_by` and a timestamp filter are both given, `order_by` must match the filter’s timestamp ' +
    'type. For example `updated_at.gte` with `order_by=CREATED_AT` is an invalid pairing."',
  'cursor-of-the-same-query':
    'A `page_cursor` is valid only with the filters and the order it was issued for. `limit` may change.',
  'expiry-after-ten-seconds':
    'Spec: "A GTT order needs an expiry more than 10 seconds after placement, otherwise the order is rejected." ' +
    'The `Date` header shows the clock that decides. A `ref_id` in force is reported first.',
  'range-that-ends-after-it-begins':
    '`created_range.end` cannot be before `created_range.begin`. The spec does not say what such a range returns.',
  'names-that-are-listed': 'Unlisted query parameters are refused.',
  'one-value-once':
    'A parameter that takes one value is refused if it is repeated or empty. Arrays repeat the name; commas are data.',
  'numbers-in-digits': '`limit` is written in digits: `100`, not `1e2` or `100.0`.',
} as const
export type ExtraRule = keyof typeof extraRules

/** Rules that apply to every operation. */
export const commonRules: readonly ExtraRule[] = ['names-that-are-listed', 'one-value-once', 'numbers-in-digits']

export const tags = {
  Tokens: 'OAuth 2 client credentials.',
  Transfers: 'Crypto, wire, bank, internal and platform transfers.',
  Orders: 'Exchange orders on a profile in a fixed set of markets.',
  'Fiat accounts': 'Wire accounts that belong to an identity or account.',
  'Orchestration rules': 'Rules that automatically convert one asset to another, from a source to a destination.',
  'Issuer quotes': 'Executed issuer quotes.',
  Sandbox: 'Available in a sandbox only.',
} as const

export type Examples<Value> = Record<string, { summary: string; value: Value }>
export const example = <Value>(name: string, summary: string, value: Value): Examples<Value> => ({
  [name]: { summary, value },
})

type ShapeOf<Schema> = Schema extends { shape: infer Shape } ? Shape : unknown

/** A schema that has a name in the document; other schemas refer to it. */
export type NamedSchema<Schema = z.core.$ZodType> = {
  schema: Schema
  about: string
  fields?: Record<string, string>
  /** What the schema checks by code, or by patterns with flags, as JSON Schema. */
  jsonSchema?: Json
  /** Formats of fields that are numbers. */
  formats?: Record<string, string>
}

/** @param note an object's note describes each of its fields */
export const named = <Schema extends z.core.$ZodType>(
  schema: Schema,
  note: Omit<NamedSchema, 'schema' | 'fields'> &
    (Schema extends { shape: infer Shape } ? { fields: { [Field in keyof Shape]: string } } : unknown),
): NamedSchema<Schema> => ({ schema, ...note })

/** A path value or a query parameter. Examples of one operation go together, so that a first try returns something. */
export type ParameterNote = { about: string; example?: unknown; default?: unknown }

type Common<Answer, Response> = {
  tag: keyof typeof tags
  about: string
  /** The rules that its schemas do not state. */
  rules: readonly ExtraRule[]
  /** What a success returns, in a few words. */
  success: string
  response: NamedSchema<Response>
  /** The first one is also the record that a repeated `ref_id` returns, where the operation has one. */
  answers: Examples<Answer>
}
type WithParameters<Shape> = [keyof Shape] extends [never]
  ? unknown
  : { parameters: { [Key in keyof Shape]: ParameterNote } }
type WithBody<Body> = Body extends z.core.$ZodType
  ? { body: NamedSchema<Body>; bodies: Examples<z.output<Body>> }
  : unknown

/** What the document says of an operation. What its row makes necessary is required. */
export type Documentation<Name extends OperationName> = Common<Output<Name>, SchemaOf<Name, 'response'>> &
  WithParameters<ShapeOf<SchemaOf<Name, 'pathValues'>> & ShapeOf<SchemaOf<Name, 'query'>>> &
  WithBody<SchemaOf<Name, 'body'>>

/** The same for any operation. */
export type AnyDocumentation = Common<unknown, z.core.$ZodType> & {
  parameters?: Record<string, ParameterNote>
  body?: NamedSchema
  bodies?: Examples<object>
}

type ResourceDocumentation = {
  schemas: Record<string, NamedSchema>
  operations: Partial<Record<OperationName, AnyDocumentation>>
}
type Keys<Union> = Union extends unknown ? keyof Union : never

/** The documentation of all resources as one; a missing operation does not compile. */
export function joinDocumentation<Parts extends ResourceDocumentation[]>(
  ...parts: Parts & (OperationName extends Keys<Parts[number]['operations']> ? unknown : 'an operation is missing')
) {
  const all: ResourceDocumentation[] = parts
  return {
    // The parameter's type holds every operation.
    operations: Object.assign({}, ...all.map(({ operations }) => operations)) as Record<
      OperationName,
      AnyDocumentation
    >,
    schemas: Object.assign({}, ...all.map(({ schemas }) => schemas)) as Record<string, NamedSchema>,
  }
}
