'use client'
import { Clock, RefreshCw, WifiOff } from 'lucide-react'
import type { ProblemError } from '@/lib/api/problem'
import { agoText, momentText } from '@/lib/browser/clock'
import { Button } from './button'
import { Note } from './note'
import { useNow } from './now'
import { useShortcut } from './preferences'
import { Moment, useZone } from './time'

/** The time of the last update, and a button that updates again. */
export function UpdatedAgo({ at, isReading, onRefresh }: { at?: number; isReading: boolean; onRefresh: () => void }) {
  return (
    <>
      {at !== undefined && (
        <span className="text-sm text-ink-3 sm:whitespace-nowrap">
          Updated <Moment at={at} now={Date.now()} />
        </span>
      )}
      <Button
        size="icon"
        aria-label="Refresh"
        aria-keyshortcuts={useShortcut('r')}
        aria-busy={isReading}
        onClick={onRefresh}
        className="max-sm:ml-auto aria-busy:[&>svg]:animate-turn"
      >
        <RefreshCw />
      </Button>
    </>
  )
}

/** An update failed: the earlier content stays, with its age. */
export function StaleNotice({ at, error, onNow }: { at: number; error: ProblemError; onNow: () => void }) {
  const now = useNow(10_000)
  const { zone, name } = useZone()
  return (
    <Note
      tone="wait"
      icon={Clock}
      role="status"
      className="my-2"
      actions={
        <Button size="small" onClick={onNow}>
          Refresh now
        </Button>
      }
    >
      <p>
        <b>
          Last updated {momentText(at, now, zone)} {name}, {agoText(now - at)} ago.
        </b>{' '}
        {error.problem.title}
        {error.problem.request_id && <span className="text-ink-2"> Request id {error.problem.request_id}.</span>}
      </p>
    </Note>
  )
}

/** The browser is offline. */
export function OfflineNotice({ at }: { at?: number }) {
  const { zone, name } = useZone()
  return (
    <Note tone="off" icon={WifiOff} role="status" className="my-2">
      <p>
        <b>You are offline.</b>{' '}
        {at === undefined
          ? 'The page loads when you are back online.'
          : `Last updated ${momentText(at, Date.now(), zone)} ${name}.`}
      </p>
    </Note>
  )
}
