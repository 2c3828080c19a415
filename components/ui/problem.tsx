'use client'

import { Gauge, Lock, OctagonX, RefreshCw } from 'lucide-react'
import { usePathname, useSearchParams } from 'next/navigation'
import { type ReactNode, useEffect } from 'react'
import { ProblemError, problemKind } from '@/lib/api/problem'
import { waitText } from '@/lib/browser/clock'
import { hrefOf } from '@/lib/browser/list-url'
import { retryAfterSeconds } from '@/lib/browser/request-limits'
import { Button, buttonClass } from './button'
import { CopyButton, ShortId } from './copy'
import { type Fact, Facts } from './facts'
import { Note } from './note'
import { useNow } from './now'
import { EmptyState } from './section'
import { Moment } from './time'

type ProblemProps = {
  error: ProblemError
  /** What could not be read: "The list". */
  what: string
  /** When it failed, ms since 1970. */
  at: number
  onRetry: () => void
}

/** Whatever a read threw, as a problem; undefined where it threw nothing. */
export function asProblem(thrown: Error | null): ProblemError | undefined {
  if (!thrown || thrown instanceof ProblemError) return thrown ?? undefined
  return new ProblemError(500, 'internal-error', 'Mintdesk could not show the answer.', {
    detail: 'The error is in this page, not at the provider. Nothing was changed.',
    cause: thrown,
  })
}

/** A read that failed, with nothing to show in its place: what happened, in whose system, what to do. */
export function ProblemView(props: ProblemProps) {
  const { problem } = props.error
  const kind = problemKind(problem.type)
  if (problem.status === 401) return <SessionEnded />
  if (kind === 'not-permitted') {
    return (
      <EmptyState
        title={
          <>
            <Lock /> {problem.title}
          </>
        }
      >
        <p>{problem.detail}</p>
        <Scope scope={problem.meta?.scope} />
      </EmptyState>
    )
  }
  if (kind === 'insufficient-scope' || kind === 'scope-not-granted') {
    return (
      <EmptyState title={problem.title} acts={<Retry onRetry={props.onRetry} />}>
        <p>{problem.detail}</p>
        <Scope scope={problem.meta?.scope} />
        {problem.request_id && (
          <p className="mt-2 text-sm text-ink-3">
            Request id <ShortId id={problem.request_id} what="request id" head={32} />
          </p>
        )}
      </EmptyState>
    )
  }
  return <Failed {...props} />
}

/** Whether what was on screen must go: this person may not see it (any more). A fault of the provider takes nothing away. */
export function isAccessLost({ problem }: ProblemError): boolean {
  return problem.status === 401 || problemKind(problem.type) === 'not-permitted'
}

function Scope({ scope }: { scope: unknown }) {
  if (typeof scope !== 'string') return null
  return (
    <p className="mt-2 text-sm text-ink-3">
      Scope at the provider: <span className="font-mono">{scope}</span> <CopyButton text={scope} what="scope" />
    </p>
  )
}

/** The session is over: signing in leads back to this very address. */
export function SessionEnded() {
  const path = usePathname()
  const params = useSearchParams()
  const here = hrefOf(path, new URLSearchParams(params))
  return (
    <EmptyState
      title="Signed out after 15 minutes without activity"
      acts={
        <a className={buttonClass('primary')} href={`/sign-in?callbackUrl=${encodeURIComponent(here)}`}>
          Sign in
        </a>
      }
    >
      <p>A session also ends 8 hours after sign-in, or when you sign out elsewhere. Signing in leads back here.</p>
    </EmptyState>
  )
}

function answeredBy(error: ProblemError): string {
  if (error.problem.meta?.answered_by === 'service') return 'The provider'
  return problemKind(error.problem.type) === 'console-unreachable'
    ? 'A server in between; Mintdesk was not reached'
    : 'Mintdesk'
}

function Failed({ error, what, at, onRetry }: ProblemProps) {
  const { problem } = error
  const serviceId = problem.meta?.service_request_id
  const known: Fact[] = [
    ['Request id', problem.request_id && <ShortId id={problem.request_id} what="request id" head={32} />],
    [
      'At the provider',
      typeof serviceId === 'string' && <ShortId id={serviceId} what="provider request id" head={32} />,
    ],
    ['When', <Moment key="when" at={at} now={at} />],
    ['Answered by', answeredBy(error)],
    ['Status', String(problem.status)],
  ]
  const facts = known.filter(([, value]) => value)
  return (
    <div className="max-w-[640px] py-4">
      <Note tone="bad" icon={OctagonX} role="alert">
        <p>
          <b>{what} could not be read.</b>
        </p>
        <p>{[problem.title, problem.detail].filter(Boolean).join(' ')}</p>
        <FieldErrors error={error} />
      </Note>
      <Facts facts={facts} className="mt-3 mb-4" />
      <Retry onRetry={onRetry} />
    </div>
  )
}

function Retry({ onRetry }: { onRetry: () => void }) {
  return (
    <Button onClick={onRetry}>
      <RefreshCw />
      Try again
    </Button>
  )
}

function FieldErrors({ error }: { error: ProblemError }): ReactNode {
  const errors = error.problem.errors ?? []
  if (errors.length === 0) return null
  return (
    <ul className="mt-1 text-ink-2">
      {errors.map(({ field, message }) => (
        <li key={`${field} ${message}`}>
          {field && <span className="font-mono">{field}: </span>}
          {message}
        </li>
      ))}
    </ul>
  )
}

/** A 429: counts down the wait that it names, then goes on by itself. */
export function RateLimitNotice({ error, since, onGoOn }: { error: ProblemError; since: number; onGoOn: () => void }) {
  const seconds = retryAfterSeconds(error, since)
  const left = Math.max(0, Math.ceil((since + seconds * 1000 - useNow(500)) / 1000))
  const isOver = left === 0
  useEffect(() => {
    if (isOver) onGoOn()
  }, [isOver, onGoOn])
  const isOurs = problemKind(error.problem.type) === 'console-busy'
  return (
    <Note tone="wait" icon={Gauge} role="status" className="my-2">
      <p>
        <b>
          {isOurs ? 'Mintdesk waits' : 'The provider asks to wait'}{' '}
          <span role="timer" aria-live="off">
            {waitText(left)}
          </span>
          .
        </b>{' '}
        {isOurs ? 'It has reached the rate limit of the provider.' : `It answered 429 (Retry-After ${seconds}).`} The
        page goes on by itself.
      </p>
    </Note>
  )
}

/** Whether a failure asks to wait rather than to be read. */
export const isRateLimited = (error: ProblemError) => error.problem.status === 429
