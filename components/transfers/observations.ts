/** What Mintdesk has seen of a transfer before, for its timeline and its destination. */

import type { TransferObservations } from '@/lib/api/console/observations'
import { secondaryStatusName } from '@/lib/api/console/transfer-meaning'
import type { Environment } from '@/lib/api/environments'
import type { DecodedTransfer } from '@/lib/api/provider/reading'
import { millisOf } from '@/lib/browser/clock'
import { callConsole } from '@/lib/browser/operation'
import { isTimestamp } from '@/lib/domain/values'
import type { ObservedState } from './transfer-timeline'

/**
 * Asked once Get transfer has answered, and again after each change: the answer waits until what was read is noted.
 * @param transfer undefined until then
 */
export const observationsRead = (environment: Environment, transfer: DecodedTransfer | undefined) => {
  const { id = '', status, updated_at } = transfer?.known ?? {}
  return {
    queryKey: [environment, 'observed', id, status, updated_at] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<TransferObservations> => {
      return (await callConsole(environment, 'observedTransfer', { values: { id } }, { signal })).body
    },
    enabled: transfer !== undefined && id !== '',
    // What was known stays while a change is read.
    placeholderData: (before: TransferObservations | undefined) => before,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  }
}

const stateKey = ({ known }: DecodedTransfer) =>
  JSON.stringify([known.status, secondaryStatusName({ known }) ?? '', known.updated_at])

/**
 * The states that this page has seen, and those that Mintdesk noted before, each once, by when they were first seen.
 * @param seen oldest first; the last is the current one and stays the last
 */
export function withNotedStates(
  seen: readonly ObservedState[],
  noted: TransferObservations['states'],
): readonly ObservedState[] {
  const current = seen.at(-1)
  if (!current) return seen
  const states = new Map<string, ObservedState>()
  for (const { status, secondary_status: name, updated_at, seen_at } of noted) {
    if (!isTimestamp(seen_at)) continue
    const known = { ...current.transfer.known, status, updated_at, secondary_status: name ? { name } : undefined }
    const state: ObservedState = { at: millisOf(seen_at), where: 'noted', transfer: { ...current.transfer, known } }
    states.set(stateKey(state.transfer), state)
  }
  for (const state of seen) {
    const key = stateKey(state.transfer)
    const before = states.get(key)
    states.set(key, before && before.at <= state.at ? { ...state, at: before.at, where: 'noted' } : state)
  }
  const last = states.get(stateKey(current.transfer)) ?? current
  return [...[...states.values()].filter((state) => state !== last).sort((one, other) => one.at - other.at), last]
}
