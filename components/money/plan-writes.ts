/** The writes of a plan, each under an id of its own: sent again, from any tab, it changes nothing. */
import { exampleWire } from '@/components/deposits/example-wire'
import { wireBody } from '@/components/fiat-accounts/account-values'
import type { PlanChange } from '@/lib/api/console/movements/movement-input'
import type { Environment } from '@/lib/api/environments'
import type { NewRule } from '@/lib/api/provider/rules'
import { callConsole } from '@/lib/browser/operation'
import { sendWrite } from '@/lib/browser/send-write'

/** The write by which a rule comes to be. */
export const ruleWrite = { operation: 'createRule' } as const
const depositWrite = { operation: 'initiateSandboxFiatDeposit' } as const

/** @param intent of the rule, which the plan names */
export const createRule = (environment: Environment, body: NewRule, intent: string) =>
  sendWrite(environment, ruleWrite.operation, { body }, intent)

/** The intent of the sandbox deposit of a plan: always the same. */
export const depositIntent = (plan: string) =>
  `${plan.slice(0, -1)}${(Number.parseInt(plan.slice(-1), 16) ^ 1).toString(16)}`

export const sendTestWire = (environment: Environment, plan: string, amount: string, memo_id: string | undefined) =>
  sendWrite(
    environment,
    depositWrite.operation,
    { body: { amount, asset: 'USD', memo_id, fiat_network_instructions: { wire: wireBody(exampleWire) } } },
    depositIntent(plan),
  )

/** What a person says of a plan. */
export const changePlan = (environment: Environment, id: string, action: PlanChange['action']) =>
  callConsole(environment, 'changePlan', { values: { id }, body: { action } })
