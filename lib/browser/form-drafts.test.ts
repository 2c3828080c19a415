import { describe, expect, test } from 'vitest'
import {
  clearFormDrafts,
  completeFormDraft,
  type DraftKey,
  hasFormDrafts,
  newIntentId,
  parseFormDraft,
  readFormDraft,
  restoreShape,
  saveFormDraft,
  subscribeFormDrafts,
} from './form-drafts'

test('every intent gets an id of its own, a UUID of version 4', () => {
  const ids = Array.from({ length: 500 }, newIntentId)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(new Set(ids).size).toBe(ids.length)
})

describe('a kept draft', () => {
  const draft = { values: { side: 'BUY' }, intent: 'an-intent', savedAt: 1_795_000_000_000 }
  test('comes back as it was', () => {
    const whole = {
      ...draft,
      attempt: 'sending',
      isChanged: true,
      errors: [{ field: 'price', message: 'No.' }],
      earlier: { intent: 'one', end: 'taken' },
    }
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
    const odd = {
      ...draft,
      attempt: 'flying',
      isChanged: 1,
      errors: [{ field: 1 }],
      earlier: { intent: 'one', end: 'lost' },
    }
    expect(parseFormDraft(JSON.stringify(odd))).toEqual(draft)
  })
})

test('values of an older form take the shape of the one that is there now', () => {
  const blank = { side: '', wire: { number: '', isOwn: false }, metadata: [], legs: [{ to: '' }] }
  expect(
    restoreShape(blank, { side: 'BUY', wire: { number: 5, gone: 'x' }, metadata: [{ key: 'a' }], legs: ['text'] }),
  ).toEqual({ side: 'BUY', wire: { number: '', isOwn: false }, metadata: [{ key: 'a' }], legs: [{ to: '' }] })
  for (const nothing of [undefined, null, 'text', 7, []]) expect(restoreShape(blank, nothing)).toEqual(blank)
})

// Here nothing is stored, as in a browser that forbids it.
describe('the draft of an intent that was sent', () => {
  const place: DraftKey = { person: 'ines', environment: 'sandbox', place: 'orders/new' }
  const draft = { values: { side: 'BUY' }, intent: 'sent', savedAt: 1, attempt: 'sending' } as const
  const changed = { values: { side: 'SELL' }, savedAt: 1, earlier: { intent: 'sent', end: 'sent' } }

  test('is forgotten', () => {
    saveFormDraft(place, draft)
    completeFormDraft(place, 'sent', { side: 'BUY' })
    expect(readFormDraft(place)).toBeUndefined()
    saveFormDraft(place, draft)
    completeFormDraft(place, 'sent')
    expect(hasFormDrafts()).toBe(false)
  })
  test('stays as another one where it was changed since, and says what was sent', () => {
    saveFormDraft(place, { ...draft, values: { side: 'SELL' } })
    completeFormDraft(place, 'sent', { side: 'BUY' })
    expect(readFormDraft(place)).toMatchObject(changed)
    saveFormDraft(place, { ...draft, values: { side: 'SELL' }, isChanged: true })
    completeFormDraft(place, 'sent')
    const { intent, attempt } = readFormDraft(place) ?? {}
    expect([intent === 'sent', attempt]).toEqual([false, undefined])
    expect(readFormDraft(place)).toMatchObject(changed)
  })
  test('is left alone where it is of another intent', () => {
    saveFormDraft(place, draft)
    completeFormDraft(place, 'other', {})
    expect(readFormDraft(place)).toEqual(draft)
  })
  test('is kept without a secret key that was pasted into it', () => {
    const key = `S${'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.repeat(2).slice(0, 55)}`
    saveFormDraft(place, { ...draft, values: { address: key, network: 'STELLAR' } })
    expect(readFormDraft(place)).toEqual({ ...draft, values: { address: '', network: 'STELLAR' } })
  })
  test('is not kept again after sign-out, and whoever listens hears of every change before', () => {
    let heard = 0
    const end = subscribeFormDrafts(() => heard++)
    saveFormDraft(place, draft)
    end()
    saveFormDraft(place, draft)
    clearFormDrafts()
    expect([saveFormDraft(place, draft), readFormDraft(place), heard]).toEqual([false, undefined, 1])
  })
})
