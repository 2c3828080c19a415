'use client'
import { useCallback, useSyncExternalStore } from 'react'
import { Moment } from '@/components/ui/time'
import type { Environment } from '@/lib/api/environments'
import { type LiveStatus, liveStream } from '@/lib/browser/live'

/** What the page says, and what it means. */
const labels: Record<Exclude<LiveStatus, undefined>, { label: string; dot: string; title: string }> = {
  live: { label: 'Live', dot: 'bg-ok', title: 'Changes at the provider appear here within seconds.' },
  reconnecting: {
    label: 'Reconnecting',
    dot: 'bg-wait',
    title: 'Changes do not appear now: Mintdesk or the provider is not answering. This page keeps trying.',
  },
  paused: {
    label: 'Paused',
    dot: 'bg-off',
    title: 'Changes do not appear while you are offline, signed out, or in another tab.',
  },
}

export function useLiveStatus(environment: Environment): LiveStatus {
  const stream = liveStream(environment)
  const read = useCallback(() => stream.status, [stream])
  return useSyncExternalStore(stream.onStatus, read, read)
}

type LineProps = {
  environment: Environment
  /** When what is shown changed last, ms since 1970. */
  changedAt?: number
  className?: string
}

/** One quiet word beside the time of the last update. Nothing until it is known. */
export function LiveStatusLine({ environment, changedAt, className = 'sm:order-first' }: LineProps) {
  const status = useLiveStatus(environment)
  if (!status) return null
  const { label, dot, title } = labels[status]
  return (
    <span title={title} className={`text-sm text-ink-3 max-sm:text-xs sm:whitespace-nowrap ${className}`}>
      <span className={`mr-1.5 inline-block size-1.5 rounded-full align-[1px] ${dot}`} aria-hidden />
      {/* A phone has room for a word only where something is wrong. */}
      <span className={status === 'live' ? 'max-sm:sr-only' : undefined}>{label}</span>
      {changedAt !== undefined && (
        <>
          , changed <Moment at={changedAt} now={Date.now()} />
        </>
      )}
    </span>
  )
}
