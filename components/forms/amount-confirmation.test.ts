import { describe, expect, test } from 'vitest'
import { amountConfirmationError } from './amount-confirmation'

describe('an amount typed to confirm 1250.50 USD', () => {
  const amount = { text: '1250.50', asset: 'USD' }
  test.each(['1250.50', '1250.5', ' 1,250.50 ', '$1,250.50', '1 250.5', '1250.50 USD'])(
    'is confirmed by %j',
    (typed) => {
      expect(amountConfirmationError(typed, amount)).toBeUndefined()
    },
  )
  test.each(['1250.51', '12.50', '125050', '125 050'])('does not match %j', (typed) => {
    expect(amountConfirmationError(typed, amount)).toBe("This doesn't match. You are sending 1,250.50 USD.")
  })
  test.each(['1,25050', '12,50.50', '1250,50', '1.250,50', '-1250.50', 'all'])(
    'is requested again for the text %j',
    (typed) => {
      expect(amountConfirmationError(typed, amount)).toMatch(/^Enter the amount as a number, like 1250\.00\./)
    },
  )
  test('is asked about where it may be read two ways', () => {
    expect(amountConfirmationError('125.050', amount)).toBe('Did you mean 125.05 or 125,050?')
  })
  test.each(['1250.50 EUR', '€1250.50'])('is not confirmed in another currency: %j', (typed) => {
    expect(amountConfirmationError(typed, amount)).toMatch(/^Enter the amount in USD: this says /)
  })
  test.each(['', ' '])('is required: %j', (typed) => {
    expect(amountConfirmationError(typed, amount)).toBe('Type the amount to confirm it: 1,250.50 USD.')
  })
})

test('an amount is confirmed by a copy of the hint, and by no other text with one comma', () => {
  for (const typed of ['1,500', '1,500 USD', '1500', '1500.00'])
    expect(amountConfirmationError(typed, { text: '1500', asset: 'USD' })).toBeUndefined()
  for (const typed of ['1,500', '1,500.00'])
    expect(amountConfirmationError(typed, { text: '1.500', asset: 'USD' })).toBeDefined()
})

test.each(['1,5', '1,50'])('%j confirms neither 15 nor 150', (typed) => {
  for (const text of ['15', '150']) expect(amountConfirmationError(typed, { text, asset: 'BTC' })).toBeDefined()
})
