/** The tables of transfers, their states, and how far they were read. Everything is keyed by (environment, client). */
import { type CompiledQuery, type Selectable, sql, type Transaction } from 'kysely'
import type { SimilarAddress, TransferObservations } from '../../api/observations'
import { insertParts, paddedList } from '../../database/list-lengths'
import { type Database, ofOwner } from '../../database/open'
import type { ListTable, Tables, TransferStateTable, TransferTable } from '../../database/tables'
import { exactJson } from '../../domain/exact-json'
import { isObject } from '../../domain/json'
import { sortableMoment } from '../../domain/values'
import type { Environment } from '../../provider/environments'
import { isAbsent, readTransfer } from '../../provider/reading'
import { type ScannedList, transferList } from '../../provider/scanned-lists'
import { type Clock, microseconds, timeOf } from '../clock'
import type { Encryption } from '../encryption/encryption'
import type { Owner } from '../upstream/upstream'
import { isHeldBy, Lease, unleased } from '../work/lease'
import type { RetentionStep } from '../work/retention'
import { addressDigests, openRecord, type RecordKey, recordPlace } from '../writes/digests'
import { MovementSets } from './movement-sets'
import { identifying, type ListColumns, listTables, type RecordVersion } from './record-columns'
import { type Change, changeOf } from './versions'

const mostCounted = 1_000
const mostLookAlikes = 10
const removedAtOnce = 200
const dayMicros = 86_400_000_000
/** Milliseconds for which a console remains the reader without renewing its lease. */
const leaseMillis = 15_000

/** Before every time that a record can have, ms since 1970: everything since then is everything. */
export const beginning = -62_167_219_200_000

export type RecordsSource = { database: Database; clock: Clock; encryption: Encryption }

/**
 * How far a client's transfers were read: `from` and `to` are ms since 1970 by the provider's records. All that were created
 * at or after `from` are here, with every change that was made before `to`. `sweptAt`: microseconds since 1970. `age`:
 * milliseconds since changes were last read to their end.
 */
export type Reading = { from: number; to: number; isWhole: boolean; sweptAt: number; age: number; lastSequence: number }

/** A change that was seen as it happened, in the order of their sequences. */
export type NumberedChange = { sequence: number; change: Change }

/** What moves with rows that are written, both or neither. `holder`: the console that reads; another one writes nothing. */
export type Progress = { holder: string } & Partial<Pick<Reading, 'from' | 'to' | 'isWhole'> & { isRead: boolean }>

export type WriteOptions = {
  /**
   * How it came: as a `change` of the feed; to a person who `read` it, which is told once the feed has it; `again`, to find
   * what the feed missed; or as `history`, of which nothing is told.
   */
  by: 'change' | 'read' | 'again' | 'history'
  progress?: Progress
}

/** Columns of a row that is there which another version of it does not replace. */
const unreplaced = ['environment', 'client_id', 'id', 'id_end', 'movement', 'first_seen_at']

/** Statuses after which others follow. */
const isOpen = (status: string) => status === 'PENDING' || status === ''

/** Whether a version takes the place of another: a later one does, and at the same time one that is not open again. */
const supersedes = (one: ListColumns, other: Pick<ListTable, 'updated_at' | 'status'>) =>
  one.updated_at > other.updated_at ||
  (one.updated_at === other.updated_at && (isOpen(other.status) || !isOpen(one.status)))

/** Whether a record says something that another one does not: an answer may leave members out. */
function saysMore(sent: string, kept: string): boolean {
  if (sent === kept) return false
  const [read, known] = [exactJson(sent), exactJson(kept)]
  if (!isObject(read) || !isObject(known)) return true
  return Object.entries(read).some(
    ([name, value]) => !isAbsent(value) && JSON.stringify(value) !== JSON.stringify(known[name]),
  )
}

export class RecordRows {
  /** The movements that the transfers belong to. */
  readonly movements: MovementSets
  readonly list: ScannedList
  readonly #database: Database
  readonly #clock: Clock
  readonly #encryption: Encryption
  readonly #lease: Lease
  /** By how many rows they insert. */
  readonly #inserts = new Map<number, CompiledQuery>()

  constructor(list: ScannedList, { database, clock, encryption }: RecordsSource) {
    this.list = list
    this.#database = database
    this.#clock = clock
    this.#encryption = encryption
    this.#lease = new Lease(database, clock, leaseMillis)
    this.movements = new MovementSets(database, encryption)
  }

  /** What is asked of both tables, they have alike. */
  get #table() {
    return listTables[this.list] as 'issuer_quote'
  }

  get #isOfTransfers(): boolean {
    return this.list === transferList
  }

  #transfersOf(owner: Owner) {
    return this.#database.selectFrom('transfer').where(ofOwner(owner))
  }

  #rowsOf(owner: Owner) {
    return this.#database.selectFrom(this.#table).where(ofOwner(owner))
  }

  /** The condition of a statement that a reading is that of a client's list. */
  #isRead = (owner: Owner) => sql<boolean>`(${ofOwner(owner)} and list = ${this.#table})`

  /** A record as it was received. */
  #textOf = (row: RecordKey & { record: Uint8Array }) => openRecord(this.#encryption, row, this.#table)

  /**
   * Writes what is new of transfers, in one transaction with how far they were read.
   * @returns whether there are changes to tell, and the ids of those that changed without a new time; undefined if another
   * console reads now, and nothing was written
   * @throws the driver's error
   */
  async write(
    owner: Owner,
    versions: readonly RecordVersion[],
    { by, progress }: WriteOptions,
  ): Promise<{ hasTold: boolean; unannounced: string[] } | undefined> {
    const newest = new Map<string, RecordVersion>()
    for (const version of versions) {
      const before = newest.get(version.columns.id)
      if (!before || supersedes(version.columns, before.columns)) newest.set(version.columns.id, version)
    }
    return this.#database.transaction().execute(async (within) => {
      if (progress && !(await this.#move(within, owner, progress))) return undefined
      const known = new Map<string, Selectable<ListTable> & { secondary_status?: string }>()
      if (newest.size > 0)
        for (const row of await within
          .selectFrom(this.#table)
          .where(ofOwner(owner))
          .where('id', 'in', paddedList([...newest.keys()]))
          .selectAll()
          .execute())
          known.set(row.id, row)
      const isNews = ({ columns, text }: RecordVersion) => {
        const row = known.get(columns.id)
        return !row || (supersedes(columns, row) && saysMore(text, this.#textOf(row) ?? ''))
      }
      // What a person was shown before the feed had it is still to be told.
      const isUntold = ({ columns: { id, updated_at } }: RecordVersion) => {
        const row = known.get(id)
        return by === 'change' && row?.sequence === null && row.updated_at === updated_at
      }
      const changed = [...newest.values()].filter((version) => isNews(version) || isUntold(version))
      const told = new Set(
        changed.filter(
          ({ columns: { id, updated_at } }) =>
            updated_at !== '' && (by === 'change' || by === 'again' || (by === 'history' && known.has(id))),
        ),
      )
      // Also without any: who holds the row is alone, and may connect what was written.
      const first = changed.length > 0 ? await this.#reserve(within, owner, told.size) : undefined
      let sequence = told.size > 0 ? first : undefined
      const rows = changed.map((version) => ({
        ...version,
        sequence: sequence !== undefined && told.has(version) ? sequence++ : null,
      }))
      if (rows.length > 0) {
        await this.#insert(within, rows)
        // Without the place of who reads, another console may have written one of them meanwhile.
        const added = new Set(progress ? rows.flatMap(({ columns: { id } }) => (known.has(id) ? [] : id)) : [])
        if (this.#isOfTransfers) await this.movements.connect(within, owner, rows, added)
      }
      const states = versions.flatMap(({ columns, transfer, sent_updated_at, at }): TransferStateTable[] => {
        const { environment, client_id, id, status } = columns
        if (!transfer || status === '') return []
        const row = known.get(id)
        const { secondary_status } = transfer
        const hasChanged = row && (row.status !== status || row.secondary_status !== secondary_status)
        const isSeen = hasChanged || by === 'change' || by === 'read' || (by === 'again' && !row)
        const state = { environment, client_id, transfer_id: id, status, secondary_status }
        return isSeen ? [{ ...state, updated_at: sent_updated_at, seen_at: at }] : []
      })
      for (const part of insertParts(states))
        await within
          .insertInto('transfer_state')
          .values(part)
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      return {
        hasTold: sequence !== undefined,
        unannounced: changed
          .filter(
            (version) =>
              version.transfer !== undefined &&
              isNews(version) &&
              known.get(version.columns.id)?.updated_at === version.columns.updated_at,
          )
          .flatMap(({ columns: { id, updated_at } }) => (updated_at === '' ? [] : id)),
      }
    })
  }

  /** The first of so many sequences; undefined if nobody follows the client. The row is locked, so nobody else numbers changes meanwhile. */
  async #reserve(within: Transaction<Tables>, owner: Owner, count: number): Promise<number | undefined> {
    const row = await within
      .updateTable('list_reading')
      .set({ last_sequence: sql<number>`last_sequence + ${count}` })
      .where(this.#isRead(owner))
      .returning('last_sequence')
      .executeTakeFirst()
    return row && Number(row.last_sequence) - count + 1
  }

  async #insert(
    within: Transaction<Tables>,
    versions: readonly (RecordVersion & { sequence: number | null })[],
  ): Promise<void> {
    for (const part of insertParts(versions)) {
      const rows = part.map(({ columns, transfer, text, at, sequence }) => [
        ...Object.values(columns),
        ...(transfer ? [...Object.values(transfer), columns.id] : []),
        this.#encryption.encryptBytes(Buffer.from(text), recordPlace(this.#table, columns)),
        ...[sequence, at, at],
      ])
      const statement = this.#inserts.get(part.length) ?? this.#compileInsert(within, part)
      const [{ length = 0 } = []] = rows
      const others = statement.parameters.slice(rows.length * length)
      await within.executeQuery({ ...statement, parameters: [...rows.flat(), ...others] })
    }
  }

  /** The statement that inserts so many versions, by the values of each: to write it would take as long as to run it. */
  #compileInsert(within: Transaction<Tables>, versions: readonly RecordVersion[]): CompiledQuery {
    const table = this.#table
    const rows = versions.map(({ columns, transfer, at }) => ({
      ...columns,
      ...(transfer && { ...transfer, movement: columns.id }),
      record: Buffer.alloc(0),
      sequence: null,
      first_seen_at: at,
      changed_at: at,
    }))
    const replaced = Object.keys(rows[0] ?? {}).filter((name) => !unreplaced.includes(name))
    const statement = within
      .insertInto(table)
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['environment', 'client_id', 'id'])
          .doUpdateSet(
            Object.fromEntries(
              replaced.map((name) => [
                name,
                identifying.includes(name)
                  ? sql`coalesce(${sql.ref(`excluded.${name}`)}, ${sql.ref(`${table}.${name}`)})`
                  : sql.ref(`excluded.${name}`),
              ]),
            ),
          )
          // Another console may have written a newer one meanwhile: the same rule as `supersedes`.
          .where(({ and, or, eb, ref }) =>
            or([
              eb(`${table}.updated_at`, '<', ref('excluded.updated_at')),
              and([
                eb(`${table}.updated_at`, '=', ref('excluded.updated_at')),
                or([eb(`${table}.status`, 'in', ['PENDING', '']), eb('excluded.status', 'not in', ['PENDING', ''])]),
              ]),
            ]),
          ),
      )
      .compile()
    this.#inserts.set(versions.length, statement)
    return statement
  }

  /** Moves the marks of who reads, and keeps its place. @returns false if another console reads now */
  async #move(
    within: Transaction<Tables>,
    owner: Owner,
    { holder, from, to, isWhole, isRead }: Progress,
  ): Promise<boolean> {
    const { numUpdatedRows } = await within
      .updateTable('list_reading')
      .set({
        ...(from !== undefined && { complete_from: from }),
        ...(to !== undefined && { complete_to: to }),
        ...(isWhole && { is_whole: 1, swept_at: microseconds(this.#clock) }),
        ...(isRead && { read_at: this.#lease.now() }),
        ...this.#lease.renewed(),
      })
      .where(this.#isRead(owner))
      .where(isHeldBy(holder))
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  /** How far a client's transfers were read; undefined if nobody has begun. @throws the driver's error */
  async reading(owner: Owner): Promise<Reading | undefined> {
    const row = await this.#database
      .selectFrom('list_reading')
      .selectAll()
      .select(sql<number>`${this.#lease.now()} - read_at`.as('age'))
      .where(this.#isRead(owner))
      .executeTakeFirst()
    return (
      row && {
        from: Number(row.complete_from),
        to: Number(row.complete_to),
        isWhole: row.is_whole === 1,
        sweptAt: Number(row.swept_at),
        age: Math.max(0, Number(row.age) / 1_000),
        lastSequence: Number(row.last_sequence),
      }
    )
  }

  /** Begins at a time, unless somebody has. @param mark ms since 1970 */
  async begin({ environment, clientId }: Owner, mark: number): Promise<void> {
    await this.#database
      .insertInto('list_reading')
      .values({
        environment,
        client_id: clientId,
        list: this.#table,
        complete_from: mark,
        complete_to: mark,
        is_whole: 0,
        swept_at: 0,
        read_at: 0,
        last_sequence: 0,
        ...unleased,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  /** Acquires or renews the reader's lease. @returns false if another console has it, or nobody has begun */
  async lease(owner: Owner, holder: string): Promise<boolean> {
    const { numUpdatedRows } = await this.#database
      .updateTable('list_reading')
      .set(this.#lease.takenBy(holder))
      .where(this.#isRead(owner))
      .where(this.#lease.isFreeFor(holder))
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  /** Gives the place up, so that another console need not wait. */
  async release(owner: Owner, holder: string): Promise<void> {
    await this.#database
      .updateTable('list_reading')
      .set(unleased)
      .where(this.#isRead(owner))
      .where(isHeldBy(holder))
      .execute()
  }

  /** Notes that the newest transfers were read again. */
  async swept(owner: Owner): Promise<void> {
    await this.#database
      .updateTable('list_reading')
      .set({ swept_at: microseconds(this.#clock) })
      .where(this.#isRead(owner))
      .execute()
  }

  /** The next changes after a place, in order; of each transfer the last one alone. */
  async changesAfter(owner: Owner, sequence: number, count: number): Promise<NumberedChange[]> {
    const rows = await this.#rowsOf(owner)
      .select(['environment', 'client_id', 'id', 'record', 'sequence'])
      .where('sequence', '>', sequence)
      .orderBy('sequence')
      .limit(count)
      .execute()
    return rows.flatMap((row): NumberedChange[] => {
      const text = this.#textOf(row)
      const json = text === undefined ? undefined : exactJson(text)
      const change = text !== undefined && isObject(json) ? changeOf({ text, json }) : undefined
      return change ? [{ sequence: Number(row.sequence), change }] : []
    })
  }

  /** The place after which the changes of a time are. @param at microseconds since 1970 */
  async sequenceBefore(owner: Owner, at: number): Promise<number | undefined> {
    const row = await this.#rowsOf(owner)
      .select('sequence')
      .where('sequence', 'is not', null)
      .where('changed_at', '<', at)
      .orderBy('sequence', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row && Number(row.sequence)
  }

  /** Ids of pending records in their order, after one of them. */
  async pendingAfter(owner: Owner, id: string, count: number): Promise<string[]> {
    const rows = await this.#rowsOf(owner)
      .select('id')
      .where('status', '=', 'PENDING')
      .where('id', '>', id)
      .orderBy('id')
      .limit(count)
      .execute()
    return rows.map((row) => row.id)
  }

  /** When the oldest record was created that is pending, of those since a time; ms since 1970. */
  async oldestPending(owner: Owner, since: number): Promise<number | undefined> {
    const row = await this.#rowsOf(owner)
      .select(({ fn }) => fn.min('created_at').as('oldest'))
      .where('status', '=', 'PENDING')
      .where('created_at', '>=', sortableMoment(since))
      .executeTakeFirst()
    return row?.oldest ? Date.parse(row.oldest) : undefined
  }

  /** What was seen of a transfer. @throws the driver's error */
  async of(owner: Owner, id: string): Promise<TransferObservations> {
    const row = await this.#transfersOf(owner).where('id', '=', id).selectAll().executeTakeFirst()
    if (!row) return { states: [] }
    const states = await this.#database
      .selectFrom('transfer_state')
      .selectAll()
      .where(ofOwner(owner))
      .where('transfer_id', '=', id)
      .orderBy('seen_at')
      .execute()
    const destination = await this.#destinationOf(owner, row)
    return {
      states: states.map(({ status, secondary_status, updated_at, seen_at }) => ({
        status,
        ...(secondary_status !== '' && { secondary_status }),
        ...(updated_at !== null && { updated_at }),
        seen_at: timeOf(seen_at),
      })),
      ...(destination && { destination }),
    }
  }

  /** The destination of a transfer, if its record can be opened. */
  #addressOf(row: TransferTable): string | undefined {
    const text = this.#textOf(row)
    return text === undefined ? undefined : readTransfer(exactJson(text)).known.destination_address
  }

  async #destinationOf(owner: Owner, row: TransferTable): Promise<TransferObservations['destination']> {
    const { id, address_digest, address_ends } = row
    if (address_digest === null || address_ends === null) return undefined
    const own = this.#addressOf(row)
    // While the key of digests changes, equal addresses have the digests of several keys.
    const forms =
      own === undefined
        ? { address_digest: [address_digest], address_ends: [address_ends] }
        : addressDigests(this.#encryption, own)
    const same = await this.#transfersOf(owner)
      .where('address_ends', 'in', forms.address_ends)
      .where('address_digest', 'in', forms.address_digest)
      .where('id', '!=', id)
      .select('id')
      .limit(mostCounted)
      .execute()
    const alike = await this.#transfersOf(owner)
      .where('address_ends', 'in', forms.address_ends)
      .where('address_digest', 'not in', forms.address_digest)
      .select((row) => [
        row.fn.max('id').as('id'),
        row.fn.countAll<number>().as('transfers'),
        row.fn.max('changed_at').as('last'),
      ])
      .groupBy('address_digest')
      .orderBy(sql`count(*)`, 'desc')
      .limit(mostLookAlikes)
      .execute()
    // A record opens in its own row alone; each group has one.
    const ids = paddedList(alike.map((one) => one.id))
    const examples = ids.length === 0 ? [] : await this.#transfersOf(owner).where('id', 'in', ids).selectAll().execute()
    const look_alikes = alike.flatMap(({ id: example, transfers, last }): SimilarAddress[] => {
      const found = examples.find((one) => one.id === example)
      const opened = found && this.#addressOf(found)
      return opened === undefined ? [] : [{ address: opened, transfers, last_seen_at: timeOf(last) }]
    })
    return { other_transfers: same.length, look_alikes }
  }

  /**
   * Removes transfers of which nothing was new for so many days, with their states; the rest is complete from then on.
   * @param days 0: they are kept for ever
   */
  async removeOld(days: number): Promise<RetentionStep> {
    if (days === 0) return { rows: 0, hasMore: false }
    const before = microseconds(this.#clock) - days * dayMicros
    const old = await this.#database
      .selectFrom(this.#table)
      .select(['environment', 'client_id', 'id'])
      .where('changed_at', '<', before)
      .orderBy('changed_at')
      .limit(removedAtOnce)
      .execute()
    if (old.length === 0) return { rows: 0, hasMore: false }
    await this.#database.transaction().execute(async (within) => {
      // A mark from which all are here must not lie before one that is removed.
      const from = Math.ceil(before / 1000)
      await within
        .updateTable('list_reading')
        .set({ complete_from: from })
        .where('list', '=', this.#table)
        .where('complete_from', '<', from)
        .execute()
      for (const { environment, client_id, id } of old) {
        const owner = { environment: environment as Environment, clientId: client_id }
        const row = this.#isOfTransfers
          ? await within
              .selectFrom('transfer')
              .select('movement')
              .where(ofOwner(owner))
              .where('id', '=', id)
              .executeTakeFirst()
          : undefined
        const removed = await within
          .deleteFrom(this.#table)
          .where((is) => is.and({ environment, client_id, id }))
          .where('changed_at', '<', before)
          .executeTakeFirst()
        if (removed.numDeletedRows === 0n || !row) continue
        await within
          .deleteFrom('transfer_state')
          .where((is) => is.and({ environment, client_id, transfer_id: id }))
          .execute()
        await this.movements.remove(within, owner, id, row.movement)
      }
    })
    return { rows: old.length, hasMore: old.length === removedAtOnce }
  }
}
