/** The console's API for webhooks, as the browser calls it. */

import { callConsole } from '../../../browser/operation'
import { withIdentity } from '../../../browser/step-up'
import type { Environment } from '../../../provider/environments'
import type { NewWebhook, WebhookChange } from '../input'
import { webhooksRows } from '../operations'

export const webhooksQuery = (environment: Environment) => ({
  queryKey: [environment, 'webhooks'] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await callConsole(environment, webhooksRows.listWebhooks, {}, { signal })).body.webhooks,
})

/** The last deliveries of a webhook, newest first. */
export const deliveriesQuery = (environment: Environment, id: string) => ({
  queryKey: [environment, 'webhooks', id, 'deliveries'] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await callConsole(environment, webhooksRows.listDeliveries, { values: { id } }, { signal })).body.deliveries,
})

export const deliveryQuery = (environment: Environment, id: string, sequence: number) => ({
  queryKey: [environment, 'webhooks', id, 'delivery', sequence] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await callConsole(environment, webhooksRows.getDelivery, { values: { id, sequence: `${sequence}` } }, { signal }))
      .body.body,
  // What was sent never changes.
  staleTime: Number.POSITIVE_INFINITY,
})

/** Adds a webhook; the same id again adds nothing and is answered without the secret. */
export const addWebhook = async (environment: Environment, body: NewWebhook) =>
  (await withIdentity(() => callConsole(environment, webhooksRows.addWebhook, { body }))).body

export const changeWebhook = async (environment: Environment, id: string, body: WebhookChange) =>
  (await withIdentity(() => callConsole(environment, webhooksRows.changeWebhook, { values: { id }, body }))).body

/** @returns the webhooks that are left */
export const deleteWebhook = async (environment: Environment, id: string) =>
  (await callConsole(environment, webhooksRows.removeWebhook, { values: { id } })).body
