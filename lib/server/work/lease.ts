/**
 * Of several consoles one at a time works on a row that has `lease_id` and `lease_until`. It renews its lease while it works; the
 * lease of a console that died ends, and another one goes on. These are the parts of the statements that do so.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database/open'
import { sharedNow } from '../../database/tables'
import { type Clock, microseconds } from '../clock'

/** Sets the columns of a row that nobody works on. */
export const unleased = { lease_id: null, lease_until: 0 }

export class Lease {
  /** The moment on the clock that all consoles share, microseconds. */
  readonly now: () => RawBuilder<number>
  readonly #micros: number

  /** @param millis for which it lasts unless it is renewed */
  constructor(database: Database, clock: Clock, millis: number) {
    this.now = () => sharedNow(database, microseconds(clock))
    this.#micros = millis * 1000
  }

  /** Renews it: set where `isHeldBy`. */
  renewed = () => ({ lease_until: sql<number>`${this.now()} + ${sql.lit(this.#micros)}` })

  /** Takes it, or renews the holder's own: set where `isFreeFor`. */
  takenBy = (holder: string) => ({ lease_id: holder, ...this.renewed() })

  isFreeFor = (holder: string) =>
    sql<boolean>`(lease_id is null or lease_id = ${holder} or lease_until < ${this.now()})`
}

/** What a console writes holds only while this is so: it may have stood still for longer than its lease lasts. */
export const isHeldBy = (holder: string | null) => sql<boolean>`lease_id = ${holder}`
