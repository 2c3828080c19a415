'use client'
import { useNow } from '@/components/ui/now'
import { isTimestamp } from '@/lib/api/values'
import { millisOf } from '@/lib/browser/clock'
import { settlingWords, type UsualTimes } from './settling'
import { pendingForText } from './waited-text'

type WaitedProps = { since?: string; type?: string; settlings?: UsualTimes }

/** How long a transfer has been pending, and what is usual for its type where that is known: no end is promised. */
export function PendingFor({ since, type, settlings }: WaitedProps) {
  const now = useNow(1000)
  if (!since || !isTimestamp(since)) return null
  const millis = now - millisOf(since)
  // The clocks of two machines differ: then there is nothing to say.
  if (millis < 0) return null
  return (
    <p>
      Pending for <span className="tabular-nums">{pendingForText(millis)}</span>.{' '}
      {settlings && settlingWords(settlings, type)}
    </p>
  )
}
