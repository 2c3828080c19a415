/** Seeds a plausible history of 90 days, deterministic for a number of transfers and an end time. */

import { createHash } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { join } from 'node:path'
import { openSqlite } from '../../database/sqlite'
import type { FiatAccount } from '../../provider/fiat-accounts'
import type { IssuerQuoteExecution, IssuerQuoteStatus } from '../../provider/issuer-quotes'
import type { Transfer } from '../../provider/transfers'
import { addAccount } from '../engine/fiat-accounts'
import { decimalOf, divideRounded, tenTo } from '../money'
import { createRandom, type Random } from '../random'
import { createStore, type Store, storeVersion } from '../store'
import { timestampOf } from '../timestamps'
import { type Case, evenlySpreadCases, frequentCases, quietCases, rowsOf } from './cases'
import { areBanksOpen, createSeedContext, type Draft, day, hour, timesBetween } from './drafts'
import { cast, customerId, orsaAccount, profiles } from './parties'
import { draftStories } from './stories'
import { chainTime, draftTransfers, maximumWait } from './transfers'

const tokens = ['USDG', 'PYUSD', 'USDP', 'USDC'] as const

/** Prices have four digits, close to one dollar. */
function priceOf(random: Random): bigint {
  return random.chance(0.6) ? 10_000n : 9_996n + BigInt(random.below(9))
}

function statusOf(random: Random, age: number): IssuerQuoteStatus {
  if (age < 6 * hour && random.chance(0.6)) return 'PENDING'
  return random.weighted([
    ['COMPLETE', 94],
    ['FAILED', 4],
    ['PENDING', 2],
  ])
}

/**
 * So many quotes between two times (microseconds), oldest first. The spec does not show what their members mean. Ours:
 * `principal` is dollars and cents, |token_principal| x token_price to the cent; a negative `token_principal` is a redemption.
 */
export function* quotesBetween(
  from: number,
  to: number,
  count: number,
  random: Random,
): Generator<IssuerQuoteExecution, void> {
  let number = 0
  for (const at of timesBetween(from, to, count, random)) {
    number += 1
    // Every twentieth is a redemption; the first few cover every status.
    const isRedemption = number % 20 === 7
    const status = number <= 3 ? (['COMPLETE', 'FAILED', 'PENDING'] as const)[number - 1] : undefined
    const cents = BigInt(Math.round(Math.min(2e9, Math.exp(17 + 1.3 * random.normal()))))
    const units = random.chance(0.5) ? (cents - (cents % 100_000n) + 100_000n) * tenTo(4) : cents * tenTo(4) + 1n
    const price = priceOf(random)
    const principal = divideRounded(units * price, tenTo(8))
    const [main, minting, , , exchange] = profiles
    const profileId = random.weighted([
      [minting.id as string, 6],
      [main.id, 3],
      [exchange.id, 1],
    ])
    yield {
      id: random.uuid(),
      created_at: timestampOf(at),
      asset_type: random.pick(tokens),
      principal: decimalOf(principal, 2, 2),
      fee: decimalOf(random.chance(0.5) ? 0n : divideRounded(principal, 10_000n), 2, 2),
      status: status ?? statusOf(random, to - at),
      ...(random.chance(0.9) ? { ref_id: `quote-${7_000 + number}` } : {}),
      token_fee: decimalOf(random.chance(0.8) ? 0n : divideRounded(units, 20_000n), 6, 2),
      token_price: decimalOf(price, 4, 4),
      token_principal: decimalOf(isRedemption ? -units : units, 6, 2),
      profile_id: profileId,
    }
  }
}

const banks = [
  ['Harbour National Bank', '021000089', 'New York', 'NY', '10013'],
  ['First Lakes Trust', '071000013', 'Chicago', 'IL', '60603'],
  ['Pacific Union Bank', '121000248', 'San Francisco', 'CA', '94104'],
  ['Granite State Savings', '011401533', 'Manchester', 'NH', '03101'],
] as const
const owners = ['Aldermoor Trading Ltd', 'Bluefin Logistics Inc', 'Cedar & Pine Supply', 'Delta Grain LLC'] as const
const streets = ['Front Street', 'Market Street', 'Union Avenue', 'Canal Road'] as const

/** The approved account of a seeded withdrawal. @param createdAt milliseconds since 1970 */
export function seededAccount(id: string, createdAt: number): FiatAccount {
  const random = createRandom(createHash('sha256').update(id).digest().readInt32BE())
  const [bank, routing, city, province, zip] = random.pick<(typeof banks)[number]>(banks)
  const address = {
    country: 'US',
    address1: `${1 + random.below(400)} ${random.pick(streets)}`,
    city,
    province,
    zip_code: zip,
  }
  const created_at = timestampOf(createdAt * 1000)
  return {
    id,
    fiat_account_owner: { institution_details: { name: id === orsaAccount ? cast.orsa : random.pick(owners) } },
    fiat_network_instructions: {
      wire: {
        account_number: String(1e9 + random.below(9e9)),
        fiat_account_owner_address: address,
        routing_details: {
          routing_number_type: 'ABA',
          routing_number: routing,
          bank_name: bank,
          bank_address: { country: 'US', city, province, zip_code: zip },
        },
      },
    },
    status: 'APPROVED',
    created_at,
    updated_at: created_at,
  }
}

/** `anchor` is the end of the history, in milliseconds since 1970. */
export type Seed = { transfers: number; anchor: number }

export const defaultTransfers = 5000
export const maximumTransfers = 10_000_000
const quotes = 400
const days = 90
/** Increment it with every change of the seeded data. */
const seedVersion = 3

/** Shorter histories have no stories, which would be most of them. */
const leastWithStories = 250

const isPending = (happens: Case) => 'failure' in happens && happens.failure?.status === 'PENDING'

/** The transfers of a seed, oldest first. */
export function* seededTransfers(seed: Seed): Generator<Transfer, void> {
  const random = createRandom(0x6d696e74)
  const now = seed.anchor * 1000
  const context = createSeedContext(random, now)
  const stories = seed.transfers < leastWithStories ? [] : draftStories(context)
  const transfers = seed.transfers - stories.length
  const times = timesBetween(now - days * day, now, transfers, random)
  const deckRows = evenlySpreadCases.reduce((sum, happens) => sum + rowsOf(happens), 0)
  let dealt = 0
  let dealtRows = 0
  let planned = 0
  const next = (at: number): Case => {
    const left = transfers - planned
    const fits = (happens: Case) => rowsOf(happens) <= left && (rowsOf(happens) < 4 || now - at > chainTime)
    const due = evenlySpreadCases[dealt]
    // Short histories have too few rows in their last days.
    const isTooOld = due && isPending(due) && now - at > maximumWait && left > 2 * evenlySpreadCases.length
    // Slightly early, so that the whole deck is used before the rows run out.
    if (due && !isTooOld && planned * deckRows >= dealtRows * transfers * 0.96 && fits(due)) {
      dealt += 1
      dealtRows += rowsOf(due)
      return due
    }
    const happens = random.weighted(areBanksOpen(at) ? frequentCases : quietCases)
    return fits(happens) ? happens : { kind: 'crypto', type: 'CRYPTO_DEPOSIT' }
  }

  // A chain overlaps later cases, so its transfers are queued by time.
  const waiting: Draft[] = stories
  for (let at = times.next(); !at.done; at = times.next()) {
    const begins = at.value
    while (waiting[0] && waiting[0].at <= begins) {
      const first = waiting.shift()
      if (first) yield first.transfer
    }
    const drafts = draftTransfers(context, next(begins), begins)
    planned += drafts.length
    // A case of four transfers uses four times, so that busy hours have the right density.
    for (let used = 1; used < drafts.length; used++) times.next()
    for (const draft of drafts) {
      let place = waiting.length
      while (place > 0 && (waiting[place - 1]?.at ?? 0) > draft.at) place -= 1
      waiting.splice(place, 0, draft)
    }
  }
  for (const { transfer } of waiting) yield transfer
}

function fill(store: Store, seed: Seed): void {
  const accounts = new Set<string>()
  for (const transfer of seededTransfers(seed)) {
    store.addTransfer(transfer)
    if (transfer.fiat_account_id) accounts.add(transfer.fiat_account_id)
  }
  for (const id of accounts) addAccount(store, seededAccount(id, seed.anchor - (days + 30) * 86_400_000))
  const now = seed.anchor * 1000
  for (const quote of quotesBetween(now - days * day, now, quotes, createRandom(0x71756f74)))
    store.addIssuerQuote(quote)
}

function seedInto(path: string, seed: Seed): void {
  const database = openSqlite(path, false)
  const meta = {
    version: `${storeVersion}.${seedVersion}`,
    transfers: String(seed.transfers),
    anchor: String(seed.anchor),
    customer: customerId,
  }
  createStore(database, meta, (store) => fill(store, seed))
  database.close()
}

/** Syncs the file before renaming it: an existing name is a complete database. */
function syncAndRename(temporary: string, path: string): void {
  const file = openSync(temporary, 'r+')
  fsyncSync(file)
  closeSync(file)
  chmodSync(temporary, 0o600)
  renameSync(temporary, path)
}

/** A history that ended longer ago (milliseconds) is seeded again: what a new demo shows of today is there at every hour. */
const stale = 3_600_000
/** Seeding more transfers takes seconds, so a stale history is kept. */
const quick = 50_000

/** Part of file names: another version of the tables or the seed, or another number of transfers, is another file. */
export const seedLabel = (transfers: number): string => `${storeVersion}.${seedVersion}-${transfers}`

/**
 * The file that new tenants are copied from, seeded if absent or stale.
 * @param folder   exists
 * @param isFixed  whether the end of the history must be the seed's, however old
 * @returns its path
 */
export function seedFile(folder: string, seed: Seed, isFixed: boolean): string {
  const name = `seed-${seedLabel(seed.transfers)}${isFixed ? `-${seed.anchor}` : ''}.sqlite`
  const path = join(folder, name)
  const isGood = existsSync(path) && (isFixed || seed.transfers > quick || seed.anchor - statSync(path).mtimeMs < stale)
  if (isGood) return path
  const prefix = `${name}.seeding-`
  // Left behind by a killed seeding.
  for (const file of readdirSync(folder)) if (file.startsWith(prefix)) rmSync(join(folder, file), { force: true })
  const temporary = join(folder, `${prefix}${process.pid}`)
  seedInto(temporary, seed)
  // The age of a history counts by the clock that seeded it.
  utimesSync(temporary, seed.anchor / 1000, seed.anchor / 1000)
  syncAndRename(temporary, path)
  return path
}
