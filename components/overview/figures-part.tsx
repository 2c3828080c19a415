'use client'
/** The figures of a period: how it is chosen, how far it was read, and what it adds up to. Loaded while they are read. */
import { useMemo } from 'react'
import { ShallowLink } from '@/components/ui/address'
import { buttonClass } from '@/components/ui/button'
import { isRateLimited, ProblemView } from '@/components/ui/problem'
import { EmptyState, Section } from '@/components/ui/section'
import type { OverviewRange } from '@/lib/api/console/overview-figures'
import type { Environment } from '@/lib/api/environments'
import { hrefOf } from '@/lib/browser/list-url'
import { FiguresStatus } from './figures-status'
import { listLinks } from './list-links'
import { type Chosen, datesOf, daysText, withPeriod } from './period'
import { PeriodBar } from './period-bar'
import { AssetSection, IssuanceSection, ProfilesSection, SettlementSection, StatusSection } from './totals-sections'
import type { Figures } from './use-figures'
import { useAsset, VolumeSection } from './volume-section'

type PartProps = {
  environment: Environment
  path: string
  search: string
  /** Undefined if the address names no period that can be read. */
  chosen?: Chosen
  /** What it means; undefined as long as the day is not known. */
  range?: OverviewRange
  /** ms since 1970 */
  now?: number
  figures: Figures
}

export default function FiguresPart({ environment, path, search, chosen, range, now, figures }: PartProps) {
  const { line, isLoading, problem, problemAt, resume } = figures
  const links = useMemo(() => range && line && listLinks(path, range, line), [path, range, line])
  const asset = useAsset(line)
  if (!range || now === undefined) return null
  const when = { now, zone: range.zone }
  const days = daysText(range.from, Math.max(range.from + 1, Math.min(range.to, now)), when)
  const shown = { days, line, links }
  const bar = <PeriodBar chosen={chosen} dates={datesOf(range)} path={path} />
  if (!chosen) {
    const usual = hrefOf(path, withPeriod(new URLSearchParams(search), { preset: '14-days' }))
    return (
      <Section title="Figures" end={bar}>
        <EmptyState
          title="The period in this link cannot be read"
          actions={
            <ShallowLink href={usual} className={buttonClass()}>
              Show the last 14 days
            </ShallowLink>
          }
        >
          <p>A period is one of those above, or two dates, the first of which is not after the second.</p>
        </EmptyState>
      </Section>
    )
  }
  const hasNothing = !line && !isLoading && problem && !isRateLimited(problem)
  return (
    <>
      <Section isTall title="Figures" more={`${days}, ${range.zone}`} end={bar}>
        {hasNothing ? (
          <ProblemView error={problem} what="The figures" at={problemAt} onRetry={resume} />
        ) : (
          <FiguresStatus range={range} figures={figures} />
        )}
      </Section>
      {(line || isLoading) && (
        <>
          <VolumeSection {...{ ...shown, range, asset, isLoading, path }} />
          <div className="@container">
            <div className="grid grid-cols-1 items-start gap-x-8 @min-[68rem]:grid-cols-[minmax(0,7fr)_minmax(25rem,5fr)]">
              <div className="min-w-0">
                <AssetSection {...shown} />
                <ProfilesSection {...{ ...shown, environment, asset }} />
              </div>
              <div className="@container min-w-0">
                <div className="grid grid-cols-1 items-start gap-x-8 @min-[50rem]:grid-cols-2">
                  <SettlementSection {...shown} />
                  <div className="min-w-0">
                    <StatusSection {...shown} />
                    <IssuanceSection {...shown} />
                  </div>
                </div>
              </div>
            </div>
          </div>
        </>
      )}
    </>
  )
}
