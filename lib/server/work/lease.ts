/**
 * A lease on a row with `lease_id` and `lease_until`: only one console at a time works on it. The console renews its lease while
 * it works. If it dies, the lease expires and another console takes over. Here are the SQL fragments for that.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database/open'
import { sharedNow } from '../../database/tables'
import { type Clock, microseconds } from '../clock'

/** The columns of a row without a lease. */
export const unleased = { lease_id: null, lease_until: 0 }

export class Lease {
  /** The moment on the clock that all consoles share, microseconds. */
  readonly now: () => RawBuilder<number>
  readonly #micros: number

  /** @param millis until it expires, unless it is renewed */
  constructor(database: Database, clock: Clock, millis: number) {
    this.now = () => sharedNow(database, microseconds(clock))
    this.#micros = millis * 1000
  }

  /** What `set` takes to renew a lease; the condition is `isHeldBy`. */
  renewed = () => ({ lease_until: sql<number>`${this.now()} + ${sql.lit(this.#micros)}` })

  /** What `set` takes to acquire a lease, or to renew the holder's own; the condition is `isFreeFor`. */
  takenBy = (holder: string) => ({ lease_id: holder, ...this.renewed() })

  isFreeFor = (holder: string) =>
    sql<boolean>`(lease_id is null or lease_id = ${holder} or lease_until < ${this.now()})`
}

/** The condition of every write by a holder: it may have been suspended for longer than its lease. */
export const isHeldBy = (holder: string | null) => sql<boolean>`lease_id = ${holder}`
