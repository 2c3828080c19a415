import { beforeEach, describe, expect, it } from 'vitest'
import { rowOf } from '../../provider/operations'
import { ProblemError } from '../../provider/problem'
import { shiftedClock } from '../testing'
import { CallHistory } from './call-history'

const list = 'listTransfers'
const { scope } = rowOf(list)
const minute = 60_000
let clock: ReturnType<typeof shiftedClock>
let calls: CallHistory
beforeEach(() => {
  clock = shiftedClock()
  calls = new CallHistory(clock)
})

describe('The history of calls', () => {
  it('counts the calls of a scope, with median and 95th percentile to two digits', () => {
    for (let millis = 1; millis <= 100; millis++) calls.note(list, 200, millis)
    calls.note(list, 200, 1_849.3)
    const { hour, day, answered_at, failure } = calls.of(scope)
    expect(hour).toEqual({ calls: 101, failed: 0, median: 51, p95: 96 })
    expect(day).toEqual(hour)
    expect(answered_at).toMatch(/^2/)
    expect(failure).toBeUndefined()
    calls.note('getTransfer', 200, 1_849.3)
    expect(calls.of(scope).hour.calls, 'operations of one scope are counted together').toBe(102)
    expect(calls.of('exchange:write_order').hour).toEqual({ calls: 0, failed: 0 })
  })

  it('forgets what is older than an hour, and than a day', () => {
    calls.note(list, 200, 10)
    clock.shift += 61 * minute
    calls.note(list, 200, 30)
    expect(calls.of(scope)).toMatchObject({ hour: { calls: 1, median: 30 }, day: { calls: 2, median: 10 } })
    expect(calls.since).toBeDefined()
    clock.shift += 24 * 60 * minute
    expect(calls.of(scope)).toMatchObject({ hour: { calls: 0 }, day: { calls: 0 } })
    expect(calls.since, 'by then a whole day is counted').toBeUndefined()
  })

  it('counts no answer, a refused token and a failing provider as failures, but no refusal of what was asked for', () => {
    for (const status of [undefined, 503, 429, 403, 401, 408]) calls.note(list, status, 10_000)
    for (const status of [200, 202, 400, 404, 409, 422]) calls.note(list, status, 5)
    expect(calls.of(scope).day).toMatchObject({ calls: 12, failed: 6 })
    expect(calls.failures.map(({ status }) => status)).toEqual([408, 401, 403, 429, 503, undefined])
    expect(calls.of(scope).failure).toMatchObject({ operation: list, status: 408, millis: 10_000 })
  })

  it('says why there is no token, and keeps the last fifty failures', () => {
    for (let count = 0; count < 60; count++) calls.note(list, 500, 1)
    calls.note('createOrder', undefined, 1, 'i-1')
    calls.noteTokenFailure(scope, new ProblemError(502, 'token-refused', 'It was rejected.', { detail: 'Longer.' }))
    expect(calls.failures).toHaveLength(50)
    expect(calls.failures[0]).toMatchObject({ scope, operation: 'token', words: 'It was rejected.' })
    expect(calls.failures[1], 'the request that it sent').toMatchObject({ operation: 'createOrder', intent: 'i-1' })
    expect(calls.of(scope).day.calls, 'a token is not a call of the scope').toBe(60)
  })
})
