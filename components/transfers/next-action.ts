/**
 * Who must act on a transfer and why, for overview, list, transfer page and support note alike. Secondary statuses are
 * from the spec, conditions of `status_details` from service-facts, "Reading".
 */
import type { DecodedTransfer } from '@/lib/api/reading'
import { transferStatuses } from '@/lib/api/transfer-terms'
import type { SecondaryStatus, TransferStatus } from '@/lib/api/transfers'
import { networkText } from './labels'
import { deadlineOf, type Timing } from './overdue'
import { secondaryStatusName } from './transfer-status'

export type Actor = 'treasury' | 'approver' | 'provider' | 'nobody' | 'unknown'

/** `label` names the actor in a column. Where the provider must act, support follows up. */
const actions = {
  'travel-rule': { actor: 'treasury', label: 'Treasury sends details' },
  approval: { actor: 'approver', label: 'Authorised approver' },
  destination: { actor: 'treasury', label: 'Treasury reviews' },
  'fee-quote': { actor: 'provider', label: 'Support: follow up' },
  unclear: { actor: 'provider', label: 'Support: follow up' },
  slow: { actor: 'provider', label: 'Support: follow up' },
  failed: { actor: 'treasury', label: 'Treasury reviews' },
  processing: { actor: 'nobody', label: 'No action needed' },
  completed: { actor: 'nobody', label: 'No action needed' },
  // Pending without a reason while usual times load: it may or may not be slow.
  loading: { actor: 'unknown', label: '' },
} as const satisfies Record<string, { actor: Actor; label: string }>

export type Reason = keyof typeof actions
export type NextAction = { reason: Reason; actor: Actor; label: string }

export const actorLabels: readonly string[] = Object.values(actions).map(({ label }) => label)

/** The status that each secondary status belongs to, and the reason it gives. */
const secondaryReasons: Record<SecondaryStatus, { status: TransferStatus; reason: Reason }> = {
  TRAVEL_RULE_INFO_REQUESTED: { status: 'PENDING', reason: 'travel-rule' },
  PENDING_CUSTOMER_APPROVAL: { status: 'PENDING', reason: 'approval' },
  TRAVEL_RULE_REJECTED: { status: 'FAILED', reason: 'failed' },
  CUSTOMER_REJECTED: { status: 'FAILED', reason: 'failed' },
}

/** The reason each condition gives while the transfer is pending. */
const conditionReasons = {
  pending_customer_approval: 'approval',
  missing_trustline: 'destination',
  max_rent_exceeded: 'destination',
  invalid_destination_address: 'destination',
  stale_fee_quote: 'fee-quote',
} as const satisfies Record<string, Reason>
export type Condition = keyof typeof conditionReasons

/** Of several reasons the first counts: a known remedy comes before a question to the provider. */
const precedence: readonly Reason[] = ['approval', 'destination', 'fee-quote', 'unclear']

export const isKnownStatus = (status: string | undefined): status is TransferStatus =>
  transferStatuses.some((known) => known === status)
export const isKnownSecondary = (name: string | undefined): name is SecondaryStatus =>
  name !== undefined && Object.hasOwn(secondaryReasons, name)
export const isKnownCondition = (name: string): name is Condition => Object.hasOwn(conditionReasons, name)

/** Whether the secondary status belongs to a different status; what an unknown status means is not known. */
export function isContradictory(transfer: DecodedTransfer): boolean {
  const { status } = transfer.known
  const name = secondaryStatusName(transfer)
  return isKnownStatus(status) && isKnownSecondary(name) && secondaryReasons[name].status !== status
}

/** Fields that should give a reason but are not objects. */
export const unreadableReasons = ({ other }: DecodedTransfer): string[] =>
  ['secondary_status', 'status_details'].filter((name) => other[name] !== undefined)

/** A failed withdrawal that reached its network may have moved money anyway. */
export const mayHaveMoved = ({ known: { status, direction, crypto_tx_hash } }: DecodedTransfer) =>
  status === 'FAILED' && direction === 'DEBIT' && crypto_tx_hash !== undefined

function reasonOf(transfer: DecodedTransfer, timing: Timing | undefined): Reason {
  const { status, status_details = {} } = transfer.known
  const name = secondaryStatusName(transfer)
  if (!isKnownStatus(status) || isContradictory(transfer)) return 'unclear'
  if (isKnownSecondary(name)) return secondaryReasons[name].reason
  if (status === 'FAILED') return 'failed'
  const hints = Object.keys(status_details).map(
    (one): Reason => (isKnownCondition(one) ? conditionReasons[one] : 'unclear'),
  )
  if (name || unreadableReasons(transfer).length > 0) hints.push('unclear')
  if (status === 'COMPLETED') return hints.length > 0 ? 'unclear' : 'completed'
  const hint = precedence.find((reason) => hints.includes(reason))
  if (hint) return hint
  if (!timing) return 'loading'
  return deadlineOf(transfer, timing)?.overdueBy === undefined ? 'processing' : 'slow'
}

/** @param timing undefined while usual times load */
export function nextAction(transfer: DecodedTransfer, timing?: Timing): NextAction {
  const reason = reasonOf(transfer, timing)
  return { reason, ...actions[reason] }
}

const nextSteps: Partial<Record<Reason, string>> = {
  'travel-rule': 'Treasury sends sender and recipient details to the provider',
  approval: 'An authorised approver approves it with the provider',
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
