/**
 * What the state of a transfer means, for pages, notifications and webhooks alike. Secondary statuses are from the spec,
 * conditions of `status_details` from docs/provider.md, "Reading".
 */

import type { WebhookEvent } from '../features/webhooks/interface'
import type { DecodedTransfer } from '../provider/reading'
import type { Role } from '../provider/roles'
import { isOdd, sideOf } from '../provider/transfer-money'
import { transferStatuses } from '../provider/transfer-terms'
import type { SecondaryStatus, TransferStatus } from '../provider/transfers'
import { activityWriters } from './intents'

/** `pending` has no reason; `unclear` is anything that Mintdesk does not know, or that contradicts itself. */
export type Meaning =
  | 'travel-rule'
  | 'approval'
  | 'destination'
  | 'fee-quote'
  | 'unclear'
  | 'failed'
  | 'completed'
  | 'pending'

export type Actor = 'treasury' | 'approver' | 'provider' | 'nobody'

/** Who must act. Where the provider must, support follows up. */
export const actorOf = {
  'travel-rule': 'treasury',
  approval: 'approver',
  destination: 'treasury',
  'fee-quote': 'provider',
  unclear: 'provider',
  failed: 'treasury',
  completed: 'nobody',
  pending: 'nobody',
} as const satisfies Record<Meaning, Actor>

const actorRoles: Partial<Record<Actor, readonly Role[]>> = {
  treasury: activityWriters,
  approver: ['approver', 'approve'],
}

/** Whether someone with these roles may do what an actor is asked for. */
export const isForRoles = (actor: Actor, roles: readonly Role[]): boolean =>
  roles.some((role) => actorRoles[actor]?.includes(role))

/** The status that each secondary status belongs to, and what it means. */
const secondaryMeanings: Record<SecondaryStatus, { status: TransferStatus; meaning: Meaning }> = {
  TRAVEL_RULE_INFO_REQUESTED: { status: 'PENDING', meaning: 'travel-rule' },
  PENDING_CUSTOMER_APPROVAL: { status: 'PENDING', meaning: 'approval' },
  TRAVEL_RULE_REJECTED: { status: 'FAILED', meaning: 'failed' },
  CUSTOMER_REJECTED: { status: 'FAILED', meaning: 'failed' },
}

/** What each condition means while the transfer is pending. */
const conditionMeanings = {
  pending_customer_approval: 'approval',
  missing_trustline: 'destination',
  max_rent_exceeded: 'destination',
  invalid_destination_address: 'destination',
  stale_fee_quote: 'fee-quote',
} as const satisfies Record<string, Meaning>
export type Condition = keyof typeof conditionMeanings

/** Of several the first counts: a known remedy comes before a question to the provider. */
const precedence: readonly Meaning[] = ['approval', 'destination', 'fee-quote', 'unclear']

export const isKnownStatus = (status: string | undefined): status is TransferStatus =>
  transferStatuses.some((known) => known === status)
export const isKnownSecondary = (name: string | undefined): name is SecondaryStatus =>
  name !== undefined && Object.hasOwn(secondaryMeanings, name)
export const isKnownCondition = (name: string): name is Condition => Object.hasOwn(conditionMeanings, name)

/** The name in `secondary_status`, which services send as `{name, detail}` (docs/provider.md, "Reading"). */
export function secondaryStatusName({ known }: Pick<DecodedTransfer, 'known'>): string | undefined {
  const name = known.secondary_status?.name
  return typeof name === 'string' && name !== '' ? name : undefined
}

/** Whether the secondary status belongs to a different status; what an unknown status means is not known. */
export function isContradictory(transfer: DecodedTransfer): boolean {
  const { status } = transfer.known
  const name = secondaryStatusName(transfer)
  return isKnownStatus(status) && isKnownSecondary(name) && secondaryMeanings[name].status !== status
}

/** Fields that should give a reason but are not objects. */
export const unreadableReasons = ({ other }: DecodedTransfer): string[] =>
  ['secondary_status', 'status_details'].filter((name) => other[name] !== undefined)

/** A failed transfer that reached its network may have moved money anyway, unless it is surely a deposit. */
export const mayHaveMoved = ({ known }: DecodedTransfer) =>
  known.status === 'FAILED' && known.crypto_tx_hash !== undefined && sideOf(known) !== 'CREDIT'

export function meaningOf(transfer: DecodedTransfer): Meaning {
  const { status, status_details = {} } = transfer.known
  const name = secondaryStatusName(transfer)
  if (!isKnownStatus(status) || isContradictory(transfer)) return 'unclear'
  if (isKnownSecondary(name)) return secondaryMeanings[name].meaning
  if (status === 'FAILED') return 'failed'
  const hints = Object.keys(status_details).map(
    (one): Meaning => (isKnownCondition(one) ? conditionMeanings[one] : 'unclear'),
  )
  if (name || unreadableReasons(transfer).length > 0 || isOdd(transfer.known)) hints.push('unclear')
  if (status === 'COMPLETED') return hints.length > 0 ? 'unclear' : 'completed'
  return precedence.find((meaning) => hints.includes(meaning)) ?? 'pending'
}

/** What a change to this state is called by webhooks and notifications. Nothing that is said beside a failure keeps it from people. */
export function transferEvent(transfer: DecodedTransfer): WebhookEvent {
  if (transfer.known.status === 'FAILED') return 'transfer.failed'
  const meaning = meaningOf(transfer)
  if (meaning === 'travel-rule') return 'transfer.travel_rule_requested'
  if (meaning === 'approval') return 'transfer.approval_needed'
  return meaning === 'completed' ? 'transfer.completed' : 'transfer.changed'
}
