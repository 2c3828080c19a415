import { expect, test } from 'vitest'
import { ruleForm } from './rule-form'
import { blankRule, sourceKinds } from './rule-values'

test.each(sourceKinds)(
  'the review of a rule on %s says that it applies once accepted, and can be looked up',
  (source_kind) => {
    const context = { environment: 'sandbox', intent: 'an-intent', requiresIdentity: false } as const
    const next = ruleForm({}, {})
      .review({ ...blankRule, source_kind }, { ...context, now: 0, zone: 'UTC' })
      .nextSteps.join(' ')
    expect(next).toContain('Once accepted by the provider, the rule applies automatically')
    expect(next).toContain('look it up by its reference')
  },
)
