/** A client's list as our own database has it: the records that match any filters, in their order, with pages and counts. */
import { sql } from 'kysely'
import { decodedRow, type ListRequest, unmetTerms } from '../../api/list-request'
import type { Database } from '../../database/open'
import { ofOwner } from '../../database/open'
import type { TransferTable } from '../../database/tables'
import { sortableMoment, sortableTime } from '../../domain/values'
import { type DecodedTransfer, readTransfer } from '../../provider/reading'
import type { Encryption } from '../encryption/encryption'
import type { Owner } from '../upstream/upstream'
import { mapInPieces, untilServed } from '../work/fair-queue'
import { recordBytes } from '../writes/digests'
import { ListRow } from './page-rows'
import { listTables } from './record-columns'
import { conditionsOf } from './record-filter'

/** Rows that are read at once. */
const rowsAtOnce = 500
const factsAtOnce = 5_000
/** Records that one question looks at, where columns do not answer it: a second or two. */
const mostLooked = 50_000

/** Where a record is in its list, by the time that the list is sorted by. */
export type RecordPlace = { time: string; id: string }

/** What figures are made of: texts as they were sent, but for amounts, which sort as decimals do. */
export type TransferFacts = Pick<
  TransferTable,
  'created_at' | 'updated_at' | 'status' | 'profile_id' | 'asset' | 'amount' | 'direction' | 'type' | 'network'
> & {
  /** Not zero for a side of a platform transfer whose other side is here too. */
  is_paired: number
}

/** What says how long a transfer took. */
export type SettledFacts = Pick<TransferFacts, 'type' | 'network' | 'created_at' | 'updated_at'>

/** Asked of platform transfers only: all others tell by their type. */
const isPaired = sql<number>`case when type in ('PLATFORM_TRANSFER_DEBIT', 'PLATFORM_TRANSFER_CREDIT') and exists (
  select 1 from transfer as other where other.environment = transfer.environment and other.client_id = transfer.client_id
  and other.group_id = transfer.group_id and other.type <> transfer.type) then 1 else 0 end`

/** A transfer with the movement that it belongs to. */
export type OpenTransfer = { movement: string; transfer: DecodedTransfer }

/** The texts of the notes on some transfers, by the ids that were asked for. */
export type NotesOf = (ids: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>

export type WalkOptions = {
  /** Whose turns of the process's thread it takes. */
  subject: string
  signal: AbortSignal
  after?: RecordPlace
  /** Needed if the request asks for notes. */
  notesOf?: NotesOf
}

export type FoundRow = { row: ListRow; place: RecordPlace }

/** `rows` match, after those before, of `read`; everything up to `reached` was looked at, which is absent if nothing is left. */
type Batch = { rows: FoundRow[]; read: number; reached?: RecordPlace }

export const asksForNotes = ({ terms }: ListRequest) => terms.some(({ name }) => name === 'note')

export class RecordList {
  readonly #database: Database
  readonly #encryption: Encryption

  constructor({ database, encryption }: { database: Database; encryption: Encryption }) {
    this.#database = database
    this.#encryption = encryption
  }

  #matching(owner: Owner, request: ListRequest) {
    const { environment } = owner
    const { conditions, ...narrowness } = conditionsOf(request, {
      now: request.now,
      environment,
      encryption: this.#encryption,
    })
    // Both tables have what is asked of them here.
    const table = listTables[request.list] as 'issuer_quote'
    const query = conditions.reduce(
      (narrower, condition) => narrower.where(condition),
      this.#database.selectFrom(table).where(ofOwner(owner)),
    )
    return { query, table, ...narrowness }
  }

  /**
   * The records that match, in the list's order, a few hundred at a time.
   * @throws the driver's error; Error if a record cannot be opened; the signal's reason
   */
  async *walk(owner: Owner, request: ListRequest, options: WalkOptions): AsyncGenerator<Batch> {
    const { query, table, isExact, isFew } = this.#matching(owner, request)
    const by = request.order.by === 'UPDATED_AT' ? 'updated_at' : 'created_at'
    const order = request.order.order === 'ASC' ? 'asc' : 'desc'
    // As an expression, so that the few rows are looked up and sorted, and the index of all by their time is not walked.
    const time = isFew ? sql`${sql.ref(by)} || ''` : sql.ref(by)
    for (let { after } = options; ; ) {
      options.signal.throwIfAborted()
      const place = after
      const rest = place
        ? query.where(sql<boolean>`(${time}, id) ${sql.raw(order === 'asc' ? '>' : '<')} (${place.time}, ${place.id})`)
        : query
      const read = await rest
        .select(['environment', 'client_id', 'id', 'record', `${by} as time`])
        .orderBy(time, order)
        .orderBy('id', order)
        .limit(rowsAtOnce)
        .execute()
      const found = await mapInPieces(
        options.subject,
        read,
        (one): FoundRow => ({ row: this.#open(one, table), place: { time: one.time, id: one.id } }),
        options.signal,
      )
      const rows = isExact ? found : await matching(request, found, options)
      after = found.at(-1)?.place
      const isEnd = read.length < rowsAtOnce
      yield { rows, read: read.length, ...(!isEnd && after && { reached: after }) }
      if (isEnd) return
    }
  }

  /** What figures are made of, of the transfers that were created in a range (ms since 1970), a few thousand at a time. @throws as `walk` does */
  async *transferFacts(
    owner: Owner,
    { from, to }: { from: number; to: number },
    { subject, signal }: Pick<WalkOptions, 'subject' | 'signal'>,
  ): AsyncGenerator<TransferFacts[]> {
    for (let place: RecordPlace = { time: sortableMoment(from), id: '' }; ; ) {
      signal.throwIfAborted()
      const { time, id } = place
      const facts = await this.#database
        .selectFrom('transfer')
        .where(ofOwner(owner))
        .where(sql<boolean>`(created_at, id) > (${time}, ${id})`)
        .where('created_at', '<', sortableMoment(to))
        .select(['id', 'created_at', 'updated_at', 'status', 'profile_id', 'asset', 'amount'])
        .select(['direction', 'type', 'network', isPaired.as('is_paired')])
        .orderBy('created_at')
        .orderBy('id')
        .limit(factsAtOnce)
        .execute()
      yield facts
      const last = facts.at(-1)
      if (!last || facts.length < factsAtOnce) return
      place = { time: last.created_at, id: last.id }
      await untilServed(subject)
    }
  }

  /** The transfers that were completed last. @throws the driver's error */
  lastCompleted(owner: Owner, most: number): Promise<SettledFacts[]> {
    return this.#database
      .selectFrom('transfer')
      .where(ofOwner(owner))
      .where('status', '=', 'COMPLETED')
      .select(['type', 'network', 'created_at', 'updated_at'])
      .orderBy('updated_at', 'desc')
      .orderBy('id', 'desc')
      .limit(most)
      .execute()
  }

  /** All transfers that are pending, and those that failed at or after a time (RFC 3339), a few hundred at a time. @throws as `walk` does */
  async *openTransfers(
    owner: Owner,
    failedSince: string,
    { subject, signal }: Pick<WalkOptions, 'subject' | 'signal'>,
  ): AsyncGenerator<OpenTransfer[]> {
    const transfers = this.#database.selectFrom('transfer').where(ofOwner(owner))
    const start = { time: sortableTime(failedSince) ?? '', id: '' }
    const pages = [
      // As its index has it.
      ({ id }: RecordPlace) => transfers.where(sql<boolean>`status = 'PENDING'`).where('id', '>', id).orderBy('id'),
      ({ time, id }: RecordPlace) =>
        transfers
          .where('status', '=', 'FAILED')
          .where(sql<boolean>`(updated_at, id) > (${time}, ${id})`)
          .orderBy('updated_at')
          .orderBy('id'),
    ]
    for (const pageAfter of pages) {
      for (let place = start; ; ) {
        signal.throwIfAborted()
        const read = await pageAfter(place)
          .select(['environment', 'client_id', 'id', 'record', 'movement', 'updated_at'])
          .limit(rowsAtOnce)
          .execute()
        yield await mapInPieces(
          subject,
          read,
          (one) => ({ movement: one.movement, transfer: readTransfer(this.#open(one, 'transfer').json) }),
          signal,
        )
        const last = read.at(-1)
        if (!last || read.length < rowsAtOnce) break
        place = { time: last.updated_at, id: last.id }
      }
    }
  }

  /** A record as it was received. @throws Error if it cannot be opened */
  #open(row: Parameters<typeof recordBytes>[1], table: Parameters<typeof recordBytes>[2]): ListRow {
    const bytes = recordBytes(this.#encryption, row, table)
    if (!bytes) throw new Error(`The record ${row.id} in our own database cannot be opened with today's keys.`)
    return new ListRow(bytes)
  }

  /**
   * A page of it; shorter if each record must be looked at and few match. `next`: where the page after it begins, if there may
   * be one.
   * @throws as `walk` does
   */
  async page(owner: Owner, request: ListRequest, limit: number, options: WalkOptions) {
    const found: FoundRow[] = []
    let looked = 0
    for await (const { rows, read, reached } of this.walk(owner, request, options)) {
      found.push(...rows)
      looked += read
      if (found.length > limit) break
      if (reached && looked >= mostLooked) return { rows: found.map(({ row }) => row), next: reached }
    }
    const rows = found.slice(0, limit)
    return { rows: rows.map(({ row }) => row), ...(found.length > limit && { next: rows.at(-1)?.place }) }
  }

  /**
   * How many match, or that more than `most` do.
   * @returns undefined where each record must be looked at, and that takes too long
   * @throws as `walk` does
   */
  async count(owner: Owner, request: ListRequest, most: number, options: WalkOptions) {
    const { query, isExact } = this.#matching(owner, request)
    if (isExact) {
      const row = await query.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirst()
      return { count: Number(row?.count ?? 0), isMore: false }
    }
    let [count, looked] = [0, 0]
    for await (const { rows, read, reached } of this.walk(owner, request, options)) {
      count += rows.length
      looked += read
      if (count > most) return { count: most, isMore: true }
      if (reached && looked >= mostLooked) return undefined
    }
    return { count, isMore: false }
  }
}

/** Which rows match every filter. Notes are only read of those that match everything else. */
async function matching(request: ListRequest, rows: FoundRow[], { subject, signal, notesOf }: WalkOptions) {
  const unmet = ({ row }: FoundRow, notes?: readonly string[]) =>
    unmetTerms(request, decodedRow(request, row.json), notes)
  const found = await mapInPieces(
    subject,
    rows,
    (one) => (unmet(one).every((name) => name === 'note') ? [one] : []),
    signal,
  )
  if (!asksForNotes(request) || found.flat().length === 0) return found.flat()
  if (!notesOf) throw new Error('A filter by notes needs the notes.')
  const notes = await notesOf(found.flat().flatMap(({ row: { id } }) => id ?? []))
  return found.flat().filter((one) => unmet(one, notes.get(one.row.id ?? '')).length === 0)
}
