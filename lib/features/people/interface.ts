/** Who has access, and the open sessions, as Mintdesk answers them. Times are RFC 3339. */

import { type Right, type Role, rolesWith } from '../../provider/roles'

/** Who may end the sessions of others. */
export const accessRoles: readonly Role[] = rolesWith('configure')

/** An open session. `id` names it and opens nothing; what is not known of it is absent. */
export type OpenSession = {
  id: string
  person: string
  device?: string
  address?: string
  signed_in_at: string
  /** When a person last asked for something, to the minute. */
  active_at: string
  is_current?: true
  /** Whether this person may end it. */
  may_end?: true
}

/** How far a role of a company's own goes. */
export type RoleLimits = { profiles?: readonly string[]; amounts?: Readonly<Record<string, string>> }

/** A role that a company defines, for those whom its sign-in puts in one of the groups. */
export type OwnRole = { name: string; groups: readonly string[]; rights: readonly Right[]; limits: RoleLimits }

/** `claim`: company sign-in named it. `list`: ADMIN_SUBJECTS does. */
export type HeldRole = { name: string; from: 'claim' | 'list' | 'demo'; rights: readonly Right[]; limits?: RoleLimits }

/** A person who has signed in. One without roles has no access any more. */
export type PersonAccess = {
  subject: string
  name: string
  roles: HeldRole[]
  /** Since when they have these roles. */
  since: string
  seen_at: string
  sessions: number
}

/** The sessions that a person may see; for those who see others' access also who has it. */
export type PeopleAndSessions = { sessions: OpenSession[]; people?: PersonAccess[]; roles?: OwnRole[] }
