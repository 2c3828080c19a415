'use client'
import { type ReactNode, useRef, useState } from 'react'
import { WriteError } from '@/components/forms/small-form'
import { checkWindowOf } from '@/components/requests/check-window'
import { isSettledByNote, stateStyle } from '@/components/requests/labels'
import { useIntentAction } from '@/components/requests/queries'
import { Button } from '@/components/ui/button'
import { announce } from '@/components/ui/focus'
import { Note } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import type { Intent } from '@/lib/api/intents'
import { durationText, millisOf } from '@/lib/browser/clock'
import { resolveOutcome } from '@/lib/browser/intents'
import { writeRowOf } from '@/lib/provider/operations'

type CheckOutcomeProps = {
  intent: Intent
  label: string
  isPrimary?: boolean
  /** Another action, after the button. */
  action?: ReactNode
  onStart?: () => void
  /** The page has a live region that says a new state. */
  hasStateNote?: boolean
}

/** A ref that takes the focus once. */
const takeFocus = (element: HTMLElement | null) => element?.focus()

/**
 * Checks an outcome by sending the same again. The button and the text below it say what that does if it never arrived, and
 * from an hour after the first sending it asks once more (docs/provider.md, "Writing"), unless the provider has confirmed the
 * record: then a check cannot create another one.
 */
export function CheckOutcome({ intent, label, isPrimary, action, onStart, hasStateNote }: CheckOutcomeProps) {
  /** How long ago it was sent, in ms, while the warning is shown. */
  const [warnedOf, setWarnedOf] = useState<number>()
  const button = useRef<HTMLButtonElement>(null)
  const { start, isPending, problem, result } = useIntentAction(intent, {
    kind: 'check',
    run: resolveOutcome,
    onStart,
    onSuccess: (checked) => {
      if (!hasStateNote || checked.state === intent.state) announce(`${stateStyle(checked).label}: ${checked.summary}`)
    },
  })
  const isProven = intent.state === 'confirmed' && !isSettledByNote(intent)
  const press = () => {
    const window = checkWindowOf(intent, Date.now())
    if (!isPending && window.kind === 'open' && window.isLate && !isProven) setWarnedOf(window.sentFor)
    else start()
  }
  const closeWarning = () => {
    setWarnedOf(undefined)
    setTimeout(() => button.current?.focus())
  }
  const checkAnyway = () => {
    closeWarning()
    start()
  }
  const checked = result?.events.findLast(({ kind }) => kind === 'asked')
  const { noun, replay } = writeRowOf(intent.operation)
  return (
    <div>
      {warnedOf !== undefined ? (
        <Note tone="wait">
          {/* The text takes the focus, so that a double press does not check. */}
          <p ref={takeFocus} tabIndex={-1}>
            <b>Sent {durationText(warnedOf)} ago.</b> If the provider never received this {noun}, this check{' '}
            {replay?.ifFirst}.
          </p>
          <p className="mt-2 flex flex-wrap gap-2">
            <Button kind="primary" size="small" onClick={checkAnyway}>
              Check anyway
            </Button>
            <Button kind="plain" size="small" onClick={closeWarning}>
              Not now
            </Button>
          </p>
        </Note>
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-2">
            <Button ref={button} kind={isPrimary ? 'primary' : 'outline'} aria-busy={isPending} onClick={press}>
              {isPending ? 'Checking…' : replay && !isProven ? `${label} or ${replay.verb} ${noun}` : label}
            </Button>
            {action}
          </div>
          {replay && !isProven && (
            <p className="mt-1.5 text-sm text-ink-3">
              Sends the {noun} again with its reference. If the provider has it, it answers with it. If it never
              received it, it {replay.ifFirst}.
            </p>
          )}
        </>
      )}
      <WriteError problem={problem} className="mt-1.5" />
      {checked && !problem && intent.state === 'unknown' && (
        <p className="mt-1.5 text-sm text-ink-2">
          Checked <Time value={checked.at} now={millisOf(checked.at)} withZone />: {checked.words}
        </p>
      )}
    </div>
  )
}
