'use client'
import { usePathname } from 'next/navigation'
import { useEffect, useState } from 'react'
import { whenIdle } from '@/components/ui/browser-state'
import { lazyPart } from '@/components/ui/lazy-part'
import { call } from '@/lib/browser/operation'
import { noteRequest, sinceLastRequest } from '@/lib/browser/session'
import type { Environment } from '@/lib/provider/environments'

// Minutes pass before it is shown; by then there may be no connection.
const SessionWarning = lazyPart('The question whether to stay', () => import('./session-warning'), { isOverlay: true })

const minute = 60_000
/** The server notes requests at most once a minute, and people need two minutes to answer. */
const warnBefore = 3 * minute
const keepAfter = 5 * minute
const checkEvery = 15_000

/** A small request that every role may make. @throws ProblemError, 401 where the session has ended */
const keepSession = (environment: Environment) => call(environment, 'listTransfers', { query: { limit: 1 } })

type KeeperProps = {
  environment: Environment
  /** After how many minutes without a request the server ends the session. */
  idleMinutes?: number
}

/**
 * Keeps the session of a person who types or points without requesting anything, such as in a long form, and asks one who
 * does neither before the session ends (WCAG 2.2.1).
 */
export function SessionKeeper({ environment, idleMinutes = 15 }: KeeperProps) {
  const path = usePathname()
  const warnAfter = idleMinutes * minute - warnBefore
  const [isAsking, setAsking] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page is a request
  useEffect(() => noteRequest(), [path])
  useEffect(() => whenIdle(SessionWarning.preload), [])
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
  }, [isAsking, environment, warnAfter])
  if (!isAsking) return null
  return <SessionWarning onKeep={() => keepSession(environment)} onClosed={() => setAsking(false)} />
}
