import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteObserved, observedValues } from './observed-values'

const list = '/sandbox/transfers'
const day = 86_400_000
const now = 20_000 * day

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, text: string) => stored.set(name, text),
      removeItem: (name: string) => stored.delete(name),
    },
  })
})

afterEach(() => void vi.unstubAllGlobals())

test('values are known for 90 days after they were last seen, of one list and filter', () => {
  noteObserved(list, 'type', ['FEDNOW_DEPOSIT', 'ACT_DEPOSIT'], now)
  noteObserved(list, 'type', ['FEDNOW_DEPOSIT'], now + 60 * day)
  expect(observedValues(list, 'type', now + 90 * day)).toEqual(['ACT_DEPOSIT', 'FEDNOW_DEPOSIT'])
  expect(observedValues(list, 'type', now + 91 * day)).toEqual(['FEDNOW_DEPOSIT'])
  expect(observedValues(list, 'type', now + 151 * day)).toEqual([])
  expect(observedValues(list, 'x.network', now)).toEqual([])
  expect(observedValues('/production/transfers', 'type', now)).toEqual([])
})

test('only what looks like a value of a closed list is kept, and no more than a menu can show', () => {
  noteObserved(list, 'type', ['waits for a clerk', '', 'X'.repeat(61), 'A123456789', '<b>', 'HELD'], now)
  expect(observedValues(list, 'type', now)).toEqual(['HELD'])
  noteObserved(
    list,
    'type',
    Array.from({ length: 100 }, (_, at) => `TYPE_${at}`),
    now + day,
  )
  expect(observedValues(list, 'type', now + day)).toHaveLength(20)
})

test('what storage holds that this version cannot read counts as nothing', () => {
  for (const text of ['', '{', '[]', '7', 'null', '{"HELD":"x"}']) {
    window.localStorage.setItem(`mintdesk:observed:${list}?type`, text)
    expect(observedValues(list, 'type', now)).toEqual([])
  }
})
