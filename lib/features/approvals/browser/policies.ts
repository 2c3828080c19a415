/** The console's API for policies, as the browser calls it. */
import { withLocalDeadline } from '../../../browser/intents'
import { callConsole } from '../../../browser/operation'
import { withIdentity } from '../../../browser/step-up'
import type { Environment } from '../../../provider/environments'
import type { NewDecision } from '../input'
import { approvalsRows } from '../operations'
import type { Policy } from '../policy'

export const policiesQuery = (environment: Environment) => ({
  queryKey: [environment, 'policies'] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await callConsole(environment, approvalsRows.listPolicies, {}, { signal })).body,
})

const versionOf = (version: number) => ({ values: { id: String(version) } })

/** As it is sent: since when a destination is approved, the server knows. */
const sent = ({ destinations, ...policy }: Policy) => ({
  ...policy,
  ...(destinations && { destinations: destinations.map(({ approved, ...one }) => one) }),
})

/** @throws ProblemError 409 if another version was proposed meanwhile */
export const proposePolicy = async (environment: Environment, version: number, body: Policy) =>
  (
    await withIdentity(() =>
      callConsole(environment, approvalsRows.proposePolicy, { ...versionOf(version), body: sent(body) }),
    )
  ).body

export const activatePolicy = async (environment: Environment, version: number) =>
  (await withIdentity(() => callConsole(environment, approvalsRows.activatePolicy, versionOf(version)))).body

export const withdrawPolicy = async (environment: Environment, version: number) =>
  (await withIdentity(() => callConsole(environment, approvalsRows.withdrawPolicy, versionOf(version)))).body

/** What a policy would have asked for in the last 90 days. */
export const simulatePolicy = async (environment: Environment, body: Policy, signal: AbortSignal) =>
  (await callConsole(environment, approvalsRows.simulatePolicy, { body: sent(body) }, { signal })).body

/** Records a decision, a question or an answer about an intent that waits; approved by all, it is sent. @throws ProblemError */
export async function decide(environment: Environment, id: string, decision: NewDecision) {
  const { body, at } = await callConsole(environment, approvalsRows.decideIntent, { values: { id }, body: decision })
  return withLocalDeadline(body, at)
}
