/** The console's API for held copies, as the browser calls it. */

import { sentRequestsIn } from '../../../api/sent-log'
import { callConsole } from '../../../browser/operation'
import { withIdentity } from '../../../browser/step-up'
import type { Environment } from '../../../provider/environments'
import { maximumSent } from '../hold-terms'
import type { ReleaseWithout } from '../interface'
import { holdRows } from '../operations'

/** Asked while the copy is held. */
export const holdSummaryQuery = (environment: Environment) => ({
  queryKey: ['hold', 'summary'] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await callConsole(environment, holdRows.readHoldSummary, {}, { signal })).body.hold ?? null,
  meta: { isBackground: true },
})

export const holdQuery = (environment: Environment) => ({
  queryKey: ['hold', 'whole'] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await callConsole(environment, holdRows.readHold, {}, { signal })).body.hold ?? null,
})

/**
 * Notes what the log of the earlier console says was sent, in each environment, then compares the copy with the provider.
 * @param log any text
 */
export async function reconcileHold(environment: Environment, environments: readonly Environment[], log: string) {
  for (const one of environments) {
    const requests = sentRequestsIn(log, one)
    for (let from = 0; from < requests.length; from += maximumSent)
      await callConsole(one, holdRows.noteSentRequests, {
        body: { requests: requests.slice(from, from + maximumSent) },
      })
  }
  return (await callConsole(environment, holdRows.reconcileHold, {})).body.hold ?? null
}

/** Releases the copy. @throws ProblemError if it was reconciled again since `report` */
export const releaseHold = async (
  environment: Environment,
  body: { report: string; statement: string } & ReleaseWithout,
) => (await withIdentity(() => callConsole(environment, holdRows.releaseHold, { body }))).body.hold ?? null
