'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import Link from 'next/link'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button, buttonClass } from '@/components/ui/button'
import { announce } from '@/components/ui/focus'
import { Note } from '@/components/ui/note'
import { asProblem } from '@/components/ui/problem'
import { Time } from '@/components/ui/time'
import type { Environment } from '@/lib/api/environments'
import type { Intent, WriteName } from '@/lib/api/intents'
import type { ProblemError } from '@/lib/api/problem'
import { millisOf } from '@/lib/browser/clock'
import { durationText } from '@/lib/browser/durations'
import { resolveOutcome, writeErrorText } from '@/lib/browser/intents'
import { checkWindowOf } from './check-window'
import { isSettledByNote, operationLabels, stateStyle } from './labels'
import { keepIntent, oneCheckAtATime } from './queries'
import { recordStatusStyle } from './record-status'

/** What a check does, by operation. */
const does: Partial<Record<WriteName, string>> = {
  createOrder: 'Looks the order up by its reference.',
  createFiatAccount: 'Looks the account up by its reference.',
  createRule: 'Looks the rule up by its reference.',
}

/** What a check does where the first request never arrived. */
const happensNow: Partial<Record<WriteName, string>> = {
  createOrder: 'this check places it now, at current prices',
  createFiatAccount: 'this check registers it now',
  createRule: 'this check creates it now, and it takes effect immediately',
}

type FindOutProps = {
  environment: Environment
  intent: Intent
  /** What the button says. */
  word: string
  isPrimary?: boolean
  /** What stands beside the button. */
  beside?: ReactNode
  /** A check has begun. */
  onAsk?: () => void
}

/**
 * Checks an intent by sending the same again. From an hour after the first sending it warns of what that can do
 * (service-facts, "Writing"), unless the provider has confirmed the record: then a check can place nothing.
 */
export function CheckOutcome({ environment, intent, word, isPrimary, beside, onAsk }: FindOutProps) {
  const client = useQueryClient()
  /** How long ago it was sent, in ms, where the warning is shown. */
  const [warnedOf, setWarnedOf] = useState<number>()
  const button = useRef<HTMLButtonElement>(null)
  const { mutate, isPending, error, data } = useMutation({
    ...oneCheckAtATime(intent.id),
    mutationFn: () => resolveOutcome(environment, intent.id),
    onMutate: onAsk,
    onSuccess: (found) => {
      keepIntent(client, environment, found)
      announce(`${stateStyle(found).word}: ${found.summary}`)
    },
    onError: () => {
      for (const kind of ['intents', 'intent']) void client.invalidateQueries({ queryKey: [environment, kind] })
    },
  })
  const isSure = intent.state === 'confirmed' && !isSettledByNote(intent)
  const press = () => {
    if (isPending) return
    const finding = checkWindowOf(intent, Date.now())
    if (finding.kind === 'ask' && finding.isLate && !isSure) return setWarnedOf(finding.sentFor)
    mutate()
  }
  const endWarning = () => {
    setWarnedOf(undefined)
    setTimeout(() => button.current?.focus())
  }
  const asked = data?.events.findLast(({ kind }) => kind === 'asked')
  return (
    <div>
      {warnedOf !== undefined ? (
        <LateWarning
          intent={intent}
          sentFor={warnedOf}
          onAsk={() => {
            endWarning()
            mutate()
          }}
          onLeave={endWarning}
        />
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-2">
            <Button
              ref={button}
              kind={isPrimary ? 'primary' : 'outline'}
              aria-busy={isPending || undefined}
              onClick={press}
            >
              {isPending ? 'Checking…' : word}
            </Button>
            {beside}
          </div>
          <p className="mt-1.5 text-sm text-ink-3">{does[intent.operation]}</p>
        </>
      )}
      {error && <NotAsked error={asProblem(error)} />}
      {asked && !error && intent.state === 'unknown' && (
        <p className="mt-1.5 text-sm text-ink-2">
          Checked <Time value={asked.at} now={millisOf(asked.at)} withZone />: {asked.words}
        </p>
      )}
    </div>
  )
}

function NotAsked({ error }: { error: ProblemError | undefined }) {
  if (!error) return null
  const { request_id } = error.problem
  return (
    <p role="alert" className="mt-1.5 text-bad">
      {writeErrorText(error)}
      {request_id && <span className="text-ink-2"> Request id {request_id}.</span>}
    </p>
  )
}

type WarningProps = { intent: Intent; sentFor: number; onAsk: () => void; onLeave: () => void }

/** The keyboard is on the words first, so that pressing twice in haste asks nothing. */
function LateWarning({ intent, sentFor, onAsk, onLeave }: WarningProps) {
  const { thing } = operationLabels[intent.operation]
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => words.current?.focus(), [])
  return (
    <Note tone="wait" icon={TriangleAlert}>
      <p ref={words} tabIndex={-1}>
        <b>Sent {durationText(sentFor)} ago.</b> If the provider never received this {thing},{' '}
        {happensNow[intent.operation]}.
      </p>
      <p className="mt-2 flex flex-wrap gap-2">
        <Button kind="primary" size="note" onClick={onAsk}>
          Check anyway
        </Button>
        <Button kind="plain" size="note" onClick={onLeave}>
          Not now
        </Button>
      </p>
    </Note>
  )
}

type CheckCellProps = {
  environment: Environment
  intent: Intent
  hasEdit: boolean
  /** Called after a check, with the error if it failed. */
  onAsked: (intent: Intent, error?: ProblemError) => void
}

/** Checks the status of one row, as long as that is safe; what only a person's word confirmed has its page. */
export function CheckCell({ environment, intent, hasEdit, onAsked }: CheckCellProps) {
  const client = useQueryClient()
  const { mutate, isPending, isError } = useMutation({
    ...oneCheckAtATime(intent.id),
    mutationFn: () => resolveOutcome(environment, intent.id),
    onSuccess: (found) => {
      keepIntent(client, environment, found)
      announce(`${found.summary}: ${recordStatusStyle(found)?.word ?? 'no status'}`)
      onAsked(intent)
    },
    onError: (error) => onAsked(intent, asProblem(error)),
  })
  const finding = checkWindowOf(intent, Date.now())
  const mayCheck = finding.kind === 'ask' && !isSettledByNote(intent)
  const about = <span className="sr-only">: {intent.summary}</span>
  return (
    <span className="flex items-center gap-1">
      {mayCheck ? (
        <Button
          kind="plain"
          size="note"
          className="-ml-2"
          aria-busy={isPending || undefined}
          onClick={() => isPending || mutate()}
        >
          {isPending ? 'Checking…' : isError ? 'Failed, try again' : 'Check status'}
          {about}
        </Button>
      ) : (
        // The page says why.
        <Link prefetch={false} className="text-ink-2 underline" href={`/${environment}/activity/${intent.id}`}>
          {finding.kind === 'closed' ? 'Add a note' : finding.kind === 'barred' ? 'Not available' : 'See details'}
          {about}
        </Link>
      )}
      {hasEdit && intent.record_id && (
        <Link
          prefetch={false}
          className={buttonClass('plain', 'note')}
          href={`/${environment}/fiat-accounts/${encodeURIComponent(intent.record_id)}/edit`}
        >
          Edit{about}
        </Link>
      )}
    </span>
  )
}
