'use client'

import { useCallback, useSyncExternalStore } from 'react'
import { agoText, clockText, localZone } from '@/lib/browser/clock'
import { usePreference } from './preferences'

const never = () => () => {}

// One clock for all ages on the page, and none where there are none.
const ticking = new Set<() => void>()
let second: ReturnType<typeof setInterval> | undefined

function everySecond(tick: () => void): () => void {
  second ??= setInterval(() => {
    for (const one of ticking) one()
  }, 1000)
  ticking.add(tick)
  return () => {
    ticking.delete(tick)
    if (ticking.size > 0) return
    clearInterval(second)
    second = undefined
  }
}

/** The age of a time as text, where this person wants ages. Only a text that changes draws anything anew. */
function useAge(value: string, isWanted: boolean): string | undefined {
  const read = useCallback(() => (isWanted ? agoText(value, Date.now()) : undefined), [value, isWanted])
  return useSyncExternalStore(isWanted ? everySecond : never, read, () => undefined)
}

/**
 * A time of the provider, shown as this person chose: in UTC, in the zone of this browser, or as its age.
 * @param now       ms since 1970, see clockText; left out, the whole time is shown
 * @param withZone  names the zone, where neither a column head nor the page does
 */
export function Time({ value, now, withZone }: { value: string; now?: number; withZone?: boolean }) {
  const { zone, name, isRelative } = useZone()
  const age = useAge(value, isRelative)
  return (
    <>
      <time
        dateTime={value}
        title={`${clockText(value, undefined, zone)} ${name} (${value})`}
        className="whitespace-nowrap"
      >
        {age ?? clockText(value, now, zone)}
      </time>
      {withZone && !age && <span className="text-ink-3"> {name}</span>}
    </>
  )
}

/** A moment of this browser (ms since 1970), said in the same way; its zone is named. */
export function Moment({ at, now }: { at: number; now?: number }) {
  return <Time value={new Date(at).toISOString()} now={now} withZone />
}

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
