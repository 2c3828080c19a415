'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleX } from 'lucide-react'
import { useId, useState } from 'react'
import { filterText } from '@/components/exports/labels'
import { useWrite, WriteError } from '@/components/forms/small-form'
import { RecordPage } from '@/components/record/record-page'
import { transferFilters } from '@/components/records/transfer-reads'
import { Link, replaceAddress, useAddress } from '@/components/ui/address'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy'
import { type Fact, Facts } from '@/components/ui/facts'
import { JsonBox } from '@/components/ui/json-box'
import { asProblem, ProblemView, ReadNotices } from '@/components/ui/problem'
import { EmptyState, Section, Skeleton } from '@/components/ui/section'
import { LiveRegion, Status, type StatusStyle } from '@/components/ui/status'
import { Time, useZone } from '@/components/ui/time'
import { useRead } from '@/components/ui/use-read'
import { countText } from '@/lib/browser/labels'
import { hrefOf } from '@/lib/browser/list-url'
import { changeWebhook, deliveriesQuery, deliveryQuery, webhooksQuery } from '@/lib/features/webhooks/browser/webhooks'
import {
  maximumDeliveries,
  type Webhook,
  type WebhookDelivery,
  webhookEvents,
  webhookFormats,
} from '@/lib/features/webhooks/interface'
import { webhooksRows } from '@/lib/features/webhooks/operations'
import type { Environment } from '@/lib/provider/environments'
import type { Role } from '@/lib/provider/roles'
import { AnswerNote } from './answer-note'
import { WebhookActions } from './webhook-actions'
import { waitingText, webhookStyle } from './webhook-item'

/** Milliseconds after which deliveries and their state are read again. */
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

const pageSize = 20

const styleOf = ({ status, problem }: WebhookDelivery): StatusStyle =>
  problem === undefined
    ? { tone: 'ok', icon: CircleCheck, label: `Accepted, ${status}` }
    : { tone: 'bad', icon: CircleX, label: status === undefined ? 'No answer' : `Refused, ${status}`, isLoud: true }

type DeliveriesProps = { environment: Environment; id: string; mayChange: boolean }

/** What a webhook was sent last, newest first, in pages that the address names. */
export function Deliveries({ environment, id, mayChange }: DeliveriesProps) {
  const client = useQueryClient()
  const read = useRead(deliveriesQuery(environment, id), interval)
  const { shown: all = [], at = 0 } = read
  const { path, search } = useAddress()
  const params = new URLSearchParams(search)
  const pages = Math.max(1, Math.ceil(all.length / pageSize))
  const number = Math.min(pages, Math.max(1, Number(params.get('x.page')) || 1))
  const from = (number - 1) * pageSize
  const turn = (by: 1 | -1) => {
    if (number + by === 1) params.delete('x.page')
    else params.set('x.page', `${number + by}`)
    replaceAddress(hrefOf(path, params))
  }
  const { start, isPending, variables, problem, data } = useWrite({
    mutationFn: (sequence: number) => changeWebhook(environment, id, { action: 'resend', sequence }),
    onSuccess: (changed) => {
      client.setQueryData(webhooksQuery(environment).queryKey, changed.webhooks)
      void client.invalidateQueries({ queryKey: deliveriesQuery(environment, id).queryKey })
    },
  })
  return (
    <Section
      title="Deliveries"
      more={all.length < maximumDeliveries ? undefined : `the last ${maximumDeliveries}`}
      end={
        pages > 1 && (
          <span className="flex items-center gap-2">
            <span className="text-sm text-ink-3">
              {from + 1}–{Math.min(all.length, from + pageSize)} of {all.length}
            </span>
            <Button size="small" aria-disabled={number === 1} onClick={() => number > 1 && turn(-1)}>
              Newer
            </Button>
            <Button size="small" aria-disabled={number === pages} onClick={() => number < pages && turn(1)}>
              Older
            </Button>
          </span>
        )
      }
    >
      <ReadNotices what="The deliveries" {...read} />
      <LiveRegion>
        {data?.answer && !isPending && <AnswerNote answer={data.answer} what={`event ${variables}`} />}
      </LiveRegion>
      <WriteError problem={problem} className="mt-2" />
      {read.shown?.length === 0 && <p className="mt-3 text-ink-2">Nothing was sent yet.</p>}
      <ul>
        {all.slice(from, from + pageSize).map((delivery) => (
          <DeliveryItem
            key={delivery.sequence}
            environment={environment}
            id={id}
            delivery={delivery}
            now={at}
            isSending={isPending && variables === delivery.sequence}
            onResend={mayChange ? () => start(delivery.sequence) : undefined}
          />
        ))}
      </ul>
      {read.isLate && <Skeleton className="mt-4 w-96" />}
    </Section>
  )
}

type ItemProps = {
  environment: Environment
  id: string
  delivery: WebhookDelivery
  now: number
  isSending: boolean
  /** Absent for those who may only look. */
  onResend?: () => void
}

function DeliveryItem({ environment, id, delivery, now, isSending, onResend }: ItemProps) {
  const { sequence, event, at, attempts, problem } = delivery
  const [isOpen, setOpen] = useState(false)
  const bodyId = useId()
  const spoken = <span className="sr-only"> event {sequence}</span>
  return (
    <li className="border-b border-hairline py-1.5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="w-32 flex-none tabular-nums">
          <Time value={at} now={now} />
        </span>
        <span className="min-w-0 flex-1 basis-52">
          {webhookEvents[event]} <span className="text-sm text-ink-3">{sequence}</span>
        </span>
        <span className="min-w-0 basis-52">
          <Status {...styleOf(delivery)} />
          {attempts > 1 && <span className="ml-2 text-sm text-ink-3">{countText(attempts, 'attempt')}</span>}
        </span>
        <span className="flex gap-2">
          <Button
            size="small"
            kind="plain"
            aria-expanded={isOpen}
            aria-controls={bodyId}
            onClick={() => setOpen(!isOpen)}
          >
            Body{spoken}
          </Button>
          {onResend && (
            <Button size="small" kind="plain" aria-busy={isSending || undefined} onClick={onResend}>
              {isSending ? 'Sending…' : 'Send again'}
              {spoken}
            </Button>
          )}
        </span>
      </div>
      {problem && <p className="text-sm text-bad max-sm:mt-1">{problem}</p>}
      <div id={bodyId}>{isOpen && <DeliveryBody environment={environment} id={id} sequence={sequence} />}</div>
    </li>
  )
}

function DeliveryBody({ environment, id, sequence }: Pick<ItemProps, 'environment' | 'id'> & { sequence: number }) {
  const { data, error, errorUpdatedAt, refetch } = useQuery({
    ...deliveryQuery(environment, id, sequence),
    retry: false,
  })
  const problem = asProblem(error)
  if (problem) return <ProblemView error={problem} what="The body" at={errorUpdatedAt} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton className="my-3 w-80" />
  return (
    <div className="my-2">
      <p className="mb-1 flex justify-end">
        <CopyButton text={data} what={`body of event ${sequence}`} />
      </p>
      <JsonBox text={data} label={`Body of event ${sequence}`} />
    </div>
  )
}
