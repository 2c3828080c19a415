/** How often one address may try to sign in, and how often a password may be wrong. */

import type { Database } from '../../database/open'
import type { Clock } from '../clock'
import type { Encryption } from '../encryption/encryption'
import type { Log } from '../telemetry/log'
import { type Counted, createCounts, type Limit } from '../work/counts'
import { networkOf } from './client-address'

/** Everyone behind one address shares its limits, so these are far above what a busy office needs. */
export const limits = {
  /** Company sign-ins from one address that the identity provider refused. */
  refusals: { most: 120, seconds: 60 },
  /** Wrong passwords from one address. */
  addressFailures: { most: 30, seconds: 300 },
  /** Wrong passwords for one username, from anywhere. */
  nameFailures: { most: 10, seconds: 300 },
  /** Sign-ins of one username from one address: each leaves a session and lines of the audit log. */
  successes: { most: 10_000, seconds: 86_400 },
} satisfies Record<string, Limit>

/** Seconds for which a username that signed in from an address is not closed there by wrong passwords from elsewhere. */
const knownFor = 30 * 24 * 3600

type SignInLimitsDependencies = { database: Database; clock: Clock; encryption: Encryption; log: Log }

export function createSignInLimits({ database, clock, encryption, log }: SignInLimitsDependencies) {
  const counts = createCounts({ database, clock, encryption })
  const { keyOf, counted, count, removeOld } = counts
  const refuseIfFull = (rows: readonly Counted[], key: string, limit: Limit) =>
    counts.refuseIfFull(rows, key, limit, 'Too many sign-in attempts.')

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
   * @throws ProblemError 429 if too many passwords were wrong at this address or for this username, or they signed in too often
   */
  async function requireOpen(address: string, username: string): Promise<void> {
    const { ofAddress, ofName, ofBoth, ofBothFailures, ofBothSuccesses } = keysOf(address, username)
    const rows = await counted([ofAddress, ofName, ofBoth, ofBothFailures, ofBothSuccesses])
    refuseIfFull(rows, ofBothSuccesses, limits.successes)
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
    const { ofBoth, ofBothSuccesses } = keysOf(address, username)
    await count(ofBoth, knownFor)
    noteIfFull(await count(ofBothSuccesses, limits.successes.seconds), limits.successes, 'sign-ins', address)
  }

  function keysOf(address: string, username: string) {
    const network = networkOf(address)
    return {
      ofAddress: keyOf('address', network),
      ofName: keyOf('username', username),
      ofBoth: keyOf('known', network, username),
      ofBothFailures: keyOf('known-failures', network, username),
      ofBothSuccesses: keyOf('successes', network, username),
    }
  }

  /** Logs once that a limit is reached. */
  function noteIfFull({ count }: Counted, { most }: Limit, reason: string, address: string): void {
    if (count === most) log.warn({ event: 'sign-in-limited', reason, address }, 'security')
  }

  return { requireFewRefusals, countRefusal, requireOpen, countFailure, noteSuccess, removeOld }
}

export type SignInLimits = ReturnType<typeof createSignInLimits>
