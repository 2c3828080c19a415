import { describe, expect, test } from 'vitest'
import { deviation, doubtsOf, isInWeek, type Known } from './comparison'
import { blankTexts } from './order-amounts'

const fill = { id: 'a', at: '2026-11-22T08:58:00Z', side: 'SELL', amount: '1.2', price: '91208.40' }
const week = { fills: 14, lowest: '88940.00', highest: '92310.50' }
const known: Known = { references: { orders: [], last_fill: fill, week, largest: '2' } }
const order = { ...blankTexts, side: 'SELL', market: 'BTCUSD', base_amount: '2.5', price: '91,250.00' }
const doubts = (more: Partial<typeof order>, of = known, figure = '1000000') =>
  doubtsOf({ ...order, ...more }, of, figure)

describe('a price compared with another', () => {
  test.each([
    ['91250', '0.05 % above', false],
    ['1000', '98.9 % below', true],
    ['91208.4', 'the same', false],
    ['91208.41', 'under 0.01 % above', false],
    ['95768.82', '5 % above', false],
    ['95768.83', '5 % above', true],
    ['86647.98', '5 % below', false],
    ['86647.97', '5 % below', true],
    ['912084000', '999,900 % above', true],
  ])('%s is %s', (price, text, isFar) => {
    expect(deviation(price, '91208.40')).toMatchObject({ text, isFar })
  })

  test('lies inside or outside the fills of the week', () => {
    const within = (price: string) => known.references && isInWeek(price, known.references)
    expect(['88940', '92310.50', '88939.99', '92310.51'].map(within)).toEqual([true, true, false, false])
    expect(isInWeek('1', { orders: [] })).toBeUndefined()
  })
})

describe('the doubts about an order', () => {
  test('are none near the last fill, and none where nothing is known', () => {
    expect(doubts({})).toEqual([])
    expect(doubts({ price: '1' }, {})).toEqual([])
  })

  test('say what a sell far below the last fill gives away', () => {
    expect(doubts({ price: '1,000.00' })).toEqual([
      {
        about: 'price',
        title: '98.9 % below the last fill.',
        texts: [
          'A sell this low fills at once, at whatever the book pays.',
          'At the last fill, 2.5 BTC is worth 228,021.00 USD: 225,521.00 USD more than this order asks for.',
        ],
      },
    ])
  })

  test('say that an order on the far side may never fill', () => {
    expect(doubts({ price: '182416.80' })).toEqual([
      { about: 'price', title: '100 % above the last fill.', texts: ['It may never fill.'] },
    ])
    expect(doubts({ side: 'BUY', price: '45604.20' })[0]?.texts).toEqual(['It may never fill.'])
    expect(doubts({ side: 'BUY', price: '182416.80' })[0]?.texts[1]).toContain('less than this order may pay.')
  })

  test('compare with the last issuer quote where there is no fill', () => {
    const stablecoin = { market: 'USDPUSD', base_amount: '10' }
    const quote = { price: '1.0000', at: '2026-11-22T08:58:00Z' }
    expect(doubts({ ...stablecoin, price: '0.9' }, { quote })[0]?.title).toBe('10 % below the last issuer quote.')
    expect(doubts({ ...stablecoin, price: '0.9998' }, { quote })).toEqual([])
  })

  test('are about an amount more than ten times the largest, and a total over the figure', () => {
    expect(doubts({ base_amount: '10' })).toEqual([])
    expect(doubts({ base_amount: '20' }, known, '9999999')).toEqual([])
    const large = doubts({ base_amount: '20.1', price: '91250' })
    expect(large.map(({ title }) => title)).toEqual([
      'More than 10 times your largest order of the last 90 days.',
      'Over the desk’s figure of 1,000,000.00 USD.',
    ])
    expect(large[0]?.texts).toEqual(['The largest was 2 BTC.'])
    const spent = { type: 'MARKET', side: 'BUY', base_amount: '', price: '', quote_amount: '1,000,000.01' }
    expect(doubts(spent).map(({ about }) => about)).toEqual(['total'])
    expect(doubts({ type: 'MARKET', base_amount: '500000' }, {})).toEqual([])
  })
})
