'use client'
import { History } from 'lucide-react'
import Link from 'next/link'
import { Note } from '@/components/ui/note'
import { Time } from '@/components/ui/time'
import type { Environment } from '@/lib/api/environments'
import type { IntentDetail } from '@/lib/api/intents'
import { stateLabels } from './labels'

type LaterChangesProps = { environment: Environment; intent: IntentDetail; now: number }

/** Later requests of this desk that changed the same record, so that it may differ from what was requested. */
export function LaterChanges({ environment, intent, now }: LaterChangesProps) {
  const changes = intent.later_changes ?? []
  if (changes.length === 0) return null
  return (
    <Note tone="off" icon={History} className="mt-5">
      <p>
        <b>Changed by a later request.</b> The record below may differ from this request.
      </p>
      <ul>
        {changes.map(({ id, summary, state, created_at }) => (
          <li key={id} className="text-ink-2">
            <Link prefetch={false} className="underline" href={`/${environment}/activity/${id}`}>
              {summary}
            </Link>
            , {stateLabels[state].toLowerCase()}, <Time value={created_at} now={now} withZone />
          </li>
        ))}
      </ul>
    </Note>
  )
}
