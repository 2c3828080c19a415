/** The writes of a plan that its form and its page send: under ids of their own, so that the same again changes nothing. */
import { activityRows } from '@/lib/api/intent-operations'

import { callConsole } from '@/lib/browser/operation'
import { sendWrite } from '@/lib/browser/send-write'
import { withIdentity } from '@/lib/browser/step-up'
import type { PlanChange } from '@/lib/features/money/input'
import { moneyRows } from '@/lib/features/money/operations'
import type { Environment } from '@/lib/provider/environments'
import type { NewRule } from '@/lib/provider/rules'

/** The write by which a rule comes to be. */
export const ruleWrite = { operation: 'createRule' } as const

/**
 * @param intent of the rule, which the plan names
 * @param others the rules that follow, which one sign-in confirms with it where production asks for one
 */
export const createRule = (
  environment: Environment,
  body: NewRule,
  intent: string,
  { reason, others = [] }: { reason?: string; others?: readonly NewRule[] } = {},
) =>
  withIdentity(
    () => sendWrite(environment, ruleWrite.operation, { body }, intent, reason),
    async () => (await Promise.all(others.map((one) => digestOf(environment, one)))).flat(),
  )

async function digestOf(environment: Environment, body: NewRule): Promise<string[]> {
  const weighed = await callConsole(environment, activityRows.weighRequest, {
    body: { operation: ruleWrite.operation, body },
  })
  const { digest } = weighed.body.identity ?? {}
  return digest === undefined ? [] : [digest]
}

/** What a person says of a plan. */
export const changePlan = (environment: Environment, id: string, action: PlanChange['action']) =>
  callConsole(environment, moneyRows.changePlan, { values: { id }, body: { action } })
