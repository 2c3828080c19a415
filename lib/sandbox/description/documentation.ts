/** What the API description says of an operation, the rules that no schema states, and what all examples share. */
import type { Input, OperationName, Output } from '../../provider/operations'

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

export type Examples<Value> = Record<string, { summary: string; value: Value }>
export const example = <Value>(name: string, summary: string, value: Value): Examples<Value> => ({
  [name]: { summary, value },
})

/** A group of operations. */
export type Tag = { name: string; description: string }

/** What the document says of an operation. */
export type AnyDocumentation = {
  tag: Tag
  about: string
  /** The rules that its schemas do not state. */
  rules?: readonly ExtraRule[]
  /** Examples of path values and parameters, which go together, so that a first try returns something. */
  parameters?: object
  bodies?: Examples<object>
  /** What a success returns, in a few words. */
  success: string
  /** The first one is also the record that a repeated `ref_id` returns, where the operation has one. */
  answers: Examples<unknown>
}

type PartOf<Name extends OperationName, Part extends string> =
  Input<Name> extends Record<Part, infer Given> ? Given : unknown

/** The same of one operation; what its row makes necessary is required. */
export type Documentation<Name extends OperationName> = AnyDocumentation & {
  parameters?: Partial<PartOf<Name, 'path'> & PartOf<Name, 'query'>>
  answers: Examples<Output<Name>>
} & (unknown extends PartOf<Name, 'body'> ? unknown : { bodies: Examples<PartOf<Name, 'body'>> })

/** Values that the examples share, so that they fit together. */
export const exampleIds = {
  customer: 'c7b1f5a2-5d0e-4b7c-9a64-2f8e31d0a911',
  treasury: '1f0a6c1e-8d2b-4c57-9f3e-5a7d1b2c4e60',
  payouts: '3c4e8f57-6b1d-4a29-a7d8-0e5c2f9b3a74',
  mint: '2b9d7e34-1a6f-4e08-8c45-7d3f9a0b6c12',
  transfer: '512f26ad-a3c3-4634-ac3c-6b12b7b33cb5',
  fiatAccount: '9a4d27c3-51be-4f0a-8c62-e7d0b3f81a95',
  identity: '7d1e4c80-92a3-4f5b-b6c7-e8d90f1a2b3c',
  identityAccount: '2e9f0b6d-83c4-4a15-97d8-f6e5c4b3a291',
}
export const exampleAddress = '0x8F3a1C6B2d94e07f5A6B3C8D1e2F40A97b5C6d3E'
export const exampleMemo = 'MD7KQ2XW4H'
