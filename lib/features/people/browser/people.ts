/** The console's API for people and sessions, as the browser calls it. */

import { callConsole } from '../../../browser/operation'
import type { Environment } from '../../../provider/environments'
import type { Role } from '../../../provider/roles'
import { peopleRows } from '../operations'

export const seesAccess = (roles: readonly Role[]) => roles.some((role) => peopleRows.readPeople.roles.includes(role))

/** Who has access and all sessions for those who may see them, else one's own sessions. */
export const accessQuery = (environment: Environment, roles: readonly Role[]) => ({
  queryKey: [environment, 'people-and-sessions'] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (
      await callConsole(
        environment,
        seesAccess(roles) ? peopleRows.readPeople : peopleRows.listSessions,
        {},
        { signal },
      )
    ).body,
})

/** @returns the sessions that are left */
export const endSession = async (environment: Environment, id: string) =>
  (await callConsole(environment, peopleRows.endSession, { values: { id } })).body

export const endOtherSessions = async (environment: Environment) =>
  (await callConsole(environment, peopleRows.endOtherSessions, {})).body
