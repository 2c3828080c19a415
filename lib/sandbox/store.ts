/** The store of a tenant: one SQLite file. Rows have the columns used in queries and the record as JSON text. */

import { openSqlite, type Sqlite } from '../database/sqlite'
import type { IssuerQuoteExecution } from '../provider/issuer-quotes'
import type { Transfer } from '../provider/transfers'
import { microsOf } from './timestamps'

type Statement = ReturnType<Sqlite['prepare']>
type Value = string | number | null

/** A row of a list: `time` is the sort key (microseconds), `answer` the JSON of the record. */
export type Row = { time: number; seq: number; answer: string }

/** Increment it with every change of these tables; files of another version are ignored and new ones seeded. */
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

/** Filters with many rows per value: read in the requested order by an index on value, time and sequence. */
export const filterColumns = ['profile_id', 'identity_id', 'account_id', 'type', 'secondary_status', 'status'] as const
/** Filters with few rows per value: looked up, then sorted. */
export const lookupColumns = ['id', 'ref_id', 'group_id', 'crypto_tx_hash'] as const
export const times = ['created_at', 'updated_at'] as const

/** The name of the index on these columns. */
export const indexOf = (...columns: string[]) => `transfers_by_${columns.join('_')}`

const nullable: readonly string[] = [
  'identity_id',
  'account_id',
  'secondary_status',
  'ref_id',
  'group_id',
  'crypto_tx_hash',
]

/** SQLite appends the row id to every index, and uses it for (time, seq) only if it is not listed explicitly. */
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

/** Maximum cached statements; each combination of filters and value counts needs one. */
const cachedStatements = 256

export class Store {
  readonly #statements = new Map<string, Statement>()
  /** The key that signs cursors, stored so that a cursor survives a restart. */
  readonly secret: string
  readonly customerId: string
  /** `customer_id` is the same in all transfers, so it is stored once and prepended to each. */
  readonly #lead: string

  /** @param database from `createStore`, with its `meta` */
  constructor(private readonly database: Sqlite) {
    this.secret = this.meta('secret') ?? ''
    this.customerId = this.meta('customer') ?? ''
    this.#lead = `{"customer_id":${JSON.stringify(this.customerId)},`
  }

  #prepared(sql: string): Statement {
    const known = this.#statements.get(sql)
    if (known) return known
    const [oldest] = this.#statements.keys()
    if (this.#statements.size >= cachedStatements && oldest !== undefined) this.#statements.delete(oldest)
    const statement = this.database.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }

  /** The rows of a query that selects `time, seq, answer`. */
  rows(sql: string, values: Value[]): Row[] {
    // The statement selects these three columns.
    return this.#prepared(sql).all(...values) as Row[]
  }

  /** The first row of a query, or undefined if there is none. */
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

  /** Commits all or nothing. A commit survives kill -9, so it precedes the answer. */
  transaction<Result>(work: () => Result): Result {
    this.database.exec('BEGIN IMMEDIATE')
    try {
      const result = work()
      this.database.exec('COMMIT')
      return result
    } catch (error) {
      this.database.exec('ROLLBACK')
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

  /** The complete JSON of a transfer, from its stored JSON. */
  transferJson(kept: string): string {
    return this.#lead + kept.slice(1)
  }

  /** Adds a transfer after all earlier ones. */
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

  /** @returns undefined if no transfer has this id */
  transfer(id: string): Transfer | undefined {
    const found = this.first('SELECT answer FROM transfers WHERE id = ?', id)
    // Only `addTransfer` and `updateTransfer` write this column.
    return found && (JSON.parse(this.transferJson(String(found.answer))) as Transfer)
  }

  /** Writes the mutable members of a transfer. */
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

  /** @param isSynced false for a file that can be recreated: it is not synced to disk */
  close(isSynced = true): void {
    if (!isSynced) this.database.exec('PRAGMA synchronous = OFF')
    // On Node 20 a prepared statement keeps its database open until it is collected, and the last close of a database with
    // a write-ahead log deletes that log by name. Without a log, a later file of this name is safe.
    this.#statements.clear()
    try {
      this.database.exec('PRAGMA journal_mode = DELETE')
    } catch (error) {
      // SQLITE_BUSY: a second sandbox was started on the same folder, where the first goes on with the log.
      if (!(error instanceof Error && 'errcode' in error && error.errcode === 5)) throw error
    }
    this.database.close()
  }
}

/**
 * Creates the tables of a new database and fills them; indexes last, because sorting once is faster than a million
 * insertions.
 * @param meta version, transfers, anchor and customer of the file
 */
export function createStore(database: Sqlite, meta: Record<string, string>, fill: (store: Store) => void): void {
  // An interrupted seeding is discarded, so nothing is synced and no journal is needed.
  database.exec('PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY;')
  database.exec('PRAGMA cache_size = -262144;')
  database.exec(`BEGIN; ${tables}`)
  for (const [name, value] of Object.entries(meta))
    database.prepare('INSERT INTO meta (name, value) VALUES (?, ?)').run(name, value)
  fill(new Store(database))
  database.exec(`${indexes} COMMIT;`)
}

/** Opens a file from `createStore`. Answered writes survive kill -9 but not a power failure: it is a sandbox. */
export function openStore(path: string): Store {
  const database = openSqlite(path, false)
  // Memory-mapped: a page of a rare type reads a hundred scattered rows, which would each cost a system call.
  database.exec('PRAGMA mmap_size = 4294967296; PRAGMA cache_size = -32768;')
  return new Store(database)
}
