import { expect, test } from 'vitest'
import { memoMeaning } from './rule-memos'

test('that no rule has a memo is said only where the rules were read', () => {
  const memos = [{ memo: 'MD2', rule: 'USD by wire to USDG' }]
  expect(memoMeaning('', memos, 'whole')).toBeUndefined()
  expect(memoMeaning('MD2', memos, 'busy')).toBe('Runs the rule “USD by wire to USDG”.')
  expect(memoMeaning('MD3', [], 'busy')).toBeUndefined()
  expect(memoMeaning('MD3', [], 'failed')).toMatch(/could not be read/)
  expect(memoMeaning('MD3', memos, 'whole')).toMatch(/^None of the newest rules/)
})
