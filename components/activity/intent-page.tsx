'use client'
import { useEffect } from 'react'
import { mainAmount } from '@/components/approvals/approval-texts'
import { Figure, RecordHead } from '@/components/record/record-head'
import { RecordPage } from '@/components/record/record-page'
import { orderResult, orderStatusStyle } from '@/components/records/order-labels'
import { useProfileNames } from '@/components/records/profile-names'
import { isShownByRecord, ownStatus, recordStatusStyle, stateStyle } from '@/components/requests/labels'
import { newestRecord } from '@/components/requests/newest-record'
import { useIntent } from '@/components/requests/queries'
import { headingOf } from '@/components/requests/record-texts'
import { hasLostAccess } from '@/components/requests/unknown-count'
import { useAddress } from '@/components/ui/address'
import { Button } from '@/components/ui/button'
import { ButtonLink } from '@/components/ui/button-link'
import { ShortId } from '@/components/ui/copy'
import { EmptyState } from '@/components/ui/section'
import { Status } from '@/components/ui/status'
import { Time, useDelayed } from '@/components/ui/time'
import type { IntentDetail } from '@/lib/api/intents'
import { timeBy } from '@/lib/browser/clocks'
import { completeFormDraft, findDraftPath } from '@/lib/browser/form-drafts'
import { consolePath } from '@/lib/browser/pages'
import type { Environment } from '@/lib/provider/environments'
import { formPath, listAt, mayWrite, operations, writeRowOf } from '@/lib/provider/operations'
import { problemKind } from '@/lib/provider/problem'
import { type DecodedOrder, readOrder } from '@/lib/provider/records'
import type { Role } from '@/lib/provider/roles'
import { IntentView } from './intent-view'
import { writeParts } from './write-parts'

type IntentPageProps = {
  environment: Environment
  person: string
  roles: readonly Role[]
  id: string
  /** Beside the list of approvals. `isChosen`: a person opened it there. */
  pane?: { isChosen: boolean }
}

/** One intent: the result of a form that was sent, and its record afterwards. */
export function IntentPage({ environment, person, roles, id, pane }: IntentPageProps) {
  const { search } = useAddress()
  const read = useIntent(environment, id)
  // While the request is read, because only it says of which write it is.
  useEffect(() => {
    for (const { Outcome } of Object.values(writeParts)) void Outcome.preload()
  }, [])
  const { data, dataUpdatedAt, problem, again } = read
  const isMissing = problem !== undefined && problemKind(problem.problem.type) === 'no-such-intent'
  const intent = isMissing || hasLostAccess(read.error) ? undefined : data
  const isLate = useDelayed(read.isPending && !read.isPaused)
  const { names } = useProfileNames(environment)
  const order = intent && orderOf(intent)
  const result = order && orderResult(order)
  const heading = result?.title ?? (intent && headingOf(intent, names))
  // A person who lost the answer to the form learns here that the request is confirmed: its draft is done.
  const form = intent?.state === 'confirmed' && intent.is_mine ? formPath(intent.operation, intent.path) : undefined
  useEffect(() => {
    if (form) completeFormDraft({ person, environment, path: form }, id)
  }, [person, environment, form, id])
  const from = pane
    ? { href: `/${environment}/approvals`, name: 'Approvals' }
    : listOf(environment, new URLSearchParams(search).get('x.from'))
  const brought = result?.brought && { amount: result.brought.text, asset: result.brought.asset }
  const figure = brought ?? (intent && mainAmount(intent))
  const readAt = intent && dataUpdatedAt
  const now = timeBy('console', dataUpdatedAt)
  return (
    <RecordPage
      environment={environment}
      what="The request"
      back={from}
      read={{
        at: readAt,
        problem,
        problemAt: read.errorUpdatedAt,
        isFetching: read.isFetching,
        isLate,
        onRetry: again,
      }}
      title={heading ?? (pane ? 'Request' : 'Activity')}
      documentTitle={pane?.isChosen === false ? undefined : heading}
      pane={pane && (pane.isChosen ? 'page' : 'part')}
      isMoney={figure !== undefined}
      missing={
        isMissing ? (
          <NoSuchIntent
            environment={environment}
            person={person}
            id={id}
            detail={problem.problem.detail}
            onRetry={again}
          />
        ) : undefined
      }
      skeleton={[120, 480, 320, 460, 420, 380]}
    >
      {intent && (
        <>
          <RecordHead
            figure={figure && <Figure {...figure} />}
            status={<StateLine intent={intent} order={order} now={now} />}
          />
          <IntentView
            intent={intent}
            person={person}
            now={now}
            pane={pane}
            canAct={mayWrite(intent.operation, roles)}
          />
        </>
      )}
    </RecordPage>
  )
}

/** The newest known order of an intent, if it has the status that is known of it: what is filled was learned with it. */
function orderOf(intent: IntentDetail): DecodedOrder | undefined {
  const newest = writeRowOf(intent.operation).record === 'order' ? newestRecord(intent) : undefined
  const order = newest && readOrder(newest.record)
  return order?.known.status !== undefined && order.known.status === ownStatus(intent) ? order : undefined
}

type StateLineProps = { intent: IntentDetail; order: DecodedOrder | undefined; now: number }

/** The last known status of its record with the time and the source; its own state unless the record says more. */
function StateLine({ intent, order, now }: StateLineProps) {
  const { status_at, noted_by, approval, state } = intent
  const isWaiting = state === 'waiting' && approval !== undefined
  const status = order ? orderStatusStyle(order) : recordStatusStyle(intent)
  return (
    <p className="mb-2">
      {status && isShownByRecord(intent) ? (
        <Status {...status} isLarge />
      ) : (
        <Status {...stateStyle(intent)} why={status && [status.label, status.why].filter(Boolean).join(', ')} isLarge />
      )}
      {isWaiting && (
        <span className="text-sm text-ink-3">
          {' '}
          by <Time value={approval.expires_at} now={now} withZone />
        </span>
      )}
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
  const listed = listAt(list)
  const name = list === 'activity' ? 'Activity' : listed && operations[listed].listTitle
  return name && fromEnvironment === environment
    ? { href: path, name }
    : { href: `/${environment}/activity`, name: 'Activity' }
}

type NoSuchIntentProps = Omit<IntentPageProps, 'roles'> & { detail?: string; onRetry: () => void }

/** Nothing is recorded under the id, or not yet. Only the server's `detail` says whether it may have been sent. */
function NoSuchIntent({ environment, person, id, detail, onRetry }: NoSuchIntentProps) {
  const form = findDraftPath(person, environment, id)
  const actions = (
    <>
      {form && (
        <ButtonLink kind="primary" href={`/${environment}/${form}`}>
          Back to the form
        </ButtonLink>
      )}
      <Button onClick={onRetry}>Try again</Button>
      <ButtonLink kind={form ? 'plain' : 'outline'} href={`/${environment}/activity`}>
        All activity
      </ButtonLink>
    </>
  )
  return (
    <EmptyState title="Mintdesk has no record of this request" actions={actions}>
      <p>
        Looked for <ShortId id={id} what="activity ID" head={36} /> in the {environment} environment. {detail} A request
        that is still on its way to Mintdesk appears here when it arrives.
      </p>
      {form && <p>Your draft is still in the form. Sending it from there cannot create a duplicate.</p>}
    </EmptyState>
  )
}
