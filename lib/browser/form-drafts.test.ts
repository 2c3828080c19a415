import { afterEach, describe, expect, test, vi } from 'vitest'
import { madeAt } from '../api/sent-log'
import { clearFormDrafts, type DraftKey, hasDraft, hasFormDrafts, removeOldDrafts } from './draft-storage'
import {
  carryDrafts,
  completeFormDraft,
  deleteFormDraft,
  giveToDraft,
  idsIn,
  newIntentId,
  parseFormDraft,
  readFormDraft,
  restoreShape,
  saveFormDraft,
  subscribeFormDrafts,
} from './form-drafts'

test('every intent ID is a different version 7 UUID, which begins with its time', () => {
  const ids = Array.from({ length: 500 }, () => newIntentId())
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(madeAt(newIntentId(1_795_000_000_123))).toBe(1_795_000_000_123)
  expect(madeAt('512f26ad-a3c3-4634-ac3c-6b12b7b33cb5')).toBeUndefined()
  expect(new Set(ids).size).toBe(ids.length)
})

describe('a saved draft', () => {
  const draft = { values: { side: 'BUY' }, intent: 'an-intent', savedAt: 1_795_000_000_000 }
  test('is read back unchanged', () => {
    const whole = {
      ...draft,
      attempt: 'sending',
      isChanged: true,
      errors: [{ field: 'price', message: 'No.' }],
      given: 'a-record',
      previous: { intent: 'one', outcome: 'duplicate' },
    }
    expect(parseFormDraft(JSON.stringify(whole))).toEqual(whole)
    expect(parseFormDraft(JSON.stringify(draft))).toEqual(draft)
  })
  test.each(['', 'null', '[]', '{', '"text"', '{"values":{}}', '{"values":{},"intent":1,"savedAt":2}'])(
    'is undefined for the text %j',
    (text) => {
      expect(parseFormDraft(text)).toBeUndefined()
    },
  )
  test('loses unknown or invalid members', () => {
    const odd = {
      ...draft,
      attempt: 'flying',
      isChanged: 1,
      errors: [{ field: 1 }],
      previous: { intent: 'one', outcome: 'lost' },
    }
    expect(parseFormDraft(JSON.stringify(odd))).toEqual(draft)
  })
})

test("values of an older form take the present form's shape", () => {
  const blank = { side: '', wire: { number: '', isOwn: false }, metadata: [], legs: [{ to: '' }] }
  expect(
    restoreShape(blank, { side: 'BUY', wire: { number: 5, gone: 'x' }, metadata: [{ key: 'a' }], legs: ['text'] }),
  ).toEqual({ side: 'BUY', wire: { number: '', isOwn: false }, metadata: [{ key: 'a' }], legs: [{ to: '' }] })
  for (const nothing of [undefined, null, 'text', 7, []]) expect(restoreShape(blank, nothing)).toEqual(blank)
})

// There is no sessionStorage here, as in a browser that forbids it.
describe('a draft of a demo that is over', () => {
  const of = (person: string, path = 'orders/new'): DraftKey => ({ person, environment: 'sandbox', path })
  const draft = { values: { side: 'BUY' }, intent: 'sent-there', savedAt: Date.now(), attempt: 'sending' } as const
  const own = 'demo:treasury@22222222'
  afterEach(() => {
    for (const person of ['demo:admin@11111111', 'demo:treasury@11111111+0a0b0c0d', own, 'demo:treasury'])
      for (const path of ['orders/new', 'rules/new']) deleteFormDraft(of(person, path))
  })

  test('goes to the person of the next one, as one that was never sent', () => {
    saveFormDraft(of('demo:admin@11111111'), draft)
    saveFormDraft(of('demo:treasury@11111111+0a0b0c0d', 'rules/new'), draft)
    carryDrafts(own)
    const { intent, ...rest } = readFormDraft(of(own)) ?? {}
    expect(rest).toEqual({ values: { side: 'BUY' }, savedAt: draft.savedAt })
    expect(intent).not.toBe('sent-there')
    expect(hasDraft(of(own, 'rules/new'))).toBe(true)
    expect(hasDraft(of('demo:admin@11111111'))).toBe(false)
  })
  test('replaces none of theirs; those of the same demo and of the shared one stay whose they are', () => {
    saveFormDraft(of(own), { ...draft, values: { side: 'SELL' } })
    saveFormDraft(of('demo:admin@11111111'), draft)
    saveFormDraft(of('demo:treasury', 'rules/new'), draft)
    saveFormDraft(of('demo:admin@22222222', 'rules/new'), draft)
    carryDrafts(own)
    expect(readFormDraft(of(own))?.values).toEqual({ side: 'SELL' })
    expect([hasDraft(of('demo:treasury', 'rules/new')), hasDraft(of(own, 'rules/new'))]).toEqual([true, false])
    deleteFormDraft(of('demo:admin@22222222', 'rules/new'))
  })
})

test('a record is given to a draft that is there, as an edit of what may have been sent', () => {
  const key: DraftKey = { person: 'ines', environment: 'sandbox', path: 'money/new' }
  giveToDraft(key, 'a-record')
  expect(hasDraft(key)).toBe(false)
  const draft = { values: {}, intent: 'an-intent', savedAt: Date.now() }
  saveFormDraft(key, draft)
  giveToDraft(key, 'a-record')
  expect(readFormDraft(key)).toEqual({ ...draft, given: 'a-record' })
  saveFormDraft(key, { ...draft, attempt: 'sending' })
  giveToDraft(key, 'another')
  expect(readFormDraft(key)).toMatchObject({ given: 'another', isChanged: true })
  deleteFormDraft(key)
})

describe('a draft past its life', () => {
  const key: DraftKey = { person: 'ines', environment: 'sandbox', path: 'rules/new' }
  const days = (count: number) => Date.now() - count * 86_400_000
  const draft = (age: number) => ({ values: { side: 'BUY' }, intent: 'an-intent', savedAt: days(age) })

  afterEach(() => {
    vi.unstubAllGlobals()
    deleteFormDraft(key)
  })

  test('is not read, and is removed from the tab', () => {
    const young = draft(2.9)
    saveFormDraft(key, young)
    expect([readFormDraft(key), hasDraft(key)]).toEqual([young, true])
    saveFormDraft(key, draft(3.1))
    expect([readFormDraft(key), hasDraft(key), hasFormDrafts()]).toEqual([undefined, false, true])
    removeOldDrafts()
    expect(hasFormDrafts()).toBe(false)
  })
  test('is as old as the console says', () => {
    vi.stubGlobal('document', { documentElement: { dataset: { draftDays: '10' } } })
    saveFormDraft(key, draft(9))
    removeOldDrafts()
    expect(readFormDraft(key)?.intent).toBe('an-intent')
    saveFormDraft(key, draft(11))
    expect(readFormDraft(key)).toBeUndefined()
  })
  test('is kept while it may have been sent, which only it knows', () => {
    for (const attempt of ['sending', 'prepared'] as const) {
      saveFormDraft(key, { ...draft(400), attempt })
      removeOldDrafts()
      expect(readFormDraft(key)).toMatchObject({ attempt, intent: 'an-intent' })
    }
  })
})

// There is no sessionStorage here, as in a browser that forbids it.
describe('the draft of an intent that was sent', () => {
  const key: DraftKey = { person: 'ines', environment: 'sandbox', path: 'orders/new' }
  const draft = { values: { side: 'BUY' }, intent: 'sent', savedAt: Date.now(), attempt: 'sending' } as const
  const changed = { values: { side: 'SELL' }, savedAt: draft.savedAt, previous: { intent: 'sent', outcome: 'sent' } }

  test('is deleted', () => {
    saveFormDraft(key, draft)
    completeFormDraft(key, 'sent', { side: 'BUY' })
    expect(readFormDraft(key)).toBeUndefined()
    saveFormDraft(key, draft)
    completeFormDraft(key, 'sent')
    expect(hasFormDrafts()).toBe(false)
  })
  test('becomes the draft of a new intent if it was edited since', () => {
    saveFormDraft(key, { ...draft, values: { side: 'SELL' } })
    completeFormDraft(key, 'sent', { side: 'BUY' })
    expect(readFormDraft(key)).toMatchObject(changed)
    saveFormDraft(key, { ...draft, values: { side: 'SELL' }, isChanged: true })
    completeFormDraft(key, 'sent')
    const { intent, attempt } = readFormDraft(key) ?? {}
    expect([intent === 'sent', attempt]).toEqual([false, undefined])
    expect(readFormDraft(key)).toMatchObject(changed)
  })
  test('gets new ids for its further writes too', () => {
    saveFormDraft(key, { ...draft, values: { side: 'SELL', ids: ['rule'] } })
    completeFormDraft(key, 'sent', { side: 'BUY', ids: ['rule'] })
    const ids = idsIn(readFormDraft(key)?.values)
    expect([ids.length, ids.includes('rule')]).toEqual([1, false])
  })
  test('is kept if it belongs to another intent', () => {
    saveFormDraft(key, draft)
    completeFormDraft(key, 'other', {})
    expect(readFormDraft(key)).toEqual(draft)
  })
  test('is saved without a pasted secret key', () => {
    const secret = `S${'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.repeat(2).slice(0, 55)}`
    saveFormDraft(key, { ...draft, values: { address: secret, network: 'STELLAR' } })
    expect(readFormDraft(key)).toEqual({ ...draft, values: { address: '', network: 'STELLAR' } })
  })
  test('is not saved after sign-out, and listeners hear of changes until they unsubscribe', () => {
    let heard = 0
    const end = subscribeFormDrafts(() => heard++)
    saveFormDraft(key, draft)
    end()
    saveFormDraft(key, draft)
    clearFormDrafts()
    expect([saveFormDraft(key, draft), readFormDraft(key), heard]).toEqual([false, undefined, 1])
  })
})
