/** What the browser notifies of, in which words, and that it does so once however many tabs are open. */
import { kindText, moneyText } from '@/components/transfers/labels'
import { nextAction } from '@/components/transfers/next-action'
import type { Environment } from '@/lib/api/environments'
import type { DecodedTransfer } from '@/lib/api/reading'

/** `key` is the same for the same event in every tab. `path` is below the environment. */
export type Notice = { key: string; title: string; detail: string; path: string }

const titles = {
  'travel-rule': 'Travel rule information needed',
  approval: 'Transfer waiting for approval',
  failed: 'Transfer failed',
} as const

/** The notice of a transfer that needs attention now; undefined for others, and for those that are only slow. */
export function noticeOf(transfer: DecodedTransfer): Notice | undefined {
  const { reason } = nextAction(transfer)
  const { id, amount, asset } = transfer.known
  if (id === undefined || !(reason === 'travel-rule' || reason === 'approval' || reason === 'failed')) return undefined
  // Without a sign: none of these has moved money.
  const money = amount === undefined ? asset : moneyText(amount, asset)
  const detail = [kindText(transfer.known), money].filter(Boolean).join(', ')
  return { key: `${reason} ${id}`, title: titles[reason], detail, path: `transfers/${encodeURIComponent(id)}` }
}

/** The notice of a request whose outcome is unknown. */
export const unknownNotice = ({ id, summary }: { id: string; summary: string }): Notice => ({
  key: `unknown ${id}`,
  title: 'Outcome of a request unknown',
  detail: summary,
  path: `activity/${encodeURIComponent(id)}`,
})

const storageKey = 'mintdesk:notified'
/** Events that are remembered as notified. */
const mostRemembered = 200

/** Whether an event was not notified before in this browser; then it counts as notified. Without storage every one is new. */
export function takeNotice(environment: Environment, { key }: Notice): boolean {
  const own = `${environment} ${key}`
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    const before = Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : []
    if (before.includes(own)) return false
    localStorage.setItem(storageKey, JSON.stringify([...before, own].slice(-mostRemembered)))
  } catch {
    // The notification's tag still replaces an earlier one.
  }
  return true
}
