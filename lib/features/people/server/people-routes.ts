/** The addresses of people and sessions: who has access and why, and the end of sessions. */

import { createHash } from 'node:crypto'
import type { Database } from '../../../database/open'
import type { SessionTable } from '../../../database/tables'
import { ProblemError } from '../../../provider/problem'
import { isRole, type Role, roleRights } from '../../../provider/roles'
import { demoSubject, isGuest } from '../../../server/auth/people'
import type { Session, Sessions } from '../../../server/auth/sessions'
import { timeOf } from '../../../server/clock'
import type { RouteDependencies } from '../../../server/http/console-routes'
import type { Settings } from '../../../server/settings'
import type { ConsoleHandlers } from '../../handlers'
import { accessRoles, type HeldRole, type OwnRole, type PersonAccess } from '../interface'
import { peopleRows } from '../operations'

/** People who are listed: those who signed in last. */
const mostPeople = 1_000

type PeopleRoutes = RouteDependencies & {
  database: Database
  sessions: Sessions
  settings: Pick<Settings, 'adminSubjects' | 'hasDemoUsers' | 'ownRoles'>
}

/** Names a session to people. The id itself is half of what opens it. */
const publicId = ({ id }: Pick<SessionTable, 'id'>) => createHash('sha256').update(id).digest('base64url').slice(0, 22)

const has = ({ roles }: Session, some: readonly Role[]) => roles.some((role) => some.includes(role))

export function registerPeople({ database, sessions, settings }: PeopleRoutes) {
  const own = Object.entries(settings.ownRoles).map(([key, { groups, rights, ...limits }]): OwnRole => {
    const name = key.replace(/^own:/, '')
    return { name, groups: groups ?? [name], rights, limits }
  })
  const sourceOf = (subject: string, role: string): HeldRole['from'] => {
    if (subject.startsWith(demoSubject)) return 'demo'
    return role === 'admin' && settings.adminSubjects.includes(subject.replace(/^oidc:/, '')) ? 'list' : 'claim'
  }

  function heldRole(subject: string, name: string): HeldRole[] {
    const from = sourceOf(subject, name)
    if (isRole(name)) return [{ name, from, rights: roleRights[name] }]
    return own.flatMap((role) =>
      name === `own:${role.name}` ? [{ name: role.name, from, rights: role.rights, limits: role.limits }] : [],
    )
  }

  async function people(open: readonly SessionTable[]): Promise<PersonAccess[]> {
    const rows = await database
      .selectFrom('person')
      .selectAll()
      .$if(!settings.hasDemoUsers, (all) => all.where('subject', 'not like', `${demoSubject}%`))
      .orderBy('signed_in_at', 'desc')
      .limit(mostPeople)
      .execute()
    const seen = await database
      .selectFrom('session')
      .select((of) => ['subject', of.fn.max('seen_at').as('at')])
      .groupBy('subject')
      .execute()
    const seenAt = new Map(seen.map(({ subject, at }) => [subject, Number(at)]))
    return rows.map(({ subject, name, roles, roles_since, signed_in_at }) => ({
      subject,
      name,
      roles: roles.split(' ').flatMap((role) => heldRole(subject, role)),
      since: timeOf(roles_since),
      seen_at: timeOf(Math.max(Number(signed_in_at), seenAt.get(subject) ?? 0)),
      sessions: open.filter((one) => one.subject === subject).length,
    }))
  }

  /** Admins end everyone's sessions. A guest of a world does not end its owner's, which nothing would open again. */
  const mayEnd = (session: Session, { subject }: Pick<SessionTable, 'subject'>) =>
    subject === session.subject || (has(session, accessRoles) && !isGuest(session.subject))

  const endable = async (session: Session) => (await sessions.open()).filter((row) => mayEnd(session, row))

  async function shown(session: Session) {
    const seesOthers = has(session, peopleRows.readPeople.roles)
    const open = await sessions.open(seesOthers ? undefined : session.subject)
    return {
      sessions: open.map((row) => ({
        id: publicId(row),
        person: row.name,
        ...(row.device !== null && { device: row.device }),
        ...(row.address !== null && { address: row.address }),
        signed_in_at: timeOf(row.created_at),
        active_at: timeOf(row.seen_at),
        ...(row.id === session.id ? { is_current: true as const } : mayEnd(session, row) && { may_end: true as const }),
      })),
      ...(seesOthers && { people: await people(open), ...(own.length > 0 && { roles: own }) }),
    }
  }

  return {
    handlers: {
      readPeople: ({ session }) => shown(session),

      listSessions: ({ session }) => shown(session),

      endSession: async ({ session, values }) => {
        const row = (await endable(session)).find((one) => publicId(one) === values.id)
        if (!row)
          throw new ProblemError(404, 'no-such-session', 'This session is over, or you cannot end it.', {
            detail: 'Only an admin ends the sessions of others.',
          })
        await sessions.endAll([row], session)
        return shown(session)
      },

      endOtherSessions: async ({ session }) => {
        await sessions.endAll(
          (await endable(session)).filter(({ id }) => id !== session.id),
          session,
        )
        return shown(session)
      },
    } satisfies Partial<ConsoleHandlers>,
  }
}
