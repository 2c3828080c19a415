'use client'
import { useSyncExternalStore } from 'react'
import { localZone } from '@/lib/browser/clock'
import { usePreference } from './preferences'

const never = () => () => {}

/**
 * How times are said on this page. `zone` is the IANA name that clockText takes, `name` what stands beside a time or over
 * a column; with `isRelative` a time under a day old is said as its age.
 */
export function useZone(): { zone: string; name: string; isRelative: boolean } {
  const [times] = usePreference('times')
  // The server does not know where the reader sits.
  const here = useSyncExternalStore(never, localZone, () => 'UTC')
  const zone = times === 'local' ? here : 'UTC'
  return { zone, name: zone, isRelative: times === 'relative' }
}
