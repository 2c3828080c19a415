'use client'
/** The chart, and today beside a usual day. Loaded while their figures are read. */
import { ShallowLink } from '@/components/ui/address'
import type { OverviewRange } from '@/lib/features/overview/interface'
import { listLinks } from './list-links'
import { daysText } from './period'
import { TodaySection } from './today-section'
import type { Figures } from './use-figures'
import type { useUsualDay } from './usual-day'
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
