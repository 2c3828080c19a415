import { json, type OwnRow, row, takenFrom } from '../../api/own-row'
import { rolesWith } from '../../provider/roles'
import type { ChangedWebhook, CreatedWebhook, Webhook, WebhookDelivery } from './interface'

/** They send what transfers hold to other systems. */
const takes = takenFrom<typeof import('./input')>()

const webhooks = { title: 'Webhooks', roles: rolesWith('configure') }
const webhookReading = { title: 'Webhooks', roles: rolesWith('configure', 'audit') }

type Webhooks = { webhooks: Webhook[] }

export const webhooksRows = {
  listWebhooks: row('GET', 'webhooks', 'Lists the webhooks.', {
    ...webhookReading,
    answer: json<Webhooks>(),
    isBackground: true,
  }),
  addWebhook: row('POST', 'webhooks', 'Adds a webhook.', {
    done: 'Added a webhook',
    daily: 200,
    ...webhooks,
    body: takes('NewWebhook'),
    // What transfers hold is sent to its address from then on.
    confirmed: {},
    answer: json<CreatedWebhook>(),
  }),
  changeWebhook: row(
    'PATCH',
    'webhooks/{id}',
    'Turns a webhook on or off, tests it, sends events again, or changes its secret.',
    {
      done: 'Changed a webhook',
      daily: 2_000,
      ...webhooks,
      body: takes('WebhookChange'),
      confirmed: { actions: ['turn-on', 'rotate'] },
      answer: json<ChangedWebhook>(),
    },
  ),
  listDeliveries: row('GET', 'webhooks/{id}/deliveries', 'Lists the last deliveries of a webhook, newest first.', {
    ...webhookReading,
    answer: json<{ deliveries: WebhookDelivery[] }>(),
    isBackground: true,
  }),
  getDelivery: row('GET', 'webhooks/{id}/deliveries/{sequence}', 'Returns the body of a delivery.', {
    ...webhookReading,
    answer: json<{ body: string }>(),
  }),
  removeWebhook: row('DELETE', 'webhooks/{id}', 'Removes a webhook.', {
    done: 'Removed a webhook',
    daily: 200,
    ...webhooks,
    answer: json<Webhooks>(),
  }),
} satisfies Record<string, OwnRow>
