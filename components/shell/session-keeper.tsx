'use client'
import { usePathname } from 'next/navigation'
import { useEffect, useState, useTransition } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { asProblem, isAccessLost, SessionEnded } from '@/components/ui/problem'
import type { Environment } from '@/lib/api/environments'
import type { ProblemError } from '@/lib/api/problem'
import { call } from '@/lib/browser/operation'
import { noteRequest, sinceLastRequest } from '@/lib/browser/session'

const minute = 60_000
/** The server ends a session 15 minutes after a request, which it notes at most once a minute. */
const warnAfter = 12 * minute
const keepAfter = 5 * minute
const checkEvery = 15_000

/** A small request that every role may make. @throws ProblemError, 401 where the session has ended */
const keepSession = (environment: Environment) => call(environment, 'listTransfers', { query: { limit: 1 } })

/**
 * Keeps the session of a person who types or points without requesting anything, such as in a long form, and asks one who
 * does neither before the session ends (WCAG 2.2.1).
 */
export function SessionKeeper({ environment }: { environment: Environment }) {
  const path = usePathname()
  const [isAsking, setAsking] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page is a request
  useEffect(() => noteRequest(), [path])
  useEffect(() => {
    if (isAsking) return
    const timer = setInterval(() => setAsking(sinceLastRequest() >= warnAfter), checkEvery)
    let isKeeping = false
    const keep = async () => {
      if (isKeeping || sinceLastRequest() < keepAfter) return
      isKeeping = true
      // A failure shows in the next request that the person makes.
      await keepSession(environment).catch(() => {})
      isKeeping = false
    }
    const listening = new AbortController()
    for (const event of ['keydown', 'pointerdown'])
      document.addEventListener(event, () => void keep(), { passive: true, signal: listening.signal })
    return () => {
      clearInterval(timer)
      listening.abort()
    }
  }, [isAsking, environment])
  if (!isAsking) return null
  return <SessionWarning onKeep={() => keepSession(environment)} onClosed={() => setAsking(false)} />
}

type WarningProps = {
  /** Keeps the session. @throws ProblemError */
  onKeep: () => Promise<unknown>
  onClosed: () => void
}

/** Asks whether to stay signed in; closing it stays too. */
function SessionWarning({ onKeep, onClosed }: WarningProps) {
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
