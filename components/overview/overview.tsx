'use client'
import { useEffect, useMemo, useState } from 'react'
import { NotesForYou, useNotesForYou } from '@/components/notes/notes-for-you'
import { useAddress } from '@/components/ui/address'
import { useHydrated, useOnline } from '@/components/ui/browser-state'
import { lazyPart } from '@/components/ui/lazy-part'
import { isRateLimited, OfflineNotice, ProblemView, RateLimitNotice, UpdatedAgo } from '@/components/ui/problem'
import { PageHeader } from '@/components/ui/section'
import { LiveRegion } from '@/components/ui/status'
import { useDelayed, useNow, useZone } from '@/components/ui/time'
import type { Environment } from '@/lib/api/environments'
import type { Role } from '@/lib/api/roles'
import { lastDays, longDayText } from '@/lib/browser/clock'
import { retryAfterSeconds } from '@/lib/browser/request-limits'
import { useAttention } from './attention'
import { AttentionSection } from './attention-section'
import LiveOverview from './live-overview'
import { askedRange, chosenPeriod } from './period'
import { useUnknownItem } from './unknown-item'
import { type Figures, useFigures } from './use-figures'

const FiguresPart = lazyPart('The figures', () => import('./figures-part'))

const minute = 60_000
/** Milliseconds until what was read is shown, although some of what needs attention is still missing. */
const patience = 5_000

type Read = Pick<Figures, 'at' | 'problem' | 'problemAt' | 'isLoading' | 'resume' | 'refresh'>

/** The environment's first page: what needs attention, and the figures of a period. Each part loads and fails on its own. */
export function Overview({ environment, roles }: { environment: Environment; roles: readonly Role[] }) {
  const path = `/${environment}`
  const { search } = useAddress()
  const { zone, name } = useZone()
  const millis = useNow(minute, 'provider')
  // The server does not know when the page is seen.
  const now = useHydrated() ? Math.floor(millis / minute) * minute : undefined
  const { items, usualTimes } = useAttention(environment)
  const unknown = useUnknownItem(environment, roles)
  const notes = useNotesForYou(environment)
  const today = now === undefined ? undefined : lastDays(now, 1, zone)[0]
  const chosen = useMemo(() => chosenPeriod(new URLSearchParams(search)), [search])
  // The period means the same all day.
  const day = today?.start
  const range = useMemo(
    () => (day === undefined ? undefined : askedRange(chosen, { now: day, zone })),
    [chosen, day, zone],
  )
  const figures = useFigures(environment, chosen && range)
  useEffect(() => void FiguresPart.preload(), [])
  const isOnline = useOnline()
  // Kinds without transfers have no row, so nothing is shown below the rows before it is known how many there are.
  const isSettled = items.every(({ summary, problem }) => summary ?? problem) && unknown.isSettled && notes.isSettled
  const isNowReady = useDelayed(!isSettled, patience) || isSettled || !isOnline
  const [isReady, setReady] = useState(isNowReady)
  // A later read does not take away what is on screen.
  if (isNowReady && !isReady) setReady(true)

  const reads: Read[] = [...items, figures]
  const ended = reads.find(({ problem }) => problem?.problem.status === 401)
  const times = reads.flatMap(({ at }) => at ?? [])
  const updatedAt = times.length > 0 ? Math.min(...times) : undefined
  const refresh = () => {
    for (const read of reads) read.refresh()
    unknown.refresh()
    notes.refresh()
  }
  return (
    <>
      <PageHeader title="Overview" subtitle={today ? `${longDayText(today)}, all times ${name}` : ''}>
        <LiveOverview environment={environment} />
        <UpdatedAgo
          live={environment}
          at={updatedAt}
          isReading={reads.some(({ isLoading }) => isLoading)}
          onRefresh={refresh}
        />
      </PageHeader>
      <LiveRegion>
        {!isOnline && <OfflineNotice at={updatedAt} />}
        <WaitNotice reads={reads} />
      </LiveRegion>
      {ended?.problem ? (
        <ProblemView error={ended.problem} what="The overview" at={ended.problemAt} onRetry={ended.resume} />
      ) : (
        <>
          <AttentionSection {...{ items, unknown, isReady, usualTimes, path, now }} />
          {isReady && (
            <>
              <NotesForYou {...notes} />
              <FiguresPart {...{ environment, path, search, chosen, range, now, figures }} />
            </>
          )}
        </>
      )}
    </>
  )
}

/** One countdown for all reads that have to wait, because they share the provider's rate limit. */
function WaitNotice({ reads }: { reads: readonly Read[] }) {
  const waiting = reads.flatMap(({ problem, problemAt, resume }) =>
    problem && isRateLimited(problem)
      ? [{ problem, problemAt, resume, endsAt: problemAt + retryAfterSeconds(problem, problemAt) * 1000 }]
      : [],
  )
  const last = waiting.sort((one, other) => other.endsAt - one.endsAt)[0]
  const resumeAll = () => {
    for (const { resume } of waiting) resume()
  }
  return (
    last && (
      <div className="mt-4">
        <RateLimitNotice key={last.endsAt} error={last.problem} since={last.problemAt} onRetry={resumeAll} />
      </div>
    )
  )
}
