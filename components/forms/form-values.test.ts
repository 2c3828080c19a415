import { describe, expect, test } from 'vitest'
import { applyTemplate, maxPairs, metadataErrors, metadataFieldOf, toMetadata, toPairs } from './form-values'

const pair = (key: string, value: string) => ({ key, value })

describe('metadata pairs', () => {
  test('are sent trimmed, without empty ones', () => {
    expect(toMetadata([pair(' desk ', ' A '), pair('', ' '), pair('note', '')])).toEqual({ desk: 'A', note: '' })
    expect(toMetadata([])).toBeUndefined()
    expect(toMetadata([pair(' ', '')])).toBeUndefined()
  })
  test('are read from what was sent', () => {
    expect(toPairs({ desk: 'A', count: 3 })).toEqual([pair('desk', 'A'), pair('count', '3')])
    for (const nothing of [undefined, null, 'text']) expect(toPairs(nothing)).toEqual([])
  })
  test('with a repeated key are refused, because one would be lost', () => {
    expect(Object.keys(metadataErrors([pair('desk', 'A'), pair('', ''), pair('desk ', 'B')]))).toEqual([
      'metadata.2.key',
    ])
  })
  test('with a value but no key are refused', () => {
    expect(Object.keys(metadataErrors([pair('', 'B')]))).toEqual(['metadata.0.key'])
  })
  test('of a template are added to the typed ones', () => {
    const template = [pair('desk', 'A'), pair('team', 'ops')]
    expect(applyTemplate(template, [pair('', '')])).toEqual({ pairs: template, kept: [] })
    expect(applyTemplate(template, [pair('note', 'x'), pair(' desk ', ''), pair('', 'y')])).toEqual({
      pairs: [pair('note', 'x'), pair('desk', 'A'), pair('', 'y'), pair('team', 'ops')],
      kept: [],
    })
    expect(applyTemplate(template, [pair('desk', 'B'), pair('team', 'ops')])).toEqual({
      pairs: [pair('desk', 'B'), pair('team', 'ops')],
      kept: ['desk'],
    })
  })
  test('of a template are refused if not all of them fit', () => {
    const typed = Array.from({ length: maxPairs - 1 }, (_, at) => pair(`key ${at}`, 'x'))
    expect(applyTemplate([pair('desk', 'A'), pair('team', 'ops')], typed)).toEqual({ tooMany: 1 })
    expect(applyTemplate([pair('desk', 'A'), pair('key 0', 'y')], typed)).toMatchObject({ kept: ['key 0'] })
    const more = [...typed, pair('a', ''), pair('b', '')]
    expect(applyTemplate([pair('key 1', 'z')], more)).toMatchObject({ pairs: more, kept: ['key 1'] })
  })
  test('get the errors that the check names by their key', () => {
    const pairs = [pair('', ''), pair('desk', 'A'), pair('x'.repeat(101), 'B'), pair('__proto__', 'C')]
    expect(metadataFieldOf('metadata', pairs)).toBe('metadata')
    expect(metadataFieldOf('metadata.desk', pairs)).toBe('metadata.1.value')
    expect(metadataFieldOf(`metadata.${'x'.repeat(101)}`, pairs)).toBe('metadata.2.key')
    expect(metadataFieldOf('metadata.__proto__', pairs)).toBe('metadata.3.key')
    expect(metadataFieldOf('metadata.unheard', pairs)).toBe('metadata')
    expect(metadataFieldOf('price', pairs)).toBe('price')
  })
})
