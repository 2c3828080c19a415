import { describe, expect, test } from 'vitest'
import { readRule } from '@/lib/api/reading'
import { handingOf } from './rule-outcome'

const rule = (more: object, beside: object = {}) =>
  handingOf(
    readRule({ rule: { id: 'rule_abc123', source_asset: 'USD', destination_asset: 'USDG', ...more }, ...beside }),
    {
      'p-1': 'Treasury main',
    },
  )

describe('what has to be handed over', () => {
  test('is the memo of the answer, for a wire', () => {
    expect(rule({ source: { fiat: { network: 'WIRE', memo_id: 'MD-7Q2K' } } })).toMatchObject({
      is: 'given',
      todo: 'Put this memo into the wire that brings the USD.',
      ...{ name: 'Memo', text: 'MD-7Q2K', network: 'WIRE', asset: 'USD' },
    })
  })
  test('is the address of the answer, for a network', () => {
    expect(rule({ source_asset: 'USDC', source: { crypto: { network: 'POLYGON', address: '0xabc' } } })).toMatchObject({
      is: 'given',
      todo: 'Send USDC to this address on Polygon PoS.',
      ...{ name: 'Deposit address', text: '0xabc', network: 'POLYGON' },
    })
  })
  test('is nothing where money is taken from a profile', () => {
    expect(rule({ source: { profile: { profile_id: 'p-1' } } })).toMatchObject({
      is: 'needless',
      text: 'USD that arrives in Treasury main runs the rule.',
    })
  })
  test.each([
    [{ source: { fiat: { network: 'WIRE', memo_id: '' } } }, 'The answer has no memo.'],
    [{ source: { crypto: { network: 'SOLANA', address: null } } }, 'The answer has no deposit address.'],
    [{}, 'The answer has neither memo nor deposit address.'],
    [{ source: 'odd' }, 'The answer has neither memo nor deposit address.'],
  ])('is said to be missing in %j', (more, title) => {
    expect(rule(more)).toMatchObject({ is: 'missing', title })
  })
  test('is nothing where the service has ended the rule, in the rule or beside it', () => {
    const source = { fiat: { memo_id: 'MD-7Q2K' } }
    expect(rule({ source, status: 'REJECTED' })).toMatchObject({ is: 'over' })
    expect(rule({ source }, { status: 'DELETED' })).toMatchObject({
      is: 'over',
      title: expect.stringContaining('deleted'),
    })
    expect(rule({ source, status: 'ACTIVE' })).toMatchObject({ is: 'given' })
  })
})
