import { expect, test } from 'vitest'
import { ListRow } from '../scans/page-rows'
import { GivenRows } from './given-rows'

const row = (id: unknown, status = 'PENDING') => new ListRow(Buffer.from(JSON.stringify({ id, status })))

test('rows are known by their ids, and changed if anything of them differs', () => {
  const given = new GivenRows()
  // The first differ in one digit; the last are no UUIDs.
  const ids = [...Array.from({ length: 5_000 }, () => crypto.randomUUID()), 'rule_1', 'rule_2', '']
  ids[1] = `${ids[0]?.slice(0, -1)}${ids[0]?.endsWith('0') ? '1' : '0'}`
  const named = ids.filter((id) => id !== '')
  const states = named.map((id) => {
    const state = given.stateOf(row(id))
    given.add(row(id))
    return state
  })
  expect(new Set(states)).toEqual(new Set(['new']))
  expect(given.size).toBe(named.length)
  expect(named.every((id) => given.stateOf(row(id)) === 'same')).toBe(true)
  expect(named.every((id) => given.stateOf(row(id, 'COMPLETED')) === 'changed')).toBe(true)
  expect(given.stateOf(row(crypto.randomUUID()))).toBe('new')
  given.add(row(named[0], 'COMPLETED'))
  expect([given.stateOf(row(named[0], 'COMPLETED')), given.stateOf(row(named[0])), given.size]).toEqual([
    ...['same', 'changed'],
    named.length,
  ])
})

test('a row without an id is always new', () => {
  const given = new GivenRows()
  given.add(row(undefined))
  expect([given.stateOf(row(undefined)), given.size]).toEqual(['new', 0])
})
