'use client'
import { useMemo, useState } from 'react'
import { useHydrated, useOnline } from '@/components/ui/browser-state'
import { isRateLimited, OfflineNotice, ProblemView, RateLimitNotice, UpdatedAgo } from '@/components/ui/problem'
import { PageHeader } from '@/components/ui/section'
import { LiveRegion } from '@/components/ui/status'
import { useDelayed, useNow, useZone } from '@/components/ui/time'
import type { Environment } from '@/lib/api/environments'
import type { Role } from '@/lib/api/roles'
import type { WalkEntry } from '@/lib/browser/bounded-walk'
import { lastDays, longDayText } from '@/lib/browser/clock'
import { retryAfterSeconds } from '@/lib/browser/request-limits'
import { useAttention } from './attention'
import { AttentionSection } from './attention-section'
import { volumeOf } from './totals'
import { IssuanceSection, SettlementSection, StatusSection, TodaySection } from './totals-sections'
import { useUnknownItem } from './unknown-item'
import { quoteWalk, transferWalk, useWalk, type Walk } from './use-walk'
import { VolumeSection } from './volume-section'

const volumeDays = 14
const minute = 60_000
/** Milliseconds until what was read is shown, although some of what needs attention is still missing. */
const patience = 2_000

type Read = Pick<Walk<WalkEntry>, 'at' | 'problem' | 'problemAt' | 'isLoading' | 'resume' | 'refresh'>

const isWaiting = ({ problem }: Pick<Read, 'problem'>) => problem !== undefined && isRateLimited(problem)

/** The environment's first page: what needs attention, and volume. Each part loads and fails on its own. */
export function Overview({ environment, roles }: { environment: Environment; roles: readonly Role[] }) {
  const path = `/${environment}`
  const { zone, name } = useZone()
  const millis = useNow(minute)
  // The server does not know when the page is seen.
  const now = useHydrated() ? Math.floor(millis / minute) * minute : undefined
  const { items, usualTimes } = useAttention(environment)
  const unknown = useUnknownItem(environment, roles)
  const transfers = useWalk(environment, transferWalk, items.some(isWaiting))
  const quotes = useWalk(environment, quoteWalk, [...items, transfers].some(isWaiting))
  const { result } = transfers
  const volume = useMemo(() => result && volumeOf(result, lastDays(result.startedAt, volumeDays, zone)), [result, zone])
  const isOnline = useOnline()
  // Kinds without transfers have no row, so nothing is shown below the rows before it is known how many there are.
  const isSettled = items.every(({ summary, problem }) => summary ?? problem) && unknown.isSettled
  const isNowReady = useDelayed(!isSettled, patience) || isSettled || !isOnline
  const [isReady, setReady] = useState(isNowReady)
  // A later read does not take away what is on screen.
  if (isNowReady && !isReady) setReady(true)

  const reads: Read[] = [...items, transfers, quotes]
  const ended = reads.find(({ problem }) => problem?.problem.status === 401)
  const times = reads.flatMap(({ at }) => at ?? [])
  const updatedAt = times.length > 0 ? Math.min(...times) : undefined
  const refresh = () => {
    for (const read of reads) read.refresh()
    unknown.refresh()
  }
  const today = now === undefined ? undefined : lastDays(now, 1, zone)[0]
  const hasTransfers = volume !== undefined || transfers.isLoading
  return (
    <>
      <PageHeader title="Overview" subtitle={today ? `${longDayText(today)}, all times ${name}` : ''}>
        <UpdatedAgo at={updatedAt} isReading={reads.some(({ isLoading }) => isLoading)} onRefresh={refresh} />
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
              <VolumeSection walk={transfers} volume={volume} path={path} />
              <div className="@container">
                <div className="grid grid-cols-1 gap-x-8 @min-[44rem]:grid-cols-2 @min-[60rem]:grid-cols-[minmax(25rem,5fr)_7fr] @min-[60rem]:grid-rows-[auto_1fr]">
                  {hasTransfers && (
                    <TodaySection
                      volume={volume}
                      className="@min-[44rem]:col-span-2 @min-[60rem]:col-span-1 @min-[60rem]:col-start-2"
                    />
                  )}
                  {hasTransfers && (
                    <SettlementSection
                      volume={volume}
                      className="@min-[60rem]:col-start-1 @min-[60rem]:row-span-2 @min-[60rem]:row-start-1"
                    />
                  )}
                  <div className="@container">
                    <div className="grid grid-cols-1 gap-x-8 @min-[41rem]:grid-cols-[3fr_2fr]">
                      <IssuanceSection walk={quotes} />
                      {hasTransfers && <StatusSection volume={volume} />}
                    </div>
                  </div>
                </div>
              </div>
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
