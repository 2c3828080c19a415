'use client'
import { OctagonX } from 'lucide-react'
import type { ReactNode } from 'react'
import { countText } from '@/components/transfers/labels'
import { Button } from '@/components/ui/button'
import { isRateLimited, ProblemView, RequestIdSentence, StaleNotice } from '@/components/ui/problem'
import { LiveRegion, Note } from '@/components/ui/status'
import { useZone } from '@/components/ui/time'
import type { WalkEntry, WalkResult } from '@/lib/browser/bounded-walk'
import { clockText, momentText } from '@/lib/browser/clock'
import type { Walk, WalkState } from './use-walk'

const number = (value: number) => value.toLocaleString('en-US')

/** A time without seconds, with its zone: `6 Nov 00:00 UTC`. */
export function minuteText(millis: number, now: number, zone: string): string {
  const text = clockText(new Date(millis).toISOString(), now, zone).replace(/:\d\d$/, '')
  return `${text} ${zone}`
}

/** `4,000 loaded, back to 12 Nov 06:10 UTC` */
export function progressText(result: WalkResult<WalkEntry> | undefined, zone: string): string {
  if (!result) return 'Nothing loaded yet'
  const back = result.reached === undefined ? '' : `, back to ${minuteText(result.reached, result.until, zone)}`
  return `${number(result.read)} loaded${back}`
}

const stateReasons: Partial<Record<WalkState, string>> = {
  failed: 'the next page failed',
  stopped: 'loading was stopped',
}

function reasonText(result: WalkResult<WalkEntry>, state: WalkState): string {
  if (!result.isOrdered) return "the provider didn't return the requested order"
  if (result.isRepeated) return 'the provider repeated a page cursor'
  if (state === 'limited') return `loading stops at ${number(result.read)}`
  return stateReasons[state] ?? 'still loading'
}

/** `count` rows, named by `noun`, created since `start` (ms since 1970). */
type Counted = { start: number; noun: string; count: number }

/** What the figures are based on, so that they never seem more complete than what was read. */
export function coverageText(
  result: WalkResult<WalkEntry>,
  { start, noun, count }: Counted,
  state: WalkState,
  zone: string,
): string {
  const rows = `Based on ${countText(count, noun)}`
  const since = Math.max(start, result.completeSince)
  if (since <= start) return `${rows}, complete back to ${minuteText(start, result.until, zone)}.`
  const reason = reasonText(result, state)
  if (since >= result.until) return `${rows}. No day is complete: ${reason}.`
  return `${rows}, complete back to ${minuteText(since, result.until, zone)} only: ${reason}. Older ones are not counted.`
}

/** Rows that are in no figure; "" if there are none. */
export function leftOutText({ duplicates, outOfRange, undated }: WalkResult<WalkEntry>): string {
  const sentences = [
    duplicates > 0 && `${countText(duplicates, 'duplicate was', 'duplicates were')} counted once.`,
    outOfRange > 0 && `${countText(outOfRange, 'row', 'rows')} outside the requested time left out.`,
    undated > 0 && `${countText(undated, 'row', 'rows')} without a creation time left out.`,
  ]
  return sentences.filter(Boolean).join(' ')
}

type StatusProps = {
  walk: Walk<WalkEntry>
  /** Names the rows: "transfers". */
  what: string
  /** The rows in the figures. */
  counted?: Counted
  /** Which rows these are. */
  children: ReactNode
}

/** Below a walk's figures: how far it has loaded, what stopped it, how to continue, and what the figures are based on. */
export function WalkStatus({ walk, what, counted, children }: StatusProps) {
  const { result, state, problem, isRefreshing, resume } = walk
  const { zone } = useZone()
  const hasFailed = problem && !isRateLimited(problem)
  if (hasFailed && !result)
    return <ProblemView error={problem} what={`The list of ${what}`} at={walk.problemAt} onRetry={resume} />
  const progress = isRefreshing
    ? `Refreshing; data is from ${momentText(result?.startedAt ?? 0, undefined, zone)} ${zone}.`
    : `${progressText(result, zone)}${walk.isPaused ? '; waiting for a connection' : ''}.`
  const isBusy = isRefreshing || state === 'loading' || state === 'waiting'
  return (
    <div className="mt-3 grid min-h-16 content-start gap-2 text-sm text-ink-3">
      {hasFailed && state === 'failed' && (
        <Note
          tone="bad"
          icon={OctagonX}
          role="alert"
          className="text-base text-ink"
          title={`Page ${walk.page} could not be loaded.`}
          actions={
            <Button size="small" onClick={resume}>
              Load more
            </Button>
          }
        >
          {problem.problem.title} Earlier pages are still shown.
          <RequestIdSentence error={problem} />
        </Note>
      )}
      <LiveRegion>
        {hasFailed && state !== 'failed' && result && (
          <div className="text-base text-ink">
            <StaleNotice at={result.startedAt} error={problem} onRefresh={walk.refresh} />
          </div>
        )}
      </LiveRegion>
      {(isBusy || state === 'stopped' || state === 'limited') && (
        <div className="flex min-h-[26px] flex-wrap items-center gap-3 text-ink-2">
          <span role="status">{state === 'stopped' ? `Stopped: ${progress}` : progress}</span>
          <Button
            size="small"
            onClick={isBusy ? walk.stop : resume}
            aria-label={`${isBusy ? 'Cancel loading' : 'Load more'} ${what}`}
          >
            {isBusy ? 'Cancel' : 'Load more'}
          </Button>
        </div>
      )}
      {result && counted && (
        <p>
          {coverageText(result, counted, state, zone)} {children} {leftOutText(result)}
        </p>
      )}
    </div>
  )
}
