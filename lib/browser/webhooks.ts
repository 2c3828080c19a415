/** The console's API for webhooks, as the browser calls it. */
import type { Environment } from '../api/environments'
import type { NewWebhook, WebhookChange } from '../api/webhook-input'
import type { ChangedWebhook, CreatedWebhook, Webhook } from '../api/webhooks'
import { callConsole } from './intents'

type Listed = { webhooks: Webhook[] }

const placeOf = (id: string) => `webhooks/${encodeURIComponent(id)}`

/** No read of webhooks prolongs the session: the page reads them again and again. */
export const webhooksQuery = (environment: Environment) => ({
  queryKey: [environment, 'webhooks'] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await callConsole<Listed>(environment, 'webhooks', { signal, isBackground: true })).body.webhooks,
})

/** Adds a webhook; the same id again adds nothing and has the same answer. */
export const addWebhook = async (environment: Environment, webhook: NewWebhook) =>
  (await callConsole<CreatedWebhook>(environment, 'webhooks', { method: 'POST', body: JSON.stringify(webhook) })).body

export const changeWebhook = async (environment: Environment, id: string, change: WebhookChange) =>
  (await callConsole<ChangedWebhook>(environment, placeOf(id), { method: 'PATCH', body: JSON.stringify(change) })).body

/** @returns the webhooks that are left */
export const deleteWebhook = async (environment: Environment, id: string) =>
  (await callConsole<Listed>(environment, placeOf(id), { method: 'DELETE' })).body
