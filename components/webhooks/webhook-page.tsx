'use client'
import { ChevronLeft } from 'lucide-react'
import { filterText } from '@/components/exports/labels'
import { transferFilters } from '@/components/records/transfer-reads'
import { Link } from '@/components/ui/address'
import { useDocumentTitle } from '@/components/ui/browser-state'
import { type Fact, Facts } from '@/components/ui/facts'
import { useShortcut } from '@/components/ui/preferences'
import { ReadNotices, UpdatedAgo } from '@/components/ui/problem'
import { EmptyState, PageHeader, Skeleton } from '@/components/ui/section'
import { Status } from '@/components/ui/status'
import { Time, useZone } from '@/components/ui/time'
import { useRead } from '@/components/ui/use-read'
import { hrefOf } from '@/lib/browser/list-url'
import { pageTitle } from '@/lib/browser/pages'
import { webhooksQuery } from '@/lib/features/webhooks/browser/webhooks'
import { type Webhook, webhookEvents } from '@/lib/features/webhooks/interface'
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
  useDocumentTitle(pageTitle(environment, webhook?.name ?? 'Webhook'))
  return (
    <>
      <div className="mb-2 flex min-h-11 items-center gap-x-4 sm:min-h-[30px]">
        <Link
          {...useShortcut('u')}
          className="inline-flex min-h-10 items-center gap-1 text-ink-2 hover:underline sm:min-h-6"
          href={`/${environment}/webhooks`}
        >
          <ChevronLeft className="size-3.5" />
          Webhooks
        </Link>
        {/* As wide as there is room: a box that grows to the left would be a layout shift. */}
        <div className="flex flex-1 justify-end">
          <UpdatedAgo {...read} isReading={read.isFetching} onRefresh={read.onRetry} />
        </div>
      </div>
      <PageHeader title={webhook?.name ?? (webhooks ? 'Webhook not found' : 'Webhook')} />
      <ReadNotices what="The webhook" {...read} />
      {webhook && (
        <>
          <WebhookFacts environment={environment} webhook={webhook} now={at} />
          {mayChange && <WebhookActions {...{ environment, person, webhook }} />}
          <Deliveries environment={environment} id={webhook.id} mayChange={mayChange} />
        </>
      )}
      {webhooks && !webhook && (
        <EmptyState title="This webhook no longer exists">
          <p>It may have been deleted, or belong to another environment.</p>
        </EmptyState>
      )}
      {read.isLate && <Skeleton className="mt-8 w-96" />}
    </>
  )
}

function WebhookFacts({ environment, webhook, now }: { environment: Environment; webhook: Webhook; now: number }) {
  const zone = useZone()
  const { url, events, view, person, has_person_left, created_at, off_because } = webhook
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
    ['Events', events.map((event) => webhookEvents[event]).join(', ')],
    ['Transfers', list || 'All'],
    ...(until ? [['Old secret signs until', until] satisfies Fact] : []),
    ['Added by', added],
  ]
  return <Facts className="mb-4 max-w-[720px]" facts={facts} />
}
