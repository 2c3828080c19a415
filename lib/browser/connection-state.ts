/** The console's API for its connection to the provider, as the browser calls it. */
import type { Environment } from '../api/environments'
import { callConsole } from './operation'

export const connectionQuery = (environment: Environment) => ({
  queryKey: [environment, 'connection'] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await callConsole(environment, 'readConnection', {}, { signal })).body,
})

/** Asks the provider for a token of each scope, and reads one record. */
export const checkConnection = async (environment: Environment) =>
  (await callConsole(environment, 'checkConnection', {})).body
