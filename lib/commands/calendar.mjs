// @ts-check
/**
 * Runs tests under other clocks: what they see as now is a moment at which calendars are known to fail. The processes that
 * they start have the same clock, and so have their databases.
 */
import { clockFrom, machineTime } from '../../e2e/fixed-clock.mjs'
import { program, run } from './set-up.mjs'

const zones = /** @type {const} */ (['UTC', 'America/New_York', 'Asia/Kolkata'])

/** Where clocks change, for zones in which they do not. */
const changing = 'America/New_York'

/** @typedef {import('temporal-polyfill').Temporal.ZonedDateTime} Zoned */

/** The last minute before a day. @param {Zoned} day */
const beforeMidnight = (day) => day.startOfDay().subtract({ minutes: 1 })

/** Noon of the next day from tomorrow on of which this is true. @param {(day: Zoned) => boolean} isWanted @returns {(now: Zoned) => Zoned} */
const nextDay = (isWanted) => (now) => {
  let day = now.add({ days: 1 }).startOfDay().add({ hours: 12 })
  while (!isWanted(day)) day = day.add({ days: 1 })
  return day
}

/** A minute before clocks next go forward or back. @param {1 | -1} direction @returns {(now: Zoned) => Zoned} */
const nextChange = (direction) => (now) => {
  const isForward = (/** @type {Zoned} */ at) =>
    Math.sign(at.offsetNanoseconds - at.subtract({ minutes: 1 }).offsetNanoseconds) === direction
  let at = now.withTimeZone(changing).getTimeZoneTransition('next')
  while (at && !isForward(at)) at = at.getTimeZoneTransition('next')
  return (at ?? now).subtract({ minutes: 1 }).withTimeZone(now.timeZoneId)
}

/** @type {readonly (readonly [name: string, from: (now: Zoned) => Zoned])[]} */
const moments = [
  ['29 February', nextDay(({ month, day }) => month === 2 && day === 29)],
  ['the minute before New Year', (now) => beforeMidnight(now.add({ years: 1 }).with({ month: 1, day: 1 }))],
  ['in 400 days', (now) => now.add({ days: 400 })],
  ['the minute before clocks go forward', nextChange(1)],
  ['the minute before clocks go back', nextChange(-1)],
  ['the 31st', nextDay(({ day }) => day === 31)],
  ['in 40 days', (now) => now.add({ days: 40 })],
  ['tomorrow', (now) => now.add({ days: 1 })],
  ['the 28th', nextDay(({ day }) => day === 28)],
  ['the 29th', nextDay(({ day }) => day === 29)],
  ['the 30th', nextDay(({ day }) => day === 30)],
  ['28 February of a year without a 29th', nextDay((day) => day.month === 2 && day.day === 28 && !day.inLeapYear)],
  [
    'the minute before 1 March of a leap year',
    (now) => beforeMidnight(nextDay((day) => day.month === 3 && day.day === 1 && day.inLeapYear)(now)),
  ],
]

/** Tests that reckon with days and months, and take seconds: `npm test` runs them under the first two clocks. */
export const datedTests = [
  'lib/api/relative-times.test.ts',
  'lib/browser/form-drafts.test.ts',
  'lib/browser/zoned-time.test.ts',
  'lib/features/activity/server/order-references.test.ts',
  'lib/server/work/retention.test.ts',
  'lib/server/writes/old-intents.test.ts',
]

/** How many clocks there are: each moment in each zone. */
export const mostClocks = moments.length * zones.length

/**
 * Clocks in an order in which as many as there are moments have each of them, and all zones.
 * @param {number} count @param {number} [now] milliseconds since 1970
 * @returns {Promise<{name: string, zone: string, moment: string}[]>} `moment` in RFC 3339
 */
export async function clocks(count, now = machineTime()) {
  // A command may install the packages first.
  const { Temporal } = await import('temporal-polyfill')
  // A minute later, because the minute before one of them may have begun.
  const instant = Temporal.Instant.fromEpochMilliseconds(Math.floor(now) + 60_000)
  const rounds = zones.flatMap((_, round) =>
    moments.map(([name, from], index) => ({ name, from, zone: zones[(index + round) % zones.length] ?? 'UTC' })),
  )
  return rounds.slice(0, count).map(({ name, from, zone }) => {
    const moment = from(instant.toZonedDateTimeISO(zone)).toInstant().toString()
    return { name, zone, moment }
  })
}

/** @param {{name: string, zone: string, moment: string}} clock */
const titleOf = ({ name, zone, moment }) => `${name}, ${moment}, in ${zone}`

/** The variables by which a process has a clock. @param {{zone: string, moment: string}} clock */
export const variablesOf = ({ zone, moment }) => ({ ...clockFrom(moment).variables, TZ: zone })

/**
 * Runs tests under each of these clocks.
 * @param {number} count of clocks @param {readonly string[]} words of vitest @param {NodeJS.ProcessEnv} env
 * @returns {Promise<boolean>} whether all passed
 */
export async function runUnderClocks(count, words, env) {
  const chosen = await clocks(count)
  const failed = chosen.filter((clock) => {
    console.log(`The clock shows ${titleOf(clock)}`)
    const vitest = [program('vitest/vitest.mjs'), 'run', '--silent', ...words]
    return !run(process.execPath, vitest, { env: { ...env, ...variablesOf(clock) } })
  })
  console.log(`${chosen.length} clocks, ${failed.length} with failures`)
  for (const clock of failed) console.log(`  ${titleOf(clock)}`)
  return failed.length === 0
}
