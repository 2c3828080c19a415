/** How transfers ended, and how long they took: reckoned from the same rows as the volume. */
import { percentile } from '@/lib/browser/durations'
import type { TransferEntry } from './entries'

export type Ending = { status: string; transfers: number; share: string }

/** A share of a whole in per cent with two decimals, rounded half up: `98.54`. */
export function shareText(part: number, whole: number): string {
  const hundredths = (BigInt(part) * 20_000n + BigInt(whole)) / (2n * BigInt(whole))
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`
}

const usual = ['COMPLETED', 'PENDING', 'FAILED']

/** Counts by status: the spec's first, then what else came; "" stands for none. */
export function endingsOf(entries: readonly TransferEntry[]): Ending[] {
  const counts = new Map(usual.map((status) => [status, 0]))
  for (const { status = '' } of entries) counts.set(status, (counts.get(status) ?? 0) + 1)
  const whole = entries.length
  return [...counts].map(([status, transfers]) => ({
    status,
    transfers,
    share: whole === 0 ? '0.00' : shareText(transfers, whole),
  }))
}

/** From creation to last update, in ms: what half and 95 % of the transfers stayed within. */
export type Settling = { type: string; transfers: number; median: number; most: number }

/**
 * How long COMPLETED transfers took by type, the type of most transfers first.
 * @param nameOf what a type is called: types of one name are taken together
 */
export function settlingOf(entries: readonly TransferEntry[], nameOf: (type: string) => string): Settling[] {
  const spans = new Map<string, number[]>()
  for (const { status, type, lasted } of entries) {
    if (status !== 'COMPLETED' || !type || lasted === undefined) continue
    const name = nameOf(type)
    const known = spans.get(name)
    if (known) known.push(lasted)
    else spans.set(name, [lasted])
  }
  return [...spans]
    .map(([type, all]) => ({
      type,
      transfers: all.length,
      median: percentile(all, 0.5) ?? 0,
      most: percentile(all, 0.95) ?? 0,
    }))
    .sort((one, other) => other.transfers - one.transfers || (one.type < other.type ? -1 : 1))
}
