/** How long completed transfers took, and from which age on a pending one takes longer than usual. */
import type { SeenTransfer } from '@/lib/api/reading'
import { isTimestamp } from '@/lib/api/values'
import { millisOf } from '@/lib/browser/clock'
import { durationText, percentile } from '@/lib/browser/durations'
import { typeWord } from './words'

/** From creation to last update, in ms: what half and 95 % of the transfers stayed within. */
export type Settling = { type: string; transfers: number; median: number; most: number }

const nameOf = (type: string) => typeWord(type) ?? type

/** Milliseconds from creation to last update; undefined where a time is missing or they are in the wrong order. */
export function lastedOf({ created_at = '', updated_at = '' }: SeenTransfer['known']): number | undefined {
  if (!isTimestamp(created_at) || !isTimestamp(updated_at)) return undefined
  const lasted = millisOf(updated_at) - millisOf(created_at)
  return lasted < 0 ? undefined : lasted
}

/** How long COMPLETED transfers took by type, the type of most transfers first; types of one name are taken together. */
export function settlingOf(entries: readonly { status?: string; type?: string; lasted?: number }[]): Settling[] {
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

/** The same of transfers as they were read. */
export const settlingsOf = (transfers: readonly SeenTransfer[]) =>
  settlingOf(transfers.map(({ known }) => ({ ...known, lasted: lastedOf(known) })))

/** Where no transfer of a type was completed, nothing says what is usual: then a day is our choice. */
export const usualWithoutExample = 24 * 3_600_000

/** The same in words: "Usually settles within 14 min (95 % of the 210 of this type completed last)." */
export function settlingWords(settlings: readonly Settling[], type = ''): string {
  const known = settlings.find((one) => one.type === nameOf(type))
  if (!known) return 'No completed transfer of this type to compare it with.'
  return `Usually settles within ${durationText(known.most)} (95 % of the ${known.transfers.toLocaleString('en-US')} of this type completed last).`
}

/** Milliseconds within which 95 % of completed transfers of a type settled. */
export const usualMillis = (settlings: readonly Settling[], type = '') =>
  settlings.find((one) => one.type === nameOf(type))?.most ?? usualWithoutExample
