/**
 * The migrations, oldest first. Never edit one that has landed; add another. A step only adds: the version before goes on
 * working while a deploy lasts, and after a rollback. What is no longer used is removed by a later version's contract step.
 */
import { randomUUID } from 'node:crypto'
import { type Kysely, PostgresAdapter, sql } from 'kysely'
import { keepInPostgres, keepInSqlite, revokeInPostgres } from './audit-triggers'
import { holdTable } from './hold'

/** One change of the tables, in a transaction of its own. */
export type Step = {
  up: (database: Kysely<unknown>) => Promise<void>
  /**
   * For a contract step: the step by which a version shows that it no longer uses what is removed, and the first version
   * that has it. Older consoles refuse to start from then on, and say so.
   */
  needs?: { step: string; version: string }
}

export const migrations: Readonly<Record<string, Step>> = {
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
  '2026-11-22-terms': {
    async up(database: Kysely<unknown>) {
      // What is past its life is found by when it was settled or saved.
      await database.schema.createIndex('intent_settled').on('intent').columns(['settled_at', 'id']).execute()
      // Without the environment in it, SQLite prefers an index that begins with the environment, and reads every row.
      await database.schema.dropIndex('intent_record_id').execute()
      await database.schema
        .createIndex('intent_record')
        .on('intent')
        .columns(['record_id', 'environment', 'status_at'])
        .execute()
      await database.schema.createIndex('preset_at').on('preset').column('at').execute()
      await database.schema
        .createTable('removed_intent')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('environment', 'text', (column) => column.notNull())
        .addColumn('removed_at', 'bigint', (column) => column.notNull())
        .execute()
      // Entries from before they were sealed, which the console seals in the background; empty afterwards.
      await sql`create index intent_event_plain on intent_event (id) where substr(words, 1, 9) <> 'sealed:1:'`.execute(
        database,
      )
    },
  },
  '2026-11-22-notes-on-records': {
    async up(database: Kysely<unknown>) {
      await database.schema
        .createTable('person')
        .addColumn('subject', 'text', (column) => column.primaryKey())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('roles', 'text', (column) => column.notNull())
        .addColumn('signed_in_at', 'bigint', (column) => column.notNull())
        .execute()
      await database.schema.createIndex('person_signed_in_at').on('person').column('signed_in_at').execute()
      await sql`insert into person (subject, name, roles, signed_in_at)
        select subject, max(name), max(roles), max(created_at) from session group by subject`.execute(database)
      await database.schema
        .createTable('record_note')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('environment', 'text', (column) => column.notNull())
        .addColumn('client_id', 'text', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('record_id', 'text', (column) => column.notNull())
        .addColumn('subject', 'text', (column) => column.notNull())
        .addColumn('person', 'text', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('text', 'text', (column) => column.notNull())
        .addColumn('assignee_subject', 'text')
        .addColumn('assignee', 'text')
        .addColumn('done_at', 'bigint')
        .addColumn('done_by', 'text')
        .addColumn('changed_at', 'bigint', (column) => column.notNull())
        .execute()
      const index = (name: string, columns: string[]) =>
        database.schema.createIndex(name).on('record_note').columns(columns).execute()
      await index('record_note_record', ['record_id', 'kind', 'environment', 'at'])
      await index('record_note_changed', ['changed_at', 'id'])
      // Most notes have no assignee or are done; open ones are found without them.
      await sql`create index record_note_open on record_note (assignee_subject, environment, at)
        where done_at is null and assignee_subject is not null`.execute(database)
      await database.schema
        .createTable('record_note_event')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('note_id', 'text', (column) => column.notNull().references('record_note.id'))
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('action', 'text', (column) => column.notNull())
        .addColumn('subject', 'text', (column) => column.notNull())
        .addColumn('person', 'text', (column) => column.notNull())
        .addColumn('assignee', 'text')
        .addColumn('text', 'text')
        .execute()
      await database.schema
        .createIndex('record_note_event_note')
        .on('record_note_event')
        .columns(['note_id', 'at'])
        .execute()
    },
  },
  '2026-11-22-observed-transfers': {
    async up(database: Kysely<unknown>) {
      await database.schema
        .createTable('observed_transfer')
        .addColumn('environment', 'text', (column) => column.notNull())
        .addColumn('client_id', 'text', (column) => column.notNull())
        .addColumn('id', 'text', (column) => column.notNull())
        .addColumn('id_end', 'text', (column) => column.notNull())
        .addColumn('group_id', 'text')
        .addColumn('ref_id', 'text')
        .addColumn('network', 'text')
        .addColumn('hash', 'text')
        .addColumn('hash_start', 'text')
        .addColumn('hash_end', 'text')
        .addColumn('address', 'text')
        .addColumn('address_digest', 'text')
        .addColumn('address_ends', 'text')
        .addColumn('first_seen_at', 'bigint', (column) => column.notNull())
        .addColumn('changed_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('observed_transfer_key', ['environment', 'client_id', 'id'])
        .execute()
      const index = (name: string, columns: string[]) =>
        database.schema.createIndex(`observed_transfer_${name}`).on('observed_transfer').columns(columns).execute()
      const owner = ['environment', 'client_id']
      await index('id_end', [...owner, 'id_end'])
      await index('hash_start', [...owner, 'hash_start'])
      await index('hash_end', [...owner, 'hash_end'])
      await index('address', [...owner, 'address_digest'])
      await index('address_ends', [...owner, 'address_ends', 'address_digest'])
      await index('changed_at', ['changed_at'])
      await database.schema
        .createTable('observed_state')
        .addColumn('environment', 'text', (column) => column.notNull())
        .addColumn('client_id', 'text', (column) => column.notNull())
        .addColumn('transfer_id', 'text', (column) => column.notNull())
        .addColumn('status', 'text', (column) => column.notNull())
        .addColumn('secondary_status', 'text', (column) => column.notNull())
        .addColumn('updated_at', 'text')
        .addColumn('seen_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('observed_state_key', [
          'environment',
          'client_id',
          'transfer_id',
          'status',
          'secondary_status',
        ])
        .execute()
    },
  },
  '2026-11-23-exports': {
    async up(database: Kysely<unknown>) {
      const owned = (table: string) =>
        database.schema
          .createTable(table)
          .addColumn('id', 'text', (column) => column.primaryKey())
          .addColumn('environment', 'text', (column) => column.notNull())
          .addColumn('client_id', 'text', (column) => column.notNull())
          .addColumn('subject', 'text', (column) => column.notNull())
          .addColumn('person', 'text', (column) => column.notNull())
          .addColumn('request', 'text', (column) => column.notNull())
          .addColumn('created_at', 'bigint', (column) => column.notNull())
      await owned('export_job')
        .addColumn('lease_id', 'text')
        .addColumn('lease_until', 'bigint')
        .addColumn('file', 'text', (column) => column.notNull())
        .addColumn('schedule_id', 'text')
        .addColumn('from_ms', 'bigint', (column) => column.notNull())
        .addColumn('to_ms', 'bigint', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('reason', 'text')
        .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('retry_at', 'bigint')
        .addColumn('started_at', 'bigint')
        .addColumn('ended_at', 'bigint')
        .addColumn('row_count', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('read_count', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('late_count', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('changed_count', 'integer')
        .addColumn('complete_from_ms', 'bigint')
        .addColumn('bytes', 'bigint', (column) => column.notNull().defaultTo(0))
        .addColumn('stored_bytes', 'bigint', (column) => column.notNull().defaultTo(0))
        .addColumn('sha256', 'text')
        .execute()
      await owned('export_schedule')
        .addColumn('period', 'text', (column) => column.notNull())
        .addColumn('next_at', 'bigint', (column) => column.notNull())
        .addColumn('stopped', 'text')
        .execute()
      await database.schema
        .createTable('export_part')
        .addColumn('job_id', 'text', (column) => column.notNull().references('export_job.id'))
        .addColumn('number', 'integer', (column) => column.notNull())
        .addColumn('row_count', 'integer', (column) => column.notNull())
        .addColumn('read_count', 'integer', (column) => column.notNull())
        .addColumn('bytes', 'integer', (column) => column.notNull())
        .addColumn('resume_ms', 'bigint')
        // PostgreSQL's name; SQLite keeps bytes as they are in a column of any type.
        .addColumn('ids', sql`bytea`, (column) => column.notNull())
        .addColumn('content', sql`bytea`, (column) => column.notNull())
        .addPrimaryKeyConstraint('export_part_key', ['job_id', 'number'])
        .execute()
      const index = (table: string, columns: string[]) =>
        database.schema
          .createIndex(`${table}_${columns.at(-1)}`)
          .on(table)
          .columns(columns)
          .execute()
      await index('export_job', ['state', 'created_at'])
      await index('export_job', ['environment', 'subject'])
      await index('export_job', ['ended_at'])
      await index('export_schedule', ['next_at'])
    },
  },
  '2026-11-23-saved-views': {
    async up(database: Kysely<unknown>) {
      await database.schema
        .createTable('saved_view')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('environment', 'text', (column) => column.notNull())
        .addColumn('client_id', 'text', (column) => column.notNull())
        .addColumn('list', 'text', (column) => column.notNull())
        .addColumn('subject', 'text', (column) => column.notNull())
        .addColumn('person', 'text', (column) => column.notNull())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('search', 'text', (column) => column.notNull())
        .addColumn('is_shared', 'integer', (column) => column.notNull())
        .addColumn('changed_at', 'bigint', (column) => column.notNull())
        .execute()
      await database.schema
        .createIndex('saved_view_owner')
        .on('saved_view')
        .columns(['environment', 'client_id', 'subject'])
        .execute()
      await sql`create index saved_view_shared on saved_view (environment, client_id) where is_shared = 1`.execute(
        database,
      )
      await database.schema
        .createTable('view_pin')
        .addColumn('environment', 'text', (column) => column.notNull())
        .addColumn('client_id', 'text', (column) => column.notNull())
        .addColumn('subject', 'text', (column) => column.notNull())
        .addColumn('view_id', 'text', (column) => column.notNull())
        .addColumn('pinned_at', 'bigint', (column) => column.notNull())
        .addColumn('opened_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('view_pin_key', ['environment', 'client_id', 'subject', 'view_id'])
        .execute()
    },
  },
  '2026-11-23-webhooks': {
    async up(database: Kysely<unknown>) {
      await database.schema
        .createTable('webhook_outbox')
        .addColumn('environment', 'text', (column) => column.notNull())
        .addColumn('client_id', 'text', (column) => column.notNull())
        .addColumn('mark', 'bigint')
        .addColumn('last_sequence', 'bigint', (column) => column.notNull())
        .addColumn('lease_id', 'text')
        .addColumn('lease_until', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('webhook_outbox_key', ['environment', 'client_id'])
        .execute()
      await database.schema
        .createTable('webhook_event')
        .addColumn('environment', 'text', (column) => column.notNull())
        .addColumn('client_id', 'text', (column) => column.notNull())
        .addColumn('sequence', 'bigint', (column) => column.notNull())
        .addColumn('key', 'text', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('body', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('webhook_event_key', ['environment', 'client_id', 'sequence'])
        .execute()
      await database.schema
        .createIndex('webhook_event_once')
        .on('webhook_event')
        .columns(['environment', 'client_id', 'key'])
        .unique()
        .execute()
      await database.schema.createIndex('webhook_event_at').on('webhook_event').column('at').execute()
      await database.schema
        .createTable('webhook')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('environment', 'text', (column) => column.notNull())
        .addColumn('client_id', 'text', (column) => column.notNull())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('url', 'text', (column) => column.notNull())
        .addColumn('events', 'text', (column) => column.notNull())
        .addColumn('view', 'text')
        .addColumn('zone', 'text', (column) => column.notNull())
        .addColumn('secret', 'text', (column) => column.notNull())
        .addColumn('subject', 'text', (column) => column.notNull())
        .addColumn('person', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('is_on', 'integer', (column) => column.notNull())
        .addColumn('off_because', 'text')
        .addColumn('position', 'bigint', (column) => column.notNull())
        .addColumn('failures', 'integer', (column) => column.notNull())
        .addColumn('failing_since', 'bigint')
        .addColumn('retry_at', 'bigint', (column) => column.notNull())
        .addColumn('last_at', 'bigint')
        .addColumn('last_status', 'integer')
        .addColumn('last_problem', 'text')
        .addColumn('lease_id', 'text')
        .addColumn('lease_until', 'bigint', (column) => column.notNull())
        .execute()
      await database.schema
        .createIndex('webhook_owner')
        .on('webhook')
        .columns(['environment', 'client_id', 'created_at'])
        .execute()
    },
  },
  '2026-11-23-keys': {
    async up(database: Kysely<unknown>) {
      await database.schema
        .createTable('known_key')
        .addColumn('purpose', 'text', (column) => column.notNull())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('key_check', 'text', (column) => column.notNull())
        .addColumn('since', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('known_key_key', ['purpose', 'name'])
        .execute()
      await database.schema
        .createTable('resealing')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('key', 'text', (column) => column.notNull())
        .addColumn('wanted_at', 'bigint', (column) => column.notNull())
        .addColumn('started_at', 'bigint')
        .addColumn('at_table', 'text')
        .addColumn('at_row', 'text')
        .addColumn('changed', 'integer', (column) => column.notNull())
        .addColumn('resealed', 'integer', (column) => column.notNull())
        .addColumn('finished_at', 'bigint')
        .addColumn('lease_id', 'text')
        .addColumn('lease_until', 'bigint', (column) => column.notNull())
        .execute()
    },
  },
  '2026-11-23-what-steps-need': {
    async up(database: Kysely<unknown>) {
      await database.schema.alterTable('kysely_migration').addColumn('needs', 'text').execute()
      await database.schema.alterTable('kysely_migration').addColumn('needs_version', 'text').execute()
    },
  },
  '2026-11-23-webhooks-secrets': {
    async up(database: Kysely<unknown>) {
      await database.schema.alterTable('webhook').addColumn('old_secrets', 'text').execute()
      await database.schema.alterTable('webhook').addColumn('old_secrets_until', 'bigint').execute()
    },
  },
  '2026-11-23-write-hold': {
    async up(database: Kysely<unknown>) {
      // A restore makes it in the same step as the tables of a backup that may be older.
      await sql.raw(holdTable).execute(database)
      await database.schema.alterTable('intent').addColumn('restored_at', 'bigint').execute()
      await database.schema
        .createTable('forgotten_request')
        .addColumn('environment', 'text', (column) => column.notNull())
        .addColumn('id', 'text', (column) => column.notNull())
        .addColumn('hold_id', 'text', (column) => column.notNull())
        .addColumn('operation', 'text')
        .addColumn('person', 'text')
        .addColumn('sent_at', 'bigint')
        .addColumn('found', 'text')
        .addPrimaryKeyConstraint('forgotten_request_key', ['environment', 'id'])
        .execute()
    },
  },
  '2026-11-24-last-backup': {
    async up(database: Kysely<unknown>) {
      await database.schema
        .createTable('last_backup')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('made_at', 'bigint', (column) => column.notNull())
        .execute()
    },
  },
  '2026-11-24-bound-values': {
    async up(database: Kysely<unknown>) {
      await database.schema.alterTable('session').addColumn('grant_digest', 'text').execute()
    },
  },
  '2026-11-24-people-without-access': {
    async up(database: Kysely<unknown>) {
      // What sessions knew of people until now.
      await sql`update person set roles = coalesce((
        select case when end_reason = 'company-ended' then '' else session.roles end
        from session where session.subject = person.subject order by created_at desc limit 1), roles)`.execute(database)
    },
  },
  '2026-11-24-export-outside-rows': {
    async up(database: Kysely<unknown>) {
      await database.schema
        .alterTable('export_job')
        .addColumn('outside_count', 'integer', (column) => column.notNull().defaultTo(0))
        .execute()
    },
  },
  '2026-11-25-note-due-days': {
    async up(database: Kysely<unknown>) {
      // An older version leaves both empty, which is what they mean: no day, and no status to compare with.
      await database.schema.alterTable('record_note').addColumn('due_day', 'text').execute()
      await database.schema.alterTable('record_note').addColumn('record_status', 'text').execute()
      await database.schema
        .createIndex('record_note_author')
        .on('record_note')
        .columns(['subject', 'environment', 'changed_at'])
        .execute()
    },
  },
  '2026-11-25-webhook-deliveries': {
    async up(database: Kysely<unknown>) {
      await database.schema
        .createTable('webhook_delivery')
        .addColumn('environment', 'text', (column) => column.notNull())
        .addColumn('client_id', 'text', (column) => column.notNull())
        .addColumn('webhook_id', 'text', (column) => column.notNull())
        .addColumn('sequence', 'bigint', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('attempts', 'integer', (column) => column.notNull())
        .addColumn('status', 'integer')
        .addColumn('problem', 'text')
        .addPrimaryKeyConstraint('webhook_delivery_key', ['webhook_id', 'sequence'])
        .execute()
    },
  },
  '2026-11-25-movements': {
    async up(database: Kysely<unknown>) {
      await database.schema
        .createTable('planned_movement')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('environment', 'text', (column) => column.notNull())
        .addColumn('client_id', 'text', (column) => column.notNull())
        .addColumn('subject', 'text', (column) => column.notNull())
        .addColumn('person', 'text', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('rule_intent', 'text', (column) => column.notNull())
        .addColumn('plan', 'text', (column) => column.notNull())
        .execute()
      await database.schema
        .createIndex('planned_movement_rule')
        .on('planned_movement')
        .columns(['rule_intent', 'at'])
        .execute()
      await database.schema
        .createIndex('planned_movement_time')
        .on('planned_movement')
        .columns(['environment', 'client_id', 'at'])
        .execute()
      await database.schema
        .createTable('movement_join')
        .addColumn('environment', 'text', (column) => column.notNull())
        .addColumn('client_id', 'text', (column) => column.notNull())
        .addColumn('transfer_id', 'text', (column) => column.notNull())
        .addColumn('other_id', 'text', (column) => column.notNull())
        .addColumn('subject', 'text', (column) => column.notNull())
        .addColumn('person', 'text', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('movement_join_key', ['environment', 'client_id', 'transfer_id', 'other_id'])
        .execute()
      await database.schema
        .createIndex('movement_join_other')
        .on('movement_join')
        .columns(['environment', 'client_id', 'other_id'])
        .execute()
    },
  },
  '2026-11-26-approvals': {
    async up(database: Kysely<unknown>) {
      await database.schema.alterTable('intent').addColumn('policy_version', 'integer').execute()
      await database.schema.alterTable('intent').addColumn('approve_by', 'bigint').execute()
      await database.schema
        .createIndex('intent_approve_by')
        .on('intent')
        .columns(['environment', 'state', 'approve_by', 'id'])
        .execute()
      await database.schema
        .createTable('policy_version')
        .addColumn('version', 'integer', (column) => column.primaryKey())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('subject', 'text', (column) => column.notNull())
        .addColumn('person', 'text', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('policy', 'text', (column) => column.notNull())
        .addColumn('activated_at', 'bigint')
        .addColumn('activated_by', 'text')
        .addColumn('weighed_at', 'bigint')
        .execute()
      await database.schema
        .createTable('approval_request')
        .addColumn('intent_id', 'text', (column) => column.primaryKey())
        .addColumn('needed', 'text', (column) => column.notNull())
        .addColumn('destination', 'text')
        .addColumn('ended', 'text')
        .execute()
      await database.schema
        .createIndex('approval_request_destination')
        .on('approval_request')
        .column('destination')
        .execute()
      await database.schema
        .createTable('approval_decision')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('intent_id', 'text', (column) => column.notNull())
        .addColumn('subject', 'text', (column) => column.notNull())
        .addColumn('person', 'text', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('digest', 'text', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .execute()
      await database.schema
        .createIndex('approval_decision_intent')
        .on('approval_decision')
        .columns(['intent_id', 'at'])
        .execute()
      await database.schema
        .createTable('limit_use')
        .addColumn('intent_id', 'text', (column) => column.notNull())
        .addColumn('rule', 'text', (column) => column.notNull())
        .addColumn('environment', 'text', (column) => column.notNull())
        .addColumn('client_id', 'text', (column) => column.notNull())
        .addColumn('scope', 'text', (column) => column.notNull())
        .addColumn('asset', 'text', (column) => column.notNull())
        .addColumn('amount', 'text', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('limit_use_key', ['intent_id', 'rule'])
        .execute()
      await database.schema
        .createIndex('limit_use_scope')
        .on('limit_use')
        .columns(['rule', 'scope', 'asset', 'at'])
        .execute()
    },
  },
  '2026-11-26-movement-statements': {
    async up(database: Kysely<unknown>) {
      // An older version leaves all empty: nothing is withdrawn, sent or undone.
      for (const [table, what] of [
        ['planned_movement', 'withdrawn'],
        ['planned_movement', 'sent'],
        ['movement_join', 'undone'],
      ] as const) {
        await database.schema.alterTable(table).addColumn(`${what}_at`, 'bigint').execute()
        await database.schema.alterTable(table).addColumn(`${what}_by`, 'text').execute()
      }
    },
  },
  '2026-11-26-approvers': {
    async up(database: Kysely<unknown>) {
      await database.schema
        .createIndex('approval_decision_subject')
        .on('approval_decision')
        .columns(['subject', 'at'])
        .execute()
    },
  },
  '2026-11-26-audit': {
    async up(database: Kysely<unknown>) {
      const isPostgres = database.getExecutor().adapter instanceof PostgresAdapter
      const texts = ['chain', 'subject', 'name', 'roles', 'address', 'act', 'object_kind', 'object_id', 'environment']
      const more = ['outcome', 'request_id', 'digest', 'detail', 'prev_hash', 'hash']
      let table = database.schema
        .createTable('audit_line')
        .addColumn('seq', isPostgres ? 'bigint' : 'integer', (column) => column.primaryKey())
        .addColumn('at', 'bigint', (column) => column.notNull())
      for (const name of [...texts, ...more]) table = table.addColumn(name, 'text', (column) => column.notNull())
      await table.execute()
      for (const columns of [
        ['at', 'seq'],
        ['act', 'seq'],
        ['subject', 'seq'],
        ['subject', 'act', 'seq'],
        ['object_id', 'seq'],
      ])
        await database.schema
          .createIndex(`audit_line_${columns.join('_')}`)
          .on('audit_line')
          .columns(columns)
          .execute()
      await database.schema
        .createTable('audit_head')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('chain', 'text', (column) => column.notNull())
        .addColumn('seq', 'bigint', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('hash', 'text', (column) => column.notNull())
        .execute()
      await sql`insert into audit_head (id, chain, seq, at, hash)
        values (1, ${randomUUID()}, 0, 0, ${'0'.repeat(64)})`.execute(database)
      for (const statement of isPostgres ? keepInPostgres : keepInSqlite) await sql.raw(statement).execute(database)
    },
  },
  '2026-11-26-step-up': {
    async up(database: Kysely<unknown>) {
      await database.schema
        .createTable('step_up')
        .addColumn('id', 'text', (column) => column.notNull())
        .addColumn('digest', 'text', (column) => column.notNull())
        .addColumn('session_id', 'text', (column) => column.notNull())
        .addColumn('return_to', 'text', (column) => column.notNull())
        .addColumn('begun_at', 'bigint', (column) => column.notNull())
        .addColumn('confirmed_at', 'bigint')
        .addColumn('refused', 'text')
        .addColumn('used_at', 'bigint')
        .addColumn('used_for', 'text')
        .addPrimaryKeyConstraint('step_up_key', ['id', 'digest'])
        .execute()
      await database.schema.createIndex('step_up_session').on('step_up').columns(['session_id', 'begun_at']).execute()
      await database.schema.createIndex('step_up_begun').on('step_up').column('begun_at').execute()
    },
  },
  '2026-11-26-people-and-sessions': {
    async up(database: Kysely<unknown>) {
      // An older version leaves all empty: the page says less of the sessions that it began.
      for (const name of ['device', 'address'])
        await database.schema.alterTable('session').addColumn(name, 'text').execute()
      await database.schema.alterTable('person').addColumn('roles_since', 'bigint').execute()
    },
  },
  '2026-11-26-team-settings': {
    async up(database: Kysely<unknown>) {
      await database.schema
        .createTable('team_version')
        .addColumn('version', 'integer', (column) => column.primaryKey())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('subject', 'text', (column) => column.notNull())
        .addColumn('person', 'text', (column) => column.notNull())
        .addColumn('settings', 'text', (column) => column.notNull())
        .execute()
    },
  },
  '2026-11-26-audit-rights': {
    async up(database: Kysely<unknown>) {
      if (database.getExecutor().adapter instanceof PostgresAdapter) await sql.raw(revokeInPostgres).execute(database)
    },
  },
  '2026-11-26-request-seals': {
    async up(database: Kysely<unknown>) {
      // An older version leaves all empty: what it records cannot be sent by a newer one, but on the day of the upgrade.
      for (const [name, type] of [
        ['revision', 'integer'],
        ['needed_id', 'text'],
        ['mark', 'bigint'],
        ['seal', 'text'],
      ] as const)
        await database.schema.alterTable('intent').addColumn(name, type).execute()
      await database.schema.alterTable('approval_decision').addColumn('seal', 'text').execute()
      await database.schema.alterTable('person').addColumn('roles_seal', 'text').execute()
      const isPostgres = database.getExecutor().adapter instanceof PostgresAdapter
      await database.schema
        .createTable('request_mark')
        .addColumn('seq', isPostgres ? 'bigint' : 'integer', (column) => column.primaryKey())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('intent_id', 'text', (column) => column.notNull())
        .addColumn('link', 'text', (column) => column.notNull())
        .addColumn('seal', 'text', (column) => column.notNull())
        .execute()
      await database.schema.createIndex('request_mark_intent').on('request_mark').column('intent_id').execute()
      for (const [name, type] of [
        ['mark_seq', 'bigint'],
        ['mark_at', 'bigint'],
        ['mark_link', 'text'],
      ] as const)
        await database.schema.alterTable('audit_head').addColumn(name, type).execute()
    },
  },
}
