import { expect, test } from 'vitest'
import { ruleReview } from './rule-review'
import { blankRule, sourceKinds } from './rule-values'

test.each(sourceKinds)('a rule on %s applies only once accepted, and is looked up by its reference', (source_kind) => {
  const context = { environment: 'sandbox', intent: 'an-intent', profileNames: {}, requiresIdentity: false } as const
  const next = ruleReview({ ...blankRule, source_kind }, { ...context, now: 0, zone: 'UTC' }, {}).next.join(' ')
  expect(next).toContain('Once accepted by the provider, the rule applies automatically')
  expect(next).toContain('look it up by its reference')
})
