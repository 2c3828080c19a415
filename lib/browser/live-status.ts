/** Whether changes at the provider arrive: told by the stream (live.ts), and shown by pages that have not loaded it yet. */
import type { Environment } from '../provider/environments'

/**
 * `live`: every change arrives within seconds. `reconnecting`: the connection, or the provider, does not answer; it is tried
 * again. `paused`: nothing is tried until the tab is shown, the browser online or the person signed in again. Undefined until
 * the first of them is known.
 */
export type LiveStatus = 'live' | 'reconnecting' | 'paused' | undefined

const statuses = new Map<Environment, LiveStatus>()
const listeners = new Set<() => void>()

export const liveStatus = (environment: Environment): LiveStatus => statuses.get(environment)

export function noteLiveStatus(environment: Environment, status: LiveStatus): void {
  if (statuses.get(environment) === status) return
  statuses.set(environment, status)
  for (const listener of listeners) listener()
}

export function onLiveStatus(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
