/**
 * What one person may do in a day, and how much the database of a world may hold, so that nobody fills what all share. How
 * often each operation may be is in its row (`daily`).
 */
import { sql } from 'kysely'
import type { Database } from '../../database/open'
import { overAfter, ProblemError } from '../../provider/problem'
import { type Clock, microseconds } from '../clock'
import { createCounts } from './counts'

/** Seconds from the first of what is counted to the end of its count. */
const day = 86_400

/** Of so many a process takes one part of a bound at once, so that one act in many writes a count. */
const parts = 500

/** Persons and operations that a process remembers. */
const mostRemembered = 10_000

/** What a process may still do without asking, until when, and whether there is any more. */
type Share = { left: number; endsAt: number; isLast: boolean }

export type BoundsDependencies = {
  database: Database
  clock: Clock
  encryption: { fingerprintOf: (what: unknown) => string }
  /** Bytes that the database may hold; undefined for no limit but the disk's. */
  storage?: number
}

export function createBounds({ database, clock, encryption, storage }: BoundsDependencies) {
  const counts = createCounts({ database, clock, encryption })
  const shares = new Map<string, Share>()

  /** The part of a bound from which so many more can be taken, or the last one if there are not. */
  async function shareOf(subject: string, what: string, most: number, by: number): Promise<Share> {
    const name = JSON.stringify([what, subject])
    const known = shares.get(name)
    const now = microseconds(clock)
    if (known && known.endsAt > now && (known.left >= by || known.isLast)) return known
    const taken = Math.max(by, Math.floor(most / parts))
    const { count, ends_at: endsAt } = await counts.count(counts.keyOf('bound', what, subject), day, taken)
    const left = Math.max(0, taken - Math.max(0, Number(count) - most))
    const share = { left, endsAt: Number(endsAt), isLast: Number(count) >= most }
    if (shares.size >= mostRemembered) shares.clear()
    shares.set(name, share)
    return share
  }

  /** @throws ProblemError 413 if a world holds as much as it may */
  async function requireRoom(): Promise<void> {
    if (storage === undefined) return
    const { rows } = await sql<{ bytes: number }>`
      select (page_count - freelist_count) * page_size as bytes
      from pragma_page_count, pragma_freelist_count, pragma_page_size`.execute(database)
    if (Number(rows[0]?.bytes ?? 0) < storage) return
    throw new ProblemError(413, 'demo-full', 'This demo is full.', {
      detail: `A demo of your own keeps at most ${Math.round(storage / 1024 / 1024)} MB. Nothing was recorded or sent. Start over, or go on reading.`,
      meta: { answered_by: 'console' },
    })
  }

  return {
    /**
     * Counts what a person does now.
     * @param what the operation, by the name of its row
     * @param most how often a person may do it in a day
     * @throws ProblemError 429 beyond that, 413 in a world that is full; nothing was done then
     */
    async take(subject: string, what: string, most: number, by = 1): Promise<void> {
      await requireRoom()
      const share = await shareOf(subject, what, most, by)
      if (share.left >= by) {
        share.left -= by
        return
      }
      const seconds = counts.secondsUntil(share.endsAt)
      const until = new Date(microseconds(clock) / 1000 + seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')
      const times = most.toLocaleString('en-US')
      throw new ProblemError(
        429,
        'daily-limit',
        `You have done this ${times} times within a day, which is the limit.`,
        {
          detail: `Nothing was recorded or sent. You can go on after ${until} UTC. A program that does this so often has a fault, or needs a person of its own.`,
          ...overAfter(seconds),
        },
      )
    },

    /** Counts the same, and says whether it is beyond the bound. */
    async isBeyond(subject: string, what: string, most: number): Promise<boolean> {
      const share = await shareOf(subject, what, most, 1)
      if (share.left < 1) return true
      share.left -= 1
      return false
    },
  }
}

export type Bounds = ReturnType<typeof createBounds>
