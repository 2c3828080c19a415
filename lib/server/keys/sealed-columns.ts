/** Every column that holds sealed values. A new one is added here, or it cannot be read once its key is removed. */
import { type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../database/tables'

type TableWith<T extends keyof Tables> = {
  table: T
  /** The columns of its primary key. */
  key: readonly (keyof Tables[T] & string)[]
  sealed: readonly (keyof Tables[T] & string)[]
  /** Whether they hold bytes. */
  isBinary?: boolean
}

const table = <T extends keyof Tables>(
  name: T,
  key: TableWith<T>['key'],
  sealed: TableWith<T>['sealed'],
  isBinary = false,
): SealedTable => ({ table: name, key, sealed, isBinary })

export type SealedTable = {
  table: keyof Tables
  key: readonly string[]
  sealed: readonly string[]
  isBinary: boolean
}

export const sealedTables: readonly SealedTable[] = [
  // First what is read most.
  table('intent', ['id'], ['body', 'answer', 'latest_answer']),
  table('intent_event', ['id'], ['words']),
  table('record_note', ['id'], ['text']),
  table('record_note_event', ['id'], ['text']),
  table('session', ['id'], ['company_tokens']),
  table('preset', ['environment', 'client_id', 'kind', 'key'], ['value']),
  table('saved_view', ['id'], ['name', 'search']),
  table('webhook', ['id'], ['secret', 'old_secrets']),
  table('webhook_event', ['environment', 'client_id', 'sequence'], ['body']),
  table('export_job', ['id'], ['request']),
  table('export_schedule', ['id'], ['request']),
  table('write_hold', ['id'], ['report', 'statement']),
  table('forgotten_request', ['environment', 'id'], ['found']),
  table('observed_transfer', ['environment', 'client_id', 'id'], ['address']),
  table('export_part', ['job_id', 'number'], ['content'], true),
]

/** Characters or bytes that tell one sealed value from another: the prefix, a key's name and more than the nonce. */
const headLength = 64

/** The beginning of a column, which tells its key; sealed values of bytes may have megabytes. */
export const headOf = (column: string): RawBuilder<string | Uint8Array> =>
  sql<string | Uint8Array>`substr(${sql.ref(column)}, 1, ${sql.lit(headLength)})`
