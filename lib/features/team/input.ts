/** What the settings of a desk accept. */
import * as z from 'zod/mini'
import { isZone } from '../../domain/wall-clock'
import { noNul, object, text, trimmedText } from '../../provider/value-schemas'
import { StarterViews } from '../views/input'
import { type ReplyTemplate, teamBounds, teamMarks, templateError } from './team-choices'

const within = ([least, most]: readonly [number, number]) => {
  const error = `Enter a whole number from ${least} to ${most}.`
  return z.optional(z.int({ error }).check(z.gte(least, { error }), z.lte(most, { error })))
}

const template = (name: ReplyTemplate) =>
  z.optional(
    text(2_000, 'Use at most 2000 characters.').check(
      noNul,
      z.superRefine((typed, context) => {
        const message = templateError(name, typed)
        if (message) context.addIssue({ code: 'custom', message })
      }),
    ),
  )

export const NewTeamSettings = object({
  name: z.optional(trimmedText(40, 'Use at most 40 characters.').check(z.minLength(1), noNul)),
  mark: z.optional(z.int().check(z.refine((hue) => hue in teamMarks, { error: 'Choose one of the colours.' }))),
  zone: z.optional(text(60).check(z.refine(isZone, { error: 'Enter a time zone by its name, like Europe/Zurich.' }))),
  overdue_hours: within(teamBounds.overdue_hours),
  wire_days: within(teamBounds.wire_days),
  plan_hours: within(teamBounds.plan_hours),
  request_days: within(teamBounds.request_days),
  transfer_days: within(teamBounds.transfer_days),
  starter_views: z.optional(StarterViews),
  reply_en: template('reply_en'),
  reply_de: template('reply_de'),
})
