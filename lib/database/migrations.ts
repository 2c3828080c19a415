/** The tables' history. A migration that has landed is never edited; the next one follows it. */
import type { Kysely, Migration } from 'kysely'

export const migrations: Record<string, Migration> = {
  '2026-11-21-session': {
    async up(database: Kysely<unknown>) {
      await database.schema
        .createTable('session')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('subject', 'text', (column) => column.notNull())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('roles', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('seen_at', 'bigint', (column) => column.notNull())
        .execute()
      await database.schema.createIndex('session_seen_at').on('session').column('seen_at').execute()
    },
  },
}
