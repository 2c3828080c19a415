/** Keeps the chain of marks: its newest outside the database, its oldest no longer than requests, and all of it looked at. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Database } from '../../database/open'
import type { RequestMarkTable } from '../../database/tables'
import { type Clock, microseconds } from '../clock'
import type { Encryption } from '../encryption/encryption'
import type { Settings } from '../settings'
import type { RetentionStep } from '../work/retention'
import { type KnownMark, Marks } from './marks'

const day = 86_400_000_000

/** Begins the chain of a new database. */
export const beginMarks = (database: Database, encryption: Encryption, clock: Clock): Promise<void> =>
  new Marks(encryption, clock).begin(database)

type Where = Pick<Settings, 'dataFolder' | 'databaseUrl'>

/** A file for each database that a folder's consoles have had; a changed password is the same database. */
function markFile({ dataFolder, databaseUrl }: Where): string {
  if (databaseUrl === undefined) return join(dataFolder, 'newest-mark.json')
  const { host, port, database } = new pg.Client({ connectionString: databaseUrl })
  const name = createHash('sha256')
    .update(JSON.stringify([host, port, database]))
    .digest('hex')
    .slice(0, 12)
  return join(dataFolder, `newest-mark-${name}.json`)
}

function readMark(file: string): KnownMark | undefined {
  try {
    const { seq, at, link } = JSON.parse(readFileSync(file, 'utf8'))
    return Number.isSafeInteger(seq) && Number.isSafeInteger(at) && typeof link === 'string'
      ? { seq, at, link }
      : undefined
  } catch {
    return undefined
  }
}

/** Remembers the newest mark across restarts: whoever writes to the database only cannot make a console forget it. */
export function keepNewestMark(marks: Marks, where: Where, onFailure: (error: unknown) => void): void {
  const file = markFile(where)
  const kept = readMark(file)
  if (kept) marks.see(kept)
  let newest: KnownMark | undefined
  let isWriting = false
  const write = async () => {
    isWriting = true
    for (let mark = newest; mark; mark = newest === mark ? undefined : newest) {
      await mkdir(where.dataFolder, { recursive: true, mode: 0o700 })
      await writeFile(`${file}.new`, JSON.stringify(mark), { mode: 0o600 })
      await rename(`${file}.new`, file)
    }
  }
  marks.onSeen = (mark) => {
    newest = mark
    if (isWriting) return
    write()
      .catch(onFailure)
      .finally(() => {
        isWriting = false
      })
  }
}

/**
 * The rule of retention: looks at a page of the chain, and then removes marks that are older than requests are kept.
 * @param days how many; 0: for ever
 * @param onBroken hears of the first mark that does not follow the one before
 */
export function createMarkUpkeep({
  database,
  clock,
  marks,
  days,
  onBroken,
}: {
  database: Database
  clock: Clock
  marks: Marks
  days: () => Promise<number>
  onBroken: (mark: number) => void
}) {
  let last: RequestMarkTable | undefined
  return async function step(): Promise<RetentionStep> {
    const page = await marks.checkPage(database, last)
    last = page.hasMore ? page.last : undefined
    if (page.broken !== undefined) onBroken(page.broken)
    if (page.hasMore) return { rows: 0, hasMore: true }
    const life = await days()
    return life === 0 ? { rows: 0, hasMore: false } : marks.removeOld(database, microseconds(clock) - life * day)
  }
}
