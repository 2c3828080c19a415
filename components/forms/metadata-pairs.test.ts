import { describe, expect, test } from 'vitest'
import { metadataOf, mostPairs, pairErrors, pairFieldOf, pairsOf, withTemplate } from './metadata-pairs'

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
  test('of a template come beside what was typed, which stays', () => {
    const template = [pair('desk', 'A'), pair('team', 'ops')]
    expect(withTemplate(template, [pair('', '')])).toEqual({ pairs: template, kept: [] })
    expect(withTemplate(template, [pair('note', 'x'), pair(' desk ', ''), pair('', 'y')])).toEqual({
      pairs: [pair('note', 'x'), pair('desk', 'A'), pair('', 'y'), pair('team', 'ops')],
      kept: [],
    })
    expect(withTemplate(template, [pair('desk', 'B'), pair('team', 'ops')])).toEqual({
      pairs: [pair('desk', 'B'), pair('team', 'ops')],
      kept: ['desk'],
    })
  })
  test('of a template are refused where there is no room for all of them', () => {
    const typed = Array.from({ length: mostPairs - 1 }, (_, at) => pair(`key ${at}`, 'x'))
    expect(withTemplate([pair('desk', 'A'), pair('team', 'ops')], typed)).toEqual({ tooMany: 1 })
    expect(withTemplate([pair('desk', 'A'), pair('key 0', 'y')], typed)).toMatchObject({ kept: ['key 0'] })
    const more = [...typed, pair('a', ''), pair('b', '')]
    expect(withTemplate([pair('key 1', 'z')], more)).toMatchObject({ pairs: more, kept: ['key 1'] })
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
