import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chosenColumns, isWhole, moved, usualColumns, withColumns, withWhole } from './chosen-columns'

const params = (text: string) => new URLSearchParams(text)
const columns = [
  { key: 'created', sort: 'CREATED_AT' },
  { key: 'updated', sort: 'UPDATED_AT', isExtra: true },
  { key: 'amount' },
  { key: 'asset_type' },
  { key: 'memo', isExtra: true },
]
const keys = (some: readonly { key: string }[]) => some.map(({ key }) => key)

describe('the columns of a list', () => {
  test('are the usual ones where the address says nothing, with the time that it is sorted by', () => {
    expect(keys(chosenColumns(params(''), columns, 'CREATED_AT'))).toEqual(['created', 'amount', 'asset_type'])
    expect(keys(chosenColumns(params(''), columns, 'UPDATED_AT'))).toEqual([
      'created',
      'updated',
      'amount',
      'asset_type',
    ])
  })

  test('come in the order of the address; the first one leads whatever it says, unknown and double ones count for nothing', () => {
    const address = params('x.columns=asset_type.amount.created.asset_type.nonsense')
    expect(keys(chosenColumns(address, columns, 'CREATED_AT'))).toEqual(['created', 'asset_type', 'amount'])
    expect(keys(chosenColumns(params('x.columns='), columns, 'CREATED_AT'))).toEqual(['created'])
  })

  test('come back from the address as they were chosen, and leave the rest of it alone', () => {
    const rest = fc.shuffledSubarray(columns.slice(1))
    fc.assert(
      fc.property(rest, (others) => {
        const chosen = [...columns.slice(0, 1), ...others]
        const address = withColumns(params('statuses=FAILED&page_cursor=b&x.page=2'), chosen, columns, 'CREATED_AT')
        expect(chosenColumns(new URLSearchParams(address.toString()), columns, 'CREATED_AT')).toEqual(chosen)
        address.delete('x.columns')
        expect(address.toString()).toBe('statuses=FAILED&page_cursor=b&x.page=2')
      }),
    )
  })

  test('are not written where nobody needs to choose them', () => {
    const usual = usualColumns(columns, 'CREATED_AT')
    expect(withColumns(params('x.columns=created'), usual, columns, 'CREATED_AT').toString()).toBe('')
    expect(withColumns(params(''), usual.slice(0, 2), columns, 'CREATED_AT').toString()).toBe(
      'x.columns=created.amount',
    )
  })

  test('move by one place, never to the first', () => {
    const chosen = usualColumns(columns, 'CREATED_AT')
    expect(keys(moved(chosen, 'asset_type', -1))).toEqual(['created', 'asset_type', 'amount'])
    expect(keys(moved(chosen, 'amount', 1))).toEqual(['created', 'asset_type', 'amount'])
    for (const [key, by] of [
      ['amount', -1],
      ['asset_type', 1],
      ['created', 1],
      ['nonsense', 1],
    ] as const)
      expect(moved(chosen, key, by)).toEqual(chosen)
  })
})

test('that all rows are drawn is said in the address, and taken back', () => {
  const on = withWhole(params('limit=500'), true)
  expect(on.toString()).toBe('limit=500&x.rows=all')
  expect([isWhole(on), isWhole(withWhole(on, false))]).toEqual([true, false])
})
