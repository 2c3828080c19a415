import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readTransfer } from '@/lib/provider/reading'
import { transferTypes } from '@/lib/provider/transfer-terms'
import { checkSum, feeSign } from './transfer-sum'

const check = (fields: object) => checkSum(readTransfer(fields))

/** Units of the 20th place as a decimal text. */
const written = (units: bigint, places: number) => {
  const digits = String(units).padStart(places + 1, '0')
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
}

test('the fee is subtracted from deposits and added to withdrawals, as in the spec; other types follow their direction', () => {
  for (const type of transferTypes) {
    const signs = ['DEBIT', 'CREDIT'].map((direction) => feeSign({ type, direction }))
    if (type.endsWith('_DEPOSIT')) expect(signs).toEqual(['−', '−'])
    else if (type.endsWith('_WITHDRAWAL')) expect(signs).toEqual(['+', '+'])
    else expect(signs).toEqual(['+', '−'])
  }
})

test('a total that is exact matches, and one that is off by the last digit differs', () => {
  const units = fc.bigInt({ min: 0n, max: 10n ** 38n - 1n })
  const places = fc.integer({ min: 0, max: 20 })
  fc.assert(
    fc.property(units, units, places, fc.boolean(), (amount, fee, at, isDeposit) => {
      const paid = isDeposit && fee > amount ? amount : fee
      const total = isDeposit ? amount - paid : amount + paid
      const fields = {
        type: isDeposit ? 'WIRE_DEPOSIT' : 'WIRE_WITHDRAWAL',
        amount: written(amount, at),
        fee: written(paid, at),
      }
      expect(check({ ...fields, total: written(total, at) }).state).toBe('matches')
      expect(check({ ...fields, total: written(total + 1n, at) })).toEqual({
        state: 'differs',
        expected: written(total, at),
      })
    }),
    { numRuns: 1_000 },
  )
})

describe('a sum is not judged without grounds', () => {
  const sum = { amount: '10.00', fee: '1', total: '11.0' }
  const unchecked = (reason: string) => ({ state: 'unchecked', reason })
  test.each([
    ['a part is missing', { type: 'WIRE_DEPOSIT', amount: '1' }, unchecked('fee and total missing')],
    ['a part is no number', { ...sum, fee: '1e2' }, unchecked('fee is not a decimal number')],
    [
      'two parts are no numbers',
      { ...sum, fee: '1e2', total: 'x' },
      unchecked('fee and total are not decimal numbers'),
    ],
    [
      'nothing says whether the fee is added',
      { ...sum, type: 'TOMORROW' },
      unchecked('neither type nor direction shows whether the fee is added or subtracted'),
    ],
    [
      'the total is in another asset',
      { ...sum, type: 'WIRE_DEPOSIT', asset: 'USD', balance_asset: 'USDG' },
      unchecked('the amount is in USD, the balance in USDG'),
    ],
    ['the fee is zero', { amount: '10.00', fee: '0', total: '10' }, { state: 'matches', expected: '10.00' }],
    [
      'the direction decides',
      { ...sum, type: 'ACME_TRANSFER_DEBIT', direction: 'DEBIT' },
      { state: 'matches', expected: '11.00' },
    ],
    [
      'the fee is more than the deposit',
      { type: 'RTP_DEPOSIT', amount: '1', fee: '3', total: '2' },
      { state: 'differs', expected: '-2' },
    ],
  ])('%s', (_, fields, found) => {
    expect(check(fields)).toEqual(found)
  })
})
