'use client'
import { useQueries } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import {
  byUrgency,
  CheckWindowClock,
  checkUnavailableText,
  checkWindowOf,
  transfersAfterSending,
} from '@/components/requests/check-window'
import { referenceText, responseText, stateStyle, writersOnlyText } from '@/components/requests/labels'
import { refetchKeepingFocus, type UnknownCount, useUnknown } from '@/components/requests/queries'
import { Link } from '@/components/ui/address'
import { ButtonLink } from '@/components/ui/button-link'
import { useRestoredFocus } from '@/components/ui/focus'
import { ProblemView, StaleNotice } from '@/components/ui/problem'
import { Section } from '@/components/ui/section'
import { LiveRegion, Status } from '@/components/ui/status'
import { Time, useNow } from '@/components/ui/time'
import type { Intent } from '@/lib/api/intents'
import { intentQuery } from '@/lib/browser/intents'
import { capitalized } from '@/lib/browser/labels'
import { hrefOf } from '@/lib/browser/list-url'
import type { Environment } from '@/lib/provider/environments'
import { mayWrite, type WriteName, writeRowOf } from '@/lib/provider/operations'
import type { Role } from '@/lib/provider/roles'
import { CheckOutcome } from './check-outcome'
import { useNote } from './use-note'

type UnknownOutcomesProps = {
  environment: Environment
  person: string
  roles: readonly Role[]
  /** Only requests of these; otherwise of all. */
  operations?: WriteName[]
  /** Milliseconds between reads, if nothing else on the page reads them. */
  interval?: number
}

/** Requests with an unknown outcome, least time first. One that was checked or noted here stays until the page is left. */
export function UnknownOutcomes({ environment, person, roles, operations, interval }: UnknownOutcomesProps) {
  const read = useUnknown(environment, { operations, interval })
  const { intents, isMore, problem, isClosed, dataUpdatedAt, errorUpdatedAt, refetch } = read
  const [touched, setTouched] = useState<ReadonlyMap<string, Intent>>(new Map())
  const touch = useCallback((intent: Intent) => setTouched((before) => new Map(before).set(intent.id, intent)), [])
  const settled = [...touched.values()].filter(({ id }) => !intents.some((intent) => intent.id === id))
  const current = useQueries({
    queries: settled.map(({ id }) => ({ ...intentQuery(environment, id, true), retry: false, enabled: !isClosed })),
  })
  const rows = byUrgency([...intents, ...settled.map((intent, index) => current[index]?.data ?? intent)], Date.now())
  const again = () => void refetchKeepingFocus(refetch)
  if (isClosed) return null
  if (rows.length === 0)
    return problem && <ProblemView error={problem} what="Unknown outcomes" at={errorUpdatedAt} onRetry={again} />
  const first = rows.find((intent) => intent.state === 'unknown' && checkWindowOf(intent, Date.now()).kind === 'open')
  const all = new URLSearchParams([['states', 'unknown'], ...(operations ?? []).map((name) => ['operations', name])])
  return (
    <Section title="Unknown outcomes" more={unknownText({ count: intents.length, isMore })}>
      <LiveRegion>{problem && <StaleNotice at={dataUpdatedAt} error={problem} onRefresh={again} />}</LiveRegion>
      <ol>
        {rows.map((intent) => (
          <UnknownOutcomeRow
            key={intent.id}
            person={person}
            intent={intent}
            canAct={mayWrite(intent.operation, roles)}
            isFirst={intent === first}
            onTouch={touch}
          />
        ))}
      </ol>
      {isMore && (
        <p className="pt-3 text-ink-2">
          These are the newest.{' '}
          <Link className="underline" href={hrefOf(`/${environment}/activity`, all)}>
            All unknown outcomes
          </Link>
        </p>
      )}
    </Section>
  )
}

function unknownText({ count, isMore }: UnknownCount): string {
  if (count === 0) return 'All outcomes are now known.'
  const requests = count === 1 && !isMore ? '1 request' : `${isMore ? 'More than ' : ''}${count} requests`
  return `${requests} may or may not have gone through.`
}

type RowProps = {
  person: string
  intent: Intent
  canAct: boolean
  /** Whether its check is the page's main action. */
  isFirst: boolean
  /** It is being checked or noted. */
  onTouch: (intent: Intent) => void
}

/** One request: how long it can be checked, what it was, what to do. */
function UnknownOutcomeRow({ person, intent, canAct, isFirst, onTouch }: RowProps) {
  const now = useNow(1000)
  const note = useNote(intent, person, canAct)
  useEffect(() => {
    if (note.isOpen) onTouch(intent)
  }, [note.isOpen, intent, onTouch])
  const { environment, operation, ref_id } = intent
  const window = checkWindowOf(intent, now)
  const isUnknown = intent.state === 'unknown'
  const hasNote = canAct && isUnknown && window.kind !== 'open'
  const focus = useRestoredFocus<HTMLLIElement>(
    `${intent.state} ${note.isOpen}`,
    hasNote ? 'button[aria-expanded]' : 'h3 a',
  )
  const page = `/${environment}/activity/${intent.id}`
  const details = (
    <ButtonLink kind="plain" href={page}>
      Details<span className="sr-only"> of {intent.summary}</span>
    </ButtonLink>
  )
  // A filled order or a deposit has left transfers.
  const search =
    window.kind === 'search'
      ? { href: page, label: 'Find its transfers' }
      : window.kind === 'closed' && writeRowOf(operation).record === 'order'
        ? { href: transfersAfterSending(environment, intent), label: 'Search transfers' }
        : undefined
  return (
    <li
      {...focus}
      className="grid grid-cols-1 gap-x-6 gap-y-3 border-b border-hairline py-4 sm:grid-cols-[172px_minmax(0,1fr)] sm:px-2 lg:grid-cols-[172px_minmax(0,1fr)_336px]"
    >
      {isUnknown ? (
        <CheckWindowClock window={window} now={now} />
      ) : (
        <p className="pt-1">
          <Status {...stateStyle(intent)} isLarge />
        </p>
      )}
      <div className="min-w-0">
        <h3 className="text-md leading-[26px] font-title [overflow-wrap:anywhere]">
          <Link className="hover:underline" href={page}>
            {intent.summary}
          </Link>
        </h3>
        <p className="text-ink-2 [overflow-wrap:anywhere]">
          {writeRowOf(operation).label}
          {ref_id && ', reference '}
          {ref_id && (
            <span className="font-mono text-sm" title={ref_id}>
              {referenceText(intent)}
            </span>
          )}
          , by {intent.person}. Sent <Time value={intent.sent_at ?? intent.created_at} now={now} />.{' '}
          {isUnknown && !intent.is_conflict ? intent.reason : sentence(responseText(intent))}
        </p>
        {isUnknown && <p className="text-ink-2">{checkUnavailableText(intent, window)}</p>}
      </div>
      <div className="sm:col-start-2 lg:col-start-auto">
        {isUnknown && window.kind === 'open' && canAct ? (
          <CheckOutcome
            intent={intent}
            label="Check outcome"
            isPrimary={isFirst}
            action={details}
            onStart={() => onTouch(intent)}
          />
        ) : (
          <div className="flex flex-wrap items-center gap-2">
            {isUnknown && search && <ButtonLink href={search.href}>{search.label}</ButtonLink>}
            {hasNote && note.button('Record what happened', search ? 'plain' : 'outline')}
            {(!isUnknown || !search) && details}
          </div>
        )}
        {!canAct && window.kind === 'open' && <p className="mt-1.5 text-sm text-ink-3">{writersOnlyText}</p>}
      </div>
      {note.form && <div className="col-span-full sm:pl-[196px]">{note.form}</div>}
    </li>
  )
}

const sentence = (text: string) => `${capitalized(text)}.`.replace('..', '.')
