/** The console's API for people and sessions, as the browser calls it. */
import type { Environment } from '../api/environments'
import { callConsole } from './operation'

export const accessQuery = (environment: Environment) => ({
  queryKey: [environment, 'people-and-sessions'] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await callConsole(environment, 'readPeople', {}, { signal })).body,
})

/** @returns the sessions that are left */
export const endSession = async (environment: Environment, id: string) =>
  (await callConsole(environment, 'endSession', { values: { id } })).body

export const endOtherSessions = async (environment: Environment) =>
  (await callConsole(environment, 'endOtherSessions', {})).body
