import { expect, test } from 'vitest'
import { memoMeaning } from './rule-memos'

test('a memo is reported as unused only after the rules have loaded', () => {
  const memos = [{ memo: 'MD2', rule: 'USD by wire to USDG' }]
  expect(memoMeaning('', memos, 'loaded')).toBeUndefined()
  expect(memoMeaning('MD2', memos, 'loading')).toBe('Triggers the rule “USD by wire to USDG”.')
  expect(memoMeaning('MD3', [], 'loading')).toBeUndefined()
  expect(memoMeaning('MD3', [], 'failed')).toMatch(/couldn't be loaded/)
  expect(memoMeaning('MD3', memos, 'loaded')).toMatch(/^None of the newest rules/)
})
