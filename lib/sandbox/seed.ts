/** Seeding: a believable past of 90 days, the same for the same number of transfers and the same last moment. */
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Transfer } from '../api/transfers'
import { openSqlite } from '../database/sqlite'
import { createRandom } from './random'
import { type Case, daily, deck, rowsOf } from './seed-cases'
import type { Draft } from './seed-drafts'
import { quotesBetween } from './seed-quotes'
import { chainTime, transfersOf } from './seed-transfers'
import { createWorld, day, momentsBetween } from './seed-world'
import { layOut, openStore, Store, storeVersion } from './store'

/** What is seeded: `anchor` is the last moment, in milliseconds since 1970. */
export type Seed = { transfers: number; anchor: number }

export const defaultTransfers = 5000
export const maximumTransfers = 10_000_000
const quotes = 400
const days = 90
/** Changes with every change of what is seeded. */
const seedVersion = 1

/** The transfers of a seed, oldest first. */
export function* seededTransfers({ transfers, anchor }: Seed): Generator<Transfer, void> {
  const random = createRandom(0x6d696e74)
  const now = anchor * 1000
  const world = createWorld(random, now)
  const moments = momentsBetween(now - days * day, now, transfers, random)
  const deckRows = deck.reduce((sum, happens) => sum + rowsOf(happens), 0)
  let dealt = 0
  let dealtRows = 0
  let planned = 0
  const next = (at: number): Case => {
    const left = transfers - planned
    const fits = (happens: Case) => rowsOf(happens) <= left && (rowsOf(happens) < 4 || now - at > chainTime)
    const due = deck[dealt]
    // A little early, so that the last of the deck is dealt before the rows are used up.
    if (due && planned * deckRows >= dealtRows * transfers * 0.96 && fits(due)) {
      dealt += 1
      dealtRows += rowsOf(due)
      return due
    }
    const happens = random.weighted(daily)
    return fits(happens) ? happens : { kind: 'crypto', type: 'CRYPTO_DEPOSIT' }
  }

  // A chain reaches over the beginnings of later cases, so its links wait here for their turn.
  const waiting: Draft[] = []
  for (let at = moments.next(); !at.done; at = moments.next()) {
    const begins = at.value
    while (waiting[0] && waiting[0].at <= begins) {
      const first = waiting.shift()
      if (first) yield first.transfer
    }
    const drafts = transfersOf(world, next(begins), begins)
    planned += drafts.length
    // A case of four uses four of the moments, so that busy hours stay as busy as they should be.
    for (let used = 1; used < drafts.length; used++) moments.next()
    for (const draft of drafts) {
      let place = waiting.length
      while (place > 0 && (waiting[place - 1]?.at ?? 0) > draft.at) place -= 1
      waiting.splice(place, 0, draft)
    }
  }
  for (const { transfer } of waiting) yield transfer
}

function fill(store: Store, seed: Seed): void {
  for (const transfer of seededTransfers(seed)) store.addTransfer(transfer)
  const now = seed.anchor * 1000
  for (const quote of quotesBetween(now - days * day, now, quotes, createRandom(0x71756f74)))
    store.addIssuerQuote(quote)
}

function seedInto(path: string, seed: Seed) {
  const database = openSqlite(path, false)
  const meta = {
    version: `${storeVersion}.${seedVersion}`,
    transfers: String(seed.transfers),
    anchor: String(seed.anchor),
    secret: randomBytes(32).toString('base64url'),
  }
  layOut(database, meta, (store) => fill(store, seed))
  return database
}

/** A seeded store that is gone when it is closed. */
export const memoryStore = (seed: Seed): Store => new Store(seedInto(':memory:', seed))

const fileName = (transfers: number) => `sandbox-${storeVersion}.${seedVersion}-${transfers}.sqlite`

/** Writes through to the disk, then gives the file its name: a name that exists is a whole database. */
function keep(temporary: string, path: string): void {
  const file = openSync(temporary, 'r+')
  fsyncSync(file)
  closeSync(file)
  chmodSync(temporary, 0o600)
  try {
    // Unlike a rename, a link does not replace what another process has seeded and opened meanwhile.
    linkSync(temporary, path)
    rmSync(temporary)
  } catch {
    if (existsSync(path)) rmSync(temporary)
    else renameSync(temporary, path)
  }
}

/**
 * Opens the store of a folder; seeds it first where there is none for this number of transfers.
 * What is kept stays as it is however old it gets, because people's own records are in it.
 * @param folder made with mode 0700 where there is none
 * @param seed   `anchor` counts at the first seeding only
 */
export function seededStore(folder: string, seed: Seed): Store {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const name = fileName(seed.transfers)
  const path = join(folder, name)
  if (!existsSync(path)) {
    const prefix = `${name}.seeding-`
    // What a killed seeding left behind is of no use.
    for (const file of readdirSync(folder)) if (file.startsWith(prefix)) rmSync(join(folder, file), { force: true })
    const temporary = join(folder, `${prefix}${process.pid}`)
    seedInto(temporary, seed).close()
    keep(temporary, path)
  }
  return openStore(path)
}
