/** The writes of a plan that its form and its page send: under ids of their own, so that the same again changes nothing. */
import type { PlanChange } from '@/lib/api/console/movements/movement-input'
import type { Environment } from '@/lib/api/environments'
import type { NewRule } from '@/lib/api/provider/rules'
import { callConsole } from '@/lib/browser/operation'
import { sendWrite } from '@/lib/browser/send-write'

/** The write by which a rule comes to be. */
export const ruleWrite = { operation: 'createRule' } as const

/** @param intent of the rule, which the plan names */
export const createRule = (environment: Environment, body: NewRule, intent: string, reason?: string) =>
  sendWrite(environment, ruleWrite.operation, { body }, intent, reason)

/** What a person says of a plan. */
export const changePlan = (environment: Environment, id: string, action: PlanChange['action']) =>
  callConsole(environment, 'changePlan', { values: { id }, body: { action } })
