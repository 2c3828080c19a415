'use client'
import { useEffect, useEffectEvent } from 'react'
import { announce } from '@/components/ui/focus'
import { clockText, momentText } from '@/lib/browser/clock'
import { countText } from '@/lib/browser/labels'
import type { Coverage, Overview, OverviewRange } from '@/lib/features/overview/interface'
import type { Figures } from './use-figures'

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
