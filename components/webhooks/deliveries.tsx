'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleX } from 'lucide-react'
import { useId, useState } from 'react'
import { useWrite, WriteError } from '@/components/forms/small-form'
import { replaceAddress, useAddress } from '@/components/ui/address'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy'
import { JsonBox } from '@/components/ui/json-box'
import { asProblem, ProblemView, ReadNotices } from '@/components/ui/problem'
import { Section, Skeleton } from '@/components/ui/section'
import { LiveRegion, Status, type StatusStyle } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import { useRead } from '@/components/ui/use-read'
import { countText } from '@/lib/browser/labels'
import { hrefOf } from '@/lib/browser/list-url'
import { changeWebhook, deliveriesQuery, deliveryQuery, webhooksQuery } from '@/lib/features/webhooks/browser/webhooks'
import { maximumDeliveries, type WebhookDelivery, webhookEvents } from '@/lib/features/webhooks/interface'
import type { Environment } from '@/lib/provider/environments'
import { AnswerNote } from './answer-note'

/** Milliseconds after which deliveries are read again. */
const interval = 5_000
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
