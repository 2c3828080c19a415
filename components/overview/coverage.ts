/** How far a walk reached, in words: what is shown never seems more than what was read. */

import type { WalkEntry, WalkResult } from '@/lib/browser/bounded-walk'
import { clockText } from '@/lib/browser/clock'

/** Why a walk is where it is. */
export type WalkState = 'reading' | 'held' | 'stopped' | 'failed' | 'bounded' | 'whole'

const number = (value: number) => value.toLocaleString('en-US')

/** A moment without its seconds, its zone named: `6 Nov 00:00 UTC`. */
export function minuteText(millis: number, now: number, zone: string): string {
  const text = clockText(new Date(millis).toISOString(), now, zone).replace(/:\d\d$/, '')
  return `${text} ${zone}`
}

/** While it reads: `4,000 read, back to 12 Nov 06:10 UTC`. */
export function progressText(walked: WalkResult<WalkEntry> | undefined, zone: string): string {
  if (!walked) return 'Nothing read yet'
  const back = walked.reached === undefined ? '' : `, back to ${minuteText(walked.reached, walked.until, zone)}`
  return `${number(walked.read)} read${back}`
}

type Span = { start: number; zone: string; noun: string; counted: number; state: WalkState }

/**
 * What the figures stand on.
 * @param start   the first moment that is shown, ms since 1970
 * @param counted rows created since then
 * @param noun    what was counted, in the plural
 * @returns sentences
 */
export function coverageText(walked: WalkResult<WalkEntry>, { start, zone, noun, counted, state }: Span): string {
  const rows = `Counted from ${number(counted)} ${noun} read`
  const since = Math.max(start, walked.completeSince)
  if (since <= start) return `${rows}, complete back to ${minuteText(start, walked.until, zone)}.`
  const why = reasonText(walked, state)
  if (since >= walked.until) return `${rows}. No day can be called complete: ${why}.`
  return `${rows}, complete back to ${minuteText(since, walked.until, zone)} only: ${why}. What is older is not counted.`
}

function reasonText(walked: WalkResult<WalkEntry>, state: WalkState): string {
  if (!walked.isOrdered) return 'the provider did not keep the requested order'
  if (walked.isRepeated) return 'the provider repeated a page cursor'
  if (state === 'failed') return 'the next page failed'
  if (state === 'stopped') return 'the reading was stopped'
  if (state === 'bounded') return `the reading ends at ${number(walked.read)}`
  return 'the reading goes on'
}

/** What came and is in no figure, in sentences; "" where there is nothing of the kind. */
export function oddText({ duplicates, outOfRange, undated }: WalkResult<WalkEntry>): string {
  const sentences = [
    duplicates > 0 && `${number(duplicates)} came twice and count once.`,
    outOfRange > 0 && `${number(outOfRange)} were created outside the time that was asked for and are left out.`,
    undated > 0 && `${number(undated)} came without a creation time and are left out.`,
  ]
  return sentences.filter(Boolean).join(' ')
}
