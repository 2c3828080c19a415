import { describe, expect, test } from 'vitest'
import type { Intent } from '@/lib/api/intents'
import { byUrgency, checkWindowOf, countdownText } from './check-window'

const hour = 3_600_000
const now = Date.parse('2026-11-19T12:00:00Z')
const iso = (millis: number) => new Date(millis).toISOString()

/** An intent sent so many hours ago, as the console tells of it. */
const sentAgo = (hours: number, more: Partial<Intent> = {}): Intent => ({
  id: `sent ${hours} h ago`,
  environment: 'sandbox',
  operation: 'createOrder',
  state: 'unknown',
  person: 'Ines Okafor',
  is_mine: true,
  summary: 'Sell 12.50 BTC',
  created_at: iso(now - hours * hour),
  sent_at: iso(now - hours * hour),
  check_until: iso(now + (23 - hours) * hour),
  is_conflict: false,
  ...more,
})

describe('what was sent can be found out', () => {
  test('for 23 hours, with a warning from the first hour on', () => {
    expect(checkWindowOf(sentAgo(0.5), now)).toEqual({
      kind: 'ask',
      left: 22.5 * hour,
      sentFor: 0.5 * hour,
      isLate: false,
    })
    expect(checkWindowOf(sentAgo(1), now)).toMatchObject({ kind: 'ask', isLate: true })
    expect(checkWindowOf(sentAgo(22.5), now)).toMatchObject({ kind: 'ask', left: 0.5 * hour })
    expect(checkWindowOf(sentAgo(23), now)).toEqual({ kind: 'closed', at: now })
    expect(checkWindowOf(sentAgo(30), now)).toEqual({ kind: 'closed', at: now - 7 * hour })
  })

  test('never by sending again where there is no reference', () => {
    const none = { check_until: undefined }
    expect(checkWindowOf(sentAgo(0, { ...none, operation: 'initiateSandboxFiatDeposit' }), now)).toEqual({
      kind: 'look',
    })
    const change = sentAgo(0, { ...none, operation: 'updateFiatAccount' })
    expect(checkWindowOf(change, now)).toEqual({ kind: 'none', hasReference: false })
  })

  test('not once a person has noted that it did not happen', () => {
    const noted = { state: 'refused' as const, noted_by: 'Tomas Reiter' }
    expect(checkWindowOf(sentAgo(1, { ...noted, check_until: undefined }), now)).toEqual({
      kind: 'none',
      hasReference: true,
    })
    expect(checkWindowOf(sentAgo(1, noted), now).kind).toBe('none')
  })

  test('not while the console says why it cannot be, and not with another client id', () => {
    const why = 'The clocks disagree by 4 min.'
    expect(checkWindowOf(sentAgo(1, { check_refused: why }), now)).toEqual({ kind: 'barred', why })
    expect(checkWindowOf(sentAgo(30, { check_refused: why }), now)).toMatchObject({ kind: 'closed' })
    const earlier = sentAgo(1, { is_earlier_credential: true })
    expect(checkWindowOf(earlier, now)).toMatchObject({
      kind: 'barred',
      why: expect.stringContaining('earlier client id'),
    })
    const { sent_at: _, ...unsent } = earlier
    expect(checkWindowOf(earlier, now)).toMatchObject({
      why: expect.stringMatching(/^Sent with an earlier client id\./),
    })
    expect(checkWindowOf(unsent, now)).toMatchObject({
      why: expect.stringMatching(/^Recorded with an earlier client id/),
    })
    const deposit = { ...earlier, operation: 'initiateSandboxFiatDeposit' as const, check_until: undefined }
    expect(checkWindowOf(deposit, now)).toMatchObject({ kind: 'barred' })
  })

  test('with its age counted by what is left, whatever the clock of this browser', () => {
    const otherClock = { sent_at: iso(now - 9 * hour) }
    expect(checkWindowOf(sentAgo(0.5, otherClock), now)).toMatchObject({ sentFor: 0.5 * hour, isLate: false })
  })
})

test('least time comes first, then what has no clock, and what is closed last', () => {
  const change = sentAgo(2, { id: 'change', operation: 'updateFiatAccount', check_until: undefined })
  const sorted = byUrgency([sentAgo(30), change, sentAgo(1), sentAgo(22)], now)
  expect(sorted.map(({ id }) => id)).toEqual(['sent 22 h ago', 'sent 1 h ago', 'change', 'sent 30 h ago'])
})

test.each([
  [41 * 60_000 + 17_999, '00:41:17'],
  [21 * hour + 50 * 60_000 + 56_000, '21:50:56'],
  [0, '00:00:00'],
  [-5_000, '00:00:00'],
])('%i ms are read as %s', (millis, text) => {
  expect(countdownText(millis)).toBe(text)
})
