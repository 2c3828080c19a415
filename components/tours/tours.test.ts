import { describe, expect, test } from 'vitest'
import { withSwappedDigits } from './practice-data'
import { lastMonth, mostSteps, tourSteps } from './steps'
import { tourKeyOf, tourKeys, tourNames, toursFor } from './tour-list'

const sentences = (text: string) => text.split(/[.!?](?:\s|$)/).filter(Boolean)

describe.each(tourKeys)('the tour %s', (key) => {
  const steps = tourSteps[key]

  test(`has at most ${mostSteps} steps, and begins on a page of its own`, () => {
    expect(steps.length).toBeLessThanOrEqual(mostSteps)
    expect(steps[0]?.opens).toBeDefined()
  })

  test('says what it is, what to do and why in a sentence each', () => {
    for (const { what, why } of steps)
      expect([what, sentences(what).length, sentences(why).length]).toEqual([what, 1, 1])
    expect(sentences(tourNames[key].sentence)).toHaveLength(1)
  })

  test('has no button with the words of the one that it presses', () => {
    for (const { act, target } of steps) if (act) expect(act.label).not.toBe(target.text)
  })

  test('ends with something to see', () => {
    expect(steps.at(-1)?.until).toBeUndefined()
    for (const { act, until } of steps) if (act) expect(until).toBeDefined()
  })
})

test('each role is offered the tours that it may finish', () => {
  const all = { mayRehearse: true, isWorld: true }
  expect(toursFor(['treasury'], all)).toEqual(tourKeys)
  const without = { mayRehearse: false, isWorld: false }
  expect(toursFor(['treasury'], without)).toEqual(tourKeys.filter((key) => !tourNames[key].needs))
  expect(toursFor(['support'], all)).toEqual(tourKeys.filter((key) => tourNames[key].roles === undefined))
})

test('two digits are swapped only where that makes another amount', () => {
  expect(withSwappedDigits('84120.50')).toBe('84102.50')
  for (const same of ['84122.00', '12.00', '5']) expect(withSwappedDigits(same)).toBeUndefined()
})

test('an address names a tour by its key, and nothing else', () => {
  expect(tourKeys.map(tourKeyOf)).toEqual(tourKeys)
  for (const text of ['', 'Mint', 'toString', '__proto__', null]) expect(tourKeyOf(text)).toBeUndefined()
})

test('last month is whole, across the turn of a year too', () => {
  expect(lastMonth(Date.UTC(2026, 10, 26, 3))).toEqual({ from: '2026-10-01T00:00:00Z', until: '2026-11-01T00:00:00Z' })
  expect(lastMonth(Date.UTC(2027, 0, 1))).toEqual({ from: '2026-12-01T00:00:00Z', until: '2027-01-01T00:00:00Z' })
})
