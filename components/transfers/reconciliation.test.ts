import { describe, expect, test } from 'vitest'
import { readTransfer } from '@/lib/api/provider/reading'
import { conversionOf, endsOf, legsOf, reconcile, reconcileConversion, reconcilePair } from './reconciliation'

const transfer = (fields: object = {}) => readTransfer({ id: 'this', ...fields })
const debit = { amount: '1250.00', asset: 'USD', direction: 'DEBIT', status: 'COMPLETED', profile_id: 'mine' }
const credit = { ...debit, amount: '1250.0', direction: 'CREDIT', profile_id: 'yours' }
const pair = (one: object, other: object) => reconcilePair(transfer(one), transfer(other))
const conversion = (from: object, to: object) => reconcileConversion(transfer(from), transfer(to))

describe('legs', () => {
  test('are in the order of the money, each once', () => {
    const auto_conversion = { from_transfer_id: 'FROM', to_transfer_id: 'to' }
    const legs = legsOf(transfer({ auto_conversion }), ['this', 'from', 'other', 'TO'])
    expect(legs).toEqual([
      { role: 'from', id: 'FROM' },
      { role: 'this', id: 'this' },
      { role: 'to', id: 'to' },
      { role: 'pair', id: 'other' },
    ])
  })

  test('do not include an end that is this transfer or not an ID', () => {
    expect(endsOf(transfer({ auto_conversion: { from_transfer_id: 'THIS', to_transfer_id: 7 } }))).toEqual({})
    expect(legsOf(transfer(), [])).toEqual([{ role: 'this', id: 'this' }])
  })
})

describe('a group of three', () => {
  const group = (...amounts: [direction: string, amount: string, asset?: string, status?: string][]) =>
    reconcile(
      amounts.map(([direction, amount, asset = 'USD', status = 'COMPLETED'], at) => ({
        ...{ id: String(at), role: at === 0 ? 'this' : 'pair' },
        transfer: transfer({ id: String(at), direction, amount, asset, status }),
      })),
    )
  test('balances if debits and credits are equal in every asset, digit by digit', () => {
    expect(group(['DEBIT', '0.3'], ['CREDIT', '0.1'], ['CREDIT', '0.20'])).toEqual({
      state: 'agrees',
      text: 'Debits and credits of the group balance.',
    })
  })
  test('does not balance by the last digit, and says by how much of which asset', () => {
    expect(group(['DEBIT', '1000.30'], ['CREDIT', '1000'], ['CREDIT', '0.29'], ['DEBIT', '5', 'USDG'])).toEqual({
      state: 'differs',
      text: "Debits and credits of the group don't balance: 1,000.30 USD out, 1,000.29 USD in; 5 USDG out, 0 USDG in.",
    })
  })
  test.each<[string, [string, string, string?, string?][], string, string]>([
    [
      'of which one failed does not balance by it',
      [
        ['DEBIT', '10'],
        ['CREDIT', '6'],
        ['CREDIT', '4', 'USD', 'FAILED'],
      ],
      'differs',
      "Debits and credits of the group don't balance, without 1 transfer that failed: 10 USD out, 6 USD in.",
    ],
    [
      'balances without a try that failed',
      [
        ['DEBIT', '10'],
        ['CREDIT', '10', 'USD', 'FAILED'],
        ['CREDIT', '10'],
      ],
      'agrees',
      'Debits and credits of the group balance, without 1 transfer that failed.',
    ],
    [
      'that failed moved nothing',
      [
        ['DEBIT', '10', 'USD', 'FAILED'],
        ['CREDIT', '6', 'USD', 'FAILED'],
        ['CREDIT', '4', 'USD', 'FAILED'],
      ],
      'unknown',
      'Every transfer of the group failed.',
    ],
    [
      'is not said to balance while one is pending',
      [
        ['DEBIT', '10'],
        ['CREDIT', '6'],
        ['CREDIT', '4', 'USD', 'PENDING'],
      ],
      'unknown',
      'Debits and credits of the group are equal, but not all of its transfers are completed.',
    ],
  ])('%s', (_, legs, state, text) => {
    expect(group(...legs)).toEqual({ state, text })
  })
  test('is not compared without a direction, or before all legs are read', () => {
    expect(group(['DEBIT', '1'], ['CREDIT', '1'], ['SIDEWAYS', '1'])?.state).toBe('unknown')
    const legs = [{ id: '1', role: 'this', transfer: transfer(debit) } as const, { id: '2', role: 'pair' } as const]
    expect(reconcile([...legs, { id: '3', role: 'pair', transfer: transfer(credit) }])).toBeUndefined()
  })
})

describe('a debit and its credit', () => {
  test('agree if asset, amount and status are equal, however the amount is written', () => {
    expect(pair(debit, credit)).toEqual({
      state: 'agrees',
      text: 'Both sides agree: the amount moved from one profile to the other.',
    })
  })

  test.each([
    ['amount', { ...credit, amount: '1250.01' }, 'one says 1,250.00 USD, the other 1,250.01 USD'],
    ['asset', { ...credit, asset: 'USDG' }, 'one is in USD, the other in USDG'],
    ['direction', debit, 'their directions are DEBIT and DEBIT'],
    ['status', { ...credit, status: 'PENDING' }, 'one has the status completed, the other pending'],
    ['profile', { ...credit, profile_id: 'mine' }, 'both are on the same profile'],
    ['an unknown status', { ...credit, status: 'HELD' }, 'one has the status completed, the other HELD'],
  ])('differ by %s, and the text says how', (_, other, text) => {
    const result = pair(debit, other)
    expect(result.state).toBe('differs')
    expect(result.text).toContain(text)
  })

  test('are not compared if a value is missing or invalid', () => {
    expect(pair(debit, { asset: 'USD' }).state).toBe('unknown')
    expect(pair(debit, { ...credit, amount: '1e3' }).state).toBe('unknown')
    expect(pair(debit, { ...credit, type: 'INTERNAL_TRANSFER_DEBIT' }).state).toBe('unknown')
    expect(pair({ ...debit, status: 'FAILED', crypto_tx_hash: 'ab' }, { ...credit, status: 'FAILED' }).state).toBe(
      'unknown',
    )
  })
})

describe('the two ends of a conversion', () => {
  const wire = { total: '249975.00', asset: 'USD', direction: 'CREDIT', status: 'COMPLETED' }
  const sent = { direction: 'DEBIT', status: 'COMPLETED' }
  test('are equal only to the last digit', () => {
    expect(conversion(wire, { ...sent, total: '249975', asset: 'USDG' })).toEqual({
      state: 'agrees',
      text: 'Both sides match.',
    })
  })

  test('are not equal in two assets that are not converted one for one', () => {
    const euros = { ...wire, asset: 'EUR' }
    expect(conversion(euros, { ...sent, total: '249975', asset: 'USD' })).toEqual({
      state: 'unknown',
      text: '249,975.00 EUR in, 249,975 USD out: different assets.',
    })
  })

  test('are not equal on the same side of the balance', () => {
    expect(conversion(wire, { ...wire, asset: 'USDG' })).toEqual({
      state: 'differs',
      text: "The ends don't match: their directions are CREDIT and CREDIT.",
    })
  })

  test.each([
    ['FAILED', 'differs'],
    ['PENDING', 'unknown'],
    ['HELD', 'unknown'],
  ])('do not agree while the second is %s', (status, state) => {
    expect(conversion(wire, { ...sent, status, total: '249975', asset: 'USDG' }).state).toBe(state)
  })

  test('are not compared in two assets without a rate', () => {
    expect(conversion(wire, { ...sent, total: '2.65', asset: 'BTC' })).toEqual({
      state: 'unknown',
      text: '249,975.00 USD in, 2.65 BTC out: different assets.',
    })
  })

  test('name the status of an end that is not completed', () => {
    const to = { total: '249975', asset: 'USDG', direction: 'DEBIT', status: 'PENDING' }
    expect(conversion(wire, to).text).toBe('Both totals are equal. The first is completed, the second pending.')
  })

  test('differ in one asset if they are not equal', () => {
    expect(conversion(wire, { ...wire, total: '249974.99', direction: 'DEBIT' }).state).toBe('differs')
    expect(conversion(wire, {}).state).toBe('unknown')
  })
})

describe('a conversion is called', () => {
  const debited = transfer({ asset: 'USD', direction: 'DEBIT', status: 'COMPLETED' })
  const credited = (status: string) => transfer({ id: 'other', asset: 'USDG', direction: 'CREDIT', status })
  const named = (status: string) =>
    conversionOf(debited, [
      { id: 'this', role: 'this', transfer: debited },
      { id: 'other', role: 'to', transfer: credited(status) },
    ])

  test.each([
    ['COMPLETED', 'Converted USD to USDG'],
    ['PENDING', 'Converting USD to USDG'],
    ['FAILED', 'Conversion of USD to USDG'],
    ['HELD', 'Conversion of USD to USDG'],
  ])('by its assets and what became of it: %s', (status, name) => expect(named(status)).toBe(name))

  test('only if there are two assets, and both ends were read', () => {
    const [one, other] = [
      { id: 'this', role: 'this', transfer: debited } as const,
      { id: 'other', role: 'to' } as const,
    ]
    expect(conversionOf(debited, [one, other])).toBeUndefined()
    expect(conversionOf(debited, [one, { ...other, transfer: debited }])).toBeUndefined()
    expect(conversionOf(debited, [{ ...one, role: 'pair' }, one])).toBeUndefined()
  })

  test('without another end by its own balance asset', () => {
    const deposit = { asset: 'USD', balance_asset: 'USDG', direction: 'CREDIT', status: 'COMPLETED' }
    expect(conversionOf(transfer(deposit), [])).toBe('Converted USD to USDG')
    expect(conversionOf(transfer({ ...deposit, direction: 'DEBIT', status: 'PENDING' }), [])).toBe(
      'Converting USDG to USD',
    )
  })
})
