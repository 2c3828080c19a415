/** The body of a rehearsal. */
import * as z from 'zod/mini'
import { FilledText, object, PathId, Text } from '../../provider/value-schemas'
import { rehearsalNames, rehearsalRow } from './interface'

export const NewRehearsal = object({
  name: z.enum(rehearsalNames),
  target: z.optional(PathId),
  amount: z.optional(Text),
  memo: z.optional(FilledText),
  asset: z.optional(FilledText),
  address: z.optional(FilledText),
  profile_id: z.optional(FilledText),
  keep_pending: z.optional(z.boolean()),
}).check(
  z.refine(({ name, target }) => rehearsalRow(name).on === undefined || target !== undefined, {
    path: ['target'],
    error: 'Choose what to change.',
  }),
)
