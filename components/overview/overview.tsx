'use client'
import { useEffect, useMemo, useState } from 'react'
import { useApprovals } from '@/components/approvals/use-approvals'
import { NotesForYou, useNotesForYou } from '@/components/notes/notes-for-you'
import type { DemoRights } from '@/components/tours/tour-list'
import { TourMenu } from '@/components/tours/tour-menu'
import { useAddress } from '@/components/ui/address'
import { useHydrated, useOnline } from '@/components/ui/browser-state'
import { lazyPart } from '@/components/ui/lazy-part'
import { isRateLimited, OfflineNotice, ProblemView, RateLimitNotice, UpdatedAgo } from '@/components/ui/problem'
import { PageHeader } from '@/components/ui/section'
import { LiveRegion } from '@/components/ui/status'
import { useDelayed, useNow, useZone } from '@/components/ui/time'
import { activityReaders } from '@/lib/api/intents'
import { lastDays, longDayText } from '@/lib/browser/clock'
import { hrefOf } from '@/lib/browser/list-url'
import { retryAfterSeconds } from '@/lib/browser/request-limits'
import type { Environment } from '@/lib/provider/environments'
import { mayHaveMore } from '@/lib/provider/reading'
import type { Role } from '@/lib/provider/roles'
import { matchingRows, useAttention } from './attention'
import { AttentionSection } from './attention-section'
import { useChanges } from './changes'
import { ChangesSection } from './changes-section'
import LiveOverview from './live-overview'
import { useMovementItems } from './movement-items'
import { askedRange, chosenPeriod } from './period'
import { useUnknownItem } from './unknown-item'
import { type Figures, useFigures } from './use-figures'
import { comparedRanges, useUsualDay } from './usual-day'
import { waysOf } from './ways'
import { WaysSection } from './ways-section'

const FiguresPart = lazyPart('The figures', () => import('./figures-part'))
const MoreFigures = lazyPart('More figures', () => import('./more-figures'))

const minute = 60_000
/** Milliseconds until what was read is shown, although some of what needs attention is still missing. */
const patience = 5_000

/** Says in the address that the other figures are open. */
const moreName = 'x.figures'

type Read = Pick<Figures, 'at' | 'problem' | 'problemAt' | 'isLoading' | 'resume' | 'refresh'>
type OverviewProps = { environment: Environment; person: string; roles: readonly Role[] } & Demo
/** What this person may do in a demo, which offers tours; undefined elsewhere. */
type Demo = { demo?: DemoRights }

/** The environment's first page: who must act by when, what changed, what is on its way, and how the day goes. */
export function Overview({ environment, person, roles, demo }: OverviewProps) {
  const path = `/${environment}`
  const { search } = useAddress()
  const { zone, name } = useZone()
  const millis = useNow(minute, 'provider')
  // The server does not know when the page is seen.
  const now = useHydrated() ? Math.floor(millis / minute) * minute : undefined
  const movements = useMovementItems(environment)
  const { items, pending, usualTimes } = useAttention(environment, movements.keys)
  const unknown = useUnknownItem(environment, roles)
  const approvals = useApprovals(
    environment,
    roles.some((role) => activityReaders.includes(role)),
  )
  const notes = useNotesForYou(environment)
  const changes = useChanges(environment, { person, roles }, now)
  const today = now === undefined ? undefined : lastDays(now, 1, zone)[0]
  const params = useMemo(() => new URLSearchParams(search), [search])
  const chosen = useMemo(() => chosenPeriod(params), [params])
  // The period means the same all day.
  const day = today?.start
  const range = useMemo(
    () => (day === undefined ? undefined : askedRange(chosen, { now: day, zone })),
    [chosen, day, zone],
  )
  const figures = useFigures(environment, chosen && range)
  // Days are compared up to when the page was opened, or refreshed.
  const [comparedAt, setComparedAt] = useState(now)
  if (comparedAt === undefined && now !== undefined) setComparedAt(now)
  const ranges = useMemo(() => (comparedAt === undefined ? [] : comparedRanges(comparedAt, zone)), [comparedAt, zone])
  const isComparing = figures.overview !== undefined && !figures.isLoading
  const usualDay = useUsualDay(environment, ranges, isComparing)
  const ways = useMemo(
    () => pending && waysOf(matchingRows(pending), { now: pending.now, usualTimes: pending.usualTimes ?? [] }, roles),
    [pending, roles],
  )
  const { plans } = movements
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => void FiguresPart.preload().then(() => setLoaded(true)), [])
  const isOnline = useOnline()
  // Kinds without transfers have no row, so nothing is shown below the rows before it is known how many there are.
  const isSettled =
    items.every(({ summary, problem }) => summary ?? problem) &&
    [unknown, notes, changes, movements].every((read) => read.isSettled) &&
    isLoaded
  const isNowReady = useDelayed(!isSettled, patience) || isSettled || !isOnline
  const [isReady, setReady] = useState(isNowReady)
  // A later read does not take away what is on screen.
  if (isNowReady && !isReady) setReady(true)

  const reads: Read[] = [...items, figures]
  const ended = reads.find(({ problem }) => problem?.problem.status === 401)
  const times = reads.flatMap(({ at }) => at ?? [])
  const updatedAt = times.length > 0 ? Math.min(...times) : undefined
  const refresh = () => {
    for (const read of [...reads, unknown, notes, changes, movements]) read.refresh()
    setComparedAt(now)
  }
  const isMoreOpen = !chosen || params.has(moreName)
  const more = new URLSearchParams(params)
  if (isMoreOpen) more.delete(moreName)
  else more.set(moreName, 'more')
  return (
    <>
      <PageHeader title="Overview" subtitle={today ? `${longDayText(today)}, all times ${name}` : ''}>
        {demo && <TourMenu {...{ person, roles }} rights={demo} />}
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
          <div className="@container">
            <div className={glanceClass}>
              <AttentionSection {...{ items, unknown, approvals, notes, movements, isReady, roles, path, now }} />
              {isReady && now !== undefined && (
                <>
                  <ChangesSection {...{ ...changes, path, now }} />
                  <div className="min-w-0 @min-[62rem]:col-span-2">
                    <WaysSection
                      {...{ plans, ways, path, now }}
                      hasMore={pending !== undefined && mayHaveMore(pending.page)}
                    />
                  </div>
                  {range && ranges[0] && (
                    <FiguresPart
                      {...{ path, range, now, figures, usualDay, isMoreOpen }}
                      todayRange={ranges[0]}
                      moreHref={hrefOf(path, more)}
                    />
                  )}
                </>
              )}
            </div>
          </div>
          {isReady && <NotesForYou {...notes} />}
          {isReady && isMoreOpen && range && now !== undefined && (
            <MoreFigures {...{ environment, path, search, chosen, range, now, figures, usualTimes }} />
          )}
        </>
      )}
    </>
  )
}

/** The right column is as wide as figures of tens of millions; side by side only where the left one has room for its table. */
const glanceClass =
  'grid grid-cols-1 gap-x-8 gap-y-6 max-sm:mt-4 @min-[62rem]:grid-cols-[minmax(0,1fr)_26.5rem] [&_section]:mt-0'

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
