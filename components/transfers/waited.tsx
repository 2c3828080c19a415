'use client'
import { useTicking } from '@/components/ui/ticking'
import { isTimestamp } from '@/lib/api/values'
import { millisOf } from '@/lib/browser/clock'
import { waitedText } from './waited-text'

/** How long a transfer has waited so far. How long is usual nobody says, so no end is promised. */
export function Waited({ since }: { since?: string }) {
  const now = useTicking(1000)
  if (!since || !isTimestamp(since)) return null
  const millis = now - millisOf(since)
  // The clocks of two machines differ: then there is nothing to say.
  if (millis < 0) return null
  return (
    <p>
      It has waited <span className="tabular-nums">{waitedText(millis)}</span> so far; the service does not say how long
      it takes.
    </p>
  )
}
