import { expect, test } from 'vitest'
import type { Intent } from '../api/intents'
import { ProblemError } from '../provider/problem'
import { withLocalDeadline } from './intents'
import { writeErrorText } from './send-write'

const intent: Intent = {
  id: 'a78edf98-50ec-4f60-b99b-e995eebe1f0f',
  environment: 'sandbox',
  operation: 'createOrder',
  state: 'unknown',
  person: 'Ines Okafor',
  is_mine: true,
  summary: 'Sell 12.50 BTC',
  created_at: '2026-11-19T13:23:04.000Z',
  check_until: '2026-11-20T12:23:05.000Z',
  is_conflict: false,
}

test("the deadline for a check counts from the answer, on this browser's clock", () => {
  // This browser is two hours ahead of the console.
  const at = Date.parse('2026-11-19T15:23:05.000Z')
  expect(withLocalDeadline({ ...intent, check_left_millis: 82_800_000 }, at).check_until).toBe(
    '2026-11-20T14:23:05.000Z',
  )
  expect(withLocalDeadline(intent, at)).toBe(intent)
})

test('an error adds the state of its request if the answer has it', () => {
  const error = (state?: string) =>
    new ProblemError(503, 'database-unavailable', 'The database does not answer.', {
      detail: 'Try again.',
      ...(state && { meta: { intent_state: state } }),
    })
  expect(writeErrorText(error('sent'))).toBe(
    'The database does not answer. Try again. The request is on its way to the provider.',
  )
  expect(writeErrorText(error('prepared'))).toContain('has not been sent.')
  expect(writeErrorText(error())).toBe('The database does not answer. Try again.')
  expect(writeErrorText(error('gone'))).toBe('The database does not answer. Try again.')
})
