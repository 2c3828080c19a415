import { afterEach, expect, test, vi } from 'vitest'
import { clocksHeader, clocksText, readClocks } from '../api/clocks'
import { forgetClocks, fromConsole, noteAnswer, nowBy, onClocksChange, timeBy } from './clocks'

const answer = (console: number, provider: number) =>
  new Response(null, { headers: { [clocksHeader]: clocksText({ console, provider }) } })

afterEach(() => {
  forgetClocks()
  vi.useRealTimers()
})

const noon = Date.parse('2026-11-19T12:00:00Z')
const minute = 60_000

test('until an answer says more, every clock shows what the browser does', () => {
  vi.useFakeTimers({ now: noon })
  noteAnswer('/api/sandbox/v2/transfer/transfers', new Response())
  expect([nowBy('browser'), nowBy('console'), nowBy('provider', 'sandbox')]).toEqual([noon, noon, noon])
})

test('an answer tells the time of the console and of the provider of its environment', () => {
  vi.useFakeTimers({ now: noon })
  noteAnswer('/api/sandbox/v2/transfer/transfers?limit=1', answer(noon + 30 * minute, noon + 90 * minute))
  noteAnswer('/api/production/live', answer(noon + 30 * minute, noon + 31 * minute))
  vi.setSystemTime(noon + minute)
  expect(nowBy('browser')).toBe(noon + minute)
  expect(nowBy('console')).toBe(noon + 31 * minute)
  expect(nowBy('provider', 'sandbox')).toBe(noon + 91 * minute)
  expect(nowBy('provider', 'production')).toBe(noon + 32 * minute)
  expect(timeBy('provider', noon, 'sandbox')).toBe(noon + 90 * minute)
  expect(fromConsole(noon + 30 * minute)).toBe(noon)
})

test('what is shown hears of a clock that shows another time, and not of every answer', () => {
  vi.useFakeTimers({ now: noon })
  const heard = vi.fn()
  const stop = onClocksChange(heard)
  noteAnswer('/api/sandbox/live', answer(noon, noon - 900))
  expect(heard).not.toHaveBeenCalled()
  noteAnswer('/api/sandbox/live', answer(noon, noon + 60 * minute))
  expect(heard).toHaveBeenCalledOnce()
  stop()
})

test.each([null, '', 'yesterday', '1 2 3', '17 -5', '1.5 2'])('%j is no header of clocks', (text) => {
  expect(readClocks(text)).toBeUndefined()
})
