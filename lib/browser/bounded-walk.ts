/**
 * A list read page after page, back from a moment and no further than it was told. What is reckoned from it says how far
 * it reaches: a day that was not read is never taken for a day on which nothing happened.
 */

/** One row of the list, cut to what is reckoned with; `at` is its creation in ms since 1970. */
export type WalkEntry = { id?: string; at?: number }

/** What is asked for: rows created from `floor` (inclusive) to `until` (exclusive), both in ms since 1970. */
export type WalkRange = { floor: number; until: number }

/** One page as it came. `next` leads on; `isRepeated` says that its cursor led back, so that nobody knows what follows. */
export type WalkPage<Entry extends WalkEntry> = WalkRange & {
  /** When the walk began, ms since 1970. */
  startedAt: number
  entries: readonly Entry[]
  next?: string
  isRepeated: boolean
}

/** What a walk has read so far. */
export type WalkResult<Entry extends WalkEntry> = WalkRange & {
  startedAt: number
  /** Rows that came, whatever became of them. */
  read: number
  /** Each row that was asked for, once. */
  entries: Entry[]
  /** Rows that came twice, that were not asked for, and that have no time. */
  doubled: number
  strange: number
  timeless: number
  /** The oldest creation met, ms since 1970. */
  reached?: number
  /** Whether rows came newest first, as asked. */
  isOrdered: boolean
  isRepeated: boolean
  /** Whether all that was asked for was read. */
  isWhole: boolean
  /** All that was created from this moment until `until` was read (ms since 1970). */
  completeSince: number
  next?: string
}

/** @returns what the pages of one walk hold together; undefined of none */
export function mergeWalkPages<Entry extends WalkEntry>(
  pages: readonly WalkPage<Entry>[],
): WalkResult<Entry> | undefined {
  const [first] = pages
  const last = pages.at(-1)
  if (!first || !last) return undefined
  const { startedAt, floor, until } = first
  const entries: Entry[] = []
  const seen = new Set<string>()
  const counts = { read: 0, doubled: 0, strange: 0, timeless: 0 }
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
      if (id !== undefined && seen.has(id)) counts.doubled += 1
      else if (at === undefined) counts.timeless += 1
      else if (at < floor || at >= until) counts.strange += 1
      else entries.push(entry)
      if (id !== undefined) seen.add(id)
    }
  }
  const reached = Number.isFinite(before) ? before : undefined
  const hasPassed = isOrdered && reached !== undefined && reached < floor
  const isWhole = hasPassed || (last.next === undefined && !last.isRepeated)
  // Others of the very moment that was reached may still be to come.
  const completeSince = isWhole ? floor : isOrdered && reached !== undefined ? Math.min(reached + 1, until) : until
  return {
    ...{ startedAt, floor, until, entries, reached, isOrdered, isRepeated: last.isRepeated, isWhole, completeSince },
    ...counts,
    next: isWhole ? undefined : last.next,
  }
}

/** How well a span of time was read: `part` where some of it was, or may have been. */
export function coverageOf(
  { completeSince }: Pick<WalkResult<WalkEntry>, 'completeSince'>,
  { start, end }: { start: number; end: number },
): 'whole' | 'part' | 'none' {
  if (start >= completeSince) return 'whole'
  return end > completeSince ? 'part' : 'none'
}
