'use client'
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { useOnline } from '@/components/ui/browser-state'
import { isRateLimited, OfflineNotice, ProblemView, RateLimitNotice, UpdatedAgo } from '@/components/ui/problem'
import { useDelayed, useZone } from '@/components/ui/time'
import type { Environment } from '@/lib/api/environments'
import type { ProblemError } from '@/lib/api/problem'
import { dayRangeText, lastDays, longDayText } from '@/lib/browser/clock'
import { retryAfterSeconds } from '@/lib/browser/request-limits'
import { useAttention } from './attention'
import { AttentionSection } from './attention-section'
import { volumeOf } from './totals'
import { IssuanceSection, SettlementSection, StatusSection, TodaySection } from './totals-sections'
import { canShowWalk, quoteWalk, transferWalk, useWalk } from './use-walk'
import { VolumeSection } from './volume-section'
import { minuteText } from './walk-status'

const volumeDays = 14
const isWaiting = ({ problem }: { problem?: ProblemError }) => problem !== undefined && isRateLimited(problem)

/** The environment's first page: what needs attention, and volume. Each part loads and fails on its own. */
export function Overview({ environment }: { environment: Environment }) {
  const path = `/${environment}`
  const { zone, name } = useZone()
  const now = useMinute()
  const { items, usualTimes } = useAttention(environment)
  const transfers = useWalk(environment, transferWalk, items.some(isWaiting))
  const quotes = useWalk(environment, quoteWalk, [...items, transfers].some(isWaiting))
  const { result } = transfers
  const days = useMemo(() => (result ? lastDays(result.startedAt, volumeDays, zone) : []), [result, zone])
  const isRead = canShowWalk(transfers)
  const volume = useMemo(() => (result && isRead ? volumeOf(result, days) : undefined), [result, days, isRead])
  const entries = useMemo(() => {
    const start = days[0]?.start ?? 0
    return isRead ? result?.entries.filter(({ at = -1 }) => at >= start) : undefined
  }, [result, days, isRead])
  const isLate = useDelayed(!isRead && transfers.isLoading)
  const isOnline = useOnline()

  const reads: Read[] = [
    ...items.map(({ problem, problemAt, refresh }) => ({ problem, problemAt, resume: refresh })),
    ...[transfers, quotes],
  ]
  const ended = reads.find(({ problem }) => problem?.problem.status === 401)
  const times = [...items.map(({ at }) => at), result?.startedAt, quotes.result?.startedAt].flatMap((at) => at ?? [])
  const updatedAt = times.length > 0 ? Math.min(...times) : undefined
  const all = [...items, transfers, quotes]
  const refresh = () => {
    for (const read of all) read.refresh()
  }
  const today = now === undefined ? undefined : lastDays(now, 1, zone)[0]
  const [oldest, newest] = [days[0], days.at(-1)]
  const range =
    result && oldest && result.completeSince > oldest.start
      ? `back to ${minuteText(result.completeSince, result.until, zone)}`
      : oldest && newest
        ? dayRangeText(oldest, newest)
        : ''
  const hasTransfers = isRead || transfers.isLoading
  return (
    <>
      <div className="flex flex-wrap items-start gap-3 sm:flex-nowrap sm:gap-4">
        <div>
          <h1 tabIndex={-1}>Overview</h1>
          <p className="min-h-4 text-sm text-ink-3">{today && `${longDayText(today)}, all times ${name}`}</p>
        </div>
        <div className="flex w-full items-center gap-2 sm:ml-auto sm:w-auto">
          <UpdatedAgo at={updatedAt} isReading={all.some(({ isLoading }) => isLoading)} onRefresh={refresh} />
        </div>
      </div>
      {!isOnline && <OfflineNotice at={updatedAt} />}
      <WaitNotice reads={reads} />
      {ended?.problem ? (
        <ProblemView error={ended.problem} what="The overview" at={ended.problemAt} onRetry={ended.resume} />
      ) : (
        <>
          <AttentionSection items={items} usualTimes={usualTimes} path={path} now={now} />
          <VolumeSection walk={transfers} volume={volume} path={path} />
          {hasTransfers && (
            <TodaySection
              volume={volume}
              until={result?.until ?? 0}
              completeSince={result?.completeSince ?? 0}
              isLate={isLate}
            />
          )}
          <div className="grid grid-cols-1 gap-x-8 lg:grid-cols-3 min-[1280px]:grid-cols-[minmax(23rem,1fr)_minmax(21rem,1fr)_minmax(15rem,1fr)]">
            {hasTransfers && <SettlementSection entries={entries} range={range} isLate={isLate} />}
            <IssuanceSection walk={quotes} />
            {hasTransfers && <StatusSection entries={entries} range={range} isLate={isLate} />}
          </div>
        </>
      )}
    </>
  )
}

const minute = 60_000
const everyMinute = (listener: () => void) => {
  const timer = setInterval(listener, minute)
  return () => clearInterval(timer)
}

/** The start of the current minute, ms since 1970; undefined on the server, which does not know when the page is seen. */
const useMinute = () =>
  useSyncExternalStore<number | undefined>(
    everyMinute,
    () => Math.floor(Date.now() / minute) * minute,
    () => undefined,
  )

type Read = { problem?: ProblemError; problemAt: number; resume: () => void }

/** One countdown for all reads that have to wait, because they share the provider's rate limit. */
function WaitNotice({ reads }: { reads: readonly Read[] }) {
  const waiting = reads.flatMap(({ problem, problemAt, resume }) =>
    problem && isRateLimited(problem)
      ? [{ problem, problemAt, resume, endsAt: problemAt + retryAfterSeconds(problem, problemAt) * 1000 }]
      : [],
  )
  const last = waiting.sort((one, other) => other.endsAt - one.endsAt)[0]
  const latest = useRef(waiting)
  useEffect(() => {
    latest.current = waiting
  })
  const resumeAll = useCallback(() => {
    for (const { resume } of latest.current) resume()
  }, [])
  if (!last) return null
  return (
    <div className="mt-4">
      <RateLimitNotice key={last.endsAt} error={last.problem} since={last.problemAt} onRetry={resumeAll} />
    </div>
  )
}
