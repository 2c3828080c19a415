import { expect, test } from 'vitest'
import type { PolicyRule } from '@/lib/api/console/approvals/policy'
import { ruleText } from './policy-texts'

const rule: PolicyRule = {
  ...{ id: 'large', operations: ['createOrder'], environments: ['sandbox'], expires_hours: 24 },
  ...{
    from: { amount: '250000.00', asset: 'USD' },
    approvers: { count: 1, roles: ['approver'], people: ['oidc:ines'] },
  },
}
const textOf = (more: Partial<PolicyRule>) => ruleText({ ...rule, ...more }, () => 'Ines Okafor')

test('a rule is a sentence about the requests that it holds', () => {
  expect(textOf({})).toBe(
    'Orders from 250,000.00 USD in the sandbox need one approver (approver, or Ines Okafor) within 24 h.',
  )
  expect(
    textOf({ operations: ['createFiatAccount', 'updateFiatAccount'], from: undefined, environments: ['production'] }),
  ).toBe(
    'Fiat accounts and changes of fiat accounts in production always need one approver (approver, or Ines Okafor) within 24 h.',
  )
  expect(textOf({ side: 'SELL', market: 'BTCUSD', approvers: undefined })).toBe(
    'Orders (sell, BTCUSD) from 250,000.00 USD in the sandbox are refused.',
  )
})
