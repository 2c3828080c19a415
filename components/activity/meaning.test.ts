import { describe, expect, test } from 'vitest'
import type { Intent } from '@/lib/api/intents'
import { answerWords, isSettledByNote, meaningOf, stateStyle } from './labels'

const intent = (more: Partial<Intent>): Intent => ({
  id: 'a78edf98-50ec-4f60-b99b-e995eebe1f0f',
  environment: 'sandbox',
  operation: 'createOrder',
  state: 'confirmed',
  person: 'Ines Okafor',
  is_mine: true,
  summary: 'Sell 12.50 BTC, limit 92,000.00 USD',
  ref_id: 'hedge-119',
  created_at: '2026-11-19T13:23:04.000Z',
  sent_at: '2026-11-19T13:23:05.000Z',
  is_conflict: false,
  ...more,
})

test.each([
  [{ state: 'prepared' }, 'Prepared', 'never sent'],
  [
    { state: 'refused', sent_at: undefined, reason: 'Withdrawn by Ines Okafor.' },
    'Withdrawn',
    'Withdrawn by Ines Okafor.',
  ],
  [{ state: 'sent' }, 'Sent', 'no answer yet'],
  [{ record_id: 'o-1', record_status: 'FILLED', answer_status: 200 }, 'Confirmed', 'FILLED'],
  [{ answer_status: 200 }, 'Confirmed', 'done'],
  [{ record_status: 'FILLED', noted_by: 'Tomas Reiter' }, 'Confirmed', 'FILLED, noted'],
  [{ noted_by: 'Tomas Reiter' }, 'Confirmed', 'noted by Tomas Reiter'],
  [{ state: 'refused', answer_status: 400, reason: 'Price is too low.' }, 'Refused', '400, Price is too low.'],
  [{ state: 'refused', record_id: 'o-1', record_status: 'REJECTED', answer_status: 200 }, 'Refused', 'REJECTED'],
  [{ state: 'unknown' }, 'Unknown', 'no answer'],
  [{ state: 'unknown', reason: 'No answer came in time.' }, 'Unknown', 'No answer came in time.'],
  [{ state: 'unknown', answer_status: 503 }, 'Unknown', '503, unknown'],
  [{ state: 'refused', is_conflict: true, answer_status: 409 }, 'Conflict', '409, different record'],
  [{ is_by_reference: true, answer_status: 409 }, 'Confirmed', 'by reference only'],
  [{ state: 'unknown', is_conflict: true }, 'Unknown', 'the provider answered with something else'],
  [
    { record_id: 'o-1', record_status: 'OPEN', is_earlier_credential: true },
    'Confirmed',
    'sent with an earlier client id; OPEN',
  ],
  [
    { state: 'prepared', sent_at: undefined, is_earlier_credential: true },
    'Prepared',
    'recorded with an earlier client id; never sent',
  ],
] satisfies [Partial<Intent>, string, string][])('%j is %s: %s', (more, word, answer) => {
  expect(stateStyle(intent(more)).word).toBe(word)
  expect(answerWords(intent(more))).toBe(answer)
})

test("the status of another's record is not taken for one's own", () => {
  const other = intent({ state: 'refused', answer_status: 409, record_status: 'FILLED', reason: 'It was used before.' })
  expect(answerWords(other)).toBe('409, It was used before.')
  expect(meaningOf(other, true).next).toBe('It was used before.')
})

describe("a person's word", () => {
  test("is told from the service's: only where no answer ever settled it", () => {
    const noted = { noted_by: 'Tomas Reiter' }
    expect(isSettledByNote(intent(noted))).toBe(true)
    expect(isSettledByNote(intent({ ...noted, answer_status: 503 }))).toBe(true)
    expect(isSettledByNote(intent({ ...noted, answer_status: 200 }))).toBe(false)
    expect(isSettledByNote(intent({ ...noted, answer_status: 409 }))).toBe(false)
    expect(isSettledByNote(intent({ ...noted, state: 'unknown' }))).toBe(false)
    expect(isSettledByNote(intent({}))).toBe(false)
  })

  test('names who said it, and that the service did not', () => {
    const said = meaningOf(intent({ state: 'refused', noted_by: 'Tomas Reiter' }), true)
    expect(said).toEqual({
      says: 'Tomas Reiter noted that it did not happen.',
      next: 'The provider has not confirmed this.',
    })
  })
})

test('what was never sent is sent by whoever prepared it alone', () => {
  expect(meaningOf(intent({ state: 'prepared' }), true).next).toContain('You can send it now.')
  expect(meaningOf(intent({ state: 'prepared', is_mine: false }), true).next).toContain('Only Ines Okafor')
})

test('what is confirmed by reference only says so, and offers a check to whoever may', () => {
  const only = intent({ is_by_reference: true, answer_status: 409 })
  const words = ({ says, next }: ReturnType<typeof meaningOf>) => `${says} ${next}`
  expect(words(meaningOf(only, true))).toBe(
    'Confirmed by reference only. The provider has a record under this reference but has not shown it. Check the status to see the record.',
  )
  expect(words(meaningOf(only, false))).not.toContain('Check the status')
  expect(words(meaningOf({ ...only, is_earlier_credential: true }, true))).not.toContain('Check the status')
})

test('a different record is never reported as done', () => {
  const other = intent({ state: 'unknown', is_conflict: true, reason: 'amount differs.' })
  expect(meaningOf(other, true)).toEqual({
    says: 'The provider answered with something else.',
    next: 'amount differs. Whether this order happened is unknown: ask the provider.',
  })
})

test('what another client id has prepared cannot be sent', () => {
  expect(meaningOf(intent({ state: 'prepared', is_earlier_credential: true }), true).next).toBe('')
})
