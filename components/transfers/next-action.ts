/**
 * Who must act on a transfer, and why: the one answer that overview, list, transfer page and support note give.
 * Secondary statuses mean what the spec says; conditions of `status_details` what service-facts says ("Reading").
 */
import type { DecodedTransfer } from '@/lib/api/reading'
import { type SecondaryStatus, type TransferStatus, transferStatuses } from '@/lib/api/transfers'
import { isTimestamp } from '@/lib/api/values'
import { millisOf } from '@/lib/browser/clock'
import { type UsualTimes, usualMillis } from './settling'
import { secondaryName } from './transfer-status'

export type Actor = 'treasury' | 'approver' | 'provider' | 'nobody' | 'unknown'

/** `word` is the actor as a column names it; where the provider must act, support follows up with it. */
const actions = {
  'travel-rule': { actor: 'treasury', word: 'Treasury sends details' },
  approval: { actor: 'approver', word: 'Authorised approver' },
  destination: { actor: 'treasury', word: 'Treasury reviews' },
  'fee-quote': { actor: 'provider', word: 'Support: follow up' },
  unclear: { actor: 'provider', word: 'Support: follow up' },
  slow: { actor: 'provider', word: 'Support: follow up' },
  failed: { actor: 'treasury', word: 'Treasury reviews' },
  processing: { actor: 'nobody', word: 'No action needed' },
  completed: { actor: 'nobody', word: 'No action needed' },
  // Pending without a reason, while usual times are being read: slow or not, nobody can say yet.
  loading: { actor: 'unknown', word: '' },
} as const satisfies Record<string, { actor: Actor; word: string }>

export type Reason = keyof typeof actions
export type NextAction = { reason: Reason; actor: Actor; word: string }

export const actorWords: readonly string[] = [...new Set(Object.values(actions).map(({ word }) => word))]

/** The status that each secondary status belongs to, and the reason that it gives. */
const secondaryReasons: Record<SecondaryStatus, { status: TransferStatus; reason: Reason }> = {
  TRAVEL_RULE_INFO_REQUESTED: { status: 'PENDING', reason: 'travel-rule' },
  PENDING_CUSTOMER_APPROVAL: { status: 'PENDING', reason: 'approval' },
  TRAVEL_RULE_REJECTED: { status: 'FAILED', reason: 'failed' },
  CUSTOMER_REJECTED: { status: 'FAILED', reason: 'failed' },
}

/** The reason that each condition gives while the transfer is pending. */
const conditionReasons: Record<string, Reason> = {
  pending_customer_approval: 'approval',
  missing_trustline: 'destination',
  max_rent_exceeded: 'destination',
  invalid_destination_address: 'destination',
  stale_fee_quote: 'fee-quote',
}
/** Of several reasons the first of these counts: what is known to help comes before what must be asked. */
const precedence: readonly Reason[] = ['approval', 'destination', 'fee-quote', 'unclear']

export const isKnownStatus = (status: string | undefined): status is TransferStatus =>
  transferStatuses.some((known) => known === status)
export const isKnownSecondary = (name: string | undefined): name is SecondaryStatus =>
  name !== undefined && Object.hasOwn(secondaryReasons, name)
export const isKnownCondition = (name: string) => Object.hasOwn(conditionReasons, name)

/** Whether the secondary status belongs to another status than the transfer has. */
export function isContradictory(transfer: DecodedTransfer): boolean {
  const name = secondaryName(transfer)
  return isKnownSecondary(name) && secondaryReasons[name].status !== transfer.known.status
}

/** Reasons that came in another form than an object, by the names of their fields: they say something, but not what. */
export const unreadReasons = ({ other }: DecodedTransfer): string[] =>
  ['secondary_status', 'status_details'].filter((name) => other[name] !== undefined)

/** Whether a failed withdrawal reached its network: then it may have moved money anyway. */
export const mayHaveMoved = ({ known: { status, direction, crypto_tx_hash } }: DecodedTransfer) =>
  status === 'FAILED' && direction === 'DEBIT' && crypto_tx_hash !== undefined

/** `settlings` of recently completed transfers say how long is usual; `now` is ms since 1970. */
export type Timing = { now: number; settlings: UsualTimes }

function isSlow({ known: { created_at, type } }: DecodedTransfer, { now, settlings }: Timing): boolean {
  if (!created_at || !isTimestamp(created_at)) return false
  return now - millisOf(created_at) > usualMillis(settlings, type)
}

function reasonOf(transfer: DecodedTransfer, timing: Timing | undefined): Reason {
  const { status, status_details = {} } = transfer.known
  const name = secondaryName(transfer)
  if (!isKnownStatus(status) || isContradictory(transfer)) return 'unclear'
  if (isKnownSecondary(name)) return secondaryReasons[name].reason
  if (status === 'FAILED') return 'failed'
  const hints = Object.keys(status_details).map((one) => (isKnownCondition(one) ? conditionReasons[one] : 'unclear'))
  if (name || unreadReasons(transfer).length > 0) hints.push('unclear')
  if (status === 'COMPLETED') return hints.length > 0 ? 'unclear' : 'completed'
  const hint = precedence.find((reason) => hints.includes(reason))
  if (hint) return hint
  if (!timing) return 'loading'
  return isSlow(transfer, timing) ? 'slow' : 'processing'
}

/** @param timing absent while usual times are being read */
export function nextAction(transfer: DecodedTransfer, timing?: Timing): NextAction {
  const reason = reasonOf(transfer, timing)
  return { reason, ...actions[reason] }
}
