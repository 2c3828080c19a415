'use client'
import { type CSSProperties, type ReactNode, useMemo } from 'react'
import { Amount, placesOf } from '@/components/ui/amount'
import { Section, Skeleton } from '@/components/ui/section'
import { toneClass } from '@/components/ui/status'
import type { OverviewRange } from '@/lib/api/console/overview-figures'
import { wallClock } from '@/lib/domain/wall-clock'
import { deviationOf, issuedToken, measuresOf, medianOf, type useUsualDay } from './usual-day'

type TodayProps = ReturnType<typeof useUsualDay> & {
  /** What is read of today. */
  range: OverviewRange
  asset?: string
  end: ReactNode
}

/** Today so far against the median of the same weekdays at the same time, with how many of them were read. */
export function TodaySection({ today, days, isReading, isFailed, range, asset, end }: TodayProps) {
  const rows = useMemo(() => {
    const lines = today ? [today, ...days] : []
    return measuresOf(asset, issuedToken(lines)).map((measure) => ({
      ...measure,
      now: today && measure.of(today),
      usual: days.length > 0 ? medianOf(days.map(measure.of)) : undefined,
    }))
  }, [today, days, asset])
  const { clock } = wallClock(range.to, range.zone)
  const weekday = new Date(range.from).toLocaleDateString('en-GB', { timeZone: range.zone, weekday: 'long' })
  const until = clock.slice(0, 5)
  const places = placesOf(rows.flatMap(({ now, usual, isCount }) => (isCount ? [] : [now, usual])))
  const hasBegun = range.to > range.from
  const more = !hasBegun
    ? ''
    : days.length > 0
      ? `against the last ${days.length} ${weekday}s at ${until}`
      : isReading
        ? `until ${until}`
        : `until ${until}; too few ${weekday}s to compare`
  const figure = (text: string | undefined, isCount?: boolean) =>
    text === undefined ? (
      isReading && <Skeleton className="w-12" />
    ) : isCount ? (
      Number(text).toLocaleString('en-US')
    ) : (
      <Amount text={text} />
    )
  return (
    <Section title="Today" more={more} end={end}>
      {!hasBegun || isFailed ? (
        <p className="pt-3">{isFailed ? 'The figures of today could not be read.' : 'The day has just begun.'}</p>
      ) : (
        <table
          // Anew, because columns whose width changes would count as jumping.
          key={`${asset} ${today?.at} ${days.length}`}
          aria-label="Today"
          className="w-full border-separate border-spacing-0 [&_td]:h-(--row-height) [&_td]:border-b [&_td]:border-hairline [&_td]:pl-2 [&_td]:text-right [&_th]:h-(--row-tight) [&_th]:border-b"
          style={{ '--places': places } as CSSProperties}
        >
          <thead className="text-sm text-ink-3">
            <tr className="[&_th]:border-hairline-strong [&_th]:text-right [&_th]:font-label">
              <td />
              <th scope="col">Today</th>
              <th scope="col">Usual</th>
              <th scope="col" className="pl-2">
                Difference
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, now, usual, isCount }) => {
              const { text, isLarge } =
                now === undefined || usual === undefined ? { text: '', isLarge: false } : deviationOf(now, usual)
              return (
                <tr key={name} className="[&_th]:border-hairline [&_th]:text-left [&_th]:font-text">
                  <th scope="row">{name}</th>
                  <td>{figure(now, isCount)}</td>
                  <td className="text-ink-2">{figure(usual, isCount)}</td>
                  <td className={isLarge ? `${toneClass.wait} font-label text-tone` : 'text-ink-2'}>{text}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
    </Section>
  )
}
