import { expect, test } from 'vitest'
import type { PolicyRule } from '@/lib/features/approvals/policy'
import { ruleText } from './policy-texts'

const rule: PolicyRule = {
  id: 'large',
  operations: ['createOrder'],
  environments: ['sandbox'],
  expires_hours: 24,
  from: { amount: '250000.00', asset: 'USD' },
  approvers: { count: 1, roles: ['approver'], people: ['oidc:ines'] },
}
const textOf = (more: Partial<PolicyRule>) => ruleText({ ...rule, ...more }, () => 'Ines Okafor')

test('a rule is a sentence about the requests that it holds', () => {
  expect(textOf({})).toBe(
    'Orders of 250,000.00 USD and more in the sandbox, and whatever cannot be compared with USD, need one approver (approver, or Ines Okafor) within 24 h.',
  )
  const equal = { amount: '250000.00', asset: 'USD', equal_assets: ['USDC', 'USDG'] }
  expect(textOf({ from: undefined, limit: { ...equal, hours: 24, per: 'desk' } })).toBe(
    'Orders above 250,000.00 USD (USDC and USDG count as USD) in 24 h for the desk in the sandbox, and whatever cannot be compared with USD, need one approver (approver, or Ines Okafor) within 24 h.',
  )
  expect(
    textOf({ operations: ['createFiatAccount', 'updateFiatAccount'], from: undefined, environments: ['production'] }),
  ).toBe(
    'Fiat accounts and changes of fiat accounts in production always need one approver (approver, or Ines Okafor) within 24 h.',
  )
  const rules = { operations: ['createRule'], from: undefined, approvers: undefined } satisfies Partial<PolicyRule>
  expect(
    [{ cooling_hours: 0 }, { cooling_hours: 48 }, { cooling_hours: 24, is_listed: true as const }].map((more) =>
      textOf({ ...rules, ...more }),
    ),
  ).toEqual([
    'Rules to a new destination in the sandbox are refused.',
    'Rules to a new destination (or one first approved less than 2 days ago) in the sandbox are refused.',
    'Rules to a destination that is not approved (or was approved less than 24 h ago) in the sandbox are refused.',
  ])
  expect(textOf({ side: 'SELL', market: 'BTCUSD', approvers: undefined })).toBe(
    'Orders (sell, BTCUSD) of 250,000.00 USD and more in the sandbox, and whatever cannot be compared with USD, are refused.',
  )
})
