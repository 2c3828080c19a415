/** Who must act on a transfer and why, for overview, list, transfer page and support note alike. */

import { actorOf, type Actor as MeaningActor, meaningOf } from '@/lib/api/transfer-meaning'
import type { DecodedTransfer } from '@/lib/provider/reading'
import { deadlineOf, type Timing } from './overdue'
import { networkText } from './transfer-labels'

export type Actor = MeaningActor | 'unknown'

/** `label` names the actor in a column. */
const actions = {
  'travel-rule': { actor: actorOf['travel-rule'], label: 'Treasury sends details' },
  approval: { actor: actorOf.approval, label: 'Your approver' },
  destination: { actor: actorOf.destination, label: 'Treasury reviews' },
  'fee-quote': { actor: actorOf['fee-quote'], label: 'Support follows up' },
  unclear: { actor: actorOf.unclear, label: 'Support follows up' },
  slow: { actor: 'provider', label: 'Support follows up' },
  failed: { actor: actorOf.failed, label: 'Treasury reviews' },
  processing: { actor: actorOf.pending, label: 'No action needed' },
  completed: { actor: actorOf.completed, label: 'No action needed' },
  // Pending without a reason while usual times load: it may or may not be slow.
  loading: { actor: 'unknown', label: '' },
} as const satisfies Record<string, { actor: Actor; label: string }>

export type Reason = keyof typeof actions
export type NextAction = { reason: Reason; actor: Actor; label: string }

export const actorLabels: readonly string[] = Object.values(actions).map(({ label }) => label)

const yours: Partial<Record<Reason, string>> = {
  'travel-rule': 'You send details',
  destination: 'You review',
  failed: 'You review',
}

/** Who acts, in a column. @param isTreasury whether whoever reads it does what treasury does */
export const actionLabel = (reason: Reason, isTreasury = false): string =>
  (isTreasury && yours[reason]) || actions[reason].label

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
