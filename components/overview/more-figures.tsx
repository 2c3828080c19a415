'use client'
/** Every other figure of a period: how it is chosen, how far it was read, and what it adds up to. Loaded when it is opened. */
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { defaultUsualText, type SettlementTime, teamLimit, usualTimesByType } from '@/components/records/usual-times'
import { pushAddress, ShallowLink, useAddress } from '@/components/ui/address'
import { Button, buttonClass, SegmentedControl, segmentClass } from '@/components/ui/button'
import { DayField } from '@/components/ui/day-field'
import { announce, useFocusAfter } from '@/components/ui/focus'
import { EmptyState, Section } from '@/components/ui/section'
import { minimumSample } from '@/lib/api/overdue'
import { clockText, durationText, momentText } from '@/lib/browser/clock'
import { countText } from '@/lib/browser/labels'
import { hrefOf } from '@/lib/browser/list-url'
import type { Coverage, Overview, OverviewRange } from '@/lib/features/overview/interface'
import type { Environment } from '@/lib/provider/environments'
import { type FiguresProps, useShownFigures } from './figures-part'
import { type Chosen, type Dates, dateErrors, datesOf, type Preset, presets, withPeriod } from './period'
import { AssetSection, IssuanceSection, ProfilesSection, SettlementSection, StatusSection } from './totals-sections'
import type { Figures } from './use-figures'
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

/** A time without seconds, with its zone: `6 Nov 00:00 UTC`. */
export function minuteText(millis: number, now: number, zone: string): string {
  const text = clockText(new Date(millis).toISOString(), now, zone).replace(/:\d\d$/, '')
  return `${text} ${zone}`
}

/** The rows of a list, and what they are called. */
type Part = Coverage & { count: number; noun: string }

const partsOf = ({ transfers, quotes }: Overview): Part[] => [
  { ...transfers, noun: 'transfer' },
  { ...quotes, noun: 'quote' },
]

/** What a list's figures are based on, so that they never seem more complete than they are: `775 transfers`. */
export function coverageText(part: Part, to: number, { zone }: OverviewRange): string {
  const rows = countText(part.count, part.noun)
  if (part.isWhole) return rows
  const reason = part.isReading ? 'older ones are still being read' : 'older ones are no longer kept here'
  if (part.completeFrom >= to) return `${rows}, none of it complete: ${reason}`
  return `${rows}, complete back to ${minuteText(part.completeFrom, to, zone)} only: ${reason}`
}

type StatusProps = {
  /** As it was asked for. */
  range: OverviewRange
  figures: Figures
}

/** What the figures are based on. */
export function FiguresStatus({ range, figures }: StatusProps) {
  const { overview } = figures
  const { zone } = range
  const based =
    overview &&
    `${partsOf(overview)
      .map((part) => coverageText(part, overview.to, range))
      .join(', ')}.`
  const state =
    overview && [range.from, range.to, range.zone, ...partsOf(overview).map(({ isWhole }) => isWhole)].join()
  const say = useEffectEvent(() => {
    if (based) announce(based)
  })
  // A refresh is announced by its button, and what changes by itself is not.
  useEffect(() => {
    if (state) say()
  }, [state])
  return (
    <div className="mt-3 text-sm text-ink-3">
      {overview && (
        <p className="min-h-4">
          Updated {momentText(overview.at, overview.at, zone)} {zone}. {based}
        </p>
      )}
    </div>
  )
}

const names = Object.keys(presets) as Preset[]
const otherDates = 'dates'

type BarProps = {
  /** Undefined if the URL's cannot be read. */
  chosen?: Chosen
  /** What the form begins with. */
  dates: Dates
  path: string
}

/** Chooses the period of the figures, which the address keeps: a preset, or two dates. */
export function PeriodBar({ chosen, dates, path }: BarProps) {
  const { search } = useAddress()
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLSelectElement>(null)
  useFocusAfter(isOpen, () => {
    // What else was chosen keeps the focus. Only one of both controls is displayed.
    if (document.activeElement?.closest('[aria-label="Period"]')) return undefined
    return opener.current?.offsetParent ? opener.current : menu.current
  })
  const hrefFor = (next: Chosen) => hrefOf(path, withPeriod(new URLSearchParams(search), next))
  const choose = (next: Chosen) => {
    setOpen(false)
    pushAddress(hrefFor(next))
  }
  const isDates = chosen?.dates !== undefined
  return (
    <>
      <span className="hidden sm:block">
        <SegmentedControl name="Period">
          {names.map((preset) => (
            <ShallowLink
              key={preset}
              href={hrefFor({ preset })}
              onMove={() => setOpen(false)}
              className={segmentClass(chosen?.preset === preset)}
              aria-current={chosen?.preset === preset ? 'true' : undefined}
            >
              {presets[preset]}
            </ShallowLink>
          ))}
          <button
            ref={opener}
            type="button"
            className={segmentClass(isDates || isOpen)}
            aria-current={isDates ? 'true' : undefined}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            Dates…
          </button>
        </SegmentedControl>
      </span>
      {/* Eight segments are wider than a phone. */}
      <select
        ref={menu}
        aria-label="Period"
        className="h-11 rounded-2 border border-control bg-surface px-2 text-lg sm:hidden print:hidden"
        value={isOpen || isDates ? otherDates : (chosen?.preset ?? '')}
        onChange={({ target }) =>
          target.value === otherDates ? setOpen(true) : choose({ preset: target.value as Preset })
        }
      >
        {!chosen && <option value="" disabled />}
        {names.map((preset) => (
          <option key={preset} value={preset}>
            {presets[preset]}
          </option>
        ))}
        <option value={otherDates}>Dates…</option>
      </select>
      {(isOpen || isDates) && (
        <DatesForm
          isOpen={isOpen}
          dates={dates}
          onChoose={(chosenDates) => choose({ dates: chosenDates })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

type FormProps = {
  /** On a phone the form also shows the dates that were chosen. */
  isOpen: boolean
  dates: Dates
  onChoose: (dates: Dates) => void
  onClose: () => void
}

/** Both days are part of the period. */
function DatesForm({ isOpen, dates, onChoose, onClose }: FormProps) {
  const id = useId()
  const [typed, setTyped] = useState(dates)
  const [shown, setShown] = useState(dates)
  if (shown.from !== dates.from || shown.to !== dates.to) {
    setShown(dates)
    setTyped(dates)
  }
  const [isSubmitted, setSubmitted] = useState(false)
  const errors = dateErrors(typed)
  useEffect(() => {
    if (isOpen) document.getElementById(`${id}-from`)?.focus()
  }, [isOpen, id])
  const submit = () => {
    setSubmitted(true)
    const wrong = errors.from ? 'from' : errors.to ? 'to' : undefined
    if (wrong) document.getElementById(`${id}-${wrong}`)?.focus()
    else onChoose(typed)
  }
  return (
    <form
      noValidate
      aria-label="Dates of the period"
      className={`mt-3 flex basis-full flex-wrap items-end gap-3 print:hidden ${isOpen ? '' : 'sm:hidden'}`}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {(['from', 'to'] as const).map((name) => (
        <DayField
          key={name}
          id={`${id}-${name}`}
          label={name === 'from' ? 'From' : 'To'}
          error={isSubmitted ? errors[name] : undefined}
          value={typed[name]}
          onChange={(day) => setTyped({ ...typed, [name]: day })}
        />
      ))}
      <Button type="submit" size="field">
        Show
      </Button>
    </form>
  )
}
