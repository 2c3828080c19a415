'use client'
import { OctagonX, Square } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '@/components/ui/button'
import { announce } from '@/components/ui/focus'
import { isRateLimited, RequestIdSentence, StaleNotice } from '@/components/ui/problem'
import { LiveRegion, Note } from '@/components/ui/status'
import type { Coverage, OverviewLine, OverviewRange } from '@/lib/api/console/overview-figures'
import { clockText, momentText } from '@/lib/browser/clock'
import { countText } from '@/lib/browser/labels'
import { problemIn } from '@/lib/browser/line-stream'
import type { Figures } from './use-figures'

/** A time without seconds, with its zone: `6 Nov 00:00 UTC`. */
export function minuteText(millis: number, now: number, zone: string): string {
  const text = clockText(new Date(millis).toISOString(), now, zone).replace(/:\d\d$/, '')
  return `${text} ${zone}`
}

/** The rows of a list, and what they are called. */
type Part = Coverage & { count: number; noun: string }

const partsOf = ({ transfers, quotes }: OverviewLine): Part[] => [
  { ...transfers, noun: 'transfer' },
  { ...quotes, noun: 'quote' },
]

/** How far the reading is: `done` of the range's time, from 0 to 1. */
export function progressOf({ from, zone }: OverviewRange, line: OverviewLine): { text: string; done: number } {
  const { transfers, quotes, to } = line
  const completeFrom = Math.max(transfers.completeFrom, quotes.completeFrom)
  const read = (transfers.read + quotes.read).toLocaleString('en-US')
  const done = to > from ? Math.min(1, Math.max(0, (to - completeFrom) / (to - from))) : 1
  const back =
    done > 0 ? `, back to ${minuteText(completeFrom, to, zone)} (${Math.floor(done * 100)} % of the period)` : ''
  return { text: `${read} read${back}`, done }
}

/** What a list's figures are based on, so that they never seem more complete than what was read: `775 transfers`. */
export function coverageText(part: Part, to: number, { zone }: OverviewRange, state: 'reading' | 'over'): string {
  const rows = countText(part.count, part.noun)
  if (part.isWhole) return rows
  const reason = part.problem
    ? 'the rest could not be read'
    : state === 'reading'
      ? 'still reading'
      : 'reading was stopped'
  if (part.completeFrom >= to) return `${rows}, none of it complete: ${reason}`
  return `${rows}, complete back to ${minuteText(part.completeFrom, to, zone)} only: ${reason}`
}

/** Rows that are in no figure, or in one that is no longer true; "" if there are none. */
export function exceptionsText({ undated, changed, noun }: Part): string {
  const sentences = [
    undated > 0 &&
      `${countText(undated, `${noun} without a creation time is`, `${noun}s without a creation time are`)} in no figure.`,
    changed > 0 &&
      `${countText(changed, `${noun} has`, `${noun}s have`)} changed since ${changed === 1 ? 'it was' : 'they were'} read: refresh to include the change.`,
  ]
  return sentences.filter(Boolean).join(' ')
}

type StatusProps = {
  /** As it was asked for. */
  range: OverviewRange
  figures: Figures
}

/** How far the figures were read, what stopped that, how to go on, and what they are based on. */
export function FiguresStatus({ range, figures }: StatusProps) {
  const { line, next, isLoading, isStopped, isPaused, problem } = figures
  const { zone } = range
  const reading = next ?? line
  const progress = reading ? progressOf(range, reading) : undefined
  const text = isLoading ? (progress?.text ?? 'Nothing read yet') : ''
  const failed = problem && !isRateLimited(problem) ? problem : undefined
  const state = isLoading && !next ? 'reading' : 'over'
  const isBegun = isLoading && !(line?.transfers.isWhole && line.quotes.isWhole)
  const said =
    !line || isBegun
      ? ''
      : `${partsOf(line)
          .map((part) => coverageText(part, line.to, range, 'over'))
          .join(', ')}.`
  // The progress changes twice a second; screen readers hear how it ended. A refresh is announced by its button.
  useEffect(() => {
    if (said) announce(said)
  }, [said])
  return (
    <div className="mt-3 text-sm text-ink-3">
      <LiveRegion>
        {failed && line && <StaleNotice at={line.at} error={failed} onRefresh={figures.refresh} />}
        {line &&
          !isLoading &&
          partsOf(line).map((part) => <PartFailure key={part.noun} part={part} onRetry={figures.resume} />)}
      </LiveRegion>
      {(isLoading || isStopped) && (
        <div className="mb-2 flex min-h-[26px] flex-wrap items-center gap-x-3 gap-y-1 text-ink-2">
          {isLoading && (
            <div
              role="progressbar"
              aria-label="Part of the period that was read"
              aria-valuemin={0}
              aria-valuemax={100}
              aria-valuenow={Math.floor((progress?.done ?? 0) * 100)}
              aria-valuetext={text}
              className="h-1.5 w-40 overflow-hidden rounded-full bg-pressed forced-colors:border"
            >
              <div
                className="h-full rounded-full bg-env forced-colors:bg-[Highlight]"
                style={{ width: `${(progress?.done ?? 0) * 100}%` }}
              />
            </div>
          )}
          <p className="tabular-nums" aria-busy={isLoading}>
            {isStopped
              ? 'Stopped.'
              : `${next ? 'Refreshing: ' : ''}${text}${isPaused ? '; waiting for a connection' : ''}.`}
          </p>
          <Button size="small" onClick={isLoading ? figures.stop : figures.resume}>
            {isLoading && <Square />}
            {isLoading ? 'Stop' : 'Read all'}
          </Button>
        </div>
      )}
      {line && (
        <p className="min-h-4">
          Updated {momentText(line.at, line.at, zone)} {zone}.{' '}
          {partsOf(line)
            .map((part) => coverageText(part, line.to, range, state))
            .join(', ')}
          {'. '}
          {partsOf(line).map(exceptionsText).filter(Boolean).join(' ')}
        </p>
      )}
    </div>
  )
}

type FailureProps = { part: Part; onRetry: () => void }

/** A list that could not be read to its end; a rate limit has a notice of its own. */
function PartFailure({ part: { problem, count, noun }, onRetry }: FailureProps) {
  const error = problem && problemIn(problem)
  if (!error || isRateLimited(error)) return null
  const { title, detail, meta } = error.problem
  const scope = typeof meta?.scope === 'string' ? ` Scope at the provider: ${meta.scope}.` : ''
  return (
    <Note
      tone="bad"
      icon={OctagonX}
      className="mb-2 text-base text-ink"
      title={count > 0 ? `Some ${noun}s could not be read.` : `The ${noun}s could not be read.`}
      actions={
        <Button size="small" onClick={onRetry} aria-label={`Try again: ${noun}s`}>
          Try again
        </Button>
      }
    >
      {[title, detail].filter(Boolean).join(' ')}
      {scope}
      <RequestIdSentence error={error} />
    </Note>
  )
}
