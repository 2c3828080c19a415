import { describe, expect, test } from 'vitest'
import { intentOf } from '@/components/activity/testing'
import type { Intent } from '@/lib/api/intents'
import { explain, isSettledByNote, responseText, stateStyle } from './labels'

const intent = (changes: Partial<Intent> = {}) =>
  intentOf({ sent_at: '2026-11-19T13:23:05.000Z', ref_id: 'hedge-119', ...changes })

test.each([
  [{ state: 'prepared' }, 'Prepared', 'never sent'],
  [{ state: 'prepared', is_altered: true }, 'Altered', 'changed in the database'],
  [{ state: 'waiting', is_altered: true }, 'Altered', 'changed in the database'],
  [
    { state: 'refused', sent_at: undefined, reason: 'Withdrawn by Ines Okafor.' },
    'Withdrawn',
    'Withdrawn by Ines Okafor.',
  ],
  [{ state: 'sent' }, 'Sent', 'no answer yet'],
  [{ record_id: 'o-1', record_status: 'FILLED', answer_status: 200 }, 'Confirmed', 'FILLED'],
  [{ answer_status: 200 }, 'Confirmed', 'accepted'],
  [{ record_status: 'FILLED', noted_by: 'Tomas Reiter' }, 'Confirmed', 'FILLED, noted'],
  [{ noted_by: 'Tomas Reiter' }, 'Confirmed', 'noted by Tomas Reiter'],
  [{ state: 'refused', answer_status: 400, reason: 'Price is too low.' }, 'Refused', '400, Price is too low.'],
  [{ state: 'refused', record_id: 'o-1', record_status: 'REJECTED', answer_status: 200 }, 'Refused', 'REJECTED'],
  [{ state: 'unknown' }, 'Unknown', 'no answer'],
  [{ state: 'unknown', reason: 'No answer came in time.' }, 'Unknown', 'No answer came in time.'],
  [{ state: 'unknown', answer_status: 503 }, 'Unknown', '503, unknown'],
  [{ state: 'refused', is_conflict: true, answer_status: 409 }, 'Conflict', '409, different record'],
  [{ is_by_reference: true, answer_status: 409 }, 'Confirmed', 'by reference only'],
  [{ state: 'unknown', is_conflict: true }, 'Unknown', 'the provider returned a different record'],
  [
    { record_id: 'o-1', record_status: 'OPEN', is_earlier_credential: true },
    'Confirmed',
    'sent with an earlier client ID; OPEN',
  ],
  [
    { state: 'prepared', sent_at: undefined, is_earlier_credential: true },
    'Prepared',
    'recorded with an earlier client ID; never sent',
  ],
] satisfies [Partial<Intent>, string, string][])(
  '%j is shown as %s, with the response "%s"',
  (changes, word, response) => {
    expect(stateStyle(intent(changes)).label).toBe(word)
    expect(responseText(intent(changes))).toBe(response)
  },
)

test("the status of another request's record is not shown as its own", () => {
  const other = intent({ state: 'refused', answer_status: 409, record_status: 'FILLED', reason: 'It was used before.' })
  expect(responseText(other)).toBe('409, It was used before.')
  expect(explain(other, true)[1]).toBe('It was used before.')
})

describe("a person's note", () => {
  test('settles an outcome only where the provider never answered', () => {
    const noted = { noted_by: 'Tomas Reiter' }
    expect(isSettledByNote(intent(noted))).toBe(true)
    expect(isSettledByNote(intent({ ...noted, answer_status: 503 }))).toBe(true)
    expect(isSettledByNote(intent({ ...noted, answer_status: 200 }))).toBe(false)
    expect(isSettledByNote(intent({ ...noted, answer_status: 409 }))).toBe(false)
    expect(isSettledByNote(intent({ ...noted, state: 'unknown' }))).toBe(false)
    expect(isSettledByNote(intent({}))).toBe(false)
  })

  test('is shown under their name, and as not confirmed by the provider', () => {
    const said = explain(intent({ state: 'refused', noted_by: 'Tomas Reiter' }), true)
    expect(said).toEqual(['Tomas Reiter noted that it did not go through.', 'The provider has not confirmed this.'])
  })
})

test('a prepared request can only be sent by the person who prepared it', () => {
  expect(explain(intent({ state: 'prepared' }), true)[1]).toContain('You can send it now.')
  expect(explain(intent({ state: 'prepared', is_mine: false }), true)[1]).toContain('Only Ines Okafor')
})

test('a request confirmed by reference only says so, and offers a check to those who may check', () => {
  const only = intent({ is_by_reference: true, answer_status: 409 })
  const textOf = (parts: ReturnType<typeof explain>) => parts.join(' ')
  expect(textOf(explain(only, true))).toBe(
    'Confirmed by reference only. The provider has a record under this reference but has not returned it. Check the status to see the record.',
  )
  expect(textOf(explain(only, false))).not.toContain('Check the status')
  expect(textOf(explain({ ...only, is_earlier_credential: true }, true))).not.toContain('Check the status')
})

test('a request waits for whoever reads it, if they may decide', () => {
  const approval = { state: 'waiting', approvers: ['Tomas Brandt', 'Maren Vick'] } as Intent['approval']
  const waiting = (may_decide: boolean) =>
    explain(intent({ state: 'waiting', approval: { ...approval, may_decide } as Intent['approval'] }), true)[0]
  expect(waiting(false)).toBe('Waiting for Tomas Brandt or Maren Vick.')
  expect(waiting(true)).toBe('Waiting for you.')
})

test('a different record is never shown as confirmed', () => {
  const other = intent({ state: 'unknown', is_conflict: true, reason: 'amount differs.' })
  expect(explain(other, true)).toEqual([
    "The provider's record differs from this request.",
    'amount differs. This order may or may not have gone through. Ask the provider.',
  ])
})

test('a request prepared with an earlier client ID cannot be sent', () => {
  expect(explain(intent({ state: 'prepared', is_earlier_credential: true }), true)[1]).toBe('')
})
