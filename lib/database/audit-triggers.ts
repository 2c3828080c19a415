/** What keeps the lines of the audit log: statements of the migration, and of a restore. */

const refusal = 'Lines of the audit log are never changed or removed.'

export const keepInSqlite = ['update', 'delete'].map(
  (change) => `create trigger audit_line_${change} before ${change} on audit_line
    begin select raise(abort, '${refusal}'); end`,
)

/** Called by the triggers of PostgreSQL. A copy of tables lacks it. */
export const keepFunction = `create or replace function audit_line_kept() returns trigger language plpgsql as
  $$ begin raise exception '${refusal}'; end $$`

export const keepInPostgres = [
  keepFunction,
  `create trigger audit_line_kept before update or delete or truncate on audit_line
    for each statement execute function audit_line_kept()`,
]
