import { expect, test } from 'vitest'
import { afterBankingTime, isBankingDay } from './banking-days'

/** As the Federal Reserve publishes them; those on a Saturday, on which banks are closed anyway, in brackets. */
const published: Record<number, string> = {
  2023: '1-2 1-16 2-20 5-29 6-19 7-4 9-4 10-9 [11-11] 11-23 12-25',
  2024: '1-1 1-15 2-19 5-27 6-19 7-4 9-2 10-14 11-11 11-28 12-25',
  2026: '1-1 1-19 2-16 5-25 6-19 [7-4] 9-7 10-12 11-11 11-26 12-25',
  2027: '1-1 1-18 2-15 5-31 [6-19] 7-5 9-6 10-11 11-11 11-25 [12-25]',
  2028: '[1-1] 1-17 2-21 5-29 6-19 7-4 9-4 10-9 [11-11] 11-23 12-25',
}

test.each(Object.entries(published))(
  'in %s banks are closed on weekends and on the holidays as published',
  (year, days) => {
    const closed: string[] = []
    for (let at = Date.UTC(Number(year), 0, 1); at < Date.UTC(Number(year) + 1, 0, 1); at += 86_400_000) {
      const date = new Date(at)
      const isWeekend = [0, 6].includes(date.getUTCDay())
      if (isWeekend) expect(isBankingDay(at), date.toISOString()).toBe(false)
      else if (!isBankingDay(at)) closed.push(`${date.getUTCMonth() + 1}-${date.getUTCDate()}`)
    }
    expect(closed).toEqual(days.split(' ').filter((day) => !day.startsWith('[')))
  },
)

test('the time of banks stands still on the days on which they are closed, from midnight to midnight in New York', () => {
  const after = (from: string, hours: number) =>
    new Date(afterBankingTime(Date.parse(from), hours * 3_600_000)).toISOString().slice(0, 16)
  expect(after('2026-11-24T15:00:00Z', 6), 'on a Tuesday').toBe('2026-11-24T21:00')
  expect(after('2026-11-27T21:00:00Z', 12), 'from Friday to Monday').toBe('2026-11-30T09:00')
  expect(after('2026-11-28T12:00:00Z', 2), 'on a Saturday').toBe('2026-11-30T07:00')
  expect(after('2026-11-25T21:00:00Z', 12), 'over Thanksgiving').toBe('2026-11-27T09:00')
  expect(after('2026-07-02T20:00:00Z', 10), 'a holiday on a Saturday closes no Friday').toBe('2026-07-03T06:00')
})
