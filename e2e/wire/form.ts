/** That the form of a write sends what the sandbox's description shows. */
import { expect, test } from 'vitest'
import type { FormDescription } from '@/components/forms/description'
import { errorsOf } from '@/components/forms/draft-errors'
import { isObject } from '@/lib/domain/json'
import { amountToConfirm } from '@/lib/provider/confirmation'
import type { WriteName } from '@/lib/provider/operations'
import { documentationOf } from '@/lib/sandbox/operations'

/** The value of each path parameter. */
export const formId = '7d0f5a52-3a51-4c1e-9f0a-0f3a1b2c3d4e'
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
  'operation' | 'fromInput' | 'toInput' | 'fieldFor' | 'review' | 'loadChecks'
>

/**
 * One test for the form of a write: every example of the description is read into it, checked, and sent unchanged under the same
 * reference. Each write has one (addresses.test.ts).
 * @param stated a body with what the form states in place of a default of the provider
 */
export function hasForm<Values extends object>(
  name: WriteName,
  form: Form<Values>,
  stated: (body: object) => object = (body) => body,
) {
  test(`the form of ${name} sends every example unchanged, and shows what a person types to confirm it`, async () => {
    const { bodies = {}, parameters = {} } = documentationOf(name)
    const places = Object.keys(parameters)
    const path = places.length > 0 && { path: Object.fromEntries(places.map((place) => [place, formId])) }
    const checks = await form.loadChecks()
    expect([form.operation, Object.keys(bodies).length > 0]).toEqual([name, true])
    for (const [example, { value: body }] of Object.entries(bodies)) {
      const reference = isObject(body) && 'ref_id' in body ? { ref_id: body.ref_id } : {}
      const copied = form.fromInput?.({ ...path, body })
      if (!copied) throw new Error('Every form of a write copies its requests.')
      const values: Values = { ...copied, ...reference }
      const { money } = amountToConfirm('production', name, body, '0') ?? {}
      expect([example, errorsOf(form, checks, values, context)]).toEqual([example, {}])
      expect([example, form.toInput(values, context)]).toEqual([example, { ...path, body: stated(body) }])
      expect([example, money]).toEqual([example, form.review(values, context).amount])
    }
  })
}
