'use client'
import { useMemo } from 'react'
import { useHydrated, useOnline } from '@/components/ui/browser-state'
import { isRateLimited, OfflineNotice, ProblemView, RateLimitNotice, UpdatedAgo } from '@/components/ui/problem'
import { PageHeader } from '@/components/ui/section'
import { LiveRegion } from '@/components/ui/status'
import { useNow, useZone } from '@/components/ui/time'
import type { Environment } from '@/lib/api/environments'
import type { WalkEntry } from '@/lib/browser/bounded-walk'
import { lastDays, longDayText } from '@/lib/browser/clock'
import { retryAfterSeconds } from '@/lib/browser/request-limits'
import { useAttention } from './attention'
import { AttentionSection } from './attention-section'
import { volumeOf } from './totals'
import { IssuanceSection, SettlementSection, StatusSection, TodaySection } from './totals-sections'
import { quoteWalk, transferWalk, useWalk, type Walk } from './use-walk'
import { VolumeSection } from './volume-section'

const volumeDays = 14
const minute = 60_000

type Read = Pick<Walk<WalkEntry>, 'at' | 'problem' | 'problemAt' | 'isLoading' | 'resume' | 'refresh'>

const isWaiting = ({ problem }: Pick<Read, 'problem'>) => problem !== undefined && isRateLimited(problem)

/** The environment's first page: what needs attention, and volume. Each part loads and fails on its own. */
export function Overview({ environment }: { environment: Environment }) {
  const path = `/${environment}`
  const { zone, name } = useZone()
  const millis = useNow(minute)
  // The server does not know when the page is seen.
  const now = useHydrated() ? Math.floor(millis / minute) * minute : undefined
  const { items, usualTimes } = useAttention(environment)
  const transfers = useWalk(environment, transferWalk, items.some(isWaiting))
  const quotes = useWalk(environment, quoteWalk, [...items, transfers].some(isWaiting))
  const { result } = transfers
  const volume = useMemo(() => result && volumeOf(result, lastDays(result.startedAt, volumeDays, zone)), [result, zone])
  const isOnline = useOnline()

  const reads: Read[] = [...items, transfers, quotes]
  const ended = reads.find(({ problem }) => problem?.problem.status === 401)
  const times = reads.flatMap(({ at }) => at ?? [])
  const updatedAt = times.length > 0 ? Math.min(...times) : undefined
  const refresh = () => {
    for (const read of reads) read.refresh()
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
          <AttentionSection items={items} usualTimes={usualTimes} path={path} now={now} />
          <VolumeSection walk={transfers} volume={volume} path={path} />
          {hasTransfers && <TodaySection volume={volume} />}
          <div className="grid grid-cols-1 gap-x-8 lg:grid-cols-3 min-[1280px]:grid-cols-[minmax(23rem,1fr)_minmax(21rem,1fr)_minmax(15rem,1fr)]">
            {hasTransfers && <SettlementSection volume={volume} />}
            <IssuanceSection walk={quotes} />
            {hasTransfers && <StatusSection volume={volume} />}
          </div>
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
