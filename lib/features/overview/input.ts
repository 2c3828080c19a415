/** What a request for the overview of a range has in its body. */
import * as z from 'zod/mini'
import { isZone } from '../../domain/wall-clock'
import { object, text } from '../../provider/value-schemas'
import { maximumRange, maximumYears } from './interface'

/** Whole seconds in milliseconds since 1970, in years of four digits. */
const Second = z.int().check(
  z.minimum(-62_135_596_800_000),
  z.maximum(253_402_300_799_000),
  z.refine((millis) => millis % 1000 === 0, { error: 'Give whole seconds.' }),
)

export const OverviewRequest = object({
  from: Second,
  to: Second,
  zone: text(100).check(z.refine(isZone, { error: 'This time zone is not known.' })),
  /** When the reader last looked. With it the answer also says what stands now. */
  since: z.optional(Second),
}).check(
  z.superRefine(({ from, to }, context) => {
    if (to <= from) context.addIssue({ code: 'custom', path: ['to'], message: 'The range ends before it begins.' })
    if (to - from > maximumRange)
      context.addIssue({ code: 'custom', path: ['from'], message: `A range can have at most ${maximumYears} years.` })
  }),
)
export type OverviewRequest = z.infer<typeof OverviewRequest>
