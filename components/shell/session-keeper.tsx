'use client'
import { usePathname } from 'next/navigation'
import { useEffect, useState } from 'react'
import type { Environment } from '@/lib/api/environments'
import { call } from '@/lib/browser/operation'
import { noteRequest, sinceLastRequest } from '@/lib/browser/session-activity'
import SessionWarning from './session-warning'

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
