/** The writes of a plan that its page sends: under ids of their own, so that the same again changes nothing. */
import { callConsole } from '@/lib/browser/operation'
import { sendWrite } from '@/lib/browser/send-write'
import { withIdentity } from '@/lib/browser/step-up'
import type { PlanChange } from '@/lib/features/money/input'
import { moneyRows } from '@/lib/features/money/operations'
import type { Environment } from '@/lib/provider/environments'
import type { NewRule } from '@/lib/provider/rules'

/** The write by which a rule comes to be. */
export const ruleWrite = { operation: 'createRule' } as const

/** @param intent of the rule, which the plan names */
export const createRule = (environment: Environment, body: NewRule, intent: string) =>
  withIdentity(() => sendWrite(environment, ruleWrite.operation, { body }, intent))

/** What a person says of a plan. */
export const changePlan = (environment: Environment, id: string, action: PlanChange['action']) =>
  callConsole(environment, moneyRows.changePlan, { values: { id }, body: { action } })
