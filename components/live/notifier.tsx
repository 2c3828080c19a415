'use client'
/** Notifies of what needs attention, also while the tab is hidden. Of several tabs one listens and notifies. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { decidable, waitingForMe } from '@/components/approvals/use-approvals'
import { useZone } from '@/components/ui/time'
import { intentsQuery } from '@/lib/browser/intents'
import { environmentPrefixes } from '@/lib/browser/pages'
import { type LiveNews, liveStream } from '@/lib/features/live/browser/live'
import type { Environment } from '@/lib/provider/environments'
import { approvalNotice, type Notice, noticeOf, takeNotice, unknownNotice } from './notifications'
import { isWanted } from './notified-view'

type NotifierProps = {
  environment: Environment
  /** The user's subject. */
  person: string
  /** Whether notifications have type and amount. */
  isDetailed: boolean
  /** Whether this person may see requests. */
  mayReadActivity: boolean
}

const unknownEvery = 15_000

/** Whether this tab is the one that notifies. Without Web Locks every tab is; what was notified is remembered for all. */
function useIsNotifier(environment: Environment): boolean {
  const [isNotifier, setNotifier] = useState(false)
  useEffect(() => {
    const leaving = new AbortController()
    const left = new Promise<void>((resolve) => leaving.signal.addEventListener('abort', () => resolve()))
    const hold = () => {
      if (!leaving.signal.aborted) setNotifier(true)
      return left
    }
    if (navigator.locks)
      navigator.locks
        .request(`mintdesk:notifier:${environment}`, { signal: leaving.signal }, hold)
        // It left while it waited.
        .catch(() => undefined)
    else void hold()
    return () => {
      leaving.abort()
      setNotifier(false)
    }
  }, [environment])
  return isNotifier
}

export default function Notifier({ environment, person, isDetailed, mayReadActivity }: NotifierProps) {
  const router = useRouter()
  const client = useQueryClient()
  const { zone } = useZone()
  const isNotifier = useIsNotifier(environment)

  const notify = useEffectEvent((notice: Notice) => {
    // The person may have taken it back in the browser's settings.
    if (!('Notification' in window) || Notification.permission !== 'granted') return
    if (!takeNotice(environment, notice)) return
    try {
      const title = `${environmentPrefixes[environment]} ${notice.title}`
      const body = isDetailed ? notice.detail : 'Open Mintdesk to see it.'
      const shown = new Notification(title, { body, tag: `${environment} ${notice.key}` })
      shown.onclick = () => {
        window.focus()
        router.push(`/${environment}/${notice.path}`)
        shown.close()
      }
    } catch {
      // Browsers on phones allow it only to service workers.
    }
  })

  const hear = useEffectEvent(async (news: LiveNews) => {
    const notice = news.kind === 'change' ? noticeOf(news.transfer) : undefined
    if (news.kind !== 'change' || !notice) return
    if (await isWanted(client, { person, environment }, zone, news.transfer)) notify(notice)
  })
  useEffect(() => {
    if (!isNotifier) return
    return liveStream(environment).listen((news) => void hear(news), true)
  }, [environment, isNotifier])

  const { data } = useQuery({
    ...intentsQuery(environment, { states: ['unknown'] }, true),
    meta: { isBackground: true },
    enabled: isNotifier && mayReadActivity,
    retry: false,
    refetchInterval: unknownEvery,
    refetchIntervalInBackground: true,
  })
  /** What was unknown before is no event. */
  const known = useRef<Set<string>>(undefined)
  useEffect(() => {
    if (!data) return
    for (const intent of known.current ? data.intents : [])
      if (!known.current?.has(intent.id)) notify(unknownNotice(intent))
    known.current = new Set([...(known.current ?? []), ...data.intents.map(({ id }) => id)])
  }, [data])

  const { data: waiting } = useQuery({
    ...waitingForMe(environment),
    enabled: isNotifier && mayReadActivity,
    refetchIntervalInBackground: true,
  })
  /** What waited before the page was opened stands in the badge. */
  const heard = useRef<Set<string>>(undefined)
  useEffect(() => {
    if (!waiting) return
    const notices = decidable(waiting).map(approvalNotice)
    for (const notice of heard.current ? notices : []) if (!heard.current?.has(notice.key)) notify(notice)
    heard.current = new Set([...(heard.current ?? []), ...notices.map(({ key }) => key)])
  }, [waiting])
  return null
}
