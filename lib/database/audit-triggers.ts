/** What the database itself refuses, to consoles of every version: statements of the migrations, and of a restore. */

const refusal = 'Lines of the audit log are never changed or removed.'

export const keepInSqlite = ['update', 'delete'].map(
  (change) => `create trigger audit_line_${change} before ${change} on audit_line
    begin select raise(abort, '${refusal}'); end`,
)

const keepFunction = `create or replace function audit_line_kept() returns trigger language plpgsql as
  $$ begin raise exception '${refusal}'; end $$`

/** What it says to a console that claims a request which the active policy has not weighed: one that knows no policies. */
export const unweighed = 'A policy is active that has not weighed this request.'
const isUnweighed = `new.state = 'sent' and old.state <> 'sent' and coalesce(new.policy_version, 0) <>
  coalesce((select version from policy_version where state = 'active'), 0)`

export const fenceInSqlite = [
  `create trigger intent_weighed before update of state on intent when ${isUnweighed}
    begin select raise(abort, '${unweighed}'); end`,
]

const fenceFunction = `create or replace function intent_weighed() returns trigger language plpgsql as
  $$ begin if ${isUnweighed} then raise exception '${unweighed}'; end if; return new; end $$`

export const fenceInPostgres = [
  fenceFunction,
  'create trigger intent_weighed before update of state on intent for each row execute function intent_weighed()',
]

/** Called by the triggers of PostgreSQL. A copy of tables lacks them. */
export const triggerFunctions = `${keepFunction};\n${fenceFunction}`

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
