'use client'
import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { SettingsFrame } from '@/components/settings/settings-frame'
import { Button } from '@/components/ui/button'
import { useFocusAfter } from '@/components/ui/focus'
import { ReadNotices, UpdatedAgo } from '@/components/ui/problem'
import { EmptyState, Skeleton } from '@/components/ui/section'
import { useRead } from '@/components/ui/use-read'
import { readFormDraft } from '@/lib/browser/form-drafts'
import { webhooksQuery } from '@/lib/features/webhooks/browser/webhooks'
import { maximumWebhooks } from '@/lib/features/webhooks/interface'
import { webhooksRows } from '@/lib/features/webhooks/operations'
import type { Environment } from '@/lib/provider/environments'
import type { Role } from '@/lib/provider/roles'
import { WebhookForm, webhookDraft } from './webhook-form'
import { WebhookItem } from './webhook-item'

/** Milliseconds after which the state of deliveries is read again. */
const interval = 5_000

type WebhooksPageProps = { environment: Environment; person: string; roles: readonly Role[] }

/** The systems that Mintdesk sends events to, and the form for another one. */
export function WebhooksPage({ environment, person, roles }: WebhooksPageProps) {
  const read = useRead(webhooksQuery(environment), interval)
  const { shown: webhooks, at = 0, isLost } = read
  const [isAdding, setAdding] = useState(false)
  // Company sign-in leads back here. The server knows no drafts.
  useEffect(() => {
    if (readFormDraft(webhookDraft(environment, person))) setAdding(true)
  }, [environment, person])
  const add = useRef<HTMLButtonElement>(null)
  useFocusAfter(isAdding, () => add.current)
  const mayChange = roles.some((role) => webhooksRows.addWebhook.roles.includes(role))
  const isFull = (webhooks?.length ?? 0) >= maximumWebhooks
  return (
    <SettingsFrame
      environment={environment}
      roles={roles}
      actions={
        <>
          <UpdatedAgo {...read} isReading={read.isFetching} onRefresh={read.onRetry} />
          {/* Also before the list is known, so that it pushes nothing when it comes. */}
          {mayChange && !isLost && !isAdding && !isFull && (
            <Button ref={add} onClick={() => setAdding(true)}>
              <Plus />
              {/* One box, or the gap of the button would double the space. */}
              <span>
                New<span className="max-sm:sr-only"> webhook</span>
              </span>
            </Button>
          )}
        </>
      }
    >
      <ReadNotices what="The list of webhooks" {...read} />
      {isAdding && <WebhookForm environment={environment} person={person} onClose={() => setAdding(false)} />}
      {webhooks && webhooks.length > 0 && (
        <ul className="mt-6 border-t border-hairline">
          {webhooks.map((webhook) => (
            <WebhookItem key={webhook.id} environment={environment} webhook={webhook} now={at} />
          ))}
        </ul>
      )}
      {webhooks?.length === 0 && !isAdding && (
        <EmptyState title="No webhooks yet">
          <p>
            A webhook tells another system when travel rule details are requested, an approval is needed, a transfer
            fails or an outcome is unknown. Messages are signed, in order, and repeated until accepted.
          </p>
        </EmptyState>
      )}
      {isFull && <p className="mt-4 text-ink-2">There can be at most {maximumWebhooks} webhooks.</p>}
      {read.isLate && <Skeleton className="mt-8 w-96" />}
    </SettingsFrame>
  )
}
