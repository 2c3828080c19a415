/** What is read of a database that is copied or replaced, on SQLite and PostgreSQL alike. */
import { sql } from 'kysely'
import type { SentRequest } from '../../features/hold/interface'
import type { Database } from '../open'
import type { AuditHeadTable } from '../tables'

type Head = Pick<AuditHeadTable, 'chain' | 'seq' | 'hash'>

/** The names of the migrations that a database has. @throws the driver's error if it has no such table */
export async function migrationsOf(database: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(database)
  return rows.map(({ name }) => name)
}

/** The requests that a database knows were sent, as both engines read it. */
export const sentQuery = 'select id, environment, operation, person, sent_at from intent where sent_at is not null'
export type SentRow = { id: string; environment: string; operation: string; person: string; sent_at: number }

/** Where its audit log ends. */
export const headQuery = 'select chain, seq, hash from audit_head where id = 1'

/** What the chains of its audit log say of those that they follow. */
export const beganQuery = "select detail from audit_line where act = 'chain-began' order by seq"
export type BeganRow = { detail: string }

/** What a database knows that is replaced: what was sent, by environment, and of its audit log where it ends and what it follows. */
export type Replaced = { sent: Map<string, SentRequest[]>; head: Head; began: readonly string[] }

export const replacedOf = (sent: readonly SentRow[], head: Head, began: readonly BeganRow[]): Replaced => ({
  sent: sentByEnvironment(sent),
  head: { ...head, seq: Number(head.seq) },
  began: began.map(({ detail }) => detail),
})

/** Read before it is replaced, so that the copy can name it. */
function sentByEnvironment(rows: readonly SentRow[]): Map<string, SentRequest[]> {
  const found = new Map<string, SentRequest[]>()
  for (const { id, environment, operation, person, sent_at } of rows) {
    const request = { id, operation, person, sent_at: new Date(Number(sent_at) / 1000).toISOString() }
    const some = found.get(environment)
    if (some) some.push(request)
    else found.set(environment, [request])
  }
  return found
}
