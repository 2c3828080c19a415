import { spawnSync } from 'node:child_process'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { clocks, mostClocks, variablesOf } from './calendar.mjs'

const starts = ['2026-11-28T04:43:00Z', '2027-12-31T23:59:30Z', '2028-02-29T12:00:00Z', '2028-03-12T06:59:30Z']

test.each(starts)('the clocks of a campaign on %s show moments ahead that are what they are called', async (start) => {
  const now = Temporal.Instant.from(start)
  const shown = await clocks(mostClocks, now.epochMilliseconds)
  expect(new Set(shown.map(({ name, zone }) => `${name} ${zone}`)).size).toBe(mostClocks)
  for (const { name, zone, moment } of shown) {
    const at = Temporal.Instant.from(moment).toZonedDateTimeISO(zone)
    const nextMinute = at.add({ minutes: 1 })
    expect([name, zone, Temporal.Instant.compare(moment, now)]).toEqual([name, zone, 1])
    const [day] = /\d+(?=th|st| Feb)/.exec(name) ?? []
    if (day) expect([name, at.day]).toEqual([name, Number(day)])
    if (name.includes('February')) expect([name, at.month]).toEqual([name, 2])
    if (name.includes('New Year'))
      expect([at.year + 1, nextMinute.toPlainDate().toString()]).toEqual([nextMinute.year, `${nextMinute.year}-01-01`])
    if (name.includes('1 March')) expect([at.day, nextMinute.month, nextMinute.day]).toEqual([29, 3, 1])
    const inNewYork = at.withTimeZone('America/New_York')
    const offsets = [inNewYork, inNewYork.add({ minutes: 1 })].map(
      ({ offsetNanoseconds }) => offsetNanoseconds / 3_600e9,
    )
    if (name.includes('forward')) expect(offsets).toEqual([-5, -4])
    if (name.includes('back')) expect(offsets).toEqual([-4, -5])
  }
  // As many as there are moments have each once, in all zones.
  const first = shown.slice(0, mostClocks / 3)
  expect(new Set(first.map(({ name }) => name)).size).toBe(mostClocks / 3)
  expect(new Set(first.map(({ zone }) => zone)).size).toBe(3)
})

test('a process under a clock shows its time, in its zone and in what it answers, and so do those that it starts', async () => {
  const clock = { zone: 'Asia/Kolkata', moment: '2040-02-29T18:29:00Z' }
  // In brackets: it is another program, under that clock, which asks for the time.
  const answering = `
    const server = require('node:http').createServer((_, response) => response.end())
    server.listen(0, '127.0.0.1', async () => {
      const { headers } = await fetch('http://127.0.0.1:' + server.address().port)
      server.close()
      const shown = [Date['now'](), Date.parse(headers.get('date')), new (Date)().getTime(), new (Date)().getTimezoneOffset()]
      console.log(JSON.stringify(shown))
    })`
  const inner = `process.stdout.write(require('node:child_process').execFileSync(process.execPath, ['-e', ${JSON.stringify(answering)}]))`
  for (const source of [answering, inner]) {
    const { stdout } = spawnSync(process.execPath, ['-e', source], {
      env: { ...process.env, ...variablesOf(clock) },
      encoding: 'utf8',
    })
    const [now, answered, made, offset] = JSON.parse(stdout)
    const expected = Date.parse(clock.moment)
    for (const time of [now, answered, made]) {
      expect(time).toBeGreaterThanOrEqual(expected - 1_000)
      expect(time).toBeLessThan(expected + 600_000)
    }
    expect(offset).toBe(-330)
  }
})
