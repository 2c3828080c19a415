/**
 * How often one address may try to sign in, and how often a password may be wrong. The counts are rows of the database, so
 * consoles that share it share them. Addresses and usernames are stored as keyed digests only.
 */
import { ProblemError } from '../../api/problem'
import type { Database } from '../../database/open'
import { type Clock, microseconds } from '../clock'
import type { Sealing } from '../encryption/sealing'
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

export type SignInLimitsDependencies = { database: Database; clock: Clock; sealing: Sealing; log: Log }

const removedAtOnce = 500

export class SignInLimits {
  readonly #database: Database
  readonly #clock: Clock
  readonly #sealing: Sealing
  readonly #log: Log

  constructor({ database, clock, sealing, log }: SignInLimitsDependencies) {
    this.#database = database
    this.#clock = clock
    this.#sealing = sealing
    this.#log = log
  }

  /** @throws ProblemError 429 if the provider refused too many company sign-ins from this address */
  async requireFewRefusals(address: string): Promise<void> {
    const key = this.#key('refusals', networkOf(address))
    this.#refuseIfFull(await this.#read([key]), key, limits.refusals)
  }

  /** Counts a company sign-in that the provider refused. */
  async countRefusal(address: string): Promise<void> {
    const key = this.#key('refusals', networkOf(address))
    this.#noteIfFull(await this.#count(key, limits.refusals.seconds), limits.refusals, 'refusals', address)
  }

  /**
   * A username that signed in from this address is closed here only by its own wrong passwords from here.
   * @throws ProblemError 429 if too many passwords were wrong at this address or for this username
   */
  async requireOpen(address: string, username: string): Promise<void> {
    const { ofAddress, ofName, ofBoth, ofBothFailures } = this.#keys(address, username)
    const rows = await this.#read([ofAddress, ofName, ofBoth, ofBothFailures])
    if (rows.some(({ key }) => key === ofBoth)) return this.#refuseIfFull(rows, ofBothFailures, limits.nameFailures)
    this.#refuseIfFull(rows, ofAddress, limits.addressFailures)
    this.#refuseIfFull(rows, ofName, limits.nameFailures)
  }

  /** Counts a wrong password. */
  async countFailure(address: string, username: string): Promise<void> {
    const { ofAddress, ofName, ofBothFailures } = this.#keys(address, username)
    const { addressFailures, nameFailures } = limits
    await this.#count(ofBothFailures, nameFailures.seconds)
    this.#noteIfFull(await this.#count(ofAddress, addressFailures.seconds), addressFailures, 'address', address)
    this.#noteIfFull(await this.#count(ofName, nameFailures.seconds), nameFailures, 'username', address)
  }

  /** Remembers that a username signed in from an address: wrong passwords from elsewhere do not lock it out there. */
  async noteSuccess(address: string, username: string): Promise<void> {
    await this.#count(this.#keys(address, username).ofBoth, knownFor)
  }

  /** Removes counts that no longer count. */
  async removeOld(): Promise<RetentionStep> {
    const old = this.#database.selectFrom('sign_in_limit').select('key')
    const { numDeletedRows } = await this.#database
      .deleteFrom('sign_in_limit')
      .where('key', 'in', old.where('ends_at', '<=', microseconds(this.#clock)).orderBy('ends_at').limit(removedAtOnce))
      .executeTakeFirst()
    const rows = Number(numDeletedRows)
    return { rows, hasMore: rows === removedAtOnce }
  }

  #key(...parts: string[]): string {
    return this.#sealing.fingerprintOf(parts)
  }

  #keys(address: string, username: string) {
    const network = networkOf(address)
    return {
      ofAddress: this.#key('address', network),
      ofName: this.#key('username', username),
      ofBoth: this.#key('known', network, username),
      ofBothFailures: this.#key('known-failures', network, username),
    }
  }

  /** The counts under these keys that still count. */
  #read(keys: string[]): Promise<Counted[]> {
    return this.#database
      .selectFrom('sign_in_limit')
      .selectAll()
      .where('key', 'in', keys)
      .where('ends_at', '>', microseconds(this.#clock))
      .execute()
  }

  /** One more under this key, in one statement, so that none is lost between consoles. */
  #count(key: string, seconds: number): Promise<Counted> {
    const now = microseconds(this.#clock)
    const row = { key, count: 1, ends_at: now + seconds * 1_000_000 }
    return this.#database
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

  #refuseIfFull(rows: Counted[], key: string, { most }: Limit): void {
    const row = rows.find((one) => one.key === key)
    if (!row || row.count < most) return
    const seconds = Math.max(1, Math.ceil((row.ends_at - microseconds(this.#clock)) / 1_000_000))
    throw new ProblemError(429, 'rate-limited', 'Too many sign-in attempts.', {
      detail: `Wait ${seconds} s, then try again.`,
      meta: { answered_by: 'console', retry_after: seconds },
      headers: { 'retry-after': String(seconds) },
    })
  }

  /** Logs once that a limit is reached. */
  #noteIfFull({ count }: Counted, { most }: Limit, reason: string, address: string): void {
    if (count === most) this.#log.warn({ event: 'sign-in-limited', reason, address }, 'security')
  }
}
