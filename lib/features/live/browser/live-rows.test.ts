import { describe, expect, test } from 'vitest'
import { readTransfer } from '../../../provider/reading'
import { isNewer, missingRows, withNewest, withRows } from './live-rows'

const version = (id: string, minute: number, members: object = {}) =>
  readTransfer({
    id,
    status: 'PENDING',
    created_at: `2026-11-19T09:${String(minute).padStart(2, '0')}:00Z`,
    updated_at: `2026-11-19T10:${String(minute).padStart(2, '0')}:00.000000001Z`,
    ...members,
  })
const ids = (rows: readonly ReturnType<typeof version>[]) => rows.map(({ known }) => known.id).join('')
const newest = { by: 'CREATED_AT', order: 'DESC' } as const

describe('A version of a transfer', () => {
  test('is newer by its time, to the nanosecond', () => {
    const later = version('a', 1, { updated_at: '2026-11-19T10:01:00.000000002Z' })
    expect(isNewer(later, version('a', 1))).toBe(true)
    expect(isNewer(version('a', 1), later)).toBe(false)
    expect(isNewer(later, later)).toBe(false)
  })

  test('of the same time is newer with another status, but not if it is pending again', () => {
    const completed = version('a', 1, { status: 'COMPLETED' })
    expect(isNewer(completed, version('a', 1))).toBe(true)
    expect(isNewer(version('a', 1), completed)).toBe(false)
    expect(isNewer(version('a', 1, { secondary_status: { name: 'PENDING_CUSTOMER_APPROVAL' } }), version('a', 1))).toBe(
      true,
    )
  })

  test('without a time is never newer, and older than any that has one', () => {
    const timeless = version('a', 1, { updated_at: 'soon' })
    expect(isNewer(timeless, version('a', 1))).toBe(false)
    expect(isNewer(version('a', 1), timeless)).toBe(true)
  })
})

describe('A page of a list', () => {
  const page = { items: [version('c', 3), version('b', 2), version('a', 1)], next: 'more' }

  test('gets newer versions in place and names them; without any it is the same object', () => {
    const known = new Map([['b', version('b', 2, { updated_at: '2026-11-19T11:00:00Z', status: 'FAILED' })]])
    const next = withNewest(page, known)
    expect(ids(next.items)).toBe('cba')
    expect(next.items[1]?.known.status).toBe('FAILED')
    expect('changed' in next && next.changed).toEqual({ b: true })
    expect(withNewest(next, known)).toBe(next)
    expect(withNewest(page, new Map([['b', version('b', 2)]]))).toBe(page)
  })

  test('lacks the rows above its last one, in its order, and on the last page all others', () => {
    const known = [version('e', 5), version('b', 2), version('0', 0), version('d', 4)]
    expect(ids(missingRows(known, page, newest))).toBe('ed')
    expect(ids(missingRows(known, { items: page.items }, newest))).toBe('ed0')
    expect(ids(missingRows(known, { items: [] }, newest))).toBe('edb0')
  })

  test('in the other order lacks only rows that belong before its end', () => {
    const items = [version('a', 1), version('c', 3)]
    const order = { by: 'CREATED_AT', order: 'ASC' } as const
    expect(ids(missingRows([version('b', 2), version('d', 4)], { items, next: 'more' }, order))).toBe('b')
    expect(ids(missingRows([version('b', 2), version('d', 4)], { items }, order))).toBe('bd')
  })

  test('takes further rows to their places', () => {
    expect(ids(withRows(page, [version('e', 5), version('d', 4)], newest).items)).toBe('edcba')
    const updated = { by: 'UPDATED_AT', order: 'DESC' } as const
    const late = version('0', 0, { updated_at: '2026-11-19T12:00:00Z' })
    expect(ids(withRows(page, [late], updated).items)).toBe('0cba')
  })
})
