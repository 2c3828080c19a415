'use client'

import { useQueries } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import Link from 'next/link'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { mayWrite } from '@/components/forms/not-for-role'
import { ShallowLink } from '@/components/ui/address'
import { Button, buttonClass } from '@/components/ui/button'
import { useKeptFocus } from '@/components/ui/focus'
import { StaleNotice } from '@/components/ui/freshness'
import { Note } from '@/components/ui/note'
import { useNow } from '@/components/ui/now'
import { Section } from '@/components/ui/section'
import { Status } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import type { Environment } from '@/lib/api/environments'
import type { Intent } from '@/lib/api/intents'
import type { Role } from '@/lib/api/roles'
import { intentQuery } from '@/lib/browser/intents'
import { CheckOutcome } from './check-outcome'
import { byUrgency, CheckUnavailable, CheckWindowClock, checkWindowOf, transfersAround } from './check-window'
import { answerWords, operationLabels, referenceText, stateStyle } from './labels'
import { NoteForm, readNoteDraft } from './note-form'
import { readAgain } from './queries'
import { useUnknown } from './unknown-count'

type DeskProps = { environment: Environment; person: string; roles: readonly Role[]; path: string }

/** What was sent and got no answer, least time first. What was asked or noted here stays until one leaves, whoever settles it. */
export function UnknownOutcomes({ environment, person, roles, path }: DeskProps) {
  const { data, problem, isClosed, dataUpdatedAt, refetch } = useUnknown(environment)
  const [touched, setTouched] = useState<ReadonlyMap<string, Intent>>(new Map())
  const touch = useCallback((intent: Intent) => setTouched((before) => new Map(before).set(intent.id, intent)), [])
  const open = data?.intents ?? []
  const settled = [...touched.values()].filter(({ id }) => !open.some((one) => one.id === id))
  const ends = useQueries({
    queries: settled.map(({ id }) => ({ ...intentQuery(environment, id, true), retry: false, enabled: !isClosed })),
  })
  const rows = byUrgency([...open, ...settled.map((intent, at) => ends[at]?.data ?? intent)], Date.now())
  const again = () => void readAgain(refetch)
  if (isClosed) return null
  if (problem && rows.length === 0) {
    return (
      <Note
        tone="wait"
        icon={TriangleAlert}
        role="status"
        acts={
          <Button size="note" onClick={again}>
            Try again
          </Button>
        }
      >
        <p>
          <b>Unknown outcomes could not be loaded.</b> {problem.problem.title}
        </p>
      </Note>
    )
  }
  if (rows.length === 0) return null
  const isMore = data !== undefined && data.next_page_cursor !== ''
  const first = rows.find((intent) => intent.state === 'unknown' && checkWindowOf(intent, Date.now()).kind === 'ask')
  return (
    <Section title="Unknown outcomes" more={countSentence(open.length, isMore)}>
      {problem && <StaleNotice at={dataUpdatedAt} error={problem} onNow={again} />}
      <ol>
        {rows.map((intent) => (
          <UnknownOutcomeRow
            key={intent.id}
            environment={environment}
            person={person}
            intent={intent}
            mayAct={mayWrite(intent.operation, roles)}
            isFirst={intent === first}
            onTouch={touch}
          />
        ))}
      </ol>
      {isMore && (
        <p className="pt-3 text-ink-2">
          These are the newest.{' '}
          <ShallowLink className="underline" href={`${path}?states=unknown`}>
            All unknown outcomes
          </ShallowLink>{' '}
          are in the list below.
        </p>
      )}
    </Section>
  )
}

function countSentence(count: number, isMore: boolean): string {
  if (count === 0) return 'Every outcome is now known.'
  if (count === 1 && !isMore) return '1 request may or may not have happened.'
  return `${isMore ? 'More than ' : ''}${count} requests may or may not have happened.`
}

type DeskRowProps = {
  environment: Environment
  person: string
  intent: Intent
  /** Whether this person may check and note what they know. */
  mayAct: boolean
  isFirst: boolean
  /** It is asked or noted here: the row stays, so that one sees what comes of it. */
  onTouch: (intent: Intent) => void
}

/** One request whose outcome is unknown: how long it can be checked, what it was, what to do. */
export function UnknownOutcomeRow({ environment, person, intent, mayAct, isFirst, onTouch }: DeskRowProps) {
  const now = useNow(1000)
  const place = { person, environment, intent: intent.id }
  const [isNoting, setNoting] = useState(() => mayAct && readNoteDraft(place) !== undefined)
  useEffect(() => {
    if (isNoting) onTouch(intent)
  }, [isNoting, intent, onTouch])
  const finding = checkWindowOf(intent, now)
  const hasNote = mayAct && intent.state === 'unknown' && finding.kind !== 'ask'
  const focus = useKeptFocus<HTMLLIElement>(`${intent.state} ${isNoting}`, hasNote ? 'button[aria-expanded]' : 'h3 a')
  const page = `/${environment}/activity/${intent.id}`
  const details = (
    <Link prefetch={false} className={buttonClass('plain')} href={page}>
      Details<span className="sr-only"> of {intent.summary}</span>
    </Link>
  )
  const isLookedFor = finding.kind === 'look' || (finding.kind === 'closed' && intent.operation === 'createOrder')
  const note = hasNote && (
    <Button kind={isLookedFor ? 'plain' : 'outline'} aria-expanded={isNoting} onClick={() => setNoting(!isNoting)}>
      Record what happened
    </Button>
  )
  return (
    <li
      {...focus}
      className="grid grid-cols-[172px_minmax(0,1fr)_336px] gap-x-6 gap-y-3 border-b border-hairline px-2 py-4 max-lg:grid-cols-[172px_minmax(0,1fr)] max-sm:grid-cols-1 max-sm:px-0"
    >
      {intent.state === 'unknown' ? (
        <CheckWindowClock finding={finding} now={now} />
      ) : (
        <p className="pt-1">
          <Status {...stateStyle(intent)} isLarge />
        </p>
      )}
      <div className="min-w-0">
        <h3 className="text-md leading-[26px] font-title [overflow-wrap:anywhere]">
          <Link prefetch={false} className="hover:underline" href={page}>
            {intent.summary}
          </Link>
        </h3>
        <p className="text-ink-2 [overflow-wrap:anywhere]">
          {operationLabels[intent.operation].act}
          {intent.ref_id && (
            <>
              , reference{' '}
              <span className="font-mono text-sm" title={intent.ref_id}>
                {referenceText(intent)}
              </span>
            </>
          )}
          , by {intent.person}. Sent <Time value={intent.sent_at ?? intent.created_at} now={now} />.{' '}
          {intent.state === 'unknown' && !intent.is_conflict ? intent.reason : sentence(answerWords(intent))}
        </p>
        {intent.state === 'unknown' && <CheckUnavailable finding={finding} />}
      </div>
      <div className="max-lg:col-start-2 max-sm:col-start-1">
        {intent.state !== 'unknown' ? (
          <Acts>{details}</Acts>
        ) : finding.kind === 'ask' && mayAct ? (
          <CheckOutcome
            environment={environment}
            intent={intent}
            word="Check outcome"
            isPrimary={isFirst}
            beside={details}
            onAsk={() => onTouch(intent)}
          />
        ) : (
          <Acts>
            {finding.kind === 'look' && (
              <Link prefetch={false} className={buttonClass()} href={page}>
                Look for it
              </Link>
            )}
            {finding.kind === 'closed' && isLookedFor && (
              <Link prefetch={false} className={buttonClass()} href={transfersAround(environment, intent)}>
                Look in transfers
              </Link>
            )}
            {note}
            {!isLookedFor && details}
          </Acts>
        )}
        {!mayAct && finding.kind === 'ask' && (
          <p className="mt-1.5 text-sm text-ink-3">Treasury and admin can check the outcome.</p>
        )}
      </div>
      {isNoting && (
        <div className="col-span-full sm:pl-[196px]">
          <NoteForm place={place} intent={intent} onNoted={() => setNoting(false)} onLeave={() => setNoting(false)} />
        </div>
      )}
    </li>
  )
}

const sentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`.replace('..', '.')

const Acts = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-2">{children}</div>
)
