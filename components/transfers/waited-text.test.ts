import { expect, test } from 'vitest'
import { pendingForText } from './waited-text'

test.each([
  [0, '0 s'],
  [59_999, '59 s'],
  [60_000, '1 min 00 s'],
  [185_000, '3 min 05 s'],
  [3_600_000, '1 h 00 min'],
  [172_799_000, '47 h 59 min'],
  [172_800_000, '2 days 0 h'],
  [-5, '0 s'],
])('%d ms is %s', (millis, text) => {
  expect(pendingForText(millis)).toBe(text)
})
