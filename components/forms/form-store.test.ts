import { expect, expectTypeOf, test } from 'vitest'
import { createStore, type PathIn, textAt, valueAt } from './form-store'

const blank = { profile_id: '', wire: { number: '', bank: { city: 'Oslo' } }, metadata: [{ key: 'desk', value: 'A' }] }

test('a value is read by its path, and nothing is inherited', () => {
  expect(valueAt(blank, 'wire.bank.city')).toBe('Oslo')
  expect(valueAt(blank, 'metadata.0.key')).toBe('desk')
  expect(valueAt(blank, 'wire.bank.city.length')).toBeUndefined()
  expect(valueAt(blank, 'wire.constructor')).toBeUndefined()
  expect([textAt(blank, 'wire.bank'), textAt(blank, 'nothing'), textAt(undefined, 'wire')]).toEqual(['', '', ''])
  expectTypeOf<PathIn<{ side: string; wire: { number: string } }>>().toEqualTypeOf<'side' | 'wire' | 'wire.number'>()
})

test('a change makes new objects on its path, and leaves the rest and the values before it as they were', () => {
  const store = createStore(blank)
  store.set('wire.bank.city', 'Bergen', 'typing')
  store.set('metadata.0.value', 'B')
  expect(store.values()).toEqual({
    profile_id: '',
    wire: { number: '', bank: { city: 'Bergen' } },
    metadata: [{ key: 'desk', value: 'B' }],
  })
  expect(blank.wire.bank.city).toBe('Oslo')
  expect(blank.metadata).toEqual([{ key: 'desk', value: 'A' }])
  const { wire } = store.values()
  store.set('profile_id', 'p-1')
  expect(store.values().wire).toBe(wire)
})

test('listeners hear whether a change was typed, and nothing of a value that stays the same', () => {
  const store = createStore(blank)
  const heard: string[] = []
  const unsubscribe = store.subscribe((change) => heard.push(change))
  store.set('profile_id', 'p', 'typing')
  store.set('profile_id', 'p')
  store.set('profile_id', 'p-1')
  store.replaceAll(blank)
  unsubscribe()
  store.set('profile_id', 'p-2')
  expect(heard).toEqual(['typing', 'set', 'set'])
})

test('no field of a replaced form counts as visited', () => {
  const store = createStore(blank)
  store.visit('wire.number')
  expect([store.isVisited('wire.number'), store.isVisited('wire')]).toEqual([true, false])
  store.replaceAll(blank)
  expect(store.isVisited('wire.number')).toBe(false)
})
