'use client'
import { Time } from '@/components/ui/time'
import type { NewestRecord } from './newest-record'

/** How old a record is, and what of it is older still because the newest answer lacks it. */
export function RecordAge({ newest: { at, older } }: { newest: NewestRecord }) {
  return (
    <p className="mt-2 text-sm text-ink-3 [overflow-wrap:anywhere]">
      As of <Time value={at} withZone />.
      {older && (
        <>
          {' '}
          Not in that answer, so as of <Time value={older.at} withZone />:{' '}
          <span className="font-mono">{older.names.join(', ')}</span>.
        </>
      )}
    </p>
  )
}
