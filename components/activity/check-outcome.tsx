'use client'
import { TriangleAlert } from 'lucide-react'
import Link from 'next/link'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button, buttonClass } from '@/components/ui/button'
import { announce } from '@/components/ui/focus'
import { Note } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import type { Environment } from '@/lib/api/environments'
import type { Intent } from '@/lib/api/intents'
import { formPath, isReplayable, writeRowOf } from '@/lib/api/operations'
import type { ProblemError } from '@/lib/api/problem'
import { durationText, millisOf } from '@/lib/browser/clock'
import { resolveOutcome } from '@/lib/browser/intents'
import { checkWindowOf } from './check-window'
import { ActionError, useIntentAction } from './intent-action'
import { isSettledByNote, stateStyle } from './labels'
import { recordStatusStyle } from './record-views'

type CheckOutcomeProps = {
  environment: Environment
  intent: Intent
  label: string
  isPrimary?: boolean
  /** Another action, after the button. */
  action?: ReactNode
  onStart?: () => void
}

/**
 * Checks an outcome by sending the same again. From an hour after the first sending it warns of what that can do
 * (service-facts, "Writing"), unless the provider has confirmed the record: then a check cannot create another one.
 */
export function CheckOutcome({ environment, intent, label, isPrimary, action, onStart }: CheckOutcomeProps) {
  /** How long ago it was sent, in ms, while the warning is shown. */
  const [warnedOf, setWarnedOf] = useState<number>()
  const button = useRef<HTMLButtonElement>(null)
  const { start, isPending, problem, result } = useIntentAction({
    environment,
    id: intent.id,
    kind: 'check',
    run: () => resolveOutcome(environment, intent.id),
    onStart,
    onSuccess: (checked) => announce(`${stateStyle(checked).label}: ${checked.summary}`),
  })
  const isProven = intent.state === 'confirmed' && !isSettledByNote(intent)
  const press = () => {
    if (isPending) return
    const window = checkWindowOf(intent, Date.now())
    if (window.kind === 'open' && window.isLate && !isProven) setWarnedOf(window.sentFor)
    else start()
  }
  const closeWarning = () => {
    setWarnedOf(undefined)
    setTimeout(() => button.current?.focus())
  }
  const checked = result?.events.findLast(({ kind }) => kind === 'asked')
  const { noun } = writeRowOf(intent.operation)
  return (
    <div>
      {warnedOf !== undefined ? (
        <LateWarning
          intent={intent}
          sentFor={warnedOf}
          onCheck={() => {
            closeWarning()
            start()
          }}
          onCancel={closeWarning}
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
              {isPending ? 'Checking…' : label}
            </Button>
            {action}
          </div>
          {isReplayable(intent.operation) && (
            <p className="mt-1.5 text-sm text-ink-3">Looks the {noun} up by its reference.</p>
          )}
        </>
      )}
      <ActionError problem={problem} />
      {checked && !problem && intent.state === 'unknown' && (
        <p className="mt-1.5 text-sm text-ink-2">
          Checked <Time value={checked.at} now={millisOf(checked.at)} withZone />: {checked.words}
        </p>
      )}
    </div>
  )
}

type LateWarningProps = { intent: Intent; sentFor: number; onCheck: () => void; onCancel: () => void }

/** Takes the focus, so that a double press does not check. */
function LateWarning({ intent, sentFor, onCheck, onCancel }: LateWarningProps) {
  const { noun, replay } = writeRowOf(intent.operation)
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => text.current?.focus(), [])
  return (
    <Note tone="wait" icon={TriangleAlert}>
      <p ref={text} tabIndex={-1}>
        <b>Sent {durationText(sentFor)} ago.</b> If the provider never received this {noun}, this check{' '}
        {replay?.ifFirst}.
      </p>
      <p className="mt-2 flex flex-wrap gap-2">
        <Button kind="primary" size="small" onClick={onCheck}>
          Check anyway
        </Button>
        <Button kind="plain" size="small" onClick={onCancel}>
          Not now
        </Button>
      </p>
    </Note>
  )
}

type CheckCellProps = {
  environment: Environment
  intent: Intent
  canEdit: boolean
  /** Called after a check, with the error if it failed. */
  onChecked: (intent: Intent, error?: ProblemError) => void
}

/** Checks the status of a row while that is safe; otherwise its page says why not. */
export function CheckCell({ environment, intent, canEdit, onChecked }: CheckCellProps) {
  const { start, isPending, problem } = useIntentAction({
    environment,
    id: intent.id,
    kind: 'check',
    run: () => resolveOutcome(environment, intent.id),
    onSuccess: (checked) => {
      announce(`${checked.summary}: ${recordStatusStyle(checked)?.label ?? 'no status'}`)
      onChecked(intent)
    },
    onError: (error) => onChecked(intent, error),
  })
  const { kind } = checkWindowOf(intent, Date.now())
  const suffix = <span className="sr-only">: {intent.summary}</span>
  return (
    <span className="flex items-center gap-1">
      {kind === 'open' && !isSettledByNote(intent) ? (
        <Button
          kind="plain"
          size="small"
          className="-ml-2"
          aria-busy={isPending || undefined}
          onClick={() => isPending || start()}
        >
          {isPending ? 'Checking…' : problem ? 'Failed, try again' : 'Check status'}
          {suffix}
        </Button>
      ) : (
        <Link prefetch={false} className="text-ink-2 underline" href={`/${environment}/activity/${intent.id}`}>
          {kind === 'closed' ? 'Add a note' : kind === 'blocked' ? 'Not available' : 'See details'}
          {suffix}
        </Link>
      )}
      {canEdit && intent.record_id && (
        <Link
          prefetch={false}
          className={buttonClass({ kind: 'plain', size: 'small' })}
          href={`/${environment}/${formPath('updateFiatAccount', { id: intent.record_id })}`}
        >
          Edit{suffix}
        </Link>
      )}
    </span>
  )
}
