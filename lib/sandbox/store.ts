/** What the service keeps: one SQLite file. A row has the columns that are asked by, and its answer as one JSON text. */
import type { IssuerQuoteExecution } from '../api/issuer-quotes'
import type { Transfer } from '../api/transfers'
import { openSqlite, type Sqlite } from '../database/sqlite'
import { microsOf } from './moments'

type Statement = ReturnType<Sqlite['prepare']>
type Value = string | number | null

/** A row of a list: `time` is what the list is ordered by (microseconds), `answer` the JSON of the record. */
export type Row = { time: number; seq: number; answer: string }

/** Changes with every change of the tables below: a file of another version is left alone and a new one is seeded. */
export const storeVersion = 1

const tables = `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE tokens (hash BLOB PRIMARY KEY, client_id TEXT NOT NULL, scope TEXT NOT NULL, expires_at INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE transfers (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
    profile_id TEXT NOT NULL, type TEXT NOT NULL, status TEXT NOT NULL, secondary_status TEXT,
    identity_id TEXT, account_id TEXT, ref_id TEXT, group_id TEXT, crypto_tx_hash TEXT, answer TEXT NOT NULL
  );
  CREATE TABLE issuer_quotes (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, created_at INTEGER NOT NULL,
    profile_id TEXT NOT NULL, status TEXT NOT NULL, answer TEXT NOT NULL
  );
`

/** Filters whose values have many rows each: read in the order asked for, so time and sequence follow the value. */
export const streamedColumns = [
  'profile_id',
  'identity_id',
  'account_id',
  'type',
  'secondary_status',
  'status',
] as const
/** Filters whose values have few rows each: found by value, sorted after. */
export const soughtColumns = ['id', 'ref_id', 'group_id', 'crypto_tx_hash'] as const
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
  ...streamedColumns.flatMap((column) => times.map((time) => index([column, time]))),
  ...soughtColumns.map((column) => index([column], column === 'id' ? 'UNIQUE ' : '')),
  'CREATE INDEX issuer_quotes_by_created_at ON issuer_quotes (created_at);',
].join('\n')

const insertTransfer = `
  INSERT INTO transfers (id, created_at, updated_at, profile_id, type, status, secondary_status, identity_id,
    account_id, ref_id, group_id, crypto_tx_hash, answer)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

const insertIssuerQuote =
  'INSERT INTO issuer_quotes (id, created_at, profile_id, status, answer) VALUES (?, ?, ?, ?, ?)'

/** More shapes of query than this are prepared anew; one shape a number of values and filters. */
const keptStatements = 256

export class Store {
  readonly #database: Sqlite
  readonly #statements = new Map<string, Statement>()
  /** What cursors are sealed with: kept, so that a cursor outlives a restart. */
  readonly secret: string

  /** @param database as `layOut` made it, its `meta` filled in */
  constructor(database: Sqlite) {
    this.#database = database
    this.secret = this.meta('secret') ?? ''
  }

  #prepared(sql: string): Statement {
    const known = this.#statements.get(sql)
    if (known) return known
    const [oldest] = this.#statements.keys()
    if (this.#statements.size >= keptStatements && oldest !== undefined) this.#statements.delete(oldest)
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
  first(sql: string, ...values: (Value | Uint8Array)[]): Record<string, unknown> | undefined {
    return this.#prepared(sql).get(...values)
  }

  run(sql: string, ...values: (Value | Uint8Array)[]): void {
    this.#prepared(sql).run(...values)
  }

  meta(name: string): string | undefined {
    const value = this.first('SELECT value FROM meta WHERE name = ?', name)?.value
    return typeof value === 'string' ? value : undefined
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
      JSON.stringify(transfer),
    )
  }

  addIssuerQuote(quote: IssuerQuoteExecution): void {
    const { id, created_at, profile_id, status } = quote
    this.run(insertIssuerQuote, id, microsOf(created_at), profile_id, status, JSON.stringify(quote))
  }

  close(): void {
    this.#database.close()
  }
}

/**
 * Lays out a new database and fills it: indexes last, because sorting once is faster than a million insertions.
 * @param meta what the file says about itself: version, transfers, anchor, secret
 */
export function layOut(database: Sqlite, meta: Record<string, string>, fill: (store: Store) => void): void {
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
