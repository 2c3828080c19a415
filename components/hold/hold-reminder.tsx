'use client'
import { DatabaseBackup } from 'lucide-react'
import { Note } from '@/components/ui/status'
import { Moment, useNow } from '@/components/ui/time'
import { reminderDays } from '@/lib/api/console/hold-terms'
import type { HoldSummary } from '@/lib/api/console/holds'
import { millisOf } from '@/lib/browser/clock'

const day = 86_400_000

/** Before a write is sent: why it cannot be, or what may be missing here since a restore. */
export default function HoldReminder({ hold: { is_held, known_until, released_at } }: { hold: HoldSummary }) {
  const now = useNow(60_000, 'console')
  if (is_held)
    return (
      <Note tone="wait" icon={DatabaseBackup} className="mt-5" title="This cannot be sent while Mintdesk is held.">
        Your draft is kept in this tab. Send it after an admin has released Mintdesk.
      </Note>
    )
  if (released_at === undefined || now - millisOf(released_at) > reminderDays * day) return null
  return (
    <Note tone="wait" icon={DatabaseBackup} className="mt-5" title="Check that this was not sent before.">
      Mintdesk was restored: requests between <Moment at={millisOf(known_until)} clock="console" /> and{' '}
      <Moment at={millisOf(released_at)} clock="console" /> may be missing here.
    </Note>
  )
}
