/**
 * A list read page by page, newest first, back to a given time. The result says how far back it is complete, so that a day
 * that was not read is never shown as a day without activity.
 */

/** The fields of a row that totals need; `at` is its creation in ms since 1970. */
export type WalkEntry = { id?: string; at?: number }

/** The requested rows: created from `floor` (inclusive) to `until` (exclusive), both in ms since 1970. */
export type WalkRange = { floor: number; until: number }

/** One page. `next` is the cursor of the next one; `isRepeated` means that its cursor was already used, so the rest is unknown. */
export type WalkPage<Entry extends WalkEntry> = WalkRange & {
  /** When the walk began, ms since 1970. */
  startedAt: number
  entries: readonly Entry[]
  next?: string
  isRepeated: boolean
}

/** The pages read so far, merged. */
export type WalkResult<Entry extends WalkEntry> = WalkRange & {
  startedAt: number
  /** All rows received, including those left out. */
  read: number
  /** Each requested row once. */
  entries: Entry[]
  /** Rows left out: repeated, outside the range, without a creation time. */
  duplicates: number
  outOfRange: number
  undated: number
  /** The oldest creation time read, ms since 1970. */
  reached?: number
  /** Whether rows came newest first, as requested. */
  isOrdered: boolean
  isRepeated: boolean
  /** Whether every requested row was read. */
  isWhole: boolean
  /** Every row created from here to `until` was read (ms since 1970). */
  completeSince: number
  next?: string
}

/** @returns the merged pages of one walk; undefined without pages */
export function mergeWalkPages<Entry extends WalkEntry>(
  pages: readonly WalkPage<Entry>[],
): WalkResult<Entry> | undefined {
  const [first] = pages
  const last = pages.at(-1)
  if (!first || !last) return undefined
  const { startedAt, floor, until } = first
  const entries: Entry[] = []
  const seen = new Set<string>()
  const counts = { read: 0, duplicates: 0, outOfRange: 0, undated: 0 }
  let before = Number.POSITIVE_INFINITY
  let isOrdered = true
  for (const page of pages) {
    counts.read += page.entries.length
    for (const entry of page.entries) {
      const { id, at } = entry
      if (at !== undefined) {
        if (at > before) isOrdered = false
        before = Math.min(before, at)
      }
      if (id !== undefined && seen.has(id)) counts.duplicates += 1
      else if (at === undefined) counts.undated += 1
      else if (at < floor || at >= until) counts.outOfRange += 1
      else entries.push(entry)
      if (id !== undefined) seen.add(id)
    }
  }
  const reached = Number.isFinite(before) ? before : undefined
  const hasPassed = isOrdered && reached !== undefined && reached < floor
  const isWhole = hasPassed || (last.next === undefined && !last.isRepeated)
  // Other rows with the oldest creation time may be on the next page.
  const completeSince = isWhole ? floor : isOrdered && reached !== undefined ? Math.min(reached + 1, until) : until
  return {
    ...{ startedAt, floor, until, entries, reached, isOrdered, isRepeated: last.isRepeated, isWhole, completeSince },
    ...counts,
    next: isWhole ? undefined : last.next,
  }
}

/** How much of a time span was read. */
export function coverageOf(
  { completeSince }: Pick<WalkResult<WalkEntry>, 'completeSince'>,
  { start, end }: { start: number; end: number },
): 'whole' | 'part' | 'none' {
  if (start >= completeSince) return 'whole'
  return end > completeSince ? 'part' : 'none'
}
