import { describe, expect, test } from 'vitest'
import { intentOf } from '@/components/activity/testing'
import type { Intent } from '@/lib/api/intents'
import { byUrgency, checkWindowOf, countdownText } from './check-window'

const hour = 3_600_000
const now = Date.parse('2026-11-19T12:00:00Z')
const iso = (millis: number) => new Date(millis).toISOString()

/** An intent with an unknown outcome, sent some hours ago. */
const sentAgo = (hours: number, changes: Partial<Intent> = {}) =>
  intentOf({
    id: `sent ${hours} h ago`,
    state: 'unknown',
    created_at: iso(now - hours * hour),
    sent_at: iso(now - hours * hour),
    check_until: iso(now + (23 - hours) * hour),
    ...changes,
  })

describe('an outcome can be checked', () => {
  test('for 23 hours, with a warning from the first hour on', () => {
    expect(checkWindowOf(sentAgo(0.5), now)).toEqual({
      kind: 'open',
      left: 22.5 * hour,
      sentFor: 0.5 * hour,
      isLate: false,
    })
    expect(checkWindowOf(sentAgo(1), now)).toMatchObject({ kind: 'open', isLate: true })
    expect(checkWindowOf(sentAgo(22.5), now)).toMatchObject({ kind: 'open', left: 0.5 * hour })
    expect(checkWindowOf(sentAgo(23), now)).toEqual({ kind: 'closed', at: now })
    expect(checkWindowOf(sentAgo(30), now)).toEqual({ kind: 'closed', at: now - 7 * hour })
  })

  test('never without a reference', () => {
    const none = { check_until: undefined }
    const deposit = sentAgo(0, { ...none, operation: 'initiateSandboxFiatDeposit' })
    expect(checkWindowOf(deposit, now)).toEqual({ kind: 'search' })
    const change = sentAgo(0, { ...none, operation: 'updateFiatAccount' })
    expect(checkWindowOf(change, now)).toEqual({ kind: 'change' })
  })

  test('not once a person has noted that it did not happen', () => {
    const noted = { state: 'refused' as const, noted_by: 'Tomas Reiter' }
    expect(checkWindowOf(sentAgo(1, { ...noted, check_until: undefined }), now)).toEqual({ kind: 'none' })
    expect(checkWindowOf(sentAgo(1, noted), now).kind).toBe('none')
  })

  test('not while the server blocks it, and not with another client ID', () => {
    const reason = 'The clocks disagree by 4 min.'
    expect(checkWindowOf(sentAgo(1, { check_refused: reason }), now)).toEqual({ kind: 'blocked', reason })
    expect(checkWindowOf(sentAgo(30, { check_refused: reason }), now)).toMatchObject({ kind: 'closed' })
    const earlier = sentAgo(1, { is_earlier_credential: true })
    expect(checkWindowOf(earlier, now)).toMatchObject({
      kind: 'blocked',
      reason: expect.stringContaining('earlier client ID'),
    })
    const { sent_at: _, ...unsent } = earlier
    expect(checkWindowOf(earlier, now)).toMatchObject({
      reason: expect.stringMatching(/^Sent with an earlier client ID\./),
    })
    expect(checkWindowOf(unsent, now)).toMatchObject({
      reason: expect.stringMatching(/^Recorded with an earlier client ID/),
    })
    const deposit = { ...earlier, operation: 'initiateSandboxFiatDeposit' as const, check_until: undefined }
    expect(checkWindowOf(deposit, now)).toMatchObject({ kind: 'blocked' })
  })

  test('with its age counted by the time left, whatever the browser clock says', () => {
    const otherClock = { sent_at: iso(now - 9 * hour) }
    expect(checkWindowOf(sentAgo(0.5, otherClock), now)).toMatchObject({ sentFor: 0.5 * hour, isLate: false })
  })
})

test('the least time left comes first, then what has no time limit, then what can no longer be checked', () => {
  const change = sentAgo(2, { id: 'change', operation: 'updateFiatAccount', check_until: undefined })
  const sorted = byUrgency([sentAgo(30), change, sentAgo(1), sentAgo(22)], now)
  expect(sorted.map(({ id }) => id)).toEqual(['sent 22 h ago', 'sent 1 h ago', 'change', 'sent 30 h ago'])
})

test.each([
  [41 * 60_000 + 17_999, '00:41:17'],
  [21 * hour + 50 * 60_000 + 56_000, '21:50:56'],
  [0, '00:00:00'],
  [-5_000, '00:00:00'],
])('%i ms is shown as %s', (millis, text) => {
  expect(countdownText(millis)).toBe(text)
})
