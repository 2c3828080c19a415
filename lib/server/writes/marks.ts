/**
 * The chain of marks: each version of a request's row adds one, and none is ever changed. A row whose request has a later
 * mark is an older version that somebody put back. Each mark has a hash of all before it, with a digest by the key of digests, so
 * that none can be left out of the middle; and a console remembers the newest that it has seen, so that none can be cut off.
 */
import { createHash } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { IntentTable, RequestMarkTable, Tables } from '../../database/tables'
import { ProblemError } from '../../provider/problem'
import { type AddMark, appendLines } from '../audit/chain'
import { type Clock, microseconds } from '../clock'
import type { Encryption } from '../encryption/encryption'

/** In place of an intent: that the chain begins, or that what was recorded before may have gone on elsewhere. */
export type ChainEvent = 'began' | 'restored'

/** A mark by which a chain is recognised. */
export type KnownMark = Pick<RequestMarkTable, 'seq' | 'link' | 'at'>

type DigestedRow = { id: string; digestBy: (mark: number) => string }

const readAtOnce = 1_000
const removedAtOnce = 500

const linkOf = (before: string, { seq, at, intent_id }: Pick<RequestMarkTable, 'seq' | 'at' | 'intent_id'>) =>
  createHash('sha256')
    .update(JSON.stringify([before, Number(seq), Number(at), intent_id]))
    .digest('base64url')

const contentsOf = (link: string) => ['request mark', link]

export const markDigest = (encryption: Encryption, link: string) => encryption.fingerprintOf(contentsOf(link))

/** Whether a console wrote the chain up to this mark. */
export const isGenuineMark = (
  encryption: Encryption,
  { link, row_digest }: Pick<RequestMarkTable, 'link' | 'row_digest'>,
) => encryption.isFingerprintOf(contentsOf(link), row_digest)

export const setBack = () =>
  new ProblemError(409, 'record-set-back', 'The record of what was sent was set back, so nothing was sent.', {
    detail:
      'Requests that this console recorded are gone from its database. Tell your administrator, who holds and reconciles it; what you typed is kept.',
    meta: { answered_by: 'console' },
  })

export class Marks {
  readonly #added = new WeakMap<Transaction<Tables>, KnownMark>()
  #seen: KnownMark | undefined
  /** Hears of each newer mark, to keep it outside the database. */
  onSeen: (mark: KnownMark) => void = () => undefined

  constructor(
    private readonly encryption: Encryption,
    private readonly clock: Clock,
  ) {}

  /**
   * What a transaction adds to the chain at its end.
   * @param digested the request whose row is this version, and its digest by the number of the mark
   */
  next(within: Transaction<Tables>, intent_id: string | ChainEvent, digested?: DigestedRow): AddMark {
    return (newest) => {
      const next = {
        seq: (newest?.seq ?? 0) + 1,
        intent_id,
        at: Math.max(Math.round(microseconds(this.clock)), (newest?.at ?? 0) + 1),
      }
      const link = linkOf(newest?.link ?? '', next)
      const mark = { ...next, link, row_digest: markDigest(this.encryption, link) }
      this.#added.set(within, { seq: mark.seq, at: mark.at, link })
      return { mark, digested: digested && { id: digested.id, row_digest: digested.digestBy(mark.seq) } }
    }
  }

  /** Adds a mark as the last statements of a transaction that is none of the audit log. */
  async append(within: Transaction<Tables>, intent_id: string | ChainEvent, digested?: DigestedRow): Promise<void> {
    await appendLines(within, [], 0, { addMark: this.next(within, intent_id, digested) })
  }

  /** Remembers what a transaction added, which has committed, unless the end of the chain before it is gone. */
  async committed(database: Kysely<Tables>, within: Transaction<Tables>): Promise<void> {
    const mark = this.#added.get(within)
    if (mark && (await this.#isUncut(database))) this.see(mark)
  }

  /** Goes on behind the newest mark that there is, wherever the chain ended. */
  async adoptEnd(within: Transaction<Tables>): Promise<void> {
    const newest = () => newestOf(within)
    await sql`update audit_head set seq = seq where id = 1`.execute(within)
    const end = await newest()
    await within
      .updateTable('audit_head')
      .set({ mark_seq: end?.seq ?? null, mark_at: end?.at ?? null, mark_link: end?.link ?? null })
      .execute()
  }

  see(mark: KnownMark): void {
    // Another transaction may have committed before, and come here after.
    if (this.#seen && this.#seen.at >= mark.at) return
    this.#seen = mark
    this.onSeen(mark)
  }

  /**
   * Whether no later mark of a request follows the one of this row, and the chain from there to its end is whole. Nor may a
   * restore follow it, after which only what the provider confirmed before is certain.
   */
  async isNewest(
    within: Kysely<Tables>,
    { id, mark, state }: Pick<IntentTable, 'id' | 'mark' | 'state'>,
  ): Promise<boolean> {
    if (mark === null) return false
    let last: RequestMarkTable | undefined
    for (let from = Number(mark); ; from += readAtOnce) {
      const page = await marksFrom(within, from)
      for (const one of page) {
        if (!last) {
          if (one.seq !== Number(mark) || one.intent_id !== id) return false
        } else if (!follows(one, last) || one.intent_id === id) return false
        else if (one.intent_id === 'restored' && state !== 'confirmed') return false
        last = one
      }
      if (page.length < readAtOnce) break
    }
    return last !== undefined && this.#isGenuine(last)
  }

  /** Whether a request that has no row left its marks: it was removed behind Mintdesk's back. */
  async isKnown(within: Kysely<Tables>, intent: string): Promise<boolean> {
    const mark = await within
      .selectFrom('request_mark')
      .select('seq')
      .where('intent_id', '=', intent)
      .limit(1)
      .executeTakeFirst()
    return mark !== undefined
  }

  /** @throws ProblemError 409 `record-set-back` if the end of the chain that this console has seen is gone */
  async requireUncut(within: Kysely<Tables>): Promise<void> {
    if (!(await this.#isUncut(within))) throw setBack()
  }

  async #isUncut(within: Kysely<Tables>): Promise<boolean> {
    const seen = this.#seen
    if (!seen) return true
    const { rows } = await sql<{ oldest: number | null; link: string | null }>`
      select (select min(seq) from request_mark) as oldest,
        (select link from request_mark where seq = ${seen.seq}) as link`.execute(within)
    const { oldest = null, link = null } = rows[0] ?? {}
    if (link === seen.link) return true
    // All of that time are past their life: no request of then can be sent any more.
    if (link === null && oldest !== null && Number(oldest) > seen.seq) return true
    // A person reconciled a held copy, and released it.
    return this.#wasRestored(within, seen.at)
  }

  /**
   * Whether a person released the last hold: only a release with the key adds a mark after it. One that is older than every
   * mark that is left counts as it is.
   */
  async isReleased(database: Kysely<Tables>): Promise<boolean> {
    const { rows } = await sql<{ began_at: number | null; oldest: number | null }>`
      select (select max(began_at) from write_hold) as began_at,
        (select at from request_mark order by seq limit 1) as oldest`.execute(database)
    const { began_at = null, oldest = null } = rows[0] ?? {}
    if (began_at === null || oldest === null || Number(began_at) < Number(oldest)) return true
    return this.#wasRestored(database, Number(began_at))
  }

  async #wasRestored(within: Kysely<Tables>, since: number): Promise<boolean> {
    const restored = await within
      .selectFrom('request_mark')
      .selectAll()
      .where('intent_id', '=', 'restored')
      .where('at', '>', since)
      .orderBy('seq', 'desc')
      .executeTakeFirst()
    if (!restored) return false
    const before = await within
      .selectFrom('request_mark')
      .select('link')
      .where('seq', '=', restored.seq - 1)
      .executeTakeFirst()
    return restored.link === linkOf(before?.link ?? '', restored) && this.#isGenuine(restored)
  }

  #isGenuine(mark: Pick<RequestMarkTable, 'link' | 'row_digest'>): boolean {
    return isGenuineMark(this.encryption, mark)
  }

  /**
   * Looks at a page of the chain.
   * @param after the last mark of the page before
   * @returns `broken`: the first that does not follow the one before
   */
  async checkPage(
    database: Kysely<Tables>,
    after?: RequestMarkTable,
  ): Promise<{ last?: RequestMarkTable; hasMore: boolean; broken?: number }> {
    let last = after
    const page = await marksFrom(database, last ? last.seq + 1 : 0)
    for (const one of page) {
      if (last && !follows(one, last)) return { hasMore: false, broken: last.seq + 1 }
      last = one
    }
    const hasMore = page.length === readAtOnce
    return { last, hasMore, ...(!hasMore && last && !this.#isGenuine(last) && { broken: last.seq }) }
  }

  /** The first mark of the whole chain that does not follow the one before. */
  async firstBroken(database: Kysely<Tables>): Promise<number | undefined> {
    let page = await this.checkPage(database)
    while (page.hasMore) page = await this.checkPage(database, page.last)
    return page.broken
  }

  /** Begins the chain of a new database. */
  async begin(database: Kysely<Tables>): Promise<void> {
    if (await newestOf(database)) return
    await database.transaction().execute(async (within) => {
      // Consoles that start together: one begins it.
      await this.adoptEnd(within)
      if (!(await newestOf(within))) await this.append(within, 'began')
    })
  }

  /** Removes the oldest of those before a time, but for the end of the chain. @param before microseconds since 1970 */
  async removeOld(database: Kysely<Tables>, before: number): Promise<{ rows: number; hasMore: boolean }> {
    const newest = await newestOf(database)
    const old = database
      .selectFrom('request_mark')
      .select('seq')
      .where('at', '<', before)
      .where('seq', '<', newest?.seq ?? 0)
    const { numDeletedRows } = await database
      .deleteFrom('request_mark')
      .where('seq', 'in', old.orderBy('seq').limit(removedAtOnce))
      .executeTakeFirst()
    const rows = Number(numDeletedRows)
    return { rows, hasMore: rows === removedAtOnce }
  }
}

const follows = (mark: RequestMarkTable, before: RequestMarkTable) =>
  mark.seq === before.seq + 1 && mark.link === linkOf(before.link, mark)

const newestOf = (database: Kysely<Tables>) =>
  database.selectFrom('request_mark').selectAll().orderBy('seq', 'desc').limit(1).executeTakeFirst()

const marksFrom = (database: Kysely<Tables>, from: number) =>
  database.selectFrom('request_mark').selectAll().where('seq', '>=', from).orderBy('seq').limit(readAtOnce).execute()
