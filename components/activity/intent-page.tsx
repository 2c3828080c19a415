'use client'
import { ChevronLeft } from 'lucide-react'
import Link from 'next/link'
import { useEffect, useMemo } from 'react'
import { useAddress } from '@/components/ui/address'
import { useDocumentTitle, useOnline } from '@/components/ui/browser-state'
import { Button, buttonClass } from '@/components/ui/button'
import { ShortId } from '@/components/ui/copy'
import { useShortcut } from '@/components/ui/preferences'
import { isAccessLost, OfflineNotice, ProblemView, StaleNotice, UpdatedAgo } from '@/components/ui/problem'
import { EmptyState, Skeleton } from '@/components/ui/section'
import { Status } from '@/components/ui/status'
import { Time, useDelayed } from '@/components/ui/time'
import type { Environment } from '@/lib/api/environments'
import type { IntentDetail } from '@/lib/api/intents'
import { formPath } from '@/lib/api/operations'
import { problemKind } from '@/lib/api/problem'
import type { Role } from '@/lib/api/roles'
import { completeFormDraft, findDraftPath } from '@/lib/browser/form-drafts'
import { consolePath, pageTitle } from '@/lib/browser/pages'
import { IntentView } from './intent-view'
import { stateStyle } from './labels'
import { useIntent } from './queries'
import { isRecordList, recordLists, recordStatusStyle } from './record-views'

type IntentPageProps = { environment: Environment; person: string; roles: readonly Role[]; id: string }

/** One intent: the result of a form that was sent, and its record afterwards. */
export function IntentPage({ environment, person, roles, id }: IntentPageProps) {
  const { search } = useAddress()
  const { data, dataUpdatedAt, problem, errorUpdatedAt, isFetching, isPending, isPaused, again } = useIntent(
    environment,
    id,
  )
  const isOnline = useOnline()
  const isMissing = problem !== undefined && problemKind(problem.problem.type) === 'no-such-intent'
  const intent = problem && (isMissing || isAccessLost(problem)) ? undefined : data
  const isLate = useDelayed(isPending && !isPaused)
  useSettledDraft(environment, person, intent)
  useDocumentTitle(intent && pageTitle(environment, intent.summary))
  const from = useMemo(() => listOf(environment, new URLSearchParams(search).get('x.from')), [environment, search])
  const readAt = intent && dataUpdatedAt
  return (
    <>
      <div className="mb-4 flex min-h-[30px] flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
        <Link
          prefetch={false}
          aria-keyshortcuts={useShortcut('u')}
          href={from.href}
          className="inline-flex min-h-10 items-center gap-1 text-ink-2 hover:underline sm:min-h-6"
        >
          <ChevronLeft className="size-3.5" />
          {from.name}
        </Link>
        <div className="ml-auto flex items-center gap-2">
          <UpdatedAgo at={readAt} isReading={isFetching} onRefresh={again} />
        </div>
      </div>
      {!isOnline && <OfflineNotice at={readAt} />}
      {problem && intent && isOnline && <StaleNotice at={dataUpdatedAt} error={problem} onRefresh={again} />}
      {/* One heading through all states keeps the focus. */}
      <h1 tabIndex={-1} className="[overflow-wrap:anywhere]">
        {intent?.summary ?? 'Activity'}
      </h1>
      {intent && (
        <>
          <StateLine intent={intent} now={dataUpdatedAt} />
          <IntentView environment={environment} person={person} roles={roles} intent={intent} now={dataUpdatedAt} />
        </>
      )}
      {isMissing && (
        <NoSuchIntent
          environment={environment}
          person={person}
          id={id}
          detail={problem.problem.detail}
          onRetry={again}
        />
      )}
      {problem && !intent && !isMissing && (
        <ProblemView error={problem} what="The request" at={errorUpdatedAt} onRetry={again} />
      )}
      {isLate && !problem && (
        <div aria-hidden className="mt-4 grid max-w-[640px] gap-4">
          {[120, 480, 320, 460, 420, 380].map((width) => (
            <Skeleton key={width} className="max-w-full" style={{ width }} />
          ))}
        </div>
      )}
    </>
  )
}

/** Deletes the draft of a confirmed intent: a person who lost the answer to the form learns of it here. */
function useSettledDraft(environment: Environment, person: string, intent: IntentDetail | undefined): void {
  const place = intent?.state === 'confirmed' && intent.is_mine ? formPath(intent.operation, intent.path) : undefined
  const id = intent?.id
  useEffect(() => {
    if (place && id) completeFormDraft({ person, environment, path: place }, id)
  }, [person, environment, place, id])
}

/** Its state, and the last known status of its record with the time and the source. */
function StateLine({ intent, now }: { intent: IntentDetail; now: number }) {
  const { status_at, noted_by } = intent
  const status = recordStatusStyle(intent)
  return (
    <p className="mt-1 mb-5">
      <Status {...stateStyle(intent)} why={status && [status.label, status.why].filter(Boolean).join(', ')} isLarge />
      {status && status_at && (
        <span className="text-sm text-ink-3">
          {' '}
          as of <Time value={status_at} now={now} withZone />
          {noted_by && `, noted by ${noted_by}`}
        </span>
      )}
    </p>
  )
}

/** The list that the person came from, with its filters; a URL cannot name any other page. */
function listOf(environment: Environment, from: string | null): { href: string; name: string } {
  const path = consolePath(from ?? undefined) ?? ''
  const [, fromEnvironment, list = ''] = /^\/(\w+)\/([\w-]+)(?:\?|$)/.exec(path) ?? []
  const isList = fromEnvironment === environment && (list === 'activity' || isRecordList(list))
  return {
    href: isList ? path : `/${environment}/activity`,
    name: isRecordList(list) && isList ? recordLists[list] : 'Activity',
  }
}

type NoSuchIntentProps = {
  environment: Environment
  person: string
  id: string
  /** What Mintdesk says of it: whether it may still have been sent is never guessed here. */
  detail?: string
  onRetry: () => void
}

/** Nothing is recorded under the id, or not yet. */
function NoSuchIntent({ environment, person, id, detail, onRetry }: NoSuchIntentProps) {
  const form = findDraftPath(person, environment, id)
  return (
    <EmptyState
      title="Mintdesk has no record of this request"
      actions={
        <>
          {form && (
            <Link prefetch={false} className={buttonClass({ kind: 'primary' })} href={`/${environment}/${form}`}>
              Back to the form
            </Link>
          )}
          <Button onClick={onRetry}>Try again</Button>
          <Link
            prefetch={false}
            className={buttonClass({ kind: form ? 'plain' : 'outline' })}
            href={`/${environment}/activity`}
          >
            All activity
          </Link>
        </>
      }
    >
      <p>
        Looked for <ShortId id={id} what="activity id" head={36} /> in the {environment} environment. {detail} A request
        that is still on its way to Mintdesk appears here when it arrives.
      </p>
      {form && <p>Your draft is still in the form. Sending it from there cannot create a duplicate.</p>}
    </EmptyState>
  )
}
