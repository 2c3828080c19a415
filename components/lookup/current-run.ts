/** The current look-up. It continues while the person opens a result, and is still there when they come back. */
import type { QueryClient } from '@tanstack/react-query'
import { createSignal } from '@/components/ui/focus'
import type { Environment } from '@/lib/provider/environments'
import type { LookupRun } from './lookup-run'

/** As long as the cache of what was read, which sign-out ends. */
const runs = new WeakMap<QueryClient, Map<Environment, LookupRun>>()
const changes = createSignal<Environment>()

export const currentRun = (client: QueryClient, environment: Environment) => runs.get(client)?.get(environment)

/** Replaces the look-up, or ends it; what the one before still asks is ended. */
export function setCurrentRun(client: QueryClient, environment: Environment, run: LookupRun | undefined): void {
  const all = runs.get(client) ?? new Map<Environment, LookupRun>()
  runs.set(client, all)
  if (all.get(environment) !== run) all.get(environment)?.cancel()
  if (run) all.set(environment, run)
  else all.delete(environment)
  changes.send(environment)
}

/** Tells the page, if it is on screen, that there is something for it. */
export const notifyPage = (environment: Environment): void => void changes.send(environment)

export const onRunChange = (listener: () => void) => changes.listen(listener)
