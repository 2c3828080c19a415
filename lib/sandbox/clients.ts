/** Who may ask for tokens, and the tokens they hold: one small file beside the customers' own. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { chmodSync } from 'node:fs'
import { operationNames, rowOf } from '../api/operations'
import { mintingScopes } from '../api/tokens'
import { openSqlite, type Sqlite } from '../database/sqlite'

/** What only certain accounts may do. Spec, Order: `self_match_prevention_id` "requires extra permissions". */
export const permissions = ['self_match_prevention'] as const
export type Permission = (typeof permissions)[number]

export type Client = { id: string; scopes: readonly string[]; permissions: readonly Permission[] }

/** A client with its secret, which is known when it is made and never again. */
export type NewClient = Client & { secret: string }

/** Whose a token is, and what it is good for. */
export type Holder = { client: Client; scopes: readonly string[] }

/** Every scope that the spec names: those of the operations, and those of minting. */
export const knownScopes: readonly string[] = [
  ...new Set([...operationNames.map((name) => rowOf(name).scope), ...mintingScopes]),
]

/** The client that is always there; its secret is no secret. */
export const demoClient: NewClient = { id: 'demo-client', secret: 'demo-secret', scopes: knownScopes, permissions }

/** Becomes part of a file's name. */
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

/** A list of words in one column. */
const wordsOf = (column: unknown) => String(column).split(' ').filter(Boolean)

function clientOf(row: Record<string, unknown>): Client {
  const held = wordsOf(row.permissions)
  return {
    id: String(row.id),
    scopes: wordsOf(row.scopes),
    permissions: permissions.filter((permission) => held.includes(permission)),
  }
}

/** Prepared once: each call of the service asks who holds its token. */
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

/** The clients and their tokens. Only digests are kept: who reads the file cannot use what is in it. */
export class Clients {
  readonly #database: Sqlite
  readonly #statements: ReturnType<typeof statementsOf>

  /** @param path a file, made where there is none, or ":memory:" */
  constructor(path: string) {
    this.#database = openSqlite(path, false)
    this.#database.exec(tables)
    this.#statements = statementsOf(this.#database)
    if (path !== ':memory:') chmodSync(path, 0o600)
  }

  /** @returns false where there is a client of this id already */
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

  /** Forgets a client; its tokens end with it. */
  remove(id: string): void {
    this.#statements.end.run(id)
    this.#statements.remove.run(id)
  }

  /** The client of these credentials; undefined where there is none. */
  authenticate(id: string, secret: string): Client | undefined {
    const row = this.#statements.find.get(id)
    const known = row?.secret instanceof Uint8Array ? row.secret : digest('')
    // An unknown id takes as long as a wrong secret, so that ids cannot be found by the clock.
    const isRight = timingSafeEqual(digest(secret), known)
    return isRight && row ? clientOf(row) : undefined
  }

  /**
   * A new token, which outlives a restart.
   * @param now      milliseconds since 1970, by the wall
   * @param lifetime seconds
   */
  issue(client: Client, scopes: readonly string[], now: number, lifetime: number): string {
    const token = randomBytes(32).toString('base64url')
    this.#statements.expire.run(now)
    this.#statements.issue.run(digest(token), client.id, scopes.join(' '), now + lifetime * 1000)
    return token
  }

  /** Whose token it is, and what it is good for; undefined where it is not known or has expired by `now`. */
  holder(token: string, now: number): Holder | undefined {
    const row = this.#statements.holder.get(digest(token), now)
    return row && { client: clientOf(row), scopes: wordsOf(row.granted) }
  }

  close(): void {
    this.#database.close()
  }
}
