'use client'
import { CircleCheck, CirclePause, OctagonX, TriangleAlert } from 'lucide-react'
import { Link } from '@/components/ui/address'
import { Status, type StatusStyle } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import { countText } from '@/lib/browser/labels'
import { maximumWaiting, type Webhook } from '@/lib/features/webhooks/interface'
import type { Environment } from '@/lib/provider/environments'

/** The state by icon and word: what stops deliveries is loud. */
export function webhookStyle({ state, off_because }: Webhook): StatusStyle {
  if (state === 'on') return { tone: 'ok', icon: CircleCheck, label: 'On' }
  if (state === 'failing') return { tone: 'wait', icon: TriangleAlert, label: 'Failing' }
  return off_because
    ? { tone: 'bad', icon: OctagonX, label: 'Turned off by Mintdesk', isLoud: true }
    : { tone: 'off', icon: CirclePause, label: 'Off' }
}

/** `1,204 events not delivered yet`. */
export const waitingText = (waiting: number) =>
  waiting === 0
    ? 'Queue empty'
    : `${waiting > maximumWaiting ? 'More than ' : ''}${countText(Math.min(waiting, maximumWaiting), 'event')} not delivered yet`

/** A webhook in the list, which leads to its page. */
export function WebhookItem({
  environment,
  webhook,
  now,
}: {
  environment: Environment
  webhook: Webhook
  now: number
}) {
  const { id, name, url, waiting, last, off_because, has_person_left, person } = webhook
  const trouble = off_because ?? last?.problem
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-1 border-b border-hairline py-3">
      <div className="min-w-0 flex-1 basis-72">
        <h2 className="text-base font-label [overflow-wrap:anywhere]">
          <Link className="hover:underline" href={`/${environment}/webhooks/${encodeURIComponent(id)}`}>
            {name}
          </Link>
        </h2>
        <p className="font-mono text-sm text-ink-2 [overflow-wrap:anywhere]">{url}</p>
      </div>
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap gap-x-3">
          <Status {...webhookStyle(webhook)} />
          <span className="text-ink-2">{waitingText(waiting)}</span>
        </p>
        {trouble ? (
          <p className="text-sm text-bad">{trouble}</p>
        ) : (
          last && (
            <p className="text-sm text-ink-3">
              Last delivered <Time value={last.at} now={now} />
            </p>
          )
        )}
        {has_person_left && <p className="text-sm text-wait">{person} no longer has access. Make a new secret.</p>}
      </div>
    </li>
  )
}
