import { clockText } from '@/lib/browser/clock'

/**
 * A time of the service in UTC.
 * @param now   see clockText; left out, the whole time is shown
 * @param zone  names the zone, where neither a column head nor the page does
 */
export function Time({ value, now, zone }: { value: string; now?: number; zone?: boolean }) {
  return (
    <>
      <time dateTime={value} title={value} className="whitespace-nowrap">
        {clockText(value, now)}
      </time>
      {zone && <span className="text-ink-3"> UTC</span>}
    </>
  )
}
