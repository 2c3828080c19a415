import { expect, test } from 'vitest'
import { exactIn, shownAmount } from './amount-meanings'

test.each([
  ['USD', '250000', '250,000'],
  ['USD', '$250,000.00', '250,000.00'],
  ['USD', ' 1250 USD', '1,250'],
  ['BTC', '0.25', '0.25'],
  ['BTC', '1250000', '1,250,000'],
  ['BTC', '1250.5', '1,250.5'],
])('an amount of %s is shown grouped, with the digits that were typed: %j', (asset, typed, shown) => {
  expect(shownAmount(typed, exactIn(asset))).toBe(shown)
})

test('an amount that a comma would make two has cents', () => {
  expect(shownAmount('250000', exactIn('PYUSD'))).toBe('250,000.00')
})

test.each(['', '1,250', '1.250', '1,50', 'all', '5 EUR'])('%j stays as typed', (typed) => {
  expect(shownAmount(typed, exactIn('PYUSD'))).toBe(typed)
})

test('what is shown is the same amount, and is shown as it is', () => {
  for (const asset of ['USD', 'BTC', 'PYUSD'])
    for (const typed of ['0', '.5', '007', '1000', '01250', '999999', '2.1250', '1 000.005', '9'.repeat(99)]) {
      const exactOf = exactIn(asset)
      const shown = shownAmount(typed, exactOf)
      expect(Number(exactOf(shown)), `${typed} ${asset}`).toBe(Number(exactOf(typed)))
      expect(shownAmount(shown, exactOf)).toBe(shown)
    }
})
