/** The input of webhooks, as schemas. */
import * as z from 'zod/mini'
import { noNul, object, Timestamp, text, Uuid } from '../../provider/value-schemas'
import {
  maximumWebhookName,
  maximumWebhookUrl,
  maximumWebhookView,
  webhookEventNames,
  webhookFormatNames,
} from './interface'

const Name = text(maximumWebhookName, `A name can have at most ${maximumWebhookName} characters.`).check(
  z.refine((name) => name.trim() !== '', { error: 'Enter a name.' }),
  noNul,
)

/**
 * `id` is a UUID made when the form opened: the same webhook twice is one webhook. Without `format` the address decides: those
 * of Slack, Teams and Power Automate get messages that Slack and Teams display.
 */
export const NewWebhook = object({
  id: Uuid,
  name: Name,
  url: text(maximumWebhookUrl, `An address can have at most ${maximumWebhookUrl} characters.`).check(noNul),
  events: z.array(z.enum(webhookEventNames)).check(z.minLength(1, { error: 'Choose at least one event.' })),
  format: z.optional(z.enum(webhookFormatNames)),
  view: z.optional(text(maximumWebhookView).check(noNul)),
  zone: text(64).check(noNul),
})
export type NewWebhook = z.infer<typeof NewWebhook>

/**
 * `replay` sends what was recorded since then again, at most 30 days; `resend` sends one event again at once. `id` of `rotate` is a UUID made in the browser: the
 * same rotation twice is one. `retire` stops signing with the old secret.
 */
export const WebhookChange = z.discriminatedUnion('action', [
  object({ action: z.literal('turn-on') }),
  object({ action: z.literal('turn-off') }),
  object({ action: z.literal('replay'), from: Timestamp }),
  object({ action: z.literal('resend'), sequence: z.int().check(z.positive()) }),
  object({ action: z.literal('test') }),
  object({ action: z.literal('rotate'), id: Uuid }),
  object({ action: z.literal('retire') }),
])
export type WebhookChange = z.infer<typeof WebhookChange>
