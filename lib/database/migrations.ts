/** The migrations, oldest first. Never edit one that has landed; add another. */
import { type Kysely, type Migration, sql } from 'kysely'

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
  '2026-11-21-intent': {
    async up(database: Kysely<unknown>) {
      await database.schema
        .createTable('intent')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('environment', 'text', (column) => column.notNull())
        .addColumn('client_id', 'text', (column) => column.notNull())
        .addColumn('operation', 'text', (column) => column.notNull())
        .addColumn('subject', 'text', (column) => column.notNull())
        .addColumn('person', 'text', (column) => column.notNull())
        .addColumn('path', 'text', (column) => column.notNull())
        .addColumn('body', 'text', (column) => column.notNull())
        .addColumn('fingerprint', 'text', (column) => column.notNull())
        .addColumn('summary', 'text', (column) => column.notNull())
        .addColumn('ref_id', 'text')
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('sent_at', 'bigint')
        .addColumn('deadline_at', 'bigint')
        .addColumn('settled_at', 'bigint')
        .addColumn('answer_status', 'integer')
        .addColumn('answer', 'text')
        .addColumn('reason', 'text')
        .addColumn('is_conflict', 'integer', (column) => column.notNull())
        .addColumn('record_id', 'text')
        .addColumn('record_status', 'text')
        .addColumn('status_at', 'bigint')
        .addColumn('noted_by', 'text')
        .addColumn('asking_until', 'bigint')
        .execute()
      const index = (name: string, columns: string[]) =>
        database.schema.createIndex(name).on('intent').columns(columns).execute()
      await index('intent_newest', ['environment', 'client_id', 'created_at', 'id'])
      await index('intent_state', ['environment', 'client_id', 'state'])
      await index('intent_ref_id', ['ref_id'])
      await index('intent_record_id', ['record_id'])
      await database.schema
        .createTable('happening')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('intent_id', 'text', (column) => column.notNull().references('intent.id'))
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('words', 'text', (column) => column.notNull())
        .addColumn('person', 'text')
        .addColumn('status', 'integer')
        .execute()
      await database.schema.createIndex('happening_intent').on('happening').columns(['intent_id', 'at']).execute()
      await database.schema
        .createTable('book')
        .addColumn('environment', 'text', (column) => column.notNull())
        .addColumn('client_id', 'text', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('key', 'text', (column) => column.notNull())
        .addColumn('value', 'text', (column) => column.notNull())
        .addColumn('person', 'text', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('book_key', ['environment', 'client_id', 'kind', 'key'])
        .execute()
    },
  },
  '2026-11-22-newest-answer': {
    async up(database: Kysely<unknown>) {
      const column = (name: string, type: 'text' | 'bigint') =>
        database.schema.alterTable('intent').addColumn(name, type).execute()
      await column('sent_at_service', 'bigint')
      await column('claim_id', 'text')
      await column('latest_answer', 'text')
      await column('latest_at', 'bigint')
      await database.schema
        .alterTable('intent')
        .addColumn('is_by_reference', 'integer', (column) => column.notNull().defaultTo(0))
        .execute()
      // They were confirmed by a 409 of any kind that spoke of a conflict; nobody has seen their records.
      await sql`update intent set is_by_reference = 1
        where state = 'confirmed' and answer_status = 409 and record_id is null`.execute(database)
      // Lists show the intents of every credential that an environment has had.
      await database.schema.dropIndex('intent_newest').execute()
      await database.schema.dropIndex('intent_state').execute()
      const index = (name: string, columns: string[]) =>
        database.schema.createIndex(name).on('intent').columns(columns).execute()
      await index('intent_by_time', ['environment', 'created_at', 'id'])
      await index('intent_by_state', ['environment', 'state'])
      await index('intent_path', ['path'])
    },
  },
  '2026-11-22-standard-names': {
    async up(database: Kysely<unknown>) {
      await database.schema.dropIndex('happening_intent').execute()
      await database.schema.alterTable('happening').renameTo('intent_event').execute()
      await database.schema.createIndex('intent_event_intent').on('intent_event').columns(['intent_id', 'at']).execute()
      await database.schema.alterTable('book').renameTo('preset').execute()
      await database.schema.alterTable('intent').renameColumn('asking_until', 'lease_until').execute()
      // An ended session keeps its row for a while, so that the person can learn why it ended.
      await database.schema.alterTable('session').addColumn('ended_at', 'bigint').execute()
      await database.schema.alterTable('session').addColumn('end_reason', 'text').execute()
    },
  },
  '2026-11-22-sweep-sessions': {
    async up(database: Kysely<unknown>) {
      // Old rows are found by when they began; without the index that read the whole table.
      await database.schema.createIndex('session_created_at').on('session').column('created_at').execute()
      await database.schema
        .createTable('sign_in_limit')
        .addColumn('key', 'text', (column) => column.primaryKey())
        .addColumn('count', 'integer', (column) => column.notNull())
        .addColumn('ends_at', 'bigint', (column) => column.notNull())
        .execute()
      await database.schema.createIndex('sign_in_limit_ends_at').on('sign_in_limit').column('ends_at').execute()
    },
  },
  '2026-11-22-token-renewal': {
    async up(database: Kysely<unknown>) {
      const column = (name: string, type: 'text' | 'bigint') =>
        database.schema.alterTable('session').addColumn(name, type).execute()
      await column('roles_read_at', 'bigint')
      await column('company_tokens', 'text')
      await column('renewal_until', 'bigint')
      await sql`update session set roles_read_at = created_at where subject like 'oidc:%'`.execute(database)
    },
  },
}
