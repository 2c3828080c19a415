/** What the API description says of the values that all resources share. */
import { Amount, Id, Limit, Metadata, PathId, SortOrder, Timestamp, Uuid } from '../../api/value-schemas'
import { type Json, named } from './documentation'

const digits = (count: number) => `[0-9]{${count}}`

/** `oneOf` for an object of which exactly one member is given. */
export const exactlyOne = (names: string[]): Json => ({ oneOf: names.map((name) => ({ required: [name] })) })

export const nextCursor = 'Cursor for the next page. Empty on the last page, which has fewer items than `limit`.'

export const limitNote = { about: 'Items per page.', default: 100, example: 25 }
export const orderNote = 'Newest first (`DESC`) or oldest first (`ASC`).'
export const cursorNote = {
  about: 'Cursor for the next page. Valid only with the filters and the order it was issued for.',
}

// Patterns use neither flags nor Unicode classes, which tools read differently.
export const values = {
  schemas: {
    Amount: named(Amount, { about: 'An unsigned decimal number in a string, of any length; never a float.' }),
    Identifier: named(Id, { about: 'An identifier, usually a UUID.' }),
    PathIdentifier: named(PathId, {
      about: 'An identifier in a path, so it cannot be `.` or `..`.',
      // An unpaired surrogate cannot be encoded in a path at all.
      jsonSchema: { pattern: '^(?!\\.{1,2}$)' },
    }),
    Uuid: named(Uuid, {
      about: 'A UUID.',
      jsonSchema: {
        format: 'uuid',
        pattern: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$',
      },
    }),
    Timestamp: named(Timestamp, {
      about: 'An RFC 3339 time with a zone and 0 to 9 fraction digits. Leap seconds are refused.',
      jsonSchema: {
        format: 'date-time',
        // Narrower than the format: no space for the T, no leap second, at most nanoseconds.
        pattern: `^${digits(4)}-${digits(2)}-${digits(2)}[Tt]${digits(2)}:${digits(2)}:[0-5][0-9](\\.[0-9]{1,9})?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$`,
      },
    }),
    Metadata: named(Metadata, {
      about: 'Up to 6 pairs; each key and each value has at most 100 characters.',
      jsonSchema: {
        maxProperties: 6,
        propertyNames: { type: 'string', minLength: 1, maxLength: 100, not: { const: '__proto__' } },
      },
    }),
    PageLimit: named(Limit, {
      about: 'Items per page: 1 to 1000, written in digits.',
      jsonSchema: { format: 'int32' },
    }),
    SortOrder: named(SortOrder, { about: orderNote }),
  },
  operations: {},
}

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
