'use client'
import { OctagonX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { StaleNotice } from '@/components/ui/freshness'
import { Note } from '@/components/ui/note'
import { isAccessLost, isRateLimited, ProblemView } from '@/components/ui/problem'
import { useZone } from '@/components/ui/time'
import type { WalkEntry } from '@/lib/browser/bounded-walk'
import { momentText } from '@/lib/browser/clock'
import { oddText, progressText } from './coverage'
import type { Walk } from './walks'

/** Whether a walk's figures may be shown to this person. */
export const isShown = ({ walked, problem }: Walk<WalkEntry>) =>
  walked !== undefined && !(problem && isAccessLost(problem))

/**
 * Where a walk is, under the figures that stand on it: how far it reads, what stopped it, and the way on.
 * @param what     names the rows: "transfers"
 * @param coverage the sentences that say what the figures stand on
 */
export function WalkNotes({ walk, what, coverage }: { walk: Walk<WalkEntry>; what: string; coverage: ReactNode }) {
  const { walked, state, problem, problemAt, page } = walk
  const isTrouble = problem && !isRateLimited(problem)
  if (isTrouble && (!walked || isAccessLost(problem)))
    return <ProblemView error={problem} what={`The list of ${what}`} at={problemAt} onRetry={walk.goOn} />
  const odd = walked ? oddText(walked) : ''
  return (
    <div className="mt-3 grid gap-2 text-sm text-ink-3">
      {isTrouble && state === 'failed' && (
        <Note
          tone="bad"
          icon={OctagonX}
          role="alert"
          className="text-base text-ink"
          acts={
            <Button size="note" onClick={walk.goOn}>
              Read on
            </Button>
          }
        >
          <p>
            <b>Page {page} could not be read.</b> {problem.problem.title} What was read before is shown.
            {problem.problem.request_id && (
              <span className="text-ink-2"> Request id {problem.problem.request_id}.</span>
            )}
          </p>
        </Note>
      )}
      {isTrouble && state !== 'failed' && walked && (
        <div className="text-base text-ink">
          <StaleNotice at={walked.startedAt} error={problem} onNow={walk.again} />
        </div>
      )}
      <Progress walk={walk} what={what} />
      {walked && (
        <p>
          {coverage} {odd}
        </p>
      )}
    </div>
  )
}

/** The line that says how far the reading is, with the button that ends it or takes it up again. */
function Progress({ walk, what }: { walk: Walk<WalkEntry>; what: string }) {
  const { walked, state, isRereading, isPaused } = walk
  const { zone } = useZone()
  const isReading = state === 'reading' || state === 'held'
  const words = isRereading
    ? `Reading again; shown as of ${momentText(walked?.startedAt ?? 0, undefined, zone)} ${zone}.`
    : isPaused
      ? `${progressText(walked, zone)}; waiting for the connection.`
      : `${progressText(walked, zone)}.`
  if (!isReading && !isRereading && state !== 'stopped' && state !== 'bounded') return null
  return (
    <div className="flex min-h-[26px] flex-wrap items-center gap-3 text-ink-2">
      <span role="status">{state === 'stopped' ? `Stopped: ${words}` : words}</span>
      {isReading || isRereading ? (
        <Button size="note" onClick={walk.stop} aria-label={`Cancel reading ${what}`}>
          Cancel
        </Button>
      ) : (
        <Button size="note" onClick={walk.goOn} aria-label={`Read more ${what}`}>
          Read on
        </Button>
      )}
    </div>
  )
}
