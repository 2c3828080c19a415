'use client'
import { Time } from '@/components/ui/time'
import type { NewestRecord } from './newest-record'

/** How old a record is, and what of it is older still because the newest answer lacks it. */
export function RecordAge({ newest: { at, older = {} } }: { newest: NewestRecord }) {
  const times = [...new Set(Object.values(older))].sort().reverse()
  return (
    <p className="mt-2 text-sm text-ink-3 [overflow-wrap:anywhere]">
      As of <Time value={at} withZone />.
      {times.map((time) => (
        <span key={time}>
          {' '}
          Missing from that answer, shown as of <Time value={time} withZone />:{' '}
          <span className="font-mono">
            {Object.keys(older)
              .filter((name) => older[name] === time)
              .join(', ')}
          </span>
          .
        </span>
      ))}
    </p>
  )
}
