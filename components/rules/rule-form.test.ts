import { expect, test } from 'vitest'
import { ruleForm } from './rule-form'
import { blankRule, sourceKinds } from './rule-values'

test.each(sourceKinds)('a rule on %s says that it runs by itself once accepted, and stays in force', (source_kind) => {
  const context = { environment: 'sandbox', intent: 'an-intent', requiresIdentity: false } as const
  const steps = ruleForm({}, {}).steps({ ...blankRule, source_kind }, { ...context, now: 0, zone: 'UTC', figure: '1' })
  expect(steps[0]?.[1]).toMatch(/^You (?:get|see) the/)
  expect(steps.slice(1).flat()).toContain('Once accepted, whenever matching money arrives.')
  expect(steps.flat()).toContain('Change or end it at the provider; Mintdesk cannot.')
})
