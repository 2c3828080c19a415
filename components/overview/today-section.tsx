'use client'
import { type CSSProperties, type ReactNode, useMemo } from 'react'
import { Amount, placesOf } from '@/components/ui/amount'
import { ScrollBox } from '@/components/ui/scroll-box'
import { Section, Skeleton } from '@/components/ui/section'
import { toneClass } from '@/components/ui/status'
import { wallClock } from '@/lib/domain/wall-clock'
import type { OverviewRange } from '@/lib/features/overview/interface'
import { cardClass, cell, headClass, tableClass } from './attention-section'
import { deviationOf, issuedToken, measuresOf, medianOf, type useUsualDay } from './usual-day'

type TodayProps = ReturnType<typeof useUsualDay> & {
  /** What is read of today. */
  range: OverviewRange
  asset?: string
  end: ReactNode
}

/** Today so far against the median of the same weekdays at the same time, with how many of them were read. */
export function TodaySection({ today, days, isReading, range, asset, end }: TodayProps) {
  const rows = useMemo(() => {
    const overviews = today ? [today, ...days] : []
    return measuresOf(asset, issuedToken(overviews)).map((measure) => ({
      ...measure,
      now: today && measure.of(today),
      usual: days.length > 0 ? medianOf(days.map(measure.of)) : undefined,
    }))
  }, [today, days, asset])
  const { clock } = wallClock(range.to, range.zone)
  const weekday = new Date(range.from).toLocaleDateString('en-GB', { timeZone: range.zone, weekday: 'long' })
  const until = clock.slice(0, 5)
  // Those of the asset of the chart: longer ones of what was issued reach further.
  const places = placesOf(rows.slice(0, 2).flatMap(({ now, usual }) => [now, usual]))
  const hasBegun = range.to > range.from
  const more = !hasBegun
    ? ''
    : days.length > 0
      ? `against the last ${days.length} ${weekday}s at ${until}`
      : isReading
        ? `until ${until}`
        : today
          ? `until ${until}; too few ${weekday}s to compare`
          : ''
  const figure = (text: string | undefined, isCount?: boolean) =>
    text === undefined ? (
      isReading && <Skeleton className="w-12" />
    ) : isCount ? (
      Number(text).toLocaleString('en-US')
    ) : (
      // A zero ends where the counts end.
      <Amount text={text} isFree={text === '0'} />
    )
  return (
    <Section title="Today" more={more} end={end}>
      {!hasBegun || !(today || isReading) ? (
        <p className="pt-3">{hasBegun ? 'The figures of today were not read.' : 'The day has just begun.'}</p>
      ) : (
        // Anew, because columns whose width changes would count as jumping.
        <ScrollBox key={`${asset} ${today?.at} ${days.length}`} name="Today">
          <table aria-label="Today" className={tableClass} style={{ '--places': places } as CSSProperties}>
            <thead className={headClass}>
              <tr>
                <td className="border-b border-hairline-strong" />
                <th scope="col" className="text-right">
                  Today
                </th>
                <th scope="col" className="text-right">
                  Usual
                </th>
                <th scope="col" className="text-right">
                  Difference
                </th>
              </tr>
            </thead>
            <tbody className="block whitespace-nowrap sm:table-row-group">
              {rows.map(({ name, now, usual, isCount }) => {
                const { text, isLarge } =
                  now === undefined || usual === undefined ? { text: '', isLarge: false } : deviationOf(now, usual)
                return (
                  <tr key={name} className={cardClass}>
                    <th
                      scope="row"
                      title={name}
                      className={`${cell} text-left [font-weight:inherit] max-sm:[overflow-wrap:anywhere] max-sm:whitespace-normal sm:max-w-44 sm:truncate`}
                    >
                      {name}
                    </th>
                    <td className={`${cell} order-2 sm:text-right`}>{figure(now, isCount)}</td>
                    <td className={`${cell} order-3 text-right text-ink-2`}>
                      {usual && <span className="text-ink-3 sm:hidden">usually </span>}
                      {figure(usual, isCount)}
                    </td>
                    <td
                      className={`${cell} order-1 text-right ${isLarge ? `${toneClass.wait} font-label text-tone` : 'text-ink-2'}`}
                    >
                      {text}
                    </td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </ScrollBox>
      )}
    </Section>
  )
}
