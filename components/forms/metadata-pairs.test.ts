import { describe, expect, test } from 'vitest'
import { metadataOf, pairErrors, pairFieldOf, pairsOf } from './metadata-pairs'

const pair = (key: string, value: string) => ({ key, value })

describe('pairs of metadata', () => {
  test('are sent trimmed, and empty ones not at all', () => {
    expect(metadataOf([pair(' desk ', ' A '), pair('', ' '), pair('note', '')])).toEqual({ desk: 'A', note: '' })
    expect(metadataOf([])).toBeUndefined()
    expect(metadataOf([pair(' ', '')])).toBeUndefined()
  })
  test('come back from what was sent', () => {
    expect(pairsOf({ desk: 'A', count: 3 })).toEqual([pair('desk', 'A'), pair('count', '3')])
    for (const nothing of [undefined, null, 'text']) expect(pairsOf(nothing)).toEqual([])
  })
  test('with one key twice are refused: one of them would be lost', () => {
    expect(Object.keys(pairErrors([pair('desk', 'A'), pair('', ''), pair('desk ', 'B')]))).toEqual(['metadata.2.key'])
  })
  test('without a key are refused where there is a value', () => {
    expect(Object.keys(pairErrors([pair('', 'B')]))).toEqual(['metadata.0.key'])
  })
  test('that the check names by their key are found by their place', () => {
    const pairs = [pair('', ''), pair('desk', 'A'), pair('x'.repeat(101), 'B'), pair('__proto__', 'C')]
    expect(pairFieldOf('metadata', pairs)).toBe('metadata')
    expect(pairFieldOf('metadata.desk', pairs)).toBe('metadata.1.value')
    expect(pairFieldOf(`metadata.${'x'.repeat(101)}`, pairs)).toBe('metadata.2.key')
    expect(pairFieldOf('metadata.__proto__', pairs)).toBe('metadata.3.key')
    expect(pairFieldOf('metadata.unheard', pairs)).toBe('metadata')
    expect(pairFieldOf('price', pairs)).toBe('price')
  })
})
