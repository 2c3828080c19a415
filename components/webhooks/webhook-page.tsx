'use client'
import { filterText } from '@/components/exports/labels'
import { RecordPage } from '@/components/record/record-page'
import { transferFilters } from '@/components/records/transfer-reads'
import { Link } from '@/components/ui/address'
import { type Fact, Facts } from '@/components/ui/facts'
import { EmptyState } from '@/components/ui/section'
import { Status } from '@/components/ui/status'
import { Time, useZone } from '@/components/ui/time'
import { useRead } from '@/components/ui/use-read'
import { hrefOf } from '@/lib/browser/list-url'
import { webhooksQuery } from '@/lib/features/webhooks/browser/webhooks'
import { type Webhook, webhookEvents, webhookFormats } from '@/lib/features/webhooks/interface'
import { webhooksRows } from '@/lib/features/webhooks/operations'
import type { Environment } from '@/lib/provider/environments'
import type { Role } from '@/lib/provider/roles'
import { Deliveries } from './deliveries'
import { WebhookActions } from './webhook-actions'
import { waitingText, webhookStyle } from './webhook-item'

/** Milliseconds after which the state of deliveries is read again. */
const interval = 5_000

type WebhookPageProps = { environment: Environment; id: string; person: string; roles: readonly Role[] }

/** One webhook: what it is told, how far, what can be done with it, and its last deliveries. */
export function WebhookPage({ environment, id, person, roles }: WebhookPageProps) {
  const mayChange = roles.some((role) => webhooksRows.addWebhook.roles.includes(role))
  const read = useRead(webhooksQuery(environment), interval)
  const { shown: webhooks, at = 0 } = read
  const webhook = webhooks?.find((one) => one.id === id.toLowerCase())
  const title = webhook?.name ?? (webhooks ? 'Webhook not found' : 'Webhook')
  return (
    <RecordPage
      environment={environment}
      read={read}
      title={title}
      what="The webhook"
      back={{ href: `/${environment}/webhooks`, name: 'Webhooks' }}
      documentTitle={title}
      missing={
        webhooks && !webhook ? (
          <EmptyState title="This webhook no longer exists">
            <p>It may have been deleted, or belong to another environment.</p>
          </EmptyState>
        ) : undefined
      }
      skeleton={[384]}
    >
      {webhook && (
        <div className="mt-4">
          <WebhookFacts environment={environment} webhook={webhook} now={at} />
          {mayChange && <WebhookActions environment={environment} person={person} webhook={webhook} />}
          <Deliveries environment={environment} id={webhook.id} mayChange={mayChange} />
        </div>
      )}
    </RecordPage>
  )
}

function WebhookFacts({ environment, webhook, now }: { environment: Environment; webhook: Webhook; now: number }) {
  const zone = useZone()
  const { url, format = 'standard', events, view, person, has_person_left, created_at, off_because } = webhook
  const { waiting, last, retry_at, old_secret_until } = webhook
  const trouble = off_because ?? last?.problem
  const list = view !== undefined && (
    <Link
      className="underline decoration-hairline-strong underline-offset-3 hover:decoration-current"
      href={hrefOf(`/${environment}/transfers`, new URLSearchParams(view))}
    >
      {filterText(transferFilters, view, zone) || 'All'}
    </Link>
  )
  const status = (
    <>
      <Status {...webhookStyle(webhook)} />
      <span className="text-ink-2">{waitingText(waiting)}</span>
      {trouble && <span className="basis-full text-bad">{trouble}</span>}
    </>
  )
  const added = (
    <>
      {person} <Time value={created_at} now={now} />
      {has_person_left && (
        <span className="basis-full text-wait">
          {person} no longer has access. Check the address, and make a new secret, because they may know this one.
        </span>
      )}
    </>
  )
  const next = retry_at && <Time value={retry_at} now={now} />
  const until = old_secret_until && <Time value={old_secret_until} now={now} />
  const facts: Fact[] = [
    ['Status', status],
    ...(next ? [['Next attempt', next] satisfies Fact] : []),
    ['Address', url],
    ['Format', webhookFormats[format]],
    ['Events', events.map((event) => webhookEvents[event]).join(', ')],
    ['Transfers', list || 'All'],
    ...(until ? [['Old secret signs until', until] satisfies Fact] : []),
    ['Added by', added],
  ]
  return <Facts className="mb-4 max-w-[720px]" facts={facts} />
}
