'use client'
import { ChevronDown, Clock, Gauge, Lock, RefreshCw, WifiOff } from 'lucide-react'
import { usePathname, useSearchParams } from 'next/navigation'
import { type ToggleEvent, useEffect, useEffectEvent, useId, useRef, useState, useSyncExternalStore } from 'react'
import { elapsedText, momentText, waitText } from '@/lib/browser/clock'
import { hrefOf } from '@/lib/browser/list-url'
import { liveStatus, onLiveStatus } from '@/lib/browser/live-status'
import { retryAfterSeconds } from '@/lib/browser/request-limits'
import type { Environment } from '@/lib/provider/environments'
import { ProblemError, problemKind } from '@/lib/provider/problem'
import { useOnline } from './browser-state'
import { Button, buttonClass } from './button'
import { CopyButton, ShortId } from './copy'
import { type Fact, Facts } from './facts'
import { announce } from './focus'
import { lazyPart } from './lazy-part'
import { useShortcut } from './preferences'
import { EmptyState, Fold } from './section'
import { LiveRegion, Note } from './status'
import { Moment, useNow, useZone } from './time'
import type { Freshness } from './update-details'

const UpdateDetails = lazyPart('The details', () => import('./update-details'))

type ProblemProps = {
  error: ProblemError
  /** What failed to load: "The list". */
  what: string
  /** When it failed, ms since 1970. */
  at: number
  onRetry: () => void
}

/** Whatever a read threw, as a problem; undefined if it threw nothing. */
export function asProblem(thrown: Error | null): ProblemError | undefined {
  if (!thrown || thrown instanceof ProblemError) return thrown ?? undefined
  return new ProblemError(500, 'internal-error', 'Mintdesk could not show this response.', {
    detail: 'The error is in Mintdesk, not at the provider. Nothing was changed.',
    cause: thrown,
  })
}

/** A read that failed before there was anything to show. */
export function ProblemView(props: ProblemProps) {
  const { status, type, title, detail, meta, request_id } = props.error.problem
  const kind = problemKind(type)
  const isRole = kind === 'not-permitted'
  if (status === 401) return <SessionEnded error={props.error} />
  if (!isRole && kind !== 'insufficient-scope' && kind !== 'scope-not-granted') return <FailedRead {...props} />
  return (
    <EmptyState
      title={
        <>
          {isRole && <Lock />} {title}
        </>
      }
      actions={!isRole && <RetryButton onRetry={props.onRetry} />}
    >
      <p>{detail}</p>
      {typeof meta?.scope === 'string' && (
        <p className="mt-2 text-sm text-ink-3">
          Scope at the provider: <span className="font-mono">{meta.scope}</span>{' '}
          <CopyButton text={meta.scope} what="scope" />
        </p>
      )}
      {!isRole && request_id && <RequestId id={request_id} className="mt-2" />}
    </EmptyState>
  )
}

/** The ID to ask the provider or an administrator about: on a line of its own, or at the end of a text. */
export const RequestId = ({ id, className = '' }: { id: string; className?: string }) => (
  <p className={`text-sm text-ink-3 ${className}`}>
    Request ID <ShortId id={id} what="request ID" head={32} />
  </p>
)
export const RequestIdSentence = ({ error: { problem } }: { error: ProblemError }) =>
  problem.request_id && <span className="text-ink-2"> Request ID {problem.request_id}.</span>

/** Whether the user may no longer see what is on screen. A failure at the provider does not take access away. */
export function isAccessLost({ problem }: ProblemError): boolean {
  return problem.status === 401 || problemKind(problem.type) === 'not-permitted'
}

/** The session has ended, and why; signing in returns to this address. */
export function SessionEnded({ error }: { error?: ProblemError }) {
  const path = usePathname()
  const params = useSearchParams()
  const reason = error?.problem.meta?.reason
  const query = new URLSearchParams({
    callbackUrl: hrefOf(path, new URLSearchParams(params)),
    reason: 'ended',
    ...(typeof reason === 'string' && { ended: reason }),
  })
  return (
    <EmptyState
      title="Signed out"
      actions={
        <a className={buttonClass({ kind: 'primary' })} href={`/sign-in?${query}`}>
          Sign in
        </a>
      }
    >
      <p>
        {error?.problem.detail ??
          'A session ends when there is no activity, 8 hours after sign-in, or when you sign out in another tab.'}{' '}
        You return to this page after signing in.
      </p>
    </EmptyState>
  )
}

function sourceOf({ problem: { type, meta } }: ProblemError): string {
  const kind = problemKind(type)
  // Mintdesk answers for a provider that did not answer in time.
  if (meta?.answered_by === 'service' || kind === 'service-timeout') return 'The provider'
  return kind === 'console-unreachable' ? 'A server between this browser and Mintdesk' : 'Mintdesk'
}

function FailedRead({ error, what, at, onRetry }: ProblemProps) {
  const { problem } = error
  const providerId = problem.meta?.service_request_id
  const facts: Fact[] = [
    ['Request ID', problem.request_id && <ShortId id={problem.request_id} what="request ID" head={32} />],
    [
      'Provider request ID',
      typeof providerId === 'string' && <ShortId id={providerId} what="provider request ID" head={32} />,
    ],
    ['Time', <Moment key="time" at={at} now={at} />],
    ['Source', sourceOf(error)],
    ['HTTP status', String(problem.status)],
  ]
  return (
    <div className="max-w-[640px] py-4">
      <Note tone="bad" role="alert">
        <p>
          <b>{what} could not be loaded.</b> Nothing was sent or changed.
        </p>
        <p>{[problem.title, problem.detail?.replace(' Nothing was changed.', '')].filter(Boolean).join(' ')}</p>
        <ul className="mt-1 text-ink-2 empty:hidden">
          {problem.errors?.map(({ field, message }) => (
            <li key={`${field} ${message}`}>
              {field && <span className="font-mono">{field}: </span>}
              {message}
            </li>
          ))}
        </ul>
      </Note>
      <div className="mt-4 mb-2">
        <RetryButton onRetry={onRetry} />
      </div>
      <Fold title="Details" note="for whoever looks into it">
        <Facts facts={facts.filter(([, value]) => value)} />
      </Fold>
    </div>
  )
}

function RetryButton({ onRetry }: { onRetry: () => void }) {
  return (
    <Button onClick={onRetry}>
      <RefreshCw />
      Try again
    </Button>
  )
}

/**
 * Counts down the wait that a 429 asks for, then retries.
 * @param since when the 429 arrived, ms since 1970
 */
export function RateLimitNotice({
  error,
  since,
  onRetry,
}: {
  error: ProblemError
  since: number
  onRetry: () => void
}) {
  const left = useWait(error, since)
  const isOver = left === 0
  const retry = useEffectEvent(onRetry)
  useEffect(() => {
    if (isOver) retry()
  }, [isOver])
  const title = (
    <>
      Rate limit reached. Retrying in{' '}
      <span role="timer" aria-live="off">
        {waitText(left)}
      </span>
      .
    </>
  )
  return (
    <Note tone="wait" icon={Gauge} className="my-2" title={title}>
      {problemKind(error.problem.type) === 'console-busy'
        ? "Mintdesk is waiting to stay below the provider's limit."
        : error.problem.title}
    </Note>
  )
}

/** Whether a failure is a rate limit, which is waited for instead of shown. */
export const isRateLimited = (error: ProblemError) => error.problem.status === 429

type UpdatedProps = {
  /** When what is shown was read, ms since 1970. */
  at?: number
  isReading: boolean
  onRefresh: () => void
  /** Of a page that follows the changes there. */
  live?: Environment
  /** Why the last read failed, and when. */
  problem?: ProblemError
  problemAt?: number
}

const labels: Record<Freshness, string> = {
  loading: 'Loading',
  unread: 'Not loaded',
  offline: 'Paused',
  paused: 'Paused',
  stale: 'Not updated since',
  reconnecting: 'Reconnecting',
  live: 'Live',
  read: 'Updated',
}
const dots: Partial<Record<Freshness, string>> = { live: 'bg-ok', stale: 'bg-wait', reconnecting: 'bg-wait' }
const followed: readonly Freshness[] = ['reconnecting', 'live']
const withTime: readonly Freshness[] = ['stale', 'reconnecting', 'live', 'read']

const serverStatus = () => undefined

/** How current what is on screen is, by the worst that is known of it. */
function useFreshness({ at, live, isReading, problem }: UpdatedProps): Freshness {
  const isOnline = useOnline()
  const status = useSyncExternalStore(onLiveStatus, () => live && liveStatus(live), serverStatus)
  if (at === undefined) return isReading ? 'loading' : 'unread'
  if (!isOnline) return 'offline'
  return problem ? 'stale' : (status ?? 'read')
}

/** How current a page is, in one button; it opens the details and what updates the page, which is announced. */
export function UpdatedAgo(props: UpdatedProps) {
  const { at, isReading, onRefresh, live, problem, problemAt = 0 } = props
  const freshness = useFreshness(props)
  const hasTime = withTime.includes(freshness)
  const id = useId()
  const refresh = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  /** What was shown when the button was pressed. */
  const pressedAt = useRef<number>(undefined)
  useEffect(() => {
    if (isReading) return
    if (pressedAt.current !== undefined && pressedAt.current !== at) announce('Updated')
    pressedAt.current = undefined
  }, [isReading, at])
  /** Below the button, and within the window. */
  const place = ({ currentTarget: { style, previousElementSibling: pill } }: ToggleEvent<HTMLElement>) => {
    const { bottom = 0, right = 0 } = pill?.getBoundingClientRect() ?? {}
    const { clientWidth } = document.documentElement
    style.top = `${bottom + window.scrollY + 4}px`
    style.right = `${Math.max(8, Math.min(clientWidth - right, clientWidth - 308))}px`
  }
  return (
    <>
      <Button
        popoverTarget={id}
        aria-haspopup="dialog"
        aria-busy={isReading}
        className="rounded-full text-ink-2 sm:border-hairline-strong sm:text-sm sm:font-text max-sm:min-w-[120px] max-sm:justify-start max-sm:text-left max-sm:text-xs sm:order-first"
      >
        {isReading ? (
          <RefreshCw className="size-3 animate-turn" />
        ) : (
          <span className={`mx-[3px] size-1.5 flex-none rounded-full ${dots[freshness] ?? 'bg-ink-3'}`} aria-hidden />
        )}
        {/* As wide from the start as it will be. */}
        <span
          className={`text-left max-sm:grid max-sm:min-h-8 max-sm:content-center ${live ? 'sm:min-w-[16.2ch]' : 'sm:min-w-[12.8ch]'}`}
        >
          {/* Of its own and in a place of its own, so that the time does not move once the page is live. */}
          <span
            key={freshness}
            className={live && hasTime ? 'max-sm:block sm:inline-block sm:min-w-[9.3ch] sm:text-right' : 'max-sm:block'}
          >
            {problem && isRateLimited(problem) ? (
              <>
                <WaitText error={problem} since={problemAt} />
                {hasTime && ', updated'}
              </>
            ) : (
              <>
                {labels[freshness]}
                {/* On a phone the time stands under it. */}
                {followed.includes(freshness) && <span className="max-sm:sr-only">, updated</span>}
              </>
            )}
          </span>
          {at !== undefined && hasTime && (
            <>
              {' '}
              <Moment at={at} now={Date.now()} isZoneHidden />
            </>
          )}
        </span>
        <ChevronDown className="size-3.5 max-sm:hidden" />
      </Button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label="Updates"
        onBeforeToggle={place}
        onToggle={({ newState }) => {
          setOpen(newState === 'open')
          if (newState === 'open') refresh.current?.focus()
        }}
        className="absolute inset-auto m-0 w-[300px] rounded-3 bg-raised p-3 text-ink shadow-menu print:hidden forced-colors:border"
      >
        {isOpen && <UpdateDetails freshness={freshness} at={at} problem={problem} />}
        <Button
          ref={refresh}
          size="small"
          {...useShortcut('r')}
          onClick={({ currentTarget }) => {
            pressedAt.current = at
            onRefresh()
            currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
          }}
        >
          <RefreshCw />
          Refresh
        </Button>
      </div>
      {at !== undefined && (
        <span className="hidden text-ink-3 print:inline">
          Updated <Moment at={at} />
        </span>
      )}
    </>
  )
}

/** Seconds left of the wait that a 429 asks for. */
function useWait(error: ProblemError, since: number): number {
  const endsAt = since + retryAfterSeconds(error, since) * 1000
  return Math.max(0, Math.ceil((endsAt - useNow(500)) / 1000))
}

const WaitText = ({ error, since }: { error: ProblemError; since: number }) => (
  <>Waits {waitText(useWait(error, since))}</>
)

/** An update failed: the earlier content stays, with its age. */
export function StaleNotice({ at, error, onRefresh }: { at: number; error: ProblemError; onRefresh: () => void }) {
  const now = useNow(10_000)
  const { zone, name } = useZone()
  const { title } = error.problem
  return (
    <Note
      tone="wait"
      icon={Clock}
      className="my-2"
      title={
        <>
          Last updated {momentText(at, now, zone)} {name},{' '}
          <span role="timer" aria-live="off">
            {elapsedText(now - at)}
          </span>{' '}
          ago.
        </>
      }
      actions={
        <Button size="small" onClick={onRefresh}>
          Refresh
        </Button>
      }
    >
      {title}
      <RequestIdSentence error={error} />
    </Note>
  )
}

/**
 * The browser is offline.
 * @param at when what is shown was read, ms since 1970
 * @param children what this means for the page; by default its age
 */
export function OfflineNotice({ at, children }: { at?: number; children?: string }) {
  const { zone, name } = useZone()
  const age =
    at === undefined
      ? 'The page loads when you are back online.'
      : `Last updated ${momentText(at, Date.now(), zone)} ${name}.`
  return (
    <Note tone="off" icon={WifiOff} className="my-2" title="You are offline.">
      {children ?? age}
    </Note>
  )
}

type ReadNoticesProps = {
  /** What is read: "The list". Without it, an error before there is anything to show is left to the page. */
  what?: string
  /** When what is on screen was read, ms since 1970; undefined if nothing is. */
  at?: number
  problem?: ProblemError
  /** When it failed, ms since 1970. */
  problemAt: number
  onRetry: () => void
}

/** What there is to say about a read: offline, waiting for the rate limit, not updated, or failed. */
export function ReadNotices({ what, at, problem, problemAt, onRetry }: ReadNoticesProps) {
  const isOnline = useOnline()
  const isWaiting = problem !== undefined && isRateLimited(problem)
  const failure = isWaiting ? undefined : problem
  return (
    <>
      <LiveRegion>
        {!isOnline && <OfflineNotice at={at} />}
        {isWaiting && <RateLimitNotice key={problemAt} error={problem} since={problemAt} onRetry={onRetry} />}
        {failure && at !== undefined && isOnline && <StaleNotice at={at} error={failure} onRefresh={onRetry} />}
      </LiveRegion>
      {failure && at === undefined && what && (
        <ProblemView error={failure} what={what} at={problemAt} onRetry={onRetry} />
      )}
    </>
  )
}
