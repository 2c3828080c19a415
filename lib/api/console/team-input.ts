/** What the settings of a desk accept. */
import * as z from 'zod/mini'
import { isZone } from '../../domain/wall-clock'
import { noNul, object } from '../value-schemas'
import { type ReplyTemplate, teamBounds, teamMarks, templateError } from './team-choices'
import { StarterViews } from './view-input'

const within = ([least, most]: readonly [number, number]) => {
  const error = `Enter a whole number from ${least} to ${most}.`
  return z.optional(z.int({ error }).check(z.gte(least, { error }), z.lte(most, { error })))
}

const template = (name: ReplyTemplate) =>
  z.optional(
    z.string().check(
      z.maxLength(2_000, { error: 'Use at most 2000 characters.' }),
      noNul,
      z.superRefine((text, context) => {
        const message = templateError(name, text)
        if (message) context.addIssue({ code: 'custom', message })
      }),
    ),
  )

export const NewTeamSettings = object({
  name: z.optional(
    z.string().check(z.trim(), z.minLength(1), z.maxLength(40, { error: 'Use at most 40 characters.' }), noNul),
  ),
  mark: z.optional(z.int().check(z.refine((hue) => hue in teamMarks, { error: 'Choose one of the colours.' }))),
  zone: z.optional(
    z
      .string()
      .check(z.maxLength(60), z.refine(isZone, { error: 'Enter a time zone by its name, like Europe/Zurich.' })),
  ),
  overdue_hours: within(teamBounds.overdue_hours),
  wire_days: within(teamBounds.wire_days),
  plan_hours: within(teamBounds.plan_hours),
  request_days: within(teamBounds.request_days),
  observation_days: within(teamBounds.observation_days),
  starter_views: z.optional(StarterViews),
  reply_en: template('reply_en'),
  reply_de: template('reply_de'),
})
