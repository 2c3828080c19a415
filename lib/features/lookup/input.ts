/** What a look-up accepts (`POST /api/{environment}/lookup`). */
import * as z from 'zod/mini'
import { uuidPattern } from '../../domain/values'
import { Id, noNul, object, text } from '../../provider/value-schemas'
import { lookupFields, maximumLookup } from './interface'

/** Hexadecimal hashes in one form, so that equal ones are equal; base58 is case-sensitive and stays as it is. */
const hashPattern = /^(?:[0-9a-f]{64}|[1-9A-HJ-NP-Za-km-z]{86,88}|[1-9A-HJ-NP-Za-km-z]{32,44})$/
/** Characters of a partial identifier: of a hexadecimal or base58 hash, or of a UUID. */
const partPattern = /^[0-9A-Za-z-]*$/

const part = text(88).check(z.regex(partPattern))

/** What a person pasted, recognised. */
export const LookupIdentifier = z.discriminatedUnion('kind', [
  object({
    kind: z.literal('uuid'),
    /** Lower case, with dashes. */
    value: text(36).check(
      z.regex(uuidPattern),
      z.refine((value) => value === value.toLowerCase()),
    ),
    /** What a link or the words before it say it is: asked first, not alone. */
    field: z.optional(z.enum(lookupFields)),
  }),
  object({
    kind: z.literal('hash'),
    /** 64 lower-case hexadecimal digits without 0x, or a base58 signature or digest as it is. */
    value: text(88).check(z.regex(hashPattern)),
  }),
  object({
    kind: z.literal('reference'),
    /** As pasted, trimmed. */
    value: Id.check(noNul),
  }),
  object({
    kind: z.literal('address'),
    /** As pasted. Compared in our own database; never sent. */
    value: Id.check(noNul),
  }),
  object({
    kind: z.literal('partial'),
    /** The characters before and after what was left out. Matched in our own database; never sent. */
    start: part,
    end: part,
    of: z.enum(['hash', 'uuid', 'unknown']),
  }),
])
export type LookupIdentifier = z.infer<typeof LookupIdentifier>

export const LookupRequest = object({
  identifiers: z
    .array(LookupIdentifier)
    .check(
      z.minLength(1, { error: 'Enter at least one identifier.' }),
      z.maxLength(maximumLookup, { error: `Look up at most ${maximumLookup} identifiers at once; split the list.` }),
    ),
})
export type LookupRequest = z.infer<typeof LookupRequest>
