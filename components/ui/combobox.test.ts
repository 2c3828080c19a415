import { expect, test } from 'vitest'
import { findOptions, valueNamed } from './combobox'

const options = [
  { value: 'CI', label: 'Côte d’Ivoire', code: 'CI' },
  { value: 'CD', label: 'Congo, Democratic Republic', code: 'CD' },
  { value: 'CG', label: 'Congo', code: 'CG', note: 'Brazzaville' },
]
const found = (text: string) => findOptions(options, text).map(({ value }) => value)

test('options are found by every word of a text, in any part, whatever the accents', () => {
  expect(found('')).toEqual(['CI', 'CD', 'CG'])
  expect(found('cote')).toEqual(['CI'])
  expect(found('republic congo')).toEqual(['CD'])
  expect(found('brazza')).toEqual(['CG'])
  expect(found('cg')).toEqual(['CG'])
  expect(found('congo zzz')).toEqual([])
})

test('a text that names one option by value, label or code becomes its value, and any other text stays', () => {
  expect(valueNamed(options, ' cd ')).toBe('CD')
  expect(valueNamed(options, 'congo')).toBe('CG')
  expect(valueNamed(options, 'Congo, Dem')).toBe('Congo, Dem')
  expect(valueNamed(options, '')).toBe('')
})

test('a label that two options share names neither', () => {
  const twins = [
    { value: '1', label: 'Treasury' },
    { value: '2', label: 'treasury' },
  ]
  expect(valueNamed(twins, 'Treasury')).toBe('Treasury')
})
