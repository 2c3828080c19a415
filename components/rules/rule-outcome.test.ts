import { describe, expect, test } from 'vitest'
import { readRule } from '@/lib/provider/records'
import { paymentDetails } from './rule-outcome'

const rule = (more: object, beside: object = {}) =>
  paymentDetails(
    readRule({ rule: { id: 'rule_abc123', source_asset: 'USD', destination_asset: 'USDG', ...more }, ...beside }),
    { 'p-1': 'Treasury main' },
  )

describe('the payment details of a rule', () => {
  test('for a wire are the memo of the answer', () => {
    expect(rule({ source: { fiat: { network: 'WIRE', memo_id: 'MD-7Q2K' } } })).toMatchObject({
      kind: 'memo',
      instruction: 'Include this memo in every USD wire for this rule.',
      text: 'MD-7Q2K',
      network: 'WIRE',
      asset: 'USD',
    })
  })
  test('for a network are the address of the answer', () => {
    expect(rule({ source_asset: 'USDC', source: { crypto: { network: 'POLYGON', address: '0xabc' } } })).toMatchObject({
      kind: 'address',
      instruction: 'Send USDC to this address on Polygon PoS.',
      text: '0xabc',
      network: 'POLYGON',
    })
  })
  test('for a profile are not needed', () => {
    expect(rule({ source: { profile: { profile_id: 'p-1' } } })).toMatchObject({
      kind: 'none-needed',
      title: 'USD that arrives in Treasury main triggers the rule.',
    })
  })
  test.each([
    [{ source: { fiat: { network: 'WIRE', memo_id: '' } } }, 'The answer has no memo.'],
    [{ source: { crypto: { network: 'SOLANA', address: null } } }, 'The answer has no deposit address.'],
    [{}, 'The answer has neither a memo nor a deposit address.'],
    [{ source: 'odd' }, 'The answer has neither a memo nor a deposit address.'],
  ])('are missing in %j', (more, title) => {
    expect(rule(more)).toMatchObject({ kind: 'missing', title })
  })
  test('of a rejected or deleted rule are not shown, whether its status is in the rule or next to it', () => {
    const source = { fiat: { memo_id: 'MD-7Q2K' } }
    expect(rule({ source, status: 'REJECTED' })).toMatchObject({ kind: 'inactive' })
    expect(rule({ source }, { status: 'DELETED' })).toMatchObject({
      kind: 'inactive',
      title: expect.stringContaining('deleted'),
    })
    expect(rule({ source, status: 'ACTIVE' })).toMatchObject({ kind: 'memo' })
  })
})
