import { expect, test } from 'vitest'
import { ProblemError } from '../api/problem'
import { retryAfterSeconds } from './retry-after'

const now = Date.UTC(2026, 10, 19, 14, 32, 8)
const refusal = (headers: Record<string, string>, meta?: Record<string, unknown>) =>
  new ProblemError(429, 'rate-limited', 'The service asks to wait.', { headers, meta })

test('a wait is named in seconds, by a date, in the answer, or not at all', () => {
  expect(retryAfterSeconds(refusal({ 'retry-after': '42' }), now)).toBe(42)
  expect(retryAfterSeconds(refusal({ 'retry-after': 'Thu, 19 Nov 2026 14:33:08 GMT' }), now)).toBe(60)
  expect(retryAfterSeconds(refusal({}, { retry_after: 7 }), now)).toBe(7)
  expect(retryAfterSeconds(refusal({}), now)).toBe(60)
  expect(retryAfterSeconds(refusal({ 'retry-after': 'soon' }), now)).toBe(60)
})
