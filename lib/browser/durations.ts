/** How long something lasted, as it is read: two units at most, and no digit that nobody needs. */
const two = (value: number) => String(value).padStart(2, '0')

/**
 * @param millis a time span; what is below zero counts as zero
 * @returns `under 1 s`, `42 s`, `3 min 05 s`, `14 min`, `5 h 12 min`, `26 h 31 min`, `4 days 6 h`
 */
export function durationText(millis: number): string {
  const seconds = Math.max(0, Math.floor(millis / 1000))
  if (seconds === 0) return 'under 1 s'
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 10) return `${minutes} min ${two(seconds % 60)} s`
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return `${hours} h ${two(minutes % 60)} min`
  return `${Math.floor(hours / 24)} days ${hours % 24} h`
}

/**
 * A percentile by nearest rank: a span that one of them really took.
 * @param part of 1: 0.5 is the median
 * @returns undefined of none
 */
export function percentile(spans: readonly number[], part: number): number | undefined {
  const sorted = [...spans].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)]
}
