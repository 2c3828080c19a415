/**
 * How often one address may try to sign in, and how often a password may be wrong. The counts are rows of the database, so
 * consoles that share it share them. Addresses and usernames are stored as keyed digests only.
 */
import { ProblemError } from '../../api/problem'
import type { Database } from '../../database/open'
import { type Clock, microseconds } from '../clock'
import type { Encryption } from '../encryption/encryption'
import type { Log } from '../http/log'
import type { RetentionStep } from '../retention'
import { networkOf } from './client-address'

/** So many in so many seconds, from the first of them. */
type Limit = { most: number; seconds: number }

/** Everyone behind one address shares its limits, so these are far above what a busy office needs. */
export const limits = {
  /** Company sign-ins from one address that the identity provider refused. */
  refusals: { most: 120, seconds: 60 },
  /** Wrong passwords from one address. */
  addressFailures: { most: 30, seconds: 300 },
  /** Wrong passwords for one username, from anywhere. */
  nameFailures: { most: 10, seconds: 300 },
} satisfies Record<string, Limit>

/** Seconds for which a username that signed in from an address is not closed there by wrong passwords from elsewhere. */
const knownFor = 30 * 24 * 3600

type Counted = { key: string; count: number; ends_at: number }

type SignInLimitsDependencies = { database: Database; clock: Clock; encryption: Encryption; log: Log }

const removedAtOnce = 500

export function createSignInLimits({ database, clock, encryption, log }: SignInLimitsDependencies) {
  /** @throws ProblemError 429 if the provider refused too many company sign-ins from this address */
  async function requireFewRefusals(address: string): Promise<void> {
    const key = keyOf('refusals', networkOf(address))
    refuseIfFull(await counted([key]), key, limits.refusals)
  }

  async function countRefusal(address: string): Promise<void> {
    const key = keyOf('refusals', networkOf(address))
    noteIfFull(await count(key, limits.refusals.seconds), limits.refusals, 'refusals', address)
  }

  /**
   * A username that signed in from this address is closed here only by its own wrong passwords from here.
   * @throws ProblemError 429 if too many passwords were wrong at this address or for this username
   */
  async function requireOpen(address: string, username: string): Promise<void> {
    const { ofAddress, ofName, ofBoth, ofBothFailures } = keysOf(address, username)
    const rows = await counted([ofAddress, ofName, ofBoth, ofBothFailures])
    if (rows.some(({ key }) => key === ofBoth)) return refuseIfFull(rows, ofBothFailures, limits.nameFailures)
    refuseIfFull(rows, ofAddress, limits.addressFailures)
    refuseIfFull(rows, ofName, limits.nameFailures)
  }

  async function countFailure(address: string, username: string): Promise<void> {
    const { ofAddress, ofName, ofBothFailures } = keysOf(address, username)
    const { addressFailures, nameFailures } = limits
    await count(ofBothFailures, nameFailures.seconds)
    noteIfFull(await count(ofAddress, addressFailures.seconds), addressFailures, 'address', address)
    noteIfFull(await count(ofName, nameFailures.seconds), nameFailures, 'username', address)
  }

  /** Remembers that a username signed in from an address: wrong passwords from elsewhere do not lock it out there. */
  async function noteSuccess(address: string, username: string): Promise<void> {
    await count(keysOf(address, username).ofBoth, knownFor)
  }

  /** Removes counts that no longer count. */
  async function removeOld(): Promise<RetentionStep> {
    const old = database.selectFrom('sign_in_limit').select('key')
    const { numDeletedRows } = await database
      .deleteFrom('sign_in_limit')
      .where('key', 'in', old.where('ends_at', '<=', microseconds(clock)).orderBy('ends_at').limit(removedAtOnce))
      .executeTakeFirst()
    const rows = Number(numDeletedRows)
    return { rows, hasMore: rows === removedAtOnce }
  }

  function keyOf(...parts: string[]): string {
    return encryption.fingerprintOf(parts)
  }

  function keysOf(address: string, username: string) {
    const network = networkOf(address)
    return {
      ofAddress: keyOf('address', network),
      ofName: keyOf('username', username),
      ofBoth: keyOf('known', network, username),
      ofBothFailures: keyOf('known-failures', network, username),
    }
  }

  /** The counts under these keys that still count. */
  function counted(keys: string[]): Promise<Counted[]> {
    return database
      .selectFrom('sign_in_limit')
      .selectAll()
      .where('key', 'in', keys)
      .where('ends_at', '>', microseconds(clock))
      .execute()
  }

  /** One more under this key, in one statement, so that none is lost between consoles. */
  function count(key: string, seconds: number): Promise<Counted> {
    const now = microseconds(clock)
    const row = { key, count: 1, ends_at: now + seconds * 1_000_000 }
    return database
      .insertInto('sign_in_limit')
      .values(row)
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet(({ eb, ref }) => ({
          count: eb
            .case()
            .when('sign_in_limit.ends_at', '<=', now)
            .then(1)
            .else(eb('sign_in_limit.count', '+', 1))
            .end(),
          ends_at: eb
            .case()
            .when('sign_in_limit.ends_at', '<=', now)
            .then(ref('excluded.ends_at'))
            .else(ref('sign_in_limit.ends_at'))
            .end(),
        })),
      )
      .returningAll()
      .executeTakeFirstOrThrow()
  }

  function refuseIfFull(rows: Counted[], key: string, { most }: Limit): void {
    const row = rows.find((one) => one.key === key)
    if (!row || row.count < most) return
    const seconds = Math.max(1, Math.ceil((row.ends_at - microseconds(clock)) / 1_000_000))
    throw new ProblemError(429, 'rate-limited', 'Too many sign-in attempts.', {
      detail: `Wait ${seconds} s, then try again.`,
      meta: { answered_by: 'console', retry_after: seconds },
      headers: { 'retry-after': String(seconds) },
    })
  }

  /** Logs once that a limit is reached. */
  function noteIfFull({ count }: Counted, { most }: Limit, reason: string, address: string): void {
    if (count === most) log.warn({ event: 'sign-in-limited', reason, address }, 'security')
  }

  return { requireFewRefusals, countRefusal, requireOpen, countFailure, noteSuccess, removeOld }
}

export type SignInLimits = ReturnType<typeof createSignInLimits>
