import { expect, test } from 'vitest'
import { dueOf } from './lateness'
import { assignedRuns } from './plans'

const plan = (id: string, at: string, more: object = {}) => ({
  ...{ id, at, amount: '5.00', rule: { source: { fiat: {} } } },
  ...more,
})
const run = (key: string, at: string, amount = '5.00') => ({ key, at, amount })

test('a plan that was withdrawn keeps the money that came before, and takes none that comes after', () => {
  const plans = [plan('a', '2026-11-23T09:00:00Z', { withdrawn: { at: '2026-11-23T10:00:00Z' } })]
  const taken = (at: string) => assignedRuns(plans, [run('r', at)]).assigned.get('a')?.key
  expect([taken('2026-11-23T09:59:59Z'), taken('2026-11-23T10:00:01Z')]).toEqual(['r', undefined])
})

test('money is late when the business day after its plan has ended, or that after its wire was said to be sent', () => {
  const due = (at: string, sent?: string) => {
    const one = plan('a', at, sent ? { sent: { at: sent } } : {})
    return dueOf(one, [one], new Map()).at
  }
  expect(due('2026-11-24T09:00:00Z')).toBe('2026-11-25T23:00:00.000Z')
  // A Friday, a Saturday.
  expect(due('2026-11-27T16:00:00Z')).toBe('2026-11-30T23:00:00.000Z')
  expect(due('2026-11-28T16:00:00Z')).toBe('2026-11-30T23:00:00.000Z')
  expect(due('2026-11-24T09:00:00Z', '2026-11-25T12:00:00Z')).toBe('2026-11-26T23:00:00.000Z')
})

test('money whose rule took longer before is not late until then, and what is usual is said of at least three', () => {
  const day = (number: number) => `2026-11-${String(number).padStart(2, '0')}T09:00:00.000Z`
  const plans = [2, 3, 4, 9].map((number) => plan(String(number), day(number)))
  const after = (days: Record<number, number>) =>
    new Map(Object.entries(days).map(([id, took]) => [id, run(id, day(Number(id) + took))]))
  const [, , , last] = plans
  if (!last) throw new Error('There are four.')
  expect(dueOf(last, plans, after({ 2: 2, 3: 3 }))).toEqual({ at: '2026-11-10T23:00:00.000Z' })
  expect(dueOf(last, plans, after({ 2: 2, 3: 3, 4: 3 }))).toEqual({ at: day(12), usual: 3 * 86_400, count: 3 })
})
