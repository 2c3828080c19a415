/** What keeps the lines of the audit log: statements of the migrations, and of a restore. */

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

/**
 * Leaves other roles than the owner's, such as that of consoles which do not migrate, no right to change a line, whatever
 * default privileges gave them. Does nothing where there is no such table.
 */
export const revokeInPostgres = `do $$ declare role text; begin
    for role in
      select distinct case grantee when 0 then 'public' else grantee::regrole::text end
      from pg_class, aclexplode(relacl) where pg_class.oid = to_regclass('audit_line') and grantee <> relowner
    loop execute 'revoke update, delete, truncate on audit_line from ' || role; end loop;
  end $$`
