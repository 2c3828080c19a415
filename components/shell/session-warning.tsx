'use client'
import { useState, useTransition } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { asProblem, isAccessLost, SessionEnded } from '@/components/ui/problem'
import type { ProblemError } from '@/lib/provider/problem'

type WarningProps = {
  /** Keeps the session. @throws ProblemError */
  onKeep: () => Promise<unknown>
  onClosed: () => void
}

/** Asks whether to stay signed in; closing it stays too. */
export default function SessionWarning({ onKeep, onClosed }: WarningProps) {
  const [isBusy, startKeeping] = useTransition()
  const [problem, setProblem] = useState<ProblemError>()
  const isEnded = problem && isAccessLost(problem)
  function keep() {
    if (isEnded) return onClosed()
    startKeeping(async () => {
      try {
        await onKeep()
        onClosed()
      } catch (thrown) {
        setProblem(asProblem(thrown instanceof Error ? thrown : new Error(String(thrown))))
      }
    })
  }
  return (
    <Dialog title={isEnded ? 'Your session has ended' : 'Are you still there?'} shape="narrow" onClosed={keep}>
      {isEnded ? (
        <SessionEnded error={problem} />
      ) : (
        <>
          <p>You will be signed out in about 2 minutes, because there was no activity. Drafts are kept.</p>
          {problem && (
            <p role="alert" className="mt-2 text-bad">
              {problem.problem.title} You may still be signed in. Try again.
            </p>
          )}
          <p className="mt-6 flex justify-end">
            <Button kind="primary" aria-busy={isBusy || undefined} onClick={keep}>
              Stay signed in
            </Button>
          </p>
        </>
      )}
    </Dialog>
  )
}
