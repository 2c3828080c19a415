/** How many transfers have each status: counted from the same rows as the volume. */
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
