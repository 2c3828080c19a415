import { describe, expect, test } from 'vitest'
import { inShapeOf, newIntentId, parseFormDraft } from './form-drafts'

test('every intent gets an id of its own, a UUID of version 4', () => {
  const ids = Array.from({ length: 500 }, newIntentId)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(new Set(ids).size).toBe(ids.length)
})

describe('a kept draft', () => {
  const draft = { values: { side: 'BUY' }, intent: 'an-intent', savedAt: 1_795_000_000_000 }
  test('comes back as it was', () => {
    const whole = { ...draft, attempt: 'sending', errors: [{ field: 'price', message: 'No.' }], refused: 'one' }
    expect(parseFormDraft(JSON.stringify(whole))).toEqual(whole)
    expect(parseFormDraft(JSON.stringify(draft))).toEqual(draft)
  })
  test.each(['', 'null', '[]', '{', '"text"', '{"values":{}}', '{"values":{},"intent":1,"savedAt":2}'])(
    'that reads %j is none',
    (text) => {
      expect(parseFormDraft(text)).toBeUndefined()
    },
  )
  test('loses what is no part of it', () => {
    const odd = { ...draft, attempt: 'flying', errors: [{ field: 1 }], refused: 1, more: true }
    expect(parseFormDraft(JSON.stringify(odd))).toEqual(draft)
  })
})

test('values of an older form take the shape of the one that is there now', () => {
  const blank = { side: '', wire: { number: '', isOwn: false }, metadata: [], legs: [{ to: '' }] }
  expect(
    inShapeOf(blank, { side: 'BUY', wire: { number: 5, gone: 'x' }, metadata: [{ key: 'a' }], legs: ['text'] }),
  ).toEqual({ side: 'BUY', wire: { number: '', isOwn: false }, metadata: [{ key: 'a' }], legs: [{ to: '' }] })
  for (const nothing of [undefined, null, 'text', 7, []]) expect(inShapeOf(blank, nothing)).toEqual(blank)
})
