/** Money on its way: where each movement is now, and when it is expected. */

import { movementName, plannedRow } from '@/components/money/movement-rows'
import { planWait, waitingStyle } from '@/components/money/plan-texts'
import { nextAction, type Reason } from '@/components/records/next-action'
import { deadlineOf, type Timing } from '@/components/records/overdue'
import { kindText, networkText } from '@/components/records/transfer-labels'
import type { Tone } from '@/components/ui/status'
import { isForRoles } from '@/lib/api/transfer-meaning'
import { waits as waitWords } from '@/lib/api/waits'
import { capitalized } from '@/lib/browser/labels'
import type { MovementRow, WaitingPlan } from '@/lib/features/money/interface'
import type { OverviewWay } from '@/lib/features/overview/interface'
import { readTransfer } from '@/lib/provider/reading'
import type { Role } from '@/lib/provider/roles'

export type Way = Pick<MovementRow, 'stops' | 'ahead'> & {
  /** Of the movement; undefined until it is known. */
  id: string | undefined
  name: string
  amount: string | undefined
  asset: string | undefined
  isDebit: boolean
  /** Where it is, or what it waits for. */
  now: string
  /** Of what must not be missed. */
  tone?: Tone
  /** What it is expected after; absent where it waits for no one. */
  after?: string
  /** Whether it waits for the person who reads. */
  isMine?: boolean
  /** ms; absent without a creation time. */
  pendingFor?: number
  /** ms until it is expected, by usual times of its kind; below zero it is overdue. Absent where nothing is known. */
  left?: number
}

/** What a transfer waits for, and what it is expected after. */
const waits: Partial<Record<Reason, [now: string, after: string]>> = {
  'travel-rule': [capitalized(waitWords['travel-rule']), 'after the details'],
  approval: [capitalized(waitWords.approval), 'after approval'],
  destination: ['Destination refused', 'after it is fixed'],
  'fee-quote': ['New fee quote', 'after a new quote'],
  unclear: ['Status unclear', 'not known'],
}

/** @param roles of the person who reads */
export function wayOf({ transfer: json, movement }: OverviewWay, timing: Timing, roles: readonly Role[]): Way {
  const transfer = readTransfer(json)
  const { id, amount, asset, direction, crypto_tx_hash } = transfer.known
  const { reason, actor } = nextAction(transfer, timing)
  const deadline = deadlineOf(transfer, timing)
  const network = networkText(transfer.known)
  const [wait, after] = waits[reason] ?? []
  const isMine = wait !== undefined && actor !== 'unknown' && isForRoles(actor, roles)
  const { stops = [], ahead } = movement ?? {}
  return {
    id,
    amount,
    asset,
    stops,
    ahead,
    isDebit: direction === 'DEBIT',
    // The name of one transfer alone says its network, too.
    name: movement && stops.length > 1 ? movementName(movement) : kindText(transfer.known),
    now: wait ?? (network !== undefined && crypto_tx_hash !== undefined ? `On ${network}` : 'With the provider'),
    ...(after && { after: isMine ? 'after you act' : after, isMine }),
    pendingFor: deadline?.pendingFor,
    // Without usual times the limit of a day is when to ask, not when it is expected.
    left: deadline && (deadline.usual || deadline.overdueBy !== undefined) ? deadline.dueAt - timing.now : undefined,
  }
}

/** A plan whose money has not come. When it comes is up to the sender, but once it is late that is said. */
export function wayOfPlan(plan: WaitingPlan, now: number): Way {
  const { id, name, in: money, stops, ahead } = plannedRow(plan, now)
  const { label, tone, isLoud } = waitingStyle(plan, now)
  return {
    id,
    name,
    amount: money?.amount,
    asset: money?.asset,
    isDebit: false,
    stops,
    ahead,
    now: label,
    ...(isLoud && { tone }),
    after: plan.rule_state === 'waiting' ? 'after approval' : `after ${waitWords[planWait(plan)]}`,
    pendingFor: Math.max(0, now - Date.parse(plan.at)),
    left: Date.parse(plan.due.at) - now,
  }
}
