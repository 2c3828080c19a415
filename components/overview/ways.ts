/** Pending transfers as money on its way: where each is now, and when it is expected. */

import { nextAction, type Reason } from '@/components/records/next-action'
import { deadlineOf, type Timing } from '@/components/records/overdue'
import { networkText } from '@/components/records/transfer-labels'
import { isForRoles } from '@/lib/api/transfer-meaning'
import type { DecodedTransfer } from '@/lib/provider/reading'
import type { Role } from '@/lib/provider/roles'

export type Station = { name: string; state: 'done' | 'now' | 'ahead' }

export type Way = {
  transfer: DecodedTransfer
  /** From its creation to its arrival; only what is known of every transfer of its kind. */
  stations: readonly Station[]
  /** Where it is, or what it waits for. */
  now: string
  /** Whether it waits for the person who reads, for another one, or for no one. */
  waitsFor: 'you' | 'others' | 'no one'
  /** ms; absent without a creation time. */
  pendingFor?: number
  /** ms until it is expected, by usual times of its kind; below zero it is overdue. Absent where nothing is known. */
  left?: number
}

const waits: Partial<Record<Reason, string>> = {
  'travel-rule': 'Travel rule information',
  approval: 'Customer approval',
  destination: 'Destination refused',
  'fee-quote': 'New fee quote',
  unclear: 'Status unclear',
}

/** @param roles of the person who reads */
export function wayOf(transfer: DecodedTransfer, timing: Timing, roles: readonly Role[]): Way {
  const { reason, actor } = nextAction(transfer, timing)
  const deadline = deadlineOf(transfer, timing)
  const network = networkText(transfer.known)
  const isOnNetwork = network !== undefined && transfer.known.crypto_tx_hash !== undefined
  const wait = waits[reason]
  const isMine = actor !== 'unknown' && isForRoles(actor, roles)
  const isOverdue = deadline?.overdueBy !== undefined
  return {
    transfer,
    stations: [
      { name: 'Created', state: 'done' },
      { name: 'Provider', state: isOnNetwork ? 'done' : 'now' },
      ...(network ? [{ name: network, state: isOnNetwork ? ('now' as const) : ('ahead' as const) }] : []),
      { name: 'Arrived', state: 'ahead' },
    ],
    now: wait ?? (isOnNetwork ? `On ${network}` : 'With the provider'),
    waitsFor: wait ? (isMine ? 'you' : 'others') : 'no one',
    pendingFor: deadline?.pendingFor,
    // Without usual times the limit of a day is when to ask, not when it is expected.
    left: deadline && (deadline.usual || isOverdue) ? deadline.dueAt - timing.now : undefined,
  }
}
