import { expect, test } from 'vitest'
import { ProblemError } from '../provider/problem'
import { createConcurrencyLimit, retryAfterSeconds } from './request-limits'

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

test('at most two calls run at once, and waiting calls start in order', async () => {
  const turns = createConcurrencyLimit(2)
  const begun: number[] = []
  const ends: (() => void)[] = []
  const all = [0, 1, 2, 3, 4].map((index) =>
    turns(undefined, () => {
      begun.push(index)
      return new Promise<number>((resolve) => {
        ends[index] = () => resolve(index)
      })
    }),
  )
  await settle()
  expect(begun).toEqual([0, 1])
  ends[1]?.()
  await settle()
  expect(begun).toEqual([0, 1, 2])
  ends[0]?.()
  ends[2]?.()
  await settle()
  expect(begun).toEqual([0, 1, 2, 3, 4])
  ends[3]?.()
  ends[4]?.()
  expect(await Promise.all(all)).toEqual([0, 1, 2, 3, 4])
})

test('a failed call frees its slot, and a call aborted while waiting never starts', async () => {
  const turns = createConcurrencyLimit(1)
  const begun: string[] = []
  const caller = new AbortController()
  const failing = turns(undefined, async () => {
    begun.push('failing')
    await settle()
    throw new Error('lost')
  })
  const calledOff = turns(caller.signal, async () => begun.push('called off'))
  const last = turns(undefined, async () => begun.push('last'))
  caller.abort(new Error('left'))
  await Promise.all([expect(failing).rejects.toThrow('lost'), expect(calledOff).rejects.toThrow('left')])
  await last
  expect(begun).toEqual(['failing', 'last'])
  await expect(turns(caller.signal, async () => begun.push('late'))).rejects.toThrow('left')
  expect(begun).toEqual(['failing', 'last'])
})

const now = Date.UTC(2026, 10, 19, 14, 32, 8)
const refusal = (headers: Record<string, string>, meta?: Record<string, unknown>) =>
  new ProblemError(429, 'rate-limited', 'The service asks to wait.', { headers, meta })

test('the wait comes from seconds, a date, the body, or the default', () => {
  expect(retryAfterSeconds(refusal({ 'retry-after': '42' }), now)).toBe(42)
  expect(retryAfterSeconds(refusal({ 'retry-after': 'Thu, 19 Nov 2026 14:33:08 GMT' }), now)).toBe(60)
  expect(retryAfterSeconds(refusal({}, { retry_after: 7 }), now)).toBe(7)
  expect(retryAfterSeconds(refusal({}), now)).toBe(60)
  expect(retryAfterSeconds(refusal({ 'retry-after': 'soon' }), now)).toBe(60)
})
