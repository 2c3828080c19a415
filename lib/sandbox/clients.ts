/** API clients and their access tokens, in one database file. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { chmodSync } from 'node:fs'
import { openSqlite, type Sqlite } from '../database/sqlite'
import { operationNames, rowOf } from '../provider/operations'
import { mintingScopes } from '../provider/tokens'

/** Permissions of certain accounts only. Spec, Order: `self_match_prevention_id` "requires extra permissions". */
export const permissions = ['self_match_prevention'] as const
export type Permission = (typeof permissions)[number]

export type Client = { id: string; scopes: readonly string[]; permissions: readonly Permission[] }

/** A client with its secret, which is shown only when the client is created. */
export type NewClient = Client & { secret: string }

/** The client and the scopes of a token. */
export type Holder = { client: Client; scopes: readonly string[] }

/** All scopes in the spec: those of the operations and those of minting. */
export const knownScopes: readonly string[] = [
  ...new Set([...operationNames.map((name) => rowOf(name).scope), ...mintingScopes]),
]

/** The client that always exists, with a public secret. */
export const demoClient: NewClient = { id: 'demo-client', secret: 'demo-secret', scopes: knownScopes, permissions }

/** Ids become part of file names. */
export const clientIdPattern = /^[a-z0-9][a-z0-9-]{0,62}$/

const digest = (text: string) => createHash('sha256').update(text).digest()

const tables = `
  CREATE TABLE IF NOT EXISTS clients (
    id TEXT PRIMARY KEY, secret BLOB NOT NULL, scopes TEXT NOT NULL, permissions TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS tokens (
    hash BLOB PRIMARY KEY, client_id TEXT NOT NULL, scope TEXT NOT NULL, expires_at INTEGER NOT NULL
  ) WITHOUT ROWID;
`

/** Splits a column with a space-delimited list. */
const wordsOf = (column: unknown) => String(column).split(' ').filter(Boolean)

function clientOf(row: Record<string, unknown>): Client {
  const held = wordsOf(row.permissions)
  return {
    id: String(row.id),
    scopes: wordsOf(row.scopes),
    permissions: permissions.filter((permission) => held.includes(permission)),
  }
}

/** Prepared once, because every request looks up its token. */
const statementsOf = (database: Sqlite) => ({
  add: database.prepare(
    'INSERT INTO clients (id, secret, scopes, permissions) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO NOTHING',
  ),
  all: database.prepare('SELECT * FROM clients ORDER BY id'),
  find: database.prepare('SELECT * FROM clients WHERE id = ?'),
  remove: database.prepare('DELETE FROM clients WHERE id = ?'),
  end: database.prepare('DELETE FROM tokens WHERE client_id = ?'),
  expire: database.prepare('DELETE FROM tokens WHERE expires_at <= ?'),
  issue: database.prepare('INSERT INTO tokens (hash, client_id, scope, expires_at) VALUES (?, ?, ?, ?)'),
  holder: database.prepare(
    `SELECT clients.*, tokens.scope AS granted FROM tokens JOIN clients ON clients.id = tokens.client_id
     WHERE hash = ? AND expires_at > ?`,
  ),
})

/** The clients and their tokens. Secrets and tokens are stored as digests only. */
export class Clients {
  readonly #database: Sqlite
  readonly #statements: ReturnType<typeof statementsOf>

  /** @param path a file, created if absent, or ":memory:" */
  constructor(path: string) {
    this.#database = openSqlite(path, false)
    this.#database.exec(tables)
    this.#statements = statementsOf(this.#database)
    if (path !== ':memory:') chmodSync(path, 0o600)
  }

  /** @returns false if the id is taken */
  add({ id, secret, scopes, permissions: held }: NewClient): boolean {
    const added = this.#statements.add.run(id, digest(secret), scopes.join(' '), held.join(' '))
    return Number(added.changes) > 0
  }

  all(): Client[] {
    return this.#statements.all.all().map(clientOf)
  }

  find(id: string): Client | undefined {
    const row = this.#statements.find.get(id)
    return row && clientOf(row)
  }

  /** Removes a client and its tokens. */
  remove(id: string): void {
    this.#statements.end.run(id)
    this.#statements.remove.run(id)
  }

  /** The client with these credentials, if any. */
  authenticate(id: string, secret: string): Client | undefined {
    const row = this.#statements.find.get(id)
    const known = row?.secret instanceof Uint8Array ? row.secret : digest('')
    // Takes equally long for an unknown id and a wrong secret, so that timing reveals no ids.
    const isRight = timingSafeEqual(digest(secret), known)
    return isRight && row ? clientOf(row) : undefined
  }

  /**
   * Issues a token, which survives a restart.
   * @param now      milliseconds since 1970, wall clock
   * @param lifetime seconds
   */
  issue(client: Client, scopes: readonly string[], now: number, lifetime: number): string {
    const token = randomBytes(32).toString('base64url')
    this.#statements.expire.run(now)
    this.#statements.issue.run(digest(token), client.id, scopes.join(' '), now + lifetime * 1000)
    return token
  }

  /** The client and scopes of a token; undefined if it is unknown or has expired at `now`. */
  holder(token: string, now: number): Holder | undefined {
    const row = this.#statements.holder.get(digest(token), now)
    return row && { client: clientOf(row), scopes: wordsOf(row.granted) }
  }

  close(): void {
    this.#database.close()
  }
}
