import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { recordedLog } from '../../../server/testing'
import { answerWhileOpening, createReadiness, type ReadyCheck } from './readiness'

/** A clock that moves only when a test says so. */
const clock = {
  now: () => Date.now(),
  steady: () => performance.now(),
  after(millis: number, act: () => void) {
    const timer = setTimeout(act, millis)
    return () => clearTimeout(timer)
  },
}
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function readinessOf(...checks: ReadyCheck[]) {
  const recorded = recordedLog()
  return { ...recorded, readiness: createReadiness({ clock, log: recorded.log, checks }) }
}
const answered = async (answer: Promise<Response>) => {
  const response = await answer
  return [response.status, await response.json()]
}

describe('A console', () => {
  it('is ready while every check holds', async () => {
    const { readiness, lines } = readinessOf({ name: 'database', holds: async () => true })
    const ready = { status: 'ready', failing: [], notices: [] }
    expect(await answered(readiness.answer())).toEqual([200, ready])
    expect(lines).toEqual([])
  })

  it('names the checks that fail, and keeps to itself why', async () => {
    const cause = new Error('connect ECONNREFUSED postgres://desk:hunter2@10.0.0.7/desk')
    const { readiness, lines, text } = readinessOf(
      { name: 'database', holds: () => Promise.reject(cause) },
      { name: 'migrations', holds: () => false },
      { name: 'stopping', holds: () => true },
    )
    const answer = { status: 'not-ready', failing: ['database', 'migrations'], notices: [] }
    expect(await answered(readiness.answer())).toEqual([503, answer])
    expect(lines).toMatchObject([
      { event: 'not-ready', check: 'database', reason: 'Error' },
      { event: 'not-ready', check: 'migrations' },
    ])
    expect(text()).not.toMatch(/hunter2|10\.0\.0\.7/)
  })

  it('is ready with a notice, and says so', async () => {
    const { readiness } = readinessOf({ name: 'held', holds: () => false, isNotice: true })
    expect(await answered(readiness.answer())).toEqual([200, { status: 'ready', failing: [], notices: ['held'] }])
  })

  it('says no notice of what it could not ask: nobody is told that a copy is held while the database is down', async () => {
    const held = { name: 'held', holds: () => Promise.reject(new Error('down')), isNotice: true }
    const { readiness, lines } = readinessOf({ name: 'database', holds: () => false }, held)
    const answer = { status: 'not-ready', failing: ['database'], notices: [] }
    expect(await answered(readiness.answer())).toEqual([503, answer])
    expect([...(await readiness.state()).checks.keys()].map(({ name }) => name)).toEqual(['database'])
    expect(lines).toMatchObject([{ event: 'not-ready', check: 'database' }])
  })

  it('asks each check once a second at most, however many balancers ask', async () => {
    const holds = vi.fn(async () => true)
    const { readiness } = readinessOf({ name: 'database', holds })
    for (let second = 1; second <= 3; second++) {
      await Promise.all(Array.from({ length: 500 }, () => readiness.answer()))
      await Promise.all(Array.from({ length: 500 }, () => readiness.answer()))
      expect(holds).toHaveBeenCalledTimes(second)
      vi.advanceTimersByTime(1_000)
    }
  })

  it('is not ready after two seconds without an answer, and does not ask again meanwhile', async () => {
    let answer = (_: boolean) => {}
    const holds = vi.fn(() => new Promise<boolean>((resolve) => (answer = resolve)))
    const { readiness, lines } = readinessOf({ name: 'database', holds })
    for (let count = 0; count < 3; count++) {
      const waiting = readiness.answer()
      await vi.advanceTimersByTimeAsync(2_000)
      expect((await waiting).status).toBe(503)
      await vi.advanceTimersByTimeAsync(1_000)
    }
    expect(holds).toHaveBeenCalledTimes(1)
    expect(lines).toMatchObject([{ event: 'not-ready', check: 'database', reason: 'no answer in time' }])
    answer(true)
    await vi.advanceTimersByTimeAsync(0)
    holds.mockResolvedValue(true)
    expect((await readiness.answer()).status).toBe(200)
    expect(lines.map(({ event }) => event)).toEqual(['not-ready', 'ready-again'])
  })
})

describe('While a console opens', () => {
  const ready = { answer: async () => new Response('', { status: 200 }) }
  const failing = async (opening: Promise<typeof ready>, hasProblems = false) => {
    const answer = answered(answerWhileOpening(opening, () => hasProblems, clock))
    await vi.advanceTimersByTimeAsync(2_000)
    return answer
  }
  it('it is not ready', async () => {
    const notReady = { status: 'not-ready', notices: [] }
    expect(await failing(new Promise(() => {}))).toEqual([503, { ...notReady, failing: ['starting'] }])
    const failed = () => Promise.reject(new Error('the password is wrong'))
    expect(await failing(failed())).toEqual([503, { ...notReady, failing: ['database'] }])
    expect(await failing(failed(), true)).toEqual([503, { ...notReady, failing: ['settings'] }])
  })
  it('it answers as the console does once it is open', async () => {
    expect((await answerWhileOpening(Promise.resolve(ready), () => false, clock)).status).toBe(200)
  })
})
