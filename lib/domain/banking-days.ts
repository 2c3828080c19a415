/** On which days dollar wires move: the calendar of the Federal Reserve Banks, whose days begin and end in New York. */
import { dayStart, wallClock } from './wall-clock'

export const bankZone = 'America/New_York'
const dayMillis = 86_400_000

/** The holidays on a fixed date, as month and day. One on a Sunday is kept on Monday; one on a Saturday closes no bank on Friday. */
const fixed = ['1-1', '6-19', '7-4', '11-11', '12-25']
/** The others, as month, weekday and which one of the month; -1 is the last. */
const floating = ['1 Mon 3', '2 Mon 3', '5 Mon -1', '9 Mon 1', '10 Mon 2', '11 Thu 4']

const monthDay = (date: Date) => `${date.getUTCMonth() + 1}-${date.getUTCDate()}`

function isHoliday(date: Date): boolean {
  const [month, day, weekday] = [date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCDay()]
  const isLast = new Date(date.getTime() + 7 * dayMillis).getUTCMonth() + 1 !== month
  const named = `${month} ${['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][weekday]}`
  return (
    fixed.includes(monthDay(date)) ||
    (weekday === 1 && fixed.includes(monthDay(new Date(date.getTime() - dayMillis)))) ||
    floating.includes(`${named} ${Math.ceil(day / 7)}`) ||
    (isLast && floating.includes(`${named} -1`))
  )
}

/** @param midnight of the day, or any later time of it, in UTC, ms since 1970 */
export function isBankingDay(midnight: number): boolean {
  const date = new Date(midnight)
  return ![0, 6].includes(date.getUTCDay()) && !isHoliday(date)
}

/** The moment by which so many milliseconds of banking days have passed, ms since 1970. */
export function afterBankingTime(from: number, millis: number): number {
  const { year, month, day } = wallClock(Math.floor(from / 1000) * 1000, bankZone)
  let left = millis
  let at = from
  for (let midnight = Date.UTC(year, month, day); ; midnight += dayMillis) {
    const next = dayStart(midnight + dayMillis, bankZone)
    if (isBankingDay(midnight)) {
      if (at + left <= next) return at + left
      left -= next - at
    }
    at = next
  }
}
