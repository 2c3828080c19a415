/** How long completed transfers took, and from which age on a pending one takes longer than usual. */
import type { DecodedTransfer } from '@/lib/api/reading'
import { isTimestamp } from '@/lib/api/values'
import { durationText, millisOf, percentile } from '@/lib/browser/clock'
import { typeLabel } from './labels'

/** From creation to last update, in ms: what half and 95 % of the transfers stayed within. */
export type Settling = { type: string; transfers: number; median: number; most: number }

const nameOf = (type: string) => typeLabel(type) ?? type

/** Milliseconds from creation to last update; undefined where a time is missing or they are in the wrong order. */
export function lastedOf({ created_at = '', updated_at = '' }: DecodedTransfer['known']): number | undefined {
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
export const settlingsOf = (transfers: readonly DecodedTransfer[]) =>
  settlingOf(transfers.map(({ known }) => ({ ...known, lasted: lastedOf(known) })))

/** Usual times by type, or `unread` if the provider's answer could not be read. */
export type UsualTimes = readonly Settling[] | 'unread'

/** Fewer completed transfers of a type do not show what is usual: one that took 0 ms would make all others slow. */
export const fewestExamples = 20
/** Without enough examples a pending transfer is slow after a day, which is our choice. */
const usualWithoutExamples = 24 * 3_600_000
export const usualWithoutExamplesText = '24 h'

/** `most` rounded up to the unit that `durationText` shows, so that the rule and its words give the same time. */
function roundedUp(most: number): number {
  const unit = most < 600_000 ? 1000 : most < 48 * 3_600_000 ? 60_000 : 3_600_000
  return Math.max(1, Math.ceil(most / unit)) * unit
}

/** The types with enough examples, and the milliseconds after which a pending transfer of each is slow. */
export const usualTypes = (times: UsualTimes): { type: string; transfers: number; usual: number }[] =>
  (times === 'unread' ? [] : times)
    .filter(({ transfers }) => transfers >= fewestExamples)
    .map(({ type, transfers, most }) => ({ type, transfers, usual: roundedUp(most) }))

const usualOf = (times: UsualTimes, type: string) => usualTypes(times).find((one) => one.type === nameOf(type))

/** "95 % of the last 210 completed transfers of this type settled within 14 min." */
export function settlingWords(times: UsualTimes, type = ''): string {
  const known = usualOf(times, type)
  if (known)
    return `95 % of the last ${known.transfers.toLocaleString('en-US')} completed transfers of this type settled within ${durationText(known.usual)}.`
  const why =
    times === 'unread'
      ? 'Usual times could not be read'
      : `Fewer than ${fewestExamples} completed transfers of this type to compare with`
  return `${why}: this transfer is slow after ${usualWithoutExamplesText}.`
}

/** Milliseconds after which a pending transfer of a type is slow. */
export const usualMillis = (times: UsualTimes, type = '') => usualOf(times, type)?.usual ?? usualWithoutExamples
