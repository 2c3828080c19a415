'use client'
import { Clock, RefreshCw, WifiOff } from 'lucide-react'
import type { ProblemError } from '@/lib/api/problem'
import { elapsedText, momentText } from '@/lib/browser/clock'
import { Button } from './button'
import { Note } from './note'
import { useNow } from './now'
import { useShortcut } from './preferences'
import { Moment, useZone } from './time'

/** When what is on screen was read, and a button that reads it again. */
export function UpdatedAgo({ at, isReading, onRefresh }: { at?: number; isReading: boolean; onRefresh: () => void }) {
  return (
    <>
      {at !== undefined && (
        <span className="text-sm whitespace-nowrap text-ink-3">
          As of <Moment at={at} now={Date.now()} />
        </span>
      )}
      <Button
        size="icon"
        aria-label="Refresh"
        aria-keyshortcuts={useShortcut('r')}
        aria-busy={isReading}
        onClick={onRefresh}
        className="max-sm:ml-auto"
      >
        <RefreshCw />
      </Button>
    </>
  )
}

/** A later read failed: what was there stays, and says how old it is. */
export function StaleNotice({ at, error, onNow }: { at: number; error: ProblemError; onNow: () => void }) {
  const now = useNow(10_000)
  const { zone, name } = useZone()
  return (
    <Note
      tone="wait"
      icon={Clock}
      role="status"
      className="my-2"
      acts={
        <Button size="note" onClick={onNow}>
          Now
        </Button>
      }
    >
      <p>
        <b>
          As of {momentText(at, now, zone)} {name}, {elapsedText(now - at)} ago.
        </b>{' '}
        {error.problem.title}
        {error.problem.request_id && <span className="text-ink-2"> Request id {error.problem.request_id}.</span>}
      </p>
    </Note>
  )
}

/** This browser has no connection. */
export function OfflineNotice({ at }: { at?: number }) {
  const { zone, name } = useZone()
  return (
    <Note tone="off" icon={WifiOff} role="status" className="my-2">
      <p>
        <b>You are offline.</b>{' '}
        {at === undefined
          ? 'Nothing could be read yet; the page goes on by itself.'
          : `Shown as of ${momentText(at, Date.now(), zone)} ${name}.`}
      </p>
    </Note>
  )
}
