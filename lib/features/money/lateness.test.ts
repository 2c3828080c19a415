import { expect, test } from 'vitest'
import { planBound, planDueAt } from './lateness'

const plan = (at: string, source: object) => ({ at, rule: { source } })
const wired = (at: string) => new Date(planDueAt(plan(at, { fiat: { network: 'WIRE' } }))).toISOString()

test('a wire has until the end of the next business day in New York, over weekends and holidays too', () => {
  expect(wired('2026-11-24T15:00:00Z'), 'planned on a Tuesday').toBe('2026-11-25T23:00:00.000Z')
  expect(wired('2026-11-25T15:00:00Z'), 'on the day before Thanksgiving').toBe('2026-11-27T23:00:00.000Z')
  expect(wired('2026-11-27T15:00:00Z'), 'on a Friday').toBe('2026-11-30T23:00:00.000Z')
  expect(wired('2026-11-29T02:30:00Z'), 'on Saturday evening there').toBe('2026-11-30T23:00:00.000Z')
  expect(wired('2026-11-25T02:30:00.123Z'), 'still Tuesday there').toBe('2026-11-25T23:00:00.000Z')
  expect(wired('2026-07-01T15:00:00Z'), 'by summer time').toBe('2026-07-02T22:00:00.000Z')
})

test('money that no bank sends has a day, on any day of the week', () => {
  const own = plan('2026-11-27T15:00:00Z', { profile: { profile_id: 'p' } })
  expect(new Date(planDueAt(own)).toISOString()).toBe('2026-11-28T15:00:00.000Z')
  expect([planBound(own), planBound(plan('', { fiat: {} }))]).toEqual(['24 h', 'one business day'])
})
