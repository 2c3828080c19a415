/** The console's API for held copies, as the browser calls it. */
import type { Environment } from '../api/environments'
import { type Hold, type HoldSummary, maximumSent } from '../api/holds'
import { sentRequestsIn } from '../api/sent-log'
import { callConsole } from './intents'

type Answer<Of> = { hold?: Of }

/** Asked while the copy is held; it never prolongs the session. */
export const holdSummaryQuery = (environment: Environment) => ({
  queryKey: ['hold', 'summary'] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await callConsole<Answer<HoldSummary>>(environment, 'hold/summary', { signal, isBackground: true })).body.hold ??
    null,
  meta: { isBackground: true },
})

export const holdQuery = (environment: Environment) => ({
  queryKey: ['hold', 'whole'] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await callConsole<Answer<Hold>>(environment, 'hold', { signal })).body.hold ?? null,
})

const post = async <Body>(environment: Environment, path: string, body: object = {}) =>
  (await callConsole<Body>(environment, `hold/${path}`, { method: 'POST', body: JSON.stringify(body) })).body

/**
 * Notes what the log of the earlier console says was sent, in each environment, then compares the copy with the provider.
 * @param log any text
 */
export async function reconcileHold(environment: Environment, environments: readonly Environment[], log: string) {
  for (const one of environments) {
    const requests = sentRequestsIn(log, one)
    for (let from = 0; from < requests.length; from += maximumSent)
      await post(one, 'sent', { requests: requests.slice(from, from + maximumSent) })
  }
  return (await post<Answer<Hold>>(environment, 'reconcile')).hold ?? null
}

/** Releases the copy. @throws ProblemError if it was reconciled again since `report` */
export const releaseHold = async (
  environment: Environment,
  release: { report: string; statement: string; without_keys?: boolean },
) => (await post<Answer<Hold>>(environment, 'release', release)).hold ?? null
