'use client'
import Link from 'next/link'
import { type ReactNode, useEffect, useState } from 'react'
import { Button, buttonClass } from '@/components/ui/button'
import { useKeptFocus } from '@/components/ui/focus'
import { useNow } from '@/components/ui/now'
import { Status } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import type { Environment } from '@/lib/api/environments'
import type { Intent } from '@/lib/api/intents'
import { CheckOutcome } from './check-outcome'
import { checkWindowOf } from './check-window'
import { CheckUnavailable, CheckWindowClock } from './check-window-clock'
import { answerWords, operationLabels, referenceText, stateStyle } from './labels'
import { readNoteDraft } from './note-draft'
import { NoteForm } from './note-form'
import { transfersAround } from './transfers-around'

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
