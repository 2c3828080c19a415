import { describe, expect, test } from 'vitest'
import { shareText, sliceFigures, statusCounts, successRate, sumsIn } from './slice-figures'
import { day, overviewOf, range, readTo } from './testing'

const sums = { credit: '0.1', debit: '0.000000000000000000000000001', count: 2 }

describe('The parts of a range', () => {
  test('have the figures of their time, and say how much of it was read', () => {
    const completeFrom = range.from + 12 * day + 3_600_000
    const overview = overviewOf({
      transfers: {
        isWhole: false,
        completeFrom,
        byPeriod: [
          { start: range.from, byAsset: [['USD', sums]] },
          { start: range.from + 13 * day, byAsset: [['USD', sums]] },
        ],
      },
    })
    const { period, slices } = sliceFigures(range, overview)
    expect(period).toBe('day')
    const found = [slices[13], slices[12], slices[11], slices[0]]
    // Rows out of order may fill a part that was not read otherwise.
    expect(found.map((slice) => slice?.coverage)).toEqual(['whole', 'part', 'none', 'part'])
    expect(found.map((slice) => slice?.isRunning)).toEqual([true, false, false, false])
    expect(slices[13]?.span).toEqual({ from: range.from + 13 * day, to: readTo })
    expect(slices[12]?.span).toEqual({ from: completeFrom, to: range.from + 13 * day })
    expect(sumsIn(slices[13]?.byAsset ?? [], 'USD').net).toBe('0.099999999999999999999999999')
    expect(sumsIn(slices[13]?.byAsset ?? [], 'BTC')).toEqual({ credit: '0', debit: '0', net: '0', count: 0 })
  })

  test('are not read before there are figures', () => {
    const { slices } = sliceFigures(range, undefined)
    expect(slices.map(({ coverage }) => coverage)).toEqual(Array.from({ length: 14 }, () => 'none'))
  })
})

test('statuses of the spec come first, then others as received', () => {
  const byStatus: [string, number][] = [
    ['ON_HOLD', 1],
    ['COMPLETED', 2],
  ]
  expect(statusCounts({ byStatus, count: 3 })).toEqual([
    { status: 'COMPLETED', count: 2, share: '66.67' },
    { status: 'PENDING', count: 0, share: '0.00' },
    { status: 'FAILED', count: 0, share: '0.00' },
    { status: 'ON_HOLD', count: 1, share: '33.33' },
  ])
  expect(statusCounts({ byStatus: [], count: 0 })[0]?.share).toBe('0.00')
})

test('the success rate is that of transfers that have ended', () => {
  const byStatus: [string, number][] = [
    ['COMPLETED', 2],
    ['FAILED', 1],
    ['PENDING', 7],
  ]
  expect(successRate({ byStatus })).toEqual({ completed: 2, ended: 3, share: '66.67' })
  expect(successRate({ byStatus: [['PENDING', 7]] })).toBeUndefined()
})

test('shares are rounded half up', () => {
  expect([shareText(1, 3), shareText(2, 3), shareText(1, 800), shareText(9311, 9449), shareText(5, 5)]).toEqual([
    '33.33',
    '66.67',
    '0.13',
    '98.54',
    '100.00',
  ])
})
