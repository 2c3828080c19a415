import { expect, test } from 'vitest'
import { reasonText } from './approval-texts'

const threshold = { amount: '250000', asset: 'USD' }
const unknown = { rule: 'r-1', because: 'amount', count: 1, roles: ['approver'], is_unknown: true, threshold } as const
const facts = { moved: { amounts: [{ asset: 'USD' }], parties: [] }, limits: [] }

test('beside a planned amount nothing says that the amount is not known', () => {
  expect(reasonText(unknown, facts)).toBe('What it moves in USD is not known before it is sent')
  const text = 'Its rule also moves what comes later, which cannot be compared with 250,000.00 USD'
  expect(reasonText(unknown, facts, true)).toBe(text)
  expect(reasonText(unknown, undefined, true)).toBe(text)
})
