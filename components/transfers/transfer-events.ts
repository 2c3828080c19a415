/** What is known to have happened to a transfer, in order: the service's own times, and those at which it was read. */
import type { DecodedTransfer } from '@/lib/api/reading'
import { nanoseconds } from '@/lib/api/values'
import type { ObservedState } from './observed-states'

/**
 * `created` and `updated` are the service's own times; `seen` is a state that was met here and is over by now. `first` is
 * when the present state was first seen.
 */
export type TransferEvent =
  | { kind: 'created'; at: string; of: DecodedTransfer; isThis: boolean; first?: ObservedState }
  | { kind: 'updated'; at: string; of: DecodedTransfer; first?: ObservedState }
  | { kind: 'seen'; at: string; of: DecodedTransfer; where: ObservedState['where'] }

/**
 * @param sides    other transfers of the same movement, as far as they were read
 * @param readings the states that were seen, oldest first; the last is the present one
 * @returns what happened, oldest first; nothing is guessed at, and what has no time that can be read is left out
 */
export function eventsOf(
  transfer: DecodedTransfer,
  sides: readonly DecodedTransfer[],
  readings: readonly ObservedState[],
): TransferEvent[] {
  const { created_at, updated_at } = transfer.known
  const first = readings.at(-1)
  const all: TransferEvent[] = []
  for (const of of sides) {
    const at = of.known.created_at
    if (at) all.push({ kind: 'created', at, of, isThis: false })
  }
  const isUntouched = created_at !== undefined && created_at === updated_at
  if (created_at)
    all.push({ kind: 'created', at: created_at, of: transfer, isThis: true, first: isUntouched ? first : undefined })
  if (updated_at && !isUntouched) all.push({ kind: 'updated', at: updated_at, of: transfer, first })
  for (const { at, where, transfer: of } of readings.slice(0, -1))
    all.push({ kind: 'seen', at: new Date(at).toISOString(), of, where })
  const moments = all.flatMap((one) => {
    const moment = nanoseconds(one.at)
    return moment === undefined ? [] : [{ one, moment }]
  })
  return moments.sort((a, b) => (a.moment < b.moment ? -1 : a.moment > b.moment ? 1 : 0)).map(({ one }) => one)
}
