import { expect, test } from 'vitest'
import { systemClock } from '../clock'
import { repeat } from './repeat'

const hour = 3_600_000
const failed = () => {}

test('work that is told to stop during a step ends with that step, however long it would have paused', async () => {
  const stopping = new AbortController()
  let steps = 0
  await repeat({ clock: systemClock, signal: stopping.signal, pause: hour, failed }, async () => {
    steps += 1
    stopping.abort()
    return hour
  })
  expect(steps).toBe(1)
})

test('work that is told to stop during a pause ends at once', async () => {
  const stopping = new AbortController()
  const ended = repeat({ clock: systemClock, signal: stopping.signal, pause: hour, failed }, async () => hour)
  await new Promise((resolve) => setImmediate(resolve))
  stopping.abort()
  await ended
})
