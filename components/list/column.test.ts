import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chosenColumns, defaultColumns, hasAllRows, selectedColumns } from './column'
import { moveColumn, withAllRows, withColumns } from './columns-menu'

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
  test('are the default ones without a selection, plus the time that the list is sorted by', () => {
    expect(keys(selectedColumns(params(''), columns, 'CREATED_AT'))).toEqual(['created', 'amount', 'asset_type'])
    expect(keys(selectedColumns(params(''), columns, 'UPDATED_AT'))).toEqual([
      'created',
      'updated',
      'amount',
      'asset_type',
    ])
  })

  test('follow the order of the URL after the first one; unknown and repeated keys are ignored', () => {
    const address = params('x.columns=asset_type.amount.created.asset_type.nonsense')
    expect(keys(selectedColumns(address, columns, 'CREATED_AT'))).toEqual(['created', 'asset_type', 'amount'])
    expect(keys(selectedColumns(params('x.columns='), columns, 'CREATED_AT'))).toEqual(['created'])
  })

  test('are read back from the URL as selected, and leave its other parameters unchanged', () => {
    const rest = fc.shuffledSubarray(columns.slice(1))
    fc.assert(
      fc.property(rest, (others) => {
        const chosen = [...columns.slice(0, 1), ...others]
        const address = withColumns(params('statuses=FAILED&page_cursor=b&x.page=2'), chosen, columns, 'CREATED_AT')
        expect(selectedColumns(new URLSearchParams(address.toString()), columns, 'CREATED_AT')).toEqual(chosen)
        address.delete('x.columns')
        expect(address.toString()).toBe('statuses=FAILED&page_cursor=b&x.page=2')
      }),
    )
  })

  test('are left out of the URL if they are the default', () => {
    const usual = defaultColumns(columns, 'CREATED_AT')
    expect(withColumns(params('x.columns=created'), usual, columns, 'CREATED_AT').toString()).toBe('')
    expect(withColumns(params(''), usual.slice(0, 2), columns, 'CREATED_AT').toString()).toBe(
      'x.columns=created.amount',
    )
  })

  test('keep the widths that were chosen for them, and no others', () => {
    const address = params('x.columns=created.amount-180.asset_type-9.memo-9000')
    const selected = selectedColumns(address, columns, 'CREATED_AT')
    expect(keys(selected)).toEqual(['created', 'amount', 'asset_type', 'memo'])
    expect(keys(selected).map((key) => chosenColumns(address).get(key))).toEqual([undefined, 180, undefined, undefined])
    const moved = withColumns(address, moveColumn(selected, 'memo', -1), columns, 'CREATED_AT', { memo: 96 })
    expect(moved.get('x.columns')).toBe('created.amount-180.memo-96.asset_type')
    const usual = defaultColumns(columns, 'CREATED_AT')
    const wide = withColumns(params(''), usual, columns, 'CREATED_AT', { created: 200 })
    expect(wide.get('x.columns')).toBe('created-200.amount.asset_type')
    expect(withColumns(wide, usual, columns, 'CREATED_AT', { created: undefined }).toString()).toBe('')
  })

  test('move by one place, never to the first', () => {
    const chosen = defaultColumns(columns, 'CREATED_AT')
    expect(keys(moveColumn(chosen, 'asset_type', -1))).toEqual(['created', 'asset_type', 'amount'])
    expect(keys(moveColumn(chosen, 'amount', 1))).toEqual(['created', 'asset_type', 'amount'])
    for (const [key, by] of [
      ['amount', -1],
      ['asset_type', 1],
      ['created', 1],
      ['nonsense', 1],
    ] as const)
      expect(moveColumn(chosen, key, by)).toEqual(chosen)
  })
})

test('rendering all rows is a parameter that can be removed', () => {
  const on = withAllRows(params('limit=500'), true)
  expect(on.toString()).toBe('limit=500&x.rows=all')
  expect([hasAllRows(on), hasAllRows(withAllRows(on, false))]).toEqual([true, false])
})
