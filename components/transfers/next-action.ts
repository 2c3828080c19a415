/** Who must act on a transfer and why, for overview, list, transfer page and support note alike. */

import { meaningOf } from '@/lib/api/console/transfer-meaning'
import type { DecodedTransfer } from '@/lib/api/provider/reading'
import { networkText } from './labels'
import { deadlineOf, type Timing } from './overdue'

export type Actor = 'treasury' | 'approver' | 'provider' | 'nobody' | 'unknown'

/** `label` names the actor in a column. Where the provider must act, support follows up. */
const actions = {
  'travel-rule': { actor: 'treasury', label: 'Treasury sends details' },
  approval: { actor: 'approver', label: 'Your approver' },
  destination: { actor: 'treasury', label: 'Treasury reviews' },
  'fee-quote': { actor: 'provider', label: 'Support follows up' },
  unclear: { actor: 'provider', label: 'Support follows up' },
  slow: { actor: 'provider', label: 'Support follows up' },
  failed: { actor: 'treasury', label: 'Treasury reviews' },
  processing: { actor: 'nobody', label: 'No action needed' },
  completed: { actor: 'nobody', label: 'No action needed' },
  // Pending without a reason while usual times load: it may or may not be slow.
  loading: { actor: 'unknown', label: '' },
} as const satisfies Record<string, { actor: Actor; label: string }>

export type Reason = keyof typeof actions
export type NextAction = { reason: Reason; actor: Actor; label: string }

export const actorLabels: readonly string[] = Object.values(actions).map(({ label }) => label)

function reasonOf(transfer: DecodedTransfer, timing: Timing | undefined): Reason {
  const meaning = meaningOf(transfer)
  if (meaning !== 'pending') return meaning
  if (!timing) return 'loading'
  return deadlineOf(transfer, timing)?.overdueBy === undefined ? 'processing' : 'slow'
}

/** @param timing undefined while usual times load */
export function nextAction(transfer: DecodedTransfer, timing?: Timing): NextAction {
  const reason = reasonOf(transfer, timing)
  return { reason, ...actions[reason] }
}

const nextSteps: Partial<Record<Reason, string>> = {
  'travel-rule': "Treasury sends sender and recipient details through the provider's portal",
  approval: 'Your approver at the provider approves it',
  destination: 'Treasury asks the recipient about the destination',
  'fee-quote': 'Support asks the provider for a new fee quote',
  unclear: 'Support asks the provider what its status means',
  slow: 'Support follows up with the provider',
}

/** What must happen next to a pending transfer. */
export function nextStep({ known }: DecodedTransfer, { reason }: NextAction): string | undefined {
  if (known.status !== 'PENDING') return undefined
  const network = networkText(known)
  return nextSteps[reason] ?? (network ? `Settlement on ${network}` : 'Settlement by the provider')
}
