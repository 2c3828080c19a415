/**
 * Encrypts what other keys of SEAL_KEYS encrypted again with the first, so that they can be removed. Of several consoles one
 * walks through the tables, in small steps; any other goes on where it stopped. A walk in which something changed is followed
 * by another, because a console that had not got the new key yet may have written behind it.
 */
import { randomUUID } from 'node:crypto'
import { sql, type Transaction, type UpdateObject } from 'kysely'
import type { Database } from '../../database/open'
import type { ReencryptionTable, Tables } from '../../database/tables'
import type { Clock } from '../clock'
import { isHeldBy, Lease, unleased } from '../work/lease'
import type { RetentionStep } from '../work/retention'
import { type EncryptedTable, encryptedTables, headOf } from './encrypted-columns'
import { isEncryptedOtherwise, placeColumns, placeIn } from './encrypted-with'
import type { Encryption, Place } from './encryption'

/** Rows of one step; parts of exports have megabytes. */
const mostAtOnce = 50
const mostPartsAtOnce = 4
/** Milliseconds after which another console may go on. */
const leaseMillis = 60_000

type Row = Record<string, unknown>
type Stored = string | Uint8Array

export function createReencryption({
  database,
  clock,
  encryption,
}: {
  database: Database
  clock: Clock
  encryption: Encryption
}) {
  const consoleId = randomUUID()
  /** Whether this process has asked for a walk. */
  let isWanted = false
  const own = new Lease(database, clock, leaseMillis)

  /** One page of rows; nothing without SEAL_KEYS, after the last walk, or while another console walks. */
  async function step(): Promise<RetentionStep> {
    const { keyName } = encryption
    if (keyName === '') return { rows: 0, hasMore: false }
    if (!isWanted) await want(keyName)
    isWanted = true
    const walk = await lease(keyName)
    if (!walk) return { rows: 0, hasMore: false, isBusy: await isUnfinished(keyName) }
    const table = encryptedTables.find((one) => one.table === walk.at_table) ?? encryptedTables[0]
    if (!table) throw new Error('No table is encrypted.')
    const { rows, last } = await reencryptPage(table, walk.at_row)
    const next = last === undefined ? encryptedTables[encryptedTables.indexOf(table) + 1] : table
    const changed = walk.changed + rows
    const isEnd = next === undefined
    const isLast = isEnd && changed === 0 && walk.started_at !== null && walk.started_at >= walk.wanted_at
    await note(walk, {
      reencrypted: walk.reencrypted + rows,
      at_table: isEnd ? null : next.table,
      at_row: isEnd || last === undefined ? null : last,
      changed: isEnd ? 0 : changed,
      ...(isEnd && { started_at: null }),
      ...(isLast && { started_at: walk.started_at, finished_at: own.now(), ...unleased }),
    })
    return { rows, hasMore: !isLast }
  }

  /** Asks for a walk that begins from now on: this console has encrypted with another key until it started. */
  async function want(key: string): Promise<void> {
    const wanted_at = own.now()
    const idle = { at_table: null, at_row: null, changed: 0, ...unleased }
    await database
      .insertInto('reencryption')
      .values({ id: 1, key, wanted_at, reencrypted: 0, ...idle })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ wanted_at, finished_at: null }))
      .execute()
    // The console that started last has the newest settings.
    await database
      .updateTable('reencryption')
      .set({ ...idle, key, started_at: null, reencrypted: 0 })
      .where('id', '=', 1)
      .where('key', '!=', key)
      .execute()
  }

  /** The walk, if this console may take a step of it. */
  async function lease(key: string): Promise<ReencryptionTable | undefined> {
    return database
      .updateTable('reencryption')
      .set({ ...own.takenBy(consoleId), started_at: sql<number>`coalesce(started_at, ${own.now()})` })
      .where('id', '=', 1)
      .where('key', '=', key)
      .where('finished_at', 'is', null)
      .where(own.isFreeFor(consoleId))
      .returningAll()
      .executeTakeFirst()
  }

  async function isUnfinished(key: string): Promise<boolean> {
    const walk = await database
      .selectFrom('reencryption')
      .select('id')
      .where('key', '=', key)
      .where('finished_at', 'is', null)
      .executeTakeFirst()
    return walk !== undefined
  }

  async function note(walk: ReencryptionTable, set: UpdateObject<Tables, 'reencryption'>): Promise<void> {
    await database
      .updateTable('reencryption')
      .set(set)
      .where('id', '=', 1)
      .where(isHeldBy(consoleId))
      // A console that started meanwhile wants another walk.
      .where('wanted_at', '=', walk.wanted_at)
      .where('key', '=', walk.key)
      .execute()
  }

  /** @returns how many values were encrypted again, and the key of the last row; undefined after the end of the table */
  async function reencryptPage(table: EncryptedTable, after: string | null): Promise<{ rows: number; last?: string }> {
    const key = sql.join(table.key.map((column) => sql.ref(column)))
    const most = table.isBinary ? mostPartsAtOnce : mostAtOnce
    const heads = sql.join(table.encrypted.map((column) => sql`${headOf(column)} as ${sql.ref(`${column}_head`)}`))
    const from =
      after === null
        ? sql``
        : sql`where (${key}) > (${sql.join((JSON.parse(after) as unknown[]).map((one) => sql`${one}`))})`
    const { rows: page } = await sql<Row>`select ${placeColumns(table)}, ${heads} from ${sql.table(table.table)} ${from}
      order by ${key} limit ${sql.lit(most)}`.execute(database)
    const found = page.flatMap((row) =>
      table.encrypted.flatMap((column) => {
        const head = row[`${column}_head`] as Stored | null
        return isEncryptedOtherwise(table, head, encryption.keyName) ? [{ row, column, head }] : []
      }),
    )
    const rows = await database.transaction().execute(async (within) => {
      let count = 0
      for (const value of found) count += await reencrypt(within, table, value)
      return count
    })
    const last = page.length < most ? undefined : page.at(-1)
    return { rows, ...(last && { last: JSON.stringify(table.key.map((column) => last[column])) }) }
  }

  /** Encrypts one value again, unless it changed meanwhile or none of our keys opens it. @returns how many were */
  async function reencrypt(
    within: Transaction<Tables>,
    encrypted: EncryptedTable,
    { row, column, head }: { row: Row; column: string; head: Stored | null },
  ): Promise<number> {
    const { table, key, isBinary } = encrypted
    const isRow = sql.join(
      key.map((name) => sql`${sql.ref(name)} = ${row[name]}`),
      sql` and `,
    )
    const { rows: found } = await sql<{ value: Stored | null }>`select ${sql.ref(column)} as value
      from ${sql.table(table)} where ${isRow}`.execute(within)
    const value = found[0]?.value ?? null
    const reencrypted = value === null ? undefined : encryptAgain(value, placeIn(encryption, encrypted, column, row))
    if (reencrypted === undefined) return 0
    const { numAffectedRows } = await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${reencrypted}
      where ${isRow} and ${headOf(column)} = ${isBinary ? Buffer.from(head as Uint8Array) : head}`.execute(within)
    return Number(numAffectedRows ?? 0)
  }

  function encryptAgain(value: Stored, place: Place): Stored | undefined {
    if (typeof value === 'string') {
      const text = encryption.decrypt(value, place)
      return text === undefined ? undefined : encryption.encrypt(text, place)
    }
    const bytes = encryption.decryptBytes(value, place)
    return bytes && encryption.encryptBytes(bytes, place)
  }

  return { step }
}
