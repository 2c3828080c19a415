import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dueOf } from './lateness'
import { assignedRuns, planRange } from './plans'

const plan = (id: string, at: string, more: object = {}) => ({
  id,
  at,
  amount: '5.00',
  rule: { source_asset: 'USD' as const, source: { fiat: {} } },
  ...more,
})
const run = (key: string, at: string, amount = '5.00', more: object = {}) => ({
  key,
  movement: key,
  at,
  amount,
  asset: 'USD',
  ...more,
})
const minute = (number: number) => new Date(Date.parse('2026-11-23T09:00:00Z') + number * 60_000).toISOString()

type Plans = Parameters<typeof assignedRuns>[0]

/** The run of each plan, and of each other run the plans that it fits. */
function result(plans: Plans, ...runs: ReturnType<typeof run>[]) {
  const { assigned, unplanned } = assignedRuns(plans, runs)
  return [
    Object.fromEntries([...assigned].map(([id, { key }]) => [id, key])),
    Object.fromEntries(unplanned.map(({ key, fits }) => [key, fits.join()])),
  ]
}

describe('A run of a rule', () => {
  const of = (id: string, at: number, amount = '100000.00', more: object = {}) =>
    plan(id, minute(at), { amount, ...more })
  const came = (key: string, at: number, amount = '100000.00', more: object = {}) => run(key, minute(at), amount, more)

  test('is the only plan that it fits, and of two that it fits neither', () => {
    expect(result([of('a', 1), of('b', 2, '50000')], came('r', 9, '50000.0'), came('s', 10))).toEqual([
      { a: 's', b: 'r' },
      {},
    ])
    expect(result([of('a', 1), of('b', 2)], came('r', 9))).toEqual([{}, { r: 'a,b' }])
    // A bank may have kept ten of the second.
    expect(result([of('a', 1), of('b', 2, '100010.00')], came('r', 9))).toEqual([{}, { r: 'a,b' }])
  })

  test.each(['99900', '99999.99', '100100.00'])('of %s is the money of a plan of 100,000.00', (amount) => {
    expect(result([of('a', 1)], came('r', 9, amount))).toEqual([{ a: 'r' }, {}])
  })

  test.each(['0.01', '99899.99', '100100.01', '1', '-100000.00', 'unreadable'])('of %s is not', (amount) => {
    expect(result([of('a', 1)], came('r', 9, amount))).toEqual([{}, { r: '' }])
  })

  test('in another asset is not', () => {
    expect(result([of('a', 1)], came('r', 9, '100000.00', { asset: 'USDC' }))).toEqual([{}, { r: '' }])
  })

  test('that comes twice, or before the plan, is no plan; clocks may differ by five minutes', () => {
    expect(result([of('a', 1)], came('r', 9), came('s', 10))).toEqual([{ a: 'r' }, { s: '' }])
    expect(result([of('a', 9)], came('r', 3))).toEqual([{}, { r: '' }])
    expect(result([of('a', 9)], came('r', 4))).toEqual([{ a: 'r' }, {}])
    // One made later does not make it uncertain.
    expect(result([of('a', 1), of('b', 6)], came('r', 3))).toEqual([{ a: 'r' }, {}])
    expect(result([of('a', 5), of('b', 6)], came('r', 3))).toEqual([{ a: 'r' }, {}])
  })

  test('is part of the movement with which a person joined it, and of no second plan', () => {
    const both = { movement: 'r' }
    expect(result([of('a', 1), of('b', 2, '50000')], came('r', 9), came('s', 10, '50000', both))).toEqual([
      { a: 'r' },
      {},
    ])
  })

  test('stays that of its plan whatever plans and runs come later, in whatever order they are read', () => {
    const amount = fc.constantFrom('99.50', '100.00', '100.90', '102.00', '300.00')
    const times = fc.nat({ max: 40 })
    const withdrawn = fc.option(times, { nil: undefined })
    const plans = fc.array(fc.record({ at: times, amount, withdrawn }), { maxLength: 6 })
    const runs = fc.array(fc.record({ at: times, amount, movement: fc.nat({ max: 8 }) }), { maxLength: 6 })
    fc.assert(
      fc.property(plans, runs, times, fc.infiniteStream(fc.nat()), (planned, arrived, now, random) => {
        const allPlans = planned.map(({ at, amount: asked, withdrawn: until }, index) =>
          of(`p${index}`, at, asked, until === undefined || until < at ? {} : { withdrawn: { at: minute(until) } }),
        )
        const allRuns = arrived.map(({ at, amount: its, movement }, index) =>
          came(`r${index}`, at, its, { movement: `m${movement}` }),
        )
        const shuffled = <Item>(items: Item[]) =>
          items
            .map((item) => ({ item, place: random.next().value }))
            .sort((one, other) => one.place - other.place)
            .map(({ item }) => item)
        const { assigned } = assignedRuns(allPlans, allRuns)
        expect(result(shuffled(allPlans), ...shuffled(allRuns))[0]).toEqual(result(allPlans, ...allRuns)[0])
        // What was there at a moment says whose the runs until then are.
        const then = Date.parse(minute(now))
        const known = allPlans.filter(({ at }) => Date.parse(at) <= then)
        const before = assignedRuns(
          known,
          allRuns.filter(({ at }) => Date.parse(at) <= then),
        ).assigned
        for (const [id, { key }] of before) expect(assigned.get(id)?.key).toBe(key)
        const taken = [...assigned.values()]
        expect(new Set(taken).size).toBe(taken.length)
        expect(new Set(taken.map(({ movement }) => movement)).size).toBe(taken.length)
      }),
      { numRuns: process.env.CAMPAIGN ? 100_000 : 2_000 },
    )
  })
})

test.each([
  ['100000.00', '99900.00', '100100.00'],
  ['5000', '4950.00', '5050.00'],
  ['123.45', '122.22', '124.68'],
  ['0.50', '0.50', '0.50'],
  ['1.234567', '1.222222', '1.246912'],
])('for %s a plan takes %s to %s', (amount, least, most) => {
  expect(planRange(amount)).toEqual({ least, most })
})

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
  expect(due('2026-11-23T09:00:00Z', '2026-11-24T12:00:00Z')).toBe('2026-11-25T23:00:00.000Z')
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
