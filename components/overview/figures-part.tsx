'use client'
/** The chart, and today beside a usual day. Loaded while their figures are read. */
import { type CSSProperties, type ReactNode, useMemo } from 'react'
import { ShallowLink } from '@/components/ui/address'
import { Amount, placesOf } from '@/components/ui/amount'
import { ScrollBox } from '@/components/ui/scroll-box'
import { Section, Skeleton } from '@/components/ui/section'
import { toneClass } from '@/components/ui/status'
import { compareDecimals } from '@/lib/domain/decimals'
import { wallClock } from '@/lib/domain/wall-clock'
import type { OverviewRange } from '@/lib/features/overview/interface'
import { cardClass, cell, Heads, tableClass } from './attention-section'
import { listLinks } from './list-links'
import { daysText } from './period'
import type { Figures } from './use-figures'
import { deviationOf, issuedToken, measuresOf, medianOf, type useUsualDay } from './usual-day'
import { useAsset, VolumeChartSection } from './volume-section'
import { endLinkClass } from './ways-section'

export type FiguresProps = {
  path: string
  range: OverviewRange
  /** ms since 1970 */
  now: number
  figures: Figures
}

/** What both parts of the figures show of a range: its days, the links of its figures, and the asset that was chosen. */
export function useShownFigures({ path, range, now, figures: { overview, isLoading } }: FiguresProps) {
  const asset = useAsset(overview)
  return {
    range,
    overview,
    asset,
    isLoading,
    links: overview && listLinks(path, range, overview),
    days: daysText(range.from, Math.max(range.from + 1, Math.min(range.to, now)), { now, zone: range.zone }),
  }
}

type PartProps = FiguresProps & {
  usualDay: ReturnType<typeof useUsualDay>
  todayRange: OverviewRange
  /** The address with the other figures open, or closed. */
  moreHref: string
  isMoreOpen: boolean
}

export default function FiguresPart({ usualDay, todayRange, moreHref, isMoreOpen, ...props }: PartProps) {
  const shown = useShownFigures(props)
  return (
    <>
      <VolumeChartSection {...shown} />
      <TodaySection
        {...usualDay}
        isReading={props.figures.isLoading || usualDay.isReading}
        range={todayRange}
        asset={shown.asset}
        end={
          <ShallowLink href={moreHref} aria-expanded={isMoreOpen} className={endLinkClass}>
            More figures
          </ShallowLink>
        }
      />
    </>
  )
}

type TodayProps = ReturnType<typeof useUsualDay> & {
  /** What is read of today. */
  range: OverviewRange
  asset?: string
  end: ReactNode
}

const heads = ['Today', 'Usual', 'Difference']

/** Today so far against the median of the same weekdays at the same time, with how many of them were read. */
export function TodaySection({ today, days, isReading, range, asset, end }: TodayProps) {
  const rows = useMemo(() => {
    const overviews = today ? [today, ...days] : []
    return measuresOf(asset, issuedToken(overviews)).flatMap((measure) => {
      const now = today && measure.of(today)
      const usual = days.length > 0 ? medianOf(days.map(measure.of)) : undefined
      // What neither happened nor is usual says nothing, as at night and on weekends.
      return !isReading && isNone(now) && isNone(usual) ? [] : { ...measure, now, usual }
    })
  }, [today, days, asset, isReading])
  const { clock } = wallClock(range.to, range.zone)
  const weekday = new Date(range.from).toLocaleDateString('en-GB', { timeZone: range.zone, weekday: 'long' })
  const until = clock.slice(0, 5)
  // Those of the asset of the chart: longer ones of what was issued reach further.
  const places = placesOf(rows.slice(0, 2).flatMap(({ now, usual }) => [now, usual]))
  const hasBegun = range.to > range.from
  const compared = days.length > 0 && `against the last ${days.length} ${weekday}s at ${until}`
  const alone = (isReading || today) && `until ${until}${isReading ? '' : `; too few ${weekday}s to compare`}`
  const figure = (text: string | undefined, isCount?: boolean) =>
    text === undefined ? (
      isReading && <Skeleton className="w-12" />
    ) : isCount ? (
      Number(text).toLocaleString('en-US')
    ) : (
      // A zero ends where the counts end.
      <Amount text={text} isFree={text === '0'} />
    )
  const none = !hasBegun
    ? 'The day has just begun.'
    : !(today || isReading)
      ? 'The figures of today were not read.'
      : rows.length === 0 && `No transfers and no issuer quotes yet${days.length > 0 ? ', as usual' : ''}.`
  return (
    <Section title="Today" more={(hasBegun && (compared || alone)) || ''} end={end}>
      {none ? (
        <p className="pt-3">{none}</p>
      ) : (
        // Anew, because columns whose width changes would count as jumping.
        <ScrollBox key={`${asset} ${today?.at} ${days.length}`} name="Today">
          <table aria-label="Today" className={tableClass} style={{ '--places': places } as CSSProperties}>
            <Heads names={['', ...heads]} right={heads} />
            <tbody className="block whitespace-nowrap sm:table-row-group">
              {rows.map(({ name, now, usual, isCount }) => {
                const { text, isLarge } =
                  now === undefined || usual === undefined
                    ? { text: '', isLarge: false }
                    : deviationOf(now, usual, isCount)
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

/** A day that is not known has none either. */
const isNone = (figure: string | undefined) => figure === undefined || compareDecimals(figure, '0') === 0
