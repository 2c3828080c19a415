'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useApprovals } from '@/components/approvals/use-approvals'
import { NotesForYou, useNotesForYou } from '@/components/notes/notes-for-you'
import { settlementTimes, usualTimesRead } from '@/components/records/usual-times'
import type { DemoRights } from '@/components/tours/tour-list'
import { TourMenu } from '@/components/tours/tour-menu'
import { useAddress } from '@/components/ui/address'
import { useHydrated, useOnline } from '@/components/ui/browser-state'
import { lazyPart } from '@/components/ui/lazy-part'
import { isRateLimited, ProblemView, ReadNotices, UpdatedAgo } from '@/components/ui/problem'
import { PageHeader } from '@/components/ui/section'
import { useDelayed, useNow, useZone } from '@/components/ui/time'
import { activityReaders } from '@/lib/api/intents'
import { lastDays, longDayText } from '@/lib/browser/clock'
import { hrefOf } from '@/lib/browser/list-url'
import { lackOf } from '@/lib/browser/records-extent'
import type { Environment } from '@/lib/provider/environments'
import type { Role } from '@/lib/provider/roles'
import { AttentionSection } from './attention-section'
import { useChanges, useLastOpened } from './changes'
import { ChangesSection } from './changes-section'
import { askedRange, chosenPeriod } from './period'
import { useUnknownItem } from './unknown-item'
import { hasBegun, useFigures } from './use-figures'
import { comparedRanges, useUsualDay } from './usual-day'
import { wayOf } from './ways'
import { WaysSection } from './ways-section'

const FiguresPart = lazyPart('The figures', () => import('./figures-part'))
const MoreFigures = lazyPart('More figures', () => import('./more-figures'))

const minute = 60_000
/** Milliseconds until what was read is shown, although some of what needs attention is still missing. */
const patience = 5_000

/** Says in the address that the other figures are open. */
const moreName = 'x.figures'

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
  const unknown = useUnknownItem(environment, roles)
  const approvals = useApprovals(
    environment,
    roles.some((role) => activityReaders.includes(role)),
  )
  const notes = useNotesForYou(environment)
  const opened = useLastOpened(environment, person, now)
  const today = now === undefined ? undefined : lastDays(now, 1, zone)[0]
  const params = useMemo(() => new URLSearchParams(search), [search])
  const chosen = useMemo(() => chosenPeriod(params), [params])
  // The period means the same all day.
  const day = today?.start
  const range = useMemo(
    () => (day === undefined ? undefined : askedRange(chosen, { now: day, zone })),
    [chosen, day, zone],
  )
  const since = opened?.since
  const asked = useMemo(() => (range && since !== undefined ? { ...range, since } : undefined), [range, since])
  const read = useFigures(environment, asked)
  const { present, at, problem, problemAt } = read
  // Of a period that cannot be read no figures are shown.
  const figures = chosen ? read : { ...read, overview: undefined, isLoading: false }
  const changes = useChanges(environment, roles, { changed: present?.changed, since })
  // Days are compared up to when the page was opened, or refreshed.
  const [comparedAt, setComparedAt] = useState(now)
  if (comparedAt === undefined && now !== undefined) setComparedAt(now)
  const ranges = useMemo(() => (comparedAt === undefined ? [] : comparedRanges(comparedAt, zone)), [comparedAt, zone])
  const isComparing = figures.overview !== undefined && !figures.isLoading
  const usualDay = useUsualDay(environment, ranges, isComparing)
  const usualTimes = useMemo(() => present && settlementTimes(present.usualTimes), [present])
  const client = useQueryClient()
  // Lists and transfers need not read them again.
  useEffect(() => {
    if (usualTimes) client.setQueryData(usualTimesRead(environment).queryKey, usualTimes)
  }, [client, environment, usualTimes])
  const ways = useMemo(
    () =>
      (present?.pending.first ?? []).map((way) =>
        wayOf(way, { now: present?.now ?? 0, usualTimes: usualTimes ?? [] }, roles),
      ),
    [present, usualTimes, roles],
  )
  // What is no longer kept has been settled for years.
  const { text, isOpen } = lackOf(present?.extent, 'transfers', present?.now ?? 0, { zone, name }, 'the overview')
  const lack = present && isOpen ? text : ''
  const isPartial = lack !== ''
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => void FiguresPart.preload().then(() => setLoaded(true)), [])
  const isOnline = useOnline()
  // Kinds without transfers have no row, so nothing is shown below the rows before it is known how many there are.
  const isSettled =
    (problem || (read.overview && hasBegun(read.overview))) &&
    [unknown, notes, changes].every((one) => one.isSettled) &&
    isLoaded
  const isNowReady = useDelayed(!isSettled, patience) || isSettled || !isOnline
  const [isReady, setReady] = useState(isNowReady)
  // A later read does not take away what is on screen.
  if (isNowReady && !isReady) setReady(true)

  const hasEnded = problem?.problem.status === 401
  const refresh = () => {
    for (const one of [read, unknown, notes, changes]) one.refresh()
    setComparedAt(now)
  }
  const isMoreOpen = !chosen || params.has(moreName)
  const more = new URLSearchParams(params)
  if (isMoreOpen) more.delete(moreName)
  else more.set(moreName, 'more')
  return (
    <>
      <PageHeader title="Overview" subtitle={today ? `${longDayText(today)}, all times ${name}` : ''}>
        {demo && <TourMenu person={person} roles={roles} rights={demo} />}
        <UpdatedAgo
          live={environment}
          isReading={read.isLoading}
          onRefresh={refresh}
          at={at}
          problem={problem}
          problemAt={problemAt}
        />
      </PageHeader>
      <ReadNotices at={at} problem={problem} problemAt={problemAt} onRetry={read.refresh} />
      {hasEnded ? (
        <ProblemView error={problem} what="The overview" at={problemAt} onRetry={refresh} />
      ) : (
        <>
          <div className="@container">
            <div className={glanceClass}>
              <AttentionSection
                present={present}
                lack={lack}
                unknown={unknown}
                approvals={approvals}
                notes={notes}
                isReady={isReady}
                roles={roles}
                path={path}
                now={now}
                failure={
                  problem && !present && !isRateLimited(problem) ? (
                    <ProblemView error={problem} what="The overview" at={problemAt} onRetry={read.refresh} />
                  ) : undefined
                }
              />
              {isReady && present && opened && now !== undefined && (
                <>
                  <ChangesSection
                    {...opened}
                    changes={changes.changes}
                    hasMore={changes.hasMore}
                    isPartial={isPartial}
                    path={path}
                    now={now}
                  />
                  <div className="min-w-0 @min-[62rem]:col-span-2">
                    <WaysSection
                      ways={ways}
                      isPartial={isPartial}
                      path={path}
                      now={now}
                      plans={present.movements.waiting ?? []}
                      count={present.pending.count}
                    />
                  </div>
                  {range && ranges[0] && (
                    <FiguresPart
                      path={path}
                      range={range}
                      now={now}
                      figures={figures}
                      usualDay={usualDay}
                      isMoreOpen={isMoreOpen}
                      todayRange={ranges[0]}
                      moreHref={hrefOf(path, more)}
                    />
                  )}
                </>
              )}
            </div>
          </div>
          {isReady && <NotesForYou {...notes} />}
          {isReady && present && isMoreOpen && range && now !== undefined && (
            <MoreFigures
              environment={environment}
              path={path}
              search={search}
              chosen={chosen}
              range={range}
              now={now}
              figures={figures}
              usualTimes={usualTimes}
            />
          )}
        </>
      )}
    </>
  )
}

/** The right column is as wide as figures of tens of millions; side by side only where the left one has room for its table. */
const glanceClass =
  'grid grid-cols-1 gap-x-8 gap-y-6 max-sm:mt-4 @min-[62rem]:grid-cols-[minmax(0,1fr)_26.5rem] [&_section]:mt-0'
