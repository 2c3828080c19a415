'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { announce } from '@/components/ui/announcer'
import { Button } from '@/components/ui/button'
import { Note } from '@/components/ui/note'
import { asProblem } from '@/components/ui/problem'
import { Time } from '@/components/ui/time'
import type { Environment } from '@/lib/api/environments'
import type { Intent, WriteName } from '@/lib/api/intents'
import type { ProblemError } from '@/lib/api/problem'
import { millisOf } from '@/lib/browser/clock'
import { durationText } from '@/lib/browser/durations'
import { findOut } from '@/lib/browser/intents'
import { findingOf } from './finding'
import { stateLook } from './intent-words'
import { isSettledByNote } from './meaning'
import { keepIntent } from './reads'

/** What asking does, by operation. */
const does: Partial<Record<WriteName, string>> = {
  createOrder: 'Sends the same order again with the same reference; a repeat is answered, not placed.',
  createFiatAccount: 'Sends the same account again with the same reference; a repeat is answered, not registered.',
  createRule: 'Sends the same rule again with the same reference; a repeat is answered, not made.',
}

/** What asking would do where the first sending never arrived. */
const happensNow: Partial<Record<WriteName, string>> = {
  createOrder: 'the order is placed now, at the prices of now',
  createFiatAccount: 'the account is registered now',
  createRule: 'the rule is made now, and begins to act',
}

type FindOutProps = {
  environment: Environment
  intent: Intent
  /** What the button says. */
  word: string
  isPrimary?: boolean
  /** What stands beside the button. */
  beside?: ReactNode
  /** The service is being asked. */
  onAsk?: () => void
}

/**
 * Asks the service what became of an intent, by sending the same again. From an hour after the first sending it says what
 * that can do before it does it (service-facts, "Writing"): only where the service has told its record nothing can happen.
 */
export function FindOut({ environment, intent, word, isPrimary, beside, onAsk }: FindOutProps) {
  const client = useQueryClient()
  const [warnedAt, setWarnedAt] = useState<number>()
  const button = useRef<HTMLButtonElement>(null)
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: () => findOut(environment, intent.id),
    onMutate: onAsk,
    onSuccess: (found) => {
      keepIntent(client, environment, found)
      announce(`${stateLook(found).word}: ${found.summary}`)
    },
    onError: () => void client.invalidateQueries({ queryKey: [environment, 'intents'] }),
  })
  const isSure = intent.state === 'confirmed' && !isSettledByNote(intent)
  const press = () => {
    if (isPending) return
    const finding = findingOf(intent, Date.now())
    if (finding.kind === 'ask' && finding.isLate && !isSure) return setWarnedAt(Date.now())
    mutate()
  }
  const endWarning = () => {
    setWarnedAt(undefined)
    setTimeout(() => button.current?.focus())
  }
  const asked = data?.happenings.findLast(({ kind }) => kind === 'asked')
  return (
    <div>
      {warnedAt !== undefined ? (
        <LateWarning
          intent={intent}
          at={warnedAt}
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
              {isPending ? 'Asking the service…' : word}
            </Button>
            {beside}
          </div>
          <p className="mt-1.5 text-sm text-ink-3">{does[intent.operation]}</p>
        </>
      )}
      {error && <NotAsked error={asProblem(error)} />}
      {asked && !error && intent.state === 'unknown' && (
        <p className="mt-1.5 text-sm text-ink-2">
          Asked <Time value={asked.at} now={millisOf(asked.at)} withZone />: {asked.words}
        </p>
      )}
    </div>
  )
}

function NotAsked({ error }: { error: ProblemError | undefined }) {
  if (!error) return null
  const { title, detail, request_id } = error.problem
  return (
    <p role="alert" className="mt-1.5 text-bad">
      {[title, detail].filter(Boolean).join(' ')}
      {request_id && <span className="text-ink-2"> Request id {request_id}.</span>}
    </p>
  )
}

type WarningProps = { intent: Intent; at: number; onAsk: () => void; onLeave: () => void }

/** The keyboard is on the words first, so that pressing twice in haste asks nothing. */
function LateWarning({ intent, at, onAsk, onLeave }: WarningProps) {
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => words.current?.focus(), [])
  return (
    <Note tone="wait" icon={TriangleAlert}>
      <p ref={words} tabIndex={-1}>
        <b>Sent {durationText(at - millisOf(intent.sent_at ?? intent.created_at))} ago.</b> If the first sending never
        arrived, {happensNow[intent.operation]}.
      </p>
      <p className="mt-2 flex flex-wrap gap-2">
        <Button kind="primary" size="note" onClick={onAsk}>
          Ask now
        </Button>
        <Button kind="plain" size="note" onClick={onLeave}>
          Not now
        </Button>
      </p>
    </Note>
  )
}
