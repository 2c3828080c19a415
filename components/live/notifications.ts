/** What the browser notifies of, in which words, and that it does so once however many tabs are open. */
import { kindText, moneyText } from '@/components/records/transfer-labels'
import type { Intent } from '@/lib/api/intents'
import { isContradictory, transferEvent } from '@/lib/api/transfer-meaning'
import type { WebhookEvent } from '@/lib/features/webhooks/interface'
import type { Environment } from '@/lib/provider/environments'
import type { DecodedTransfer } from '@/lib/provider/reading'

/** `key` is the same for the same event in every tab. `path` is below the environment. */
export type Notice = { key: string; title: string; detail: string; path: string }

const kinds: Partial<Record<WebhookEvent, { reason: string; title: string }>> = {
  'transfer.travel_rule_requested': { reason: 'travel-rule', title: 'Travel rule information needed' },
  'transfer.approval_needed': { reason: 'approval', title: 'Transfer waiting for approval' },
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
