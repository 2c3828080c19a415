/**
 * What people may do who are not here now: the roles that company sign-in named last, when they signed in, were refused, or
 * had their roles read again. What goes on without a session asks here.
 */
import { sql } from 'kysely'
import type { Database } from '../../database/open'
import type { PersonTable, SessionTable } from '../../database/tables'
import type { DefaultRole, Role } from '../../provider/roles'
import type { Encryption } from '../encryption/encryption'
import { type OwnRoles, rolesIn } from './own-roles'

/** The prefix of every demo user's subject; a company's subjects have another. */
export const demoSubject = 'demo:'

const demoNames: Record<DefaultRole, string> = {
  support: 'Demo support',
  treasury: 'Demo treasury',
  approver: 'Demo approver',
  admin: 'Demo admin',
  auditor: 'Demo auditor',
}

/**
 * The demo user of a role.
 * @param world sets the person apart from those of other worlds, whose open tabs and drafts the same browser may have
 * @param link  by which a colleague joined the world
 */
export const demoPerson = (role: DefaultRole, world?: string, link?: string) => ({
  subject: `${demoSubject}${role}${world === undefined ? '' : `@${world.slice(0, 8)}`}${link === undefined ? '' : `+${link}`}`,
  name: link === undefined ? demoNames[role] : `Guest ${role}`,
  roles: [role],
})

/** Whether somebody joined another visitor's world by a link. */
export const isGuest = (subject: string) => /^demo:\w+@\w+\+/.test(subject)

type Granted = Pick<PersonTable, 'subject' | 'roles' | 'roles_digest'>

const grantOf = ({ subject, roles }: Pick<Granted, 'subject' | 'roles'>) => ['roles of', subject, roles]

/** The columns of a person's roles, which nobody without the key can change. */
export const rolesWithDigest = (encryption: Encryption, person: Pick<Granted, 'subject' | 'roles'>) => ({
  roles: person.roles,
  roles_digest: encryption.fingerprintOf(grantOf(person)),
})

/** Whether a console wrote that a person has these roles, now or earlier. */
export const areGenuine = (encryption: Encryption, person: Granted): boolean =>
  encryption.isFingerprintOf(grantOf(person), person.roles_digest)

/** The roles of a person's row with the rights of own ones; none if they were changed in the database. */
export const grantedRoles = (encryption: Encryption, person: Granted, ownRoles: OwnRoles): Role[] =>
  areGenuine(encryption, person) ? rolesIn(person.roles, ownRoles) : []

export function createPeople(
  database: Database,
  encryption: Encryption,
  hasDemoUsers: boolean,
  ownRoles: OwnRoles = {},
) {
  /** People with a role, as a query that others extend; demo users only while there are any. */
  function withAccess() {
    return database
      .selectFrom('person')
      .where('roles', '<>', '')
      .$if(!hasDemoUsers, (people) => people.where('subject', 'not like', `${demoSubject}%`))
  }

  /** A person's roles; none for somebody who is not known, or has no access any more. */
  async function rolesOf(subject: string): Promise<Role[]> {
    const person = await withAccess()
      .select(['subject', 'roles', 'roles_digest'])
      .where('subject', '=', subject)
      .executeTakeFirst()
    return person ? grantedRoles(encryption, person, ownRoles) : []
  }

  return { withAccess, rolesOf }
}

export type People = ReturnType<typeof createPeople>

/** Since when a person has these roles: from now unless they had them before. For the row of `person` that is changed. */
export const rolesSince = (roles: string, now: number) =>
  sql<number>`case when person.roles = ${roles} then person.roles_since else ${now} end`

/** Notes the roles of somebody who signed in before; none if they have no access any more. @param now microseconds */
export async function noteRoles(
  database: Database,
  encryption: Encryption,
  subject: string,
  roles: readonly Role[],
  now: number,
): Promise<void> {
  const text = roles.join(' ')
  await database
    .updateTable('person')
    .set({ ...rolesWithDigest(encryption, { subject, roles: text }), roles_since: rolesSince(text, now) })
    .where('subject', '=', subject)
    .execute()
}

/** Notes that company sign-in ended a session, unless the person signed in again since. */
export async function noteAccessEnd(
  database: Database,
  encryption: Encryption,
  { subject, created_at }: Pick<SessionTable, 'subject' | 'created_at'>,
  now: number,
): Promise<void> {
  await database
    .updateTable('person')
    .set({ ...rolesWithDigest(encryption, { subject, roles: '' }), roles_since: rolesSince('', now) })
    .where('subject', '=', subject)
    .where(sql<boolean>`not exists (
      select 1 from session later where later.subject = person.subject and later.created_at > ${created_at})`)
    .execute()
}
