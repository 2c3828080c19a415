/** What a request for a post-filtered list has in its body. */
import * as z from 'zod/mini'
import { isZone } from '../../domain/wall-clock'
import { Cursor, object, text } from '../value-schemas'

/** Milliseconds since 1970, in years of four digits. */
const Millis = z.number().check(z.minimum(-62_167_219_200_000), z.maximum(253_402_300_799_999))

export const PostFilterRequest = object({
  /** The page's own query string. */
  search: text(60_000),
  zone: text(100).check(z.refine(isZone, { error: 'This time zone is not known.' })),
  /** When the list was first read, if it is read on. */
  now: z.optional(Millis),
  /**
   * Where it goes on: rows before `completeFrom` are still to be read, oldest first those after it. With a cursor the list is
   * one walk, which goes on there with the same query.
   */
  place: z.optional(object({ completeFrom: z.optional(Millis), cursor: z.optional(Cursor) })),
})
export type PostFilterRequest = z.infer<typeof PostFilterRequest>
