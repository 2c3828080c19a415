'use client'
import { useState } from 'react'
import type { DecodedTransfer } from '@/lib/api/reading'
import { secondaryName } from './transfer-status'

/** One state of a transfer, and when Mintdesk first saw it in that state (ms since 1970). */
export type ObservedState = { at: number; where: 'list' | 'page'; transfer: DecodedTransfer }

const stateOf = (transfer: DecodedTransfer) => {
  const { status, updated_at, crypto_tx_hash } = transfer.known
  return JSON.stringify([status, updated_at, crypto_tx_hash, secondaryName(transfer), transfer.known.status_details])
}

/** The states of a transfer that were seen while its page is open, oldest first; the last is the present one. */
export function useObservedStates(now: ObservedState | undefined): readonly ObservedState[] {
  const [readings, setReadings] = useState<readonly ObservedState[]>([])
  const last = readings.at(-1)
  if (!now || (last && stateOf(last.transfer) === stateOf(now.transfer))) return readings
  const all = [...readings, now]
  setReadings(all)
  return all
}
