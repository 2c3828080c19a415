'use client'
import { CircleCheck, CirclePause, type LucideIcon, OctagonX, TriangleAlert } from 'lucide-react'
import { filterText } from '@/components/exports/labels'
import { transferFilters } from '@/components/transfers/transfer-reads'
import { Link } from '@/components/ui/address'
import { Status, type Tone } from '@/components/ui/status'
import { Time, useZone } from '@/components/ui/time'
import { type Webhook, webhookEvents } from '@/lib/api/console/webhooks'
import type { Environment } from '@/lib/api/environments'
import { hrefOf } from '@/lib/browser/list-url'
import { WebhookActions, waitingText } from './webhook-actions'

/** The state by icon and word: what stops deliveries is loud. */
function styleOf({ state, off_because }: Webhook): { tone: Tone; icon: LucideIcon; label: string; isLoud?: boolean } {
  if (state === 'on') return { tone: 'ok', icon: CircleCheck, label: 'On' }
  if (state === 'failing') return { tone: 'wait', icon: TriangleAlert, label: 'Failing' }
  return off_because
    ? { tone: 'bad', icon: OctagonX, label: 'Turned off by Mintdesk', isLoud: true }
    : { tone: 'off', icon: CirclePause, label: 'Off' }
}

type ItemProps = { environment: Environment; webhook: Webhook; now: number }

/** One webhook: what it is told, how far, and what can be done with it. */
export function WebhookItem({ environment, webhook, now }: ItemProps) {
  const {
    name,
    url,
    events,
    view,
    person,
    has_person_left,
    created_at,
    off_because,
    waiting,
    last,
    retry_at,
    old_secret_until,
  } = webhook
  return (
    <li className="border-b border-hairline py-3">
      <div className="flex flex-wrap items-start gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-80">
          <h3 className="font-label [overflow-wrap:anywhere]">{name}</h3>
          <p className="font-mono text-sm text-ink-2 [overflow-wrap:anywhere]">{url}</p>
          <p className="mt-1 text-ink-2">{events.map((event) => webhookEvents[event]).join(', ')}</p>
          {view && <ViewLine {...{ environment, view }} />}
        </div>
        <div className="min-w-0 basis-72">
          <Status {...styleOf(webhook)} />
          <p className="text-sm text-ink-2">{waiting === 0 ? 'Nothing waits.' : `${waitingText(waiting)}.`}</p>
          {last && (
            <p className="text-sm text-ink-3">
              Last attempt <Time value={last.at} now={now} />
              {last.status !== undefined && !last.problem && `, accepted with ${last.status}`}
            </p>
          )}
          {(off_because ?? last?.problem) && <p className="text-sm text-bad">{off_because ?? last?.problem}</p>}
          {retry_at && (
            <p className="text-sm text-ink-3">
              Next attempt <Time value={retry_at} now={now} />
            </p>
          )}
          {old_secret_until && (
            <p className="text-sm text-ink-3">
              Also signed with the old secret until <Time value={old_secret_until} now={now} />
            </p>
          )}
          <p className="text-sm text-ink-3">
            Added by {person} <Time value={created_at} now={now} />
          </p>
          {has_person_left && (
            <p className="text-sm text-wait">
              {person} no longer has access. Check the address, and make a new secret, because they may know this one.
            </p>
          )}
        </div>
      </div>
      <WebhookActions environment={environment} webhook={webhook} />
    </li>
  )
}

/** The filters of a webhook's view in words, and the way to its list. Its days are those of the zone of its own. */
function ViewLine({ environment, view }: { environment: Environment; view: string }) {
  const zone = useZone()
  const filters = transferFilters
  return (
    <p className="text-sm text-ink-2 [overflow-wrap:anywhere]">
      <Link
        className="underline decoration-hairline-strong underline-offset-3 hover:decoration-current"
        href={hrefOf(`/${environment}/transfers`, new URLSearchParams(view))}
      >
        Only these transfers: {filterText(filters, view, zone)}
      </Link>
    </p>
  )
}
