/** The addresses of webhooks, for admins. */

import { isZone } from '../../../domain/wall-clock'
import type { ServerCore } from '../../../server/core'
import { type RouteDependencies, refuse } from '../../../server/http/console-routes'
import type { Log } from '../../../server/telemetry/log'
import { checkedList } from '../../checked-list'
import type { ConsoleHandlers } from '../../handlers'
import type { NewWebhook } from '../input'
import {
  type ChangedWebhook,
  chatEvents,
  formatOfAddress,
  type WebhookEvent,
  webhookEvents,
  webhookList,
} from '../interface'
import { noSuchWebhook } from './endpoints'
import type { NoticeSources } from './notice'
import { receiverConnections, receiverError } from './receiver-address'
import { type WebhookDependencies, Webhooks } from './webhooks'

const notInChat = (event: WebhookEvent) =>
  `“${webhookEvents[event]}” asks nobody to act, so it isn't sent to a chat. Leave it out, or choose the format JSON.`

type WebhookRoutes = RouteDependencies & { webhooks: Webhooks; allowsPrivateWebhooks: boolean; log: Log }

/** @returns the handlers of these operations */
function createWebhookRoutes(core: WebhookRoutes) {
  const { webhooks, allowsPrivateWebhooks, log, clock } = core
  const { endpoints } = webhooks

  /** @throws ProblemError 400 for what cannot be told or reached */
  function requireDeliverable({ url, view = '', zone, events, format = formatOfAddress(url) }: NewWebhook): void {
    const address = receiverError(url, allowsPrivateWebhooks)
    if (address) refuse([{ field: 'url', message: address }])
    const untold = format === 'standard' ? undefined : events.find((event) => !chatEvents.includes(event))
    if (untold) refuse([{ field: 'events', message: notInChat(untold) }])
    if (!isZone(zone)) refuse([{ field: 'zone', message: 'Choose a time zone, like Europe/Zurich.' }])
    const { request, errors } = checkedList(webhookList, new URLSearchParams(view), { now: clock.now(), zone })
    if (errors) refuse(errors.map(({ message }) => ({ field: 'view', message })))
    if (request?.terms.some(({ name }) => name === 'note'))
      refuse([{ field: 'view', message: 'A webhook cannot filter by notes. Remove that filter from the view.' }])
  }

  return {
    listWebhooks: async ({ owner }) => ({ webhooks: await endpoints.list(owner) }),

    addWebhook: async ({ body: webhook, owner, session }) => {
      requireDeliverable(webhook)
      const added = await endpoints.add(owner, webhook, session)
      log.info({ event: 'webhook-added', webhook: webhook.id, subject: session.subject }, 'webhooks')
      return added
    },

    changeWebhook: async ({ context, body: change, values, owner, session }) => {
      const row = await endpoints.find(owner, values.id)
      if (!row) throw noSuchWebhook()
      const done: Partial<ChangedWebhook> = {}
      if (change.action === 'replay') await endpoints.replay(owner, row.id, Date.parse(change.from) * 1_000)
      else if (change.action === 'test') done.answer = await webhooks.test(owner, row, context.request.signal)
      else if (change.action === 'resend')
        done.answer = await webhooks.resend(owner, row, change.sequence, context.request.signal)
      else if (change.action === 'rotate') done.secret = await endpoints.rotate(owner, row.id, change.id.toLowerCase())
      else if (change.action === 'retire') await endpoints.retire(owner, row.id)
      else await endpoints.turn(owner, row.id, change.action === 'turn-on')
      log.info(
        { event: 'webhook-changed', webhook: row.id, change: change.action, subject: session.subject },
        'webhooks',
      )
      return { webhooks: await endpoints.list(owner), ...done }
    },

    listDeliveries: async ({ values, owner }) => {
      if (!(await endpoints.find(owner, values.id))) throw noSuchWebhook()
      return { deliveries: await webhooks.delivery.deliveries.list(owner, values.id) }
    },

    getDelivery: async ({ values, owner }) => ({
      body: await webhooks.delivery.bodyOf(owner, values.id, Number(values.sequence)),
    }),

    removeWebhook: async ({ values, owner, session }) => {
      const row = await endpoints.find(owner, values.id)
      await endpoints.remove(owner, values.id)
      if (row) log.info({ event: 'webhook-removed', webhook: row.id, subject: session.subject }, 'webhooks')
      return { webhooks: await endpoints.list(owner) }
    },
  } satisfies Partial<ConsoleHandlers>
}

/** @param sources what messages say that other features know */
export function registerWebhooks(
  core: ServerCore,
  {
    eventsOfMovements,
    ...sources
  }: Pick<WebhookDependencies, 'eventsOfMovements'> & Pick<NoticeSources, 'plansOf' | 'profileName'>,
) {
  const { allowsPrivateWebhooks, hasDemoUsers, origin, proxy } = core.settings
  const webhooks = new Webhooks({
    ...core,
    hasDemoUsers,
    connections: receiverConnections(allowsPrivateWebhooks, proxy),
    eventsOfMovements,
    notices: { ...sources, origin, rows: core.writes.ledger.rows },
  })
  return {
    handlers: createWebhookRoutes({ ...core, webhooks, allowsPrivateWebhooks }),
    retention: [
      { name: 'webhook events', step: () => webhooks.outbox.removeOld() },
      { name: 'webhook secrets', step: () => webhooks.endpoints.removeOldSecrets() },
    ],
    start: () => webhooks.start(core.environments),
    close: () => webhooks.close(),
  }
}
