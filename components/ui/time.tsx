'use client'
import { isTimestamp } from '@/lib/api/values'
import { agoText, clockText, millisOf } from '@/lib/browser/clock'
import { useZone } from './zone'

const dayLong = 86_400_000

/**
 * A time of the service, said as this person chose: in UTC, in the zone of this browser, or as its age.
 * @param now       ms since 1970, see clockText; left out, the whole time is shown
 * @param withZone  names the zone, where neither a column head nor the page does
 */
export function Time({ value, now, withZone }: { value: string; now?: number; withZone?: boolean }) {
  const { zone, name, isRelative } = useZone()
  const age = isRelative && isTimestamp(value) ? (now ?? Date.now()) - millisOf(value) : Number.NaN
  const isAge = age >= 0 && age < dayLong
  return (
    <>
      <time
        dateTime={value}
        title={`${clockText(value, undefined, zone)} ${name} (${value})`}
        className="whitespace-nowrap"
      >
        {isAge ? `${agoText(age)} ago` : clockText(value, now, zone)}
      </time>
      {withZone && !isAge && <span className="text-ink-3"> {name}</span>}
    </>
  )
}

/** A moment of this browser (ms since 1970), said in the same way; its zone is named. */
export function Moment({ at, now }: { at: number; now?: number }) {
  return <Time value={new Date(at).toISOString()} now={now} withZone />
}
