'use client'
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { agoText, clockText, localZone } from '@/lib/browser/clock'
import { type ClockName, nowBy, onClocksChange } from '@/lib/browser/clocks'
import { teamSettings } from '@/lib/browser/team'
import { usePreference } from './preferences'

const never = () => () => {}

// One timer for all ages on the page, running only while there are any.
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function everySecond(listener: () => void): () => void {
  timer ??= setInterval(() => {
    for (const one of listeners) one()
  }, 1000)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The age of a time as text, if the user chose relative times. Renders again only when the text changes. */
function useAge(value: string, clock: ClockName, isWanted: boolean): string | undefined {
  const read = useCallback(() => (isWanted ? agoText(value, nowBy(clock)) : undefined), [value, clock, isWanted])
  return useSyncExternalStore(isWanted ? everySecond : never, read, () => undefined)
}

type TimeProps = { value: string; clock?: ClockName; now?: number; withZone?: boolean }

/**
 * A time, shown as the user chose: in UTC, in the browser's zone, or as its age.
 * @param clock     whose time it is: the provider's, if it is not Mintdesk's own
 * @param now       ms since 1970, see clockText; without it the full date and time are shown
 * @param withZone  names the zone, if neither a column head nor the page does; where times are ages, others always name it
 */
export function Time({ value, clock = 'console', now, withZone }: TimeProps) {
  const { zone, name, isRelative } = useZone()
  const age = useAge(value, clock, isRelative)
  return (
    <>
      <time
        dateTime={value}
        title={`${clockText(value, undefined, zone)} ${name} (${value})`}
        className="whitespace-nowrap"
      >
        {age ?? clockText(value, now, zone)}
      </time>
      {(withZone || isRelative) && !age && <span className="text-ink-3"> {name}</span>}
    </>
  )
}

type MomentProps = { at: number; clock?: ClockName; now?: number; isZoneHidden?: boolean }

/** A time of this browser (ms since 1970), or of another clock, shown the same way, with its zone. */
export function Moment({ at, clock = 'browser', now, isZoneHidden }: MomentProps) {
  return <Time value={new Date(at).toISOString()} clock={clock} now={now} withZone={!isZoneHidden} />
}

const teamZone = () => teamSettings().zone ?? 'UTC'

/** The zone of those who chose none. The server writes UTC, as it does for those who chose their browser's. */
export const useTeamZone = () => useSyncExternalStore(never, teamZone, () => 'UTC')

/**
 * How times are shown. `zone` is the IANA name that clockText takes, `name` its label; with `isRelative` a time less than
 * a day old is shown as its age.
 */
export function useZone(): { zone: string; name: string; isRelative: boolean } {
  const [times] = usePreference('times')
  // The server does not know the browser's zone.
  const here = useSyncExternalStore(never, localZone, () => 'UTC')
  const standard = useTeamZone()
  const zone = times === 'local' ? here : standard
  return { zone, name: zone, isRelative: times === 'relative' }
}

/**
 * The current time (ms since 1970), updated at the given interval.
 * @param clock whose: records are judged by the clock of whoever made them, waits by the browser's
 */
export function useNow(everyMillis: number, clock: ClockName = 'browser'): number {
  const [now, setNow] = useState(() => nowBy(clock))
  useEffect(() => {
    const update = () => setNow(nowBy(clock))
    const timer = setInterval(update, everyMillis)
    const stop = onClocksChange(update)
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [everyMillis, clock])
  return now
}

/** After so many milliseconds a page says that it is still loading. */
export const slowMillis = 5_000

/** Whether `isOn` has been true for a while: skeletons wait 150 ms, so that fast responses do not flicker. */
export function useDelayed(isOn: boolean, millis = 150): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isOn) return
    const timer = setTimeout(() => setLate(true), millis)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isOn, millis])
  return isOn && isLate
}

/** Milliseconds after which a part is drawn without what is still read, although it moves when that comes. */
const longestWait = 2_000

/**
 * Whether a part of a page is drawn: once all that it shows has been read, so that nothing in it or below it moves.
 * @param isRead once true, or awaited for two seconds, the part stays
 */
export function useWhole(isRead: boolean): boolean {
  const [isWhole, setWhole] = useState(isRead)
  const hasWaited = useDelayed(!isWhole, longestWait)
  if (!isWhole && (isRead || hasWaited)) setWhole(true)
  return isWhole
}

/** Says once that a part has been read, before the browser paints, so that what is below comes with it. */
export function useTellRead(isRead: boolean, onRead: () => void) {
  const tellRead = useEffectEvent(onRead)
  useLayoutEffect(() => {
    if (isRead) tellRead()
  }, [isRead])
}
