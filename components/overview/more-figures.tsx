'use client'
/** Every other figure of a period: how it is chosen, how far it was read, and what it adds up to. Loaded when it is opened. */
import { defaultUsualText, type SettlementTime, teamLimit, usualTimesByType } from '@/components/records/usual-times'
import { ShallowLink } from '@/components/ui/address'
import { buttonClass } from '@/components/ui/button'
import { EmptyState, Section } from '@/components/ui/section'
import { minimumSample } from '@/lib/api/overdue'
import { durationText } from '@/lib/browser/clock'
import { hrefOf } from '@/lib/browser/list-url'
import type { Environment } from '@/lib/provider/environments'
import { type FiguresProps, useShownFigures } from './figures-part'
import { FiguresStatus } from './figures-status'
import { type Chosen, datesOf, withPeriod } from './period'
import { PeriodBar } from './period-bar'
import { AssetSection, IssuanceSection, ProfilesSection, SettlementSection, StatusSection } from './totals-sections'
import { SliceTotalsSection } from './volume-section'

type MoreProps = FiguresProps & {
  environment: Environment
  search: string
  /** Undefined if the address names no period that can be read. */
  chosen?: Chosen
  usualTimes?: readonly SettlementTime[]
}

export default function MoreFigures({ environment, search, chosen, usualTimes, ...props }: MoreProps) {
  const { path, range, figures } = props
  const shown = useShownFigures(props)
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
        />
      </Section>
    )
  }
  return (
    <>
      <Section isTall title="Figures" more={`${shown.days}, ${range.zone}`} end={bar}>
        <FiguresStatus range={range} figures={figures} />
      </Section>
      {(figures.overview || figures.isLoading) && (
        <div className="@container">
          <div className="grid grid-cols-1 items-start gap-x-8 @min-[68rem]:grid-cols-[minmax(0,7fr)_minmax(25rem,5fr)]">
            <div className="min-w-0">
              <SliceTotalsSection {...shown} path={path} />
              <AssetSection {...shown} />
              <ProfilesSection {...shown} environment={environment} />
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
      )}
      {usualTimes && <UsualTimesNote times={usualTimes} />}
    </>
  )
}

/** After how long a pending transfer of each type is slow, and from which sample. */
function UsualTimesNote({ times }: { times: readonly SettlementTime[] }) {
  const types = usualTimesByType(times)
  const why = `Fewer than ${minimumSample} completed transfers of each type and network`
  return (
    <Section title="When a pending transfer is overdue">
      {types.length === 0 ? (
        <p className="mt-2 text-sm text-ink-3">
          {why}: after {defaultUsualText()}.
        </p>
      ) : (
        <div className="text-sm text-ink-3">
          <ul className="my-2 columns-1 sm:columns-2 lg:columns-3">
            {types.map(({ type, transfers, usual }) => (
              <li key={type}>
                {type}: {durationText(usual)} (N = {transfers.toLocaleString('en-US')})
              </li>
            ))}
            <li>All others: {defaultUsualText()}</li>
          </ul>
          <p>95 % of the last N completed transfers of that type and network settled within this time.</p>
          {teamLimit() && <p>This desk counts every transfer as overdue after {defaultUsualText()} at the latest.</p>}
        </div>
      )}
    </Section>
  )
}
