/** Every example of the sandbox's description passes the form of its operation: read into it, checked, and sent unchanged. */
import { describe, expect, test } from 'vitest'
import { depositForm } from '@/components/deposits/deposit-form'
import { changeDescription, changeErrors, changeWarnings } from '@/components/fiat-accounts/account-changes'
import { accountForm } from '@/components/fiat-accounts/account-form'
import type { FormChecks, FormDescription } from '@/components/forms/description'
import { errorsOf } from '@/components/forms/draft-errors'
import { orderChecks, orderDescription } from '@/components/orders/order-values'
import { ruleForm } from '@/components/rules/rule-form'
import { amountToConfirm } from '@/lib/api/provider/confirmation'
import { type WriteName, writeNames } from '@/lib/api/provider/operations'
import { timesInForce } from '@/lib/api/provider/order-terms'
import type { OrderType } from '@/lib/api/provider/orders'
import type { WriteInput } from '@/lib/browser/send-write'
import { isObject } from '@/lib/domain/json'
import { documentationOf } from '@/lib/sandbox/operations'

const id = '7d0f5a52-3a51-4c1e-9f0a-0f3a1b2c3d4e'
const context = {
  environment: 'sandbox',
  intent: 'an-intent',
  requiresIdentity: false,
  now: Date.parse('2026-11-19T00:00:00Z'),
  zone: 'UTC',
  figure: '1000000',
} as const

type Form<Values extends object> = Pick<
  FormDescription<Values>,
  'operation' | 'fromInput' | 'toInput' | 'fieldFor' | 'review'
>

/** Sends an input again from its form, under the same reference: what is sent, what the form refuses, and its review. */
const sender =
  <Values extends object>(form: Form<Values>, loadChecks: () => Promise<FormChecks<Values>>) =>
  async (input: WriteInput) => {
    const reference = isObject(input.body) && 'ref_id' in input.body ? { ref_id: input.body.ref_id } : {}
    const values: Values = { ...form.fromInput(input), ...reference }
    return {
      errors: errorsOf(form, await loadChecks(), values, context),
      input: form.toInput(values, context),
      review: form.review(values, context),
    }
  }

/** By operation, so that one without a form does not compile. */
const senders: Record<WriteName, ReturnType<typeof sender>> = {
  createOrder: sender(orderDescription({}), async () => orderChecks),
  createFiatAccount: sender(accountForm, accountForm.loadChecks),
  updateFiatAccount: sender(changeDescription(id, undefined), async () => ({
    errors: changeErrors,
    warnings: changeWarnings,
  })),
  createRule: sender(ruleForm({}, {}), ruleForm({}, {}).loadChecks),
  initiateSandboxFiatDeposit: sender(depositForm, depositForm.loadChecks),
}

/** An order's form states the time in force that the provider would assume. */
const withDefaults = (body: object) =>
  'market' in body && !('time_in_force' in body) && 'type' in body
    ? { ...body, time_in_force: timesInForce[body.type as OrderType][0] }
    : body

describe.each(writeNames)('The form of %s', (name) => {
  const examples = Object.entries(documentationOf(name).bodies ?? {})

  test('sends every example of the description unchanged, and shows what a person types to confirm it', async () => {
    expect(examples.length).toBeGreaterThan(0)
    const places = Object.keys(documentationOf(name).parameters ?? {})
    const path = Object.fromEntries(places.map((place) => [place, id]))
    for (const [example, { value: body }] of examples) {
      const { errors, input, review } = await senders[name]({ ...(places.length > 0 && { path }), body })
      expect([example, errors]).toEqual([example, {}])
      expect([example, input]).toEqual([example, { ...(places.length > 0 && { path }), body: withDefaults(body) }])
      expect([example, amountToConfirm('production', name, body, '0')?.money]).toEqual([example, review.amount])
    }
  })
})
