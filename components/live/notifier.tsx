'use client'
/** Notifies of what needs attention, also while the tab is hidden. Of several tabs one listens and notifies. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { decidable, waitingForMe } from '@/components/approvals/use-approvals'
import { kindText, moneyText } from '@/components/records/transfer-labels'
import { useZone } from '@/components/ui/time'
import type { Intent } from '@/lib/api/intents'
import { isContradictory, transferEvent } from '@/lib/api/transfer-meaning'
import { waits } from '@/lib/api/waits'
import { intentsQuery } from '@/lib/browser/intents'
import { environmentPrefixes } from '@/lib/browser/pages'
import { storedJson, storeText } from '@/lib/browser/stored-text'
import { type LiveNews, liveStream } from '@/lib/features/live/browser/live'
import type { WebhookEvent } from '@/lib/features/webhooks/interface'
import type { Environment } from '@/lib/provider/environments'
import type { DecodedTransfer } from '@/lib/provider/reading'
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

/** `key` is the same for the same event in every tab. `path` is below the environment. */
export type Notice = { key: string; title: string; detail: string; path: string }

const kinds: Partial<Record<WebhookEvent, { reason: string; title: string }>> = {
  'transfer.travel_rule_requested': { reason: 'travel-rule', title: 'Travel rule details needed' },
  'transfer.approval_needed': { reason: 'approval', title: `Transfer waiting for ${waits.approval}` },
  'transfer.failed': { reason: 'failed', title: 'Transfer failed' },
}
const contradictory = { reason: 'unclear', title: 'Contradictory status of a transfer' }

/** The notice of a transfer that needs attention now; undefined for others, and for those that are only slow. */
export function noticeOf(transfer: DecodedTransfer): Notice | undefined {
  const kind = kinds[transferEvent(transfer)] ?? (isContradictory(transfer) ? contradictory : undefined)
  const { id, amount, asset } = transfer.known
  if (id === undefined || !kind) return undefined
  // Without a sign, which would claim that money has moved.
  const money = amount === undefined ? asset : moneyText(amount, asset)
  const detail = [kindText(transfer.known), money].filter(Boolean).join(', ')
  return { key: `${kind.reason} ${id}`, title: kind.title, detail, path: `transfers/${encodeURIComponent(id)}` }
}

/** The notice of a request whose outcome is unknown. */
export const unknownNotice = ({ id, summary }: { id: string; summary: string }): Notice => ({
  key: `unknown ${id}`,
  title: 'Outcome of a request unknown',
  detail: summary,
  path: `activity/${encodeURIComponent(id)}`,
})

/** The notice of a request that this person may decide on; a reminder is another one. */
export function approvalNotice({ id, summary, approval }: Intent): Notice {
  const reminded = approval?.decisions.findLast(({ kind, is_current }) => kind === 'remind' && is_current)
  return {
    key: `waiting ${id} ${approval?.digest} ${reminded?.at ?? ''}`,
    title: reminded ? 'Reminder: a request waits for you' : 'A request waits for your approval',
    detail: summary,
    path: `approvals/${encodeURIComponent(id)}`,
  }
}

const storageKey = 'mintdesk:notified'
/** Events that are remembered as notified. */
const mostRemembered = 200

/** Whether an event was not notified before in this browser; then it counts as notified. Without storage every one is new. */
export function takeNotice(environment: Environment, { key }: Notice): boolean {
  const own = `${environment} ${key}`
  const stored = storedJson('localStorage', storageKey)
  const before = Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : []
  if (before.includes(own)) return false
  // If that fails, the notification's tag still replaces an earlier one.
  storeText('localStorage', storageKey, JSON.stringify([...before, own].slice(-mostRemembered)))
  return true
}
