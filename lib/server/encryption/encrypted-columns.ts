/** Every column that holds encrypted values. A new one is added here, or it cannot be read once its key is removed. */
import { type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../database/tables'

export type EncryptedTable = {
  table: keyof Tables
  /** The columns of its primary key. */
  key: readonly string[]
  encrypted: readonly string[]
  /** Of these, those that may hold plain text: by the operation's row, or because an earlier version did not encrypt them. */
  plain: readonly string[]
  /** Columns that are part of the place of the encrypted ones: if one is changed, those do not open. */
  fixed: readonly string[]
  /** Whether they hold bytes. */
  isBinary: boolean
}

type Columns<T extends keyof Tables> = readonly (keyof Tables[T] & string)[]

const table = <T extends keyof Tables>(
  name: T,
  key: Columns<T>,
  encrypted: Columns<T>,
  more: { plain?: Columns<T>; fixed?: Columns<T>; isBinary?: boolean } = {},
): EncryptedTable => ({ table: name, key, encrypted, plain: [], fixed: [], isBinary: false, ...more })

export const encryptedTables: readonly EncryptedTable[] = [
  // First what is read most.
  table('intent', ['id'], ['body', 'answer', 'latest_answer'], { plain: ['body', 'answer', 'latest_answer'] }),
  table('intent_event', ['id'], ['words'], { plain: ['words'] }),
  table('record_note', ['id'], ['text']),
  table('record_note_event', ['id'], ['text']),
  table('session', ['id'], ['company_tokens']),
  table('preset', ['environment', 'client_id', 'kind', 'key'], ['value'], { plain: ['value'] }),
  table('saved_view', ['id'], ['name', 'search']),
  table('planned_movement', ['id'], ['plan']),
  table('team_version', ['version'], ['settings'], { plain: ['settings'] }),
  table('policy_version', ['version'], ['policy']),
  table('approval_request', ['intent_id'], ['needed']),
  table('webhook', ['id'], ['url', 'name', 'view', 'secret', 'old_secrets'], {
    plain: ['url', 'name', 'view'],
    fixed: ['url'],
  }),
  table('webhook_event', ['environment', 'client_id', 'sequence'], ['body']),
  // Of another person they would show what only the first may see.
  table('export_job', ['id'], ['request'], { fixed: ['subject'] }),
  table('export_schedule', ['id'], ['request'], { fixed: ['subject'] }),
  table('write_hold', ['id'], ['report', 'statement']),
  table('forgotten_request', ['environment', 'id'], ['found']),
  table('observed_transfer', ['environment', 'client_id', 'id'], ['address']),
  table('export_part', ['job_id', 'number'], ['content'], { isBinary: true }),
]

/** Characters or bytes that tell one encrypted value from another: the prefix, a key's name with its mark, and more than the nonce. */
const headLength = 72

/** The beginning of a column, which tells its key; encrypted values of bytes may have megabytes. */
export const headOf = (column: string): RawBuilder<string | Uint8Array> =>
  sql<string | Uint8Array>`substr(${sql.ref(column)}, 1, ${sql.lit(headLength)})`
