/** What the service keeps: one SQLite file. A row has the columns that are asked by, and its answer as one JSON text. */
import type { IssuerQuoteExecution } from '../api/issuer-quotes'
import type { Transfer } from '../api/transfers'
import { openSqlite, type Sqlite } from '../database/sqlite'
import { microsOf } from './timestamps'

type Statement = ReturnType<Sqlite['prepare']>
type Value = string | number | null

/** A row of a list: `time` is what the list is ordered by (microseconds), `answer` the JSON of the record. */
export type Row = { time: number; seq: number; answer: string }

/** Changes with every change of the tables below: a file of another version is left alone and a new one is seeded. */
export const storeVersion = 2

const tables = `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE transfers (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
    profile_id TEXT NOT NULL, type TEXT NOT NULL, status TEXT NOT NULL, secondary_status TEXT,
    identity_id TEXT, account_id TEXT, ref_id TEXT, group_id TEXT, crypto_tx_hash TEXT, answer TEXT NOT NULL
  );
  CREATE TABLE issuer_quotes (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, created_at INTEGER NOT NULL,
    profile_id TEXT NOT NULL, status TEXT NOT NULL, answer TEXT NOT NULL
  );
  CREATE TABLE due (seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, kind TEXT NOT NULL, subject TEXT NOT NULL);
  CREATE TABLE balances (
    profile_id TEXT NOT NULL, asset TEXT NOT NULL, balance TEXT NOT NULL, held TEXT NOT NULL,
    PRIMARY KEY (profile_id, asset)
  ) WITHOUT ROWID;
  CREATE TABLE orders (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, ref_id TEXT, profile_id TEXT NOT NULL, market TEXT NOT NULL,
    side TEXT NOT NULL, status TEXT NOT NULL, is_resting INTEGER NOT NULL, is_triggered INTEGER NOT NULL,
    created_at INTEGER NOT NULL, modified_at INTEGER NOT NULL, closed_at INTEGER,
    held TEXT NOT NULL, filled_base TEXT NOT NULL, filled_quote TEXT NOT NULL,
    filled_worth TEXT NOT NULL, asked TEXT NOT NULL
  );
  CREATE INDEX orders_by_ref_id ON orders (ref_id, created_at) WHERE ref_id IS NOT NULL;
  CREATE INDEX orders_resting ON orders (market, side) WHERE is_resting = 1;
  CREATE TABLE fills (
    seq INTEGER PRIMARY KEY, order_id TEXT NOT NULL, at INTEGER NOT NULL, price TEXT NOT NULL,
    base TEXT NOT NULL, quote TEXT NOT NULL
  );
  CREATE TABLE fiat_accounts (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, ref_id TEXT UNIQUE, answer TEXT NOT NULL);
  CREATE TABLE rules (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, ref_id TEXT NOT NULL UNIQUE, memo_id TEXT UNIQUE,
    source_profile_id TEXT, source_asset TEXT NOT NULL, answer TEXT NOT NULL
  );
`

/** Filters whose values have many rows each: read in the order asked for, so time and sequence follow the value. */
export const filterColumns = ['profile_id', 'identity_id', 'account_id', 'type', 'secondary_status', 'status'] as const
/** Filters whose values have few rows each: found by value, sorted after. */
export const lookupColumns = ['id', 'ref_id', 'group_id', 'crypto_tx_hash'] as const
export const times = ['created_at', 'updated_at'] as const

/** The index that serves a column, or a column in the order of a time, or a time alone. */
export const indexOf = (...columns: string[]) => `transfers_by_${columns.join('_')}`

const nullable: readonly string[] = [
  'identity_id',
  'account_id',
  'secondary_status',
  'ref_id',
  'group_id',
  'crypto_tx_hash',
]

/** SQLite ends every index with the row's sequence, and follows (time, seq) in it only where it is not named again. */
function index(columns: string[], unique = ''): string {
  const [first = ''] = columns
  const only = nullable.includes(first) ? ` WHERE ${first} IS NOT NULL` : ''
  return `CREATE ${unique}INDEX ${indexOf(...columns)} ON transfers (${columns.join(', ')})${only};`
}

const indexes = [
  ...times.map((time) => index([time])),
  ...filterColumns.flatMap((column) => times.map((time) => index([column, time]))),
  ...lookupColumns.map((column) => index([column], column === 'id' ? 'UNIQUE ' : '')),
  'CREATE INDEX issuer_quotes_by_created_at ON issuer_quotes (created_at);',
  'CREATE INDEX due_by_at ON due (at);',
].join('\n')

const insertTransfer = `
  INSERT INTO transfers (id, created_at, updated_at, profile_id, type, status, secondary_status, identity_id,
    account_id, ref_id, group_id, crypto_tx_hash, answer)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

const insertIssuerQuote =
  'INSERT INTO issuer_quotes (id, created_at, profile_id, status, answer) VALUES (?, ?, ?, ?, ?)'

/** More shapes of query than this are prepared anew; one shape a number of values and filters. */
const cachedStatements = 256

export class Store {
  readonly #database: Sqlite
  readonly #statements = new Map<string, Statement>()
  /** What cursors are sealed with: kept, so that a cursor outlives a restart. */
  readonly secret: string
  readonly customerId: string
  /** The customer is the same in each of its transfers, so it is kept once and put before each. */
  readonly #lead: string

  /** @param database as `layOut` made it, its `meta` filled in */
  constructor(database: Sqlite) {
    this.#database = database
    this.secret = this.meta('secret') ?? ''
    this.customerId = this.meta('customer') ?? ''
    this.#lead = `{"customer_id":${JSON.stringify(this.customerId)},`
  }

  #prepared(sql: string): Statement {
    const known = this.#statements.get(sql)
    if (known) return known
    const [oldest] = this.#statements.keys()
    if (this.#statements.size >= cachedStatements && oldest !== undefined) this.#statements.delete(oldest)
    const statement = this.#database.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }

  /** The rows of a query that selects `time, seq, answer`. */
  rows(sql: string, values: Value[]): Row[] {
    // The statement names these three columns itself.
    return this.#prepared(sql).all(...values) as Row[]
  }

  /** The first row of a query, or undefined where there is none. */
  first(sql: string, ...values: Value[]): Record<string, unknown> | undefined {
    return this.#prepared(sql).get(...values)
  }

  all(sql: string, ...values: Value[]): Record<string, unknown>[] {
    return this.#prepared(sql).all(...values)
  }

  /** @returns how many rows were changed */
  run(sql: string, ...values: Value[]): number {
    return Number(this.#prepared(sql).run(...values).changes)
  }

  /** Does all of it or nothing. What was committed survives kill -9, so it is committed before it is answered. */
  transaction<Result>(work: () => Result): Result {
    this.#database.exec('BEGIN IMMEDIATE')
    try {
      const result = work()
      this.#database.exec('COMMIT')
      return result
    } catch (error) {
      this.#database.exec('ROLLBACK')
      throw error
    }
  }

  meta(name: string): string | undefined {
    const value = this.first('SELECT value FROM meta WHERE name = ?', name)?.value
    return typeof value === 'string' ? value : undefined
  }

  setMeta(name: string, value: string): void {
    this.run(
      'INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      name,
      value,
    )
  }

  /** The JSON of a transfer as it is answered, from what is kept of it. */
  transferJson(kept: string): string {
    return this.#lead + kept.slice(1)
  }

  /** Adds a transfer; its sequence follows every earlier one's. */
  addTransfer(transfer: Transfer): void {
    this.run(
      insertTransfer,
      transfer.id,
      microsOf(transfer.created_at),
      microsOf(transfer.updated_at),
      transfer.profile_id,
      transfer.type,
      transfer.status,
      transfer.secondary_status?.name ?? null,
      transfer.identity_id ?? null,
      transfer.account_id ?? null,
      transfer.ref_id ?? null,
      transfer.group_id ?? null,
      transfer.crypto_tx_hash ?? null,
      JSON.stringify({ ...transfer, customer_id: undefined }),
    )
  }

  /** @returns undefined where no transfer has this id */
  transfer(id: string): Transfer | undefined {
    const found = this.first('SELECT answer FROM transfers WHERE id = ?', id)
    // Only `addTransfer` and `updateTransfer` write this column.
    return found && (JSON.parse(this.transferJson(String(found.answer))) as Transfer)
  }

  /** Writes what can change of a transfer: its status, what explains it, its time of update, its conversion. */
  updateTransfer(transfer: Transfer): void {
    this.run(
      'UPDATE transfers SET updated_at = ?, status = ?, secondary_status = ?, answer = ? WHERE id = ?',
      microsOf(transfer.updated_at),
      transfer.status,
      transfer.secondary_status?.name ?? null,
      JSON.stringify({ ...transfer, customer_id: undefined }),
      transfer.id,
    )
  }

  addIssuerQuote(quote: IssuerQuoteExecution): void {
    const { id, created_at, profile_id, status } = quote
    this.run(insertIssuerQuote, id, microsOf(created_at), profile_id, status, JSON.stringify(quote))
  }

  updateIssuerQuote(quote: IssuerQuoteExecution): void {
    this.run(
      'UPDATE issuer_quotes SET status = ?, answer = ? WHERE id = ?',
      quote.status,
      JSON.stringify(quote),
      quote.id,
    )
  }

  /** @param isSynced false: not written through to the disk, for a file that can be made again */
  close(isSynced = true): void {
    if (!isSynced) this.#database.exec('PRAGMA synchronous = OFF')
    // On Node 20 a prepared statement keeps its database open until it is collected, and whoever closes a database with
    // a write-ahead log last deletes that log by its name: it must not be there any more when another has this name.
    this.#statements.clear()
    this.#database.exec('PRAGMA journal_mode = DELETE')
    this.#database.close()
  }
}

/**
 * Lays out a new database and fills it: indexes last, because sorting once is faster than a million insertions.
 * @param meta what the file says about itself: version, transfers, anchor, secret
 */
export function createStore(database: Sqlite, meta: Record<string, string>, fill: (store: Store) => void): void {
  // A seeding that breaks off is thrown away whole, so nothing is synced; new pages need no journal, a WAL has them all.
  database.exec('PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY;')
  database.exec('PRAGMA cache_size = -262144;')
  database.exec(`BEGIN; ${tables}`)
  for (const [name, value] of Object.entries(meta))
    database.prepare('INSERT INTO meta (name, value) VALUES (?, ?)').run(name, value)
  fill(new Store(database))
  database.exec(`${indexes} COMMIT;`)
}

/** Opens a file that `layOut` made. Answered writes survive kill -9, not a power cut: it is a sandbox. */
export function openStore(path: string): Store {
  const database = openSqlite(path, false)
  // A page of a rare type is a hundred rows in a hundred places: mapped, none of them costs a call into the system.
  database.exec('PRAGMA mmap_size = 4294967296; PRAGMA cache_size = -32768;')
  return new Store(database)
}
