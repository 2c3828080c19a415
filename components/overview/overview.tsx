'use client'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useOnline } from '@/components/ui/browser-state'
import { OfflineNotice, UpdatedAgo } from '@/components/ui/freshness'
import { useDelayed } from '@/components/ui/now'
import { isRateLimited, ProblemView, RateLimitNotice } from '@/components/ui/problem'
import { useZone } from '@/components/ui/time'
import type { Environment } from '@/lib/api/environments'
import type { ProblemError } from '@/lib/api/problem'
import { dayRangeText, lastDays, longDayText } from '@/lib/browser/clock'
import { retryAfterSeconds } from '@/lib/browser/request-limits'
import { minuteText } from './coverage'
import { MintedSection } from './minted-section'
import { useNeeds } from './need-reads'
import { NeedsSection } from './needs-section'
import { usePageTime } from './now'
import { EndedSection, SettleSection } from './outcome-sections'
import { TodaySection } from './today-section'
import { volumeOf } from './volume'
import { VolumeSection } from './volume-section'
import { isShown } from './walk-notes'
import { quoteWalk, transferWalk, useWalk } from './walks'

/** Days that volume is shown of. */
const shownDays = 14

/** The environment's first page: what needs attention, and what moved. Every part reads, fails and waits on its own. */
export function Overview({ environment }: { environment: Environment }) {
  const path = `/${environment}`
  const { zone, name } = useZone()
  const now = usePageTime()
  const { needs, settlings } = useNeeds(environment)
  const isNeedHeld = needs.some(({ problem }) => problem && isRateLimited(problem))
  const transfers = useWalk(environment, transferWalk, isNeedHeld)
  const isHeld = isNeedHeld || (transfers.problem !== undefined && isRateLimited(transfers.problem))
  const quotes = useWalk(environment, quoteWalk, isHeld)
  const { walked } = transfers
  const days = useMemo(() => (walked ? lastDays(walked.startedAt, shownDays, zone) : []), [walked, zone])
  const isRead = isShown(transfers)
  const volume = useMemo(() => (walked && isRead ? volumeOf(walked, days) : undefined), [walked, days, isRead])
  const entries = useMemo(() => {
    const start = days[0]?.start ?? 0
    return isRead ? walked?.entries.filter(({ at = -1 }) => at >= start) : undefined
  }, [walked, days, isRead])
  const isLate = useDelayed(!isRead && transfers.isReading)
  const isOnline = useOnline()

  const reads: { problem?: ProblemError; problemAt: number; goOn: () => void }[] = [
    ...needs.map(({ problem, problemAt, again }) => ({ problem, problemAt, goOn: again })),
    transfers,
    quotes,
  ]
  const ended = reads.find(({ problem }) => problem?.problem.status === 401)
  const read = [...needs.map(({ found }) => found?.at), walked?.startedAt, quotes.walked?.startedAt]
  const asOf = Math.min(...read.flatMap((at) => at ?? []))
  const isReading = needs.some((need) => need.isReading) || transfers.isReading || quotes.isReading
  const refresh = () => {
    for (const { again } of [...needs, transfers, quotes]) again()
  }
  const today = now === undefined ? undefined : lastDays(now, 1, zone)[0]
  const [oldest, newest] = [days[0], days.at(-1)]
  const isPart = walked !== undefined && oldest !== undefined && walked.completeSince > oldest.start
  const whole = oldest && newest ? dayRangeText(oldest, newest) : ''
  const span = isPart ? `back to ${minuteText(walked.completeSince, walked.until, zone)}` : whole
  return (
    <>
      <div className="flex items-start gap-4 max-sm:flex-wrap max-sm:gap-3">
        <div>
          <h1 tabIndex={-1}>Overview</h1>
          <p className="min-h-4 text-sm text-ink-3">{today && `${longDayText(today)}, all times ${name}`}</p>
        </div>
        <div className="ml-auto flex items-center gap-2 max-sm:ml-0 max-sm:w-full">
          <UpdatedAgo at={Number.isFinite(asOf) ? asOf : undefined} isReading={isReading} onRefresh={refresh} />
        </div>
      </div>
      {!isOnline && <OfflineNotice at={Number.isFinite(asOf) ? asOf : undefined} />}
      <RestingReads reads={reads} />
      {ended?.problem ? (
        <ProblemView error={ended.problem} what="The overview" at={ended.problemAt} onRetry={ended.goOn} />
      ) : (
        <>
          <NeedsSection needs={needs} settlings={settlings} path={path} now={now} />
          <VolumeSection walk={transfers} volume={volume} path={path} />
          {(isRead || transfers.isReading) && (
            <TodaySection
              volume={volume}
              until={walked?.until ?? 0}
              completeSince={walked?.completeSince ?? 0}
              isLate={isLate}
            />
          )}
          <div className="grid grid-cols-3 gap-x-8 max-lg:grid-cols-1">
            {(isRead || transfers.isReading) && <SettleSection entries={entries} span={span} isLate={isLate} />}
            <MintedSection walk={quotes} />
            {(isRead || transfers.isReading) && <EndedSection entries={entries} span={span} isLate={isLate} />}
          </div>
        </>
      )}
    </>
  )
}

type Read = { problem?: ProblemError; problemAt: number; goOn: () => void }

/** One countdown for all reads that the service asks to wait with: it is one service and one limit. */
function RestingReads({ reads }: { reads: readonly Read[] }) {
  const resting = reads.flatMap(({ problem, problemAt, goOn }) =>
    problem && isRateLimited(problem)
      ? [{ problem, problemAt, goOn, endsAt: problemAt + retryAfterSeconds(problem, problemAt) * 1000 }]
      : [],
  )
  const last = resting.sort((one, other) => other.endsAt - one.endsAt)[0]
  const latest = useRef(resting)
  useEffect(() => {
    latest.current = resting
  })
  const goOn = useCallback(() => {
    for (const read of latest.current) read.goOn()
  }, [])
  if (!last) return null
  return (
    <div className="mt-4">
      <RateLimitNotice key={last.endsAt} error={last.problem} since={last.problemAt} onGoOn={goOn} />
    </div>
  )
}
