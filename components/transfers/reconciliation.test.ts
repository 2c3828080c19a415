import { describe, expect, test } from 'vitest'
import { readTransfer } from '@/lib/api/reading'
import { endsOf, legsOf, reconcileConversion, reconcilePair } from './reconciliation'

const transfer = (fields: object = {}) => readTransfer({ id: 'this', ...fields })
const debit = { amount: '1250.00', asset: 'USD', direction: 'DEBIT', status: 'COMPLETED' }
const credit = { ...debit, amount: '1250.0', direction: 'CREDIT' }
const pair = (one: object, other: object) => reconcilePair(transfer(one), transfer(other))
const conversion = (from: object, to: object) => reconcileConversion(transfer(from), transfer(to))

describe('the sides', () => {
  test('stand in the order in which money goes, each once', () => {
    const auto_conversion = { from_transfer_id: 'FROM', to_transfer_id: 'to' }
    const legs = legsOf(transfer({ auto_conversion }), ['this', 'from', 'other', 'TO'])
    expect(legs).toEqual([
      { role: 'from', id: 'FROM' },
      { role: 'this', id: 'this' },
      { role: 'to', id: 'to' },
      { role: 'pair', id: 'other' },
    ])
  })

  test('an end that is this transfer, or nothing, is no other side', () => {
    expect(endsOf(transfer({ auto_conversion: { from_transfer_id: 'THIS', to_transfer_id: 7 } }))).toEqual({})
    expect(legsOf(transfer(), [])).toEqual([{ role: 'this', id: 'this' }])
  })
})

describe('a debit and its credit', () => {
  test('agree where asset, amount and state are one, however the amount is written', () => {
    expect(pair(debit, credit)).toEqual({
      state: 'agrees',
      words: 'Both sides agree: 1,250.00 USD moved from one profile to the other.',
    })
  })

  test.each([
    ['amount', { ...credit, amount: '1250.01' }, 'one says 1,250.00 USD, the other 1,250.01 USD'],
    ['asset', { ...credit, asset: 'USDG' }, 'one is of USD, the other of USDG'],
    ['direction', debit, 'their directions are DEBIT and DEBIT'],
    ['status', { ...credit, status: 'PENDING' }, 'one is completed, the other pending'],
    ['a status of tomorrow', { ...credit, status: 'HELD' }, 'one is completed, the other held'],
  ])('do not agree where the %s differs, and it is said how', (_, other, words) => {
    const joint = pair(debit, other)
    expect(joint.state).toBe('differs')
    expect(joint.words).toContain(words)
  })

  test('are not compared where something is missing or odd', () => {
    expect(pair(debit, { asset: 'USD' }).state).toBe('unknown')
    expect(pair(debit, { ...credit, amount: '1e3' }).state).toBe('unknown')
  })
})

describe('two ends of a conversion', () => {
  const wire = { total: '249975.00', asset: 'USD', direction: 'CREDIT', status: 'COMPLETED' }
  const sent = { direction: 'DEBIT', status: 'COMPLETED' }
  test('are equal only where they are to the last digit', () => {
    expect(conversion(wire, { ...sent, total: '249975', asset: 'USDG' })).toEqual({
      state: 'agrees',
      words: '249,975.00 USD in equals 249,975 USDG out.',
    })
  })

  test('of two assets are not held against each other without a rate', () => {
    expect(conversion(wire, { ...sent, total: '2.65', asset: 'BTC' })).toEqual({
      state: 'unknown',
      words: '249,975.00 USD in, 2.65 BTC out: two assets, and the provider gives no rate to check them by.',
    })
  })

  test('name the state of an end that is not completed', () => {
    const to = { total: '249975', asset: 'USDG', direction: 'DEBIT', status: 'PENDING' }
    expect(conversion(wire, to).words).toBe('249,975.00 USD in equals 249,975 USDG out (pending).')
  })

  test('of one asset that are not equal are said so', () => {
    expect(conversion(wire, { ...wire, total: '249974.99', direction: 'DEBIT' }).state).toBe('differs')
    expect(conversion(wire, {}).state).toBe('unknown')
  })
})
