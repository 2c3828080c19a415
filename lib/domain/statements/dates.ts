/** Days of statements, as `2026-11-17`. What is no day, or could be two, is undefined. */

/** @param year of two digits or four */
export function dayOf(year: string, month: string, day: string): string | undefined {
  const whole = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = Date.parse(`${whole}T00:00:00Z`)
  // 31 April is not 1 May.
  return /^\d{4}-\d\d-\d\d$/.test(whole) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(whole)
    ? whole
    : undefined
}

/** `261117`, and the month and day of an entry date in the year that is nearest to it. */
export function shortDay(text: string): string | undefined {
  const [, year = '', month = '', day = ''] = /^(\d\d)(\d\d)(\d\d)$/.exec(text) ?? []
  return dayOf(year, month, day)
}

/** `20261117120000.000[-5:EST]`, `2026-11-17T12:00:00+01:00`: the day that is written. */
export function writtenDay(text: string): string | undefined {
  const [, year = '', month = '', day = ''] = /^(\d{4})-?(\d\d)-?(\d\d)/.exec(text) ?? []
  return dayOf(year, month, day)
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** In which order a file writes numbers of days and months; undefined if its days do not tell. */
export type DayOrder = 'day-month' | 'month-day'

const numbered = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})\b/

/** Only the United States put the month first, and write slashes or hyphens. */
export function dayOrderIn(text: string): DayOrder | undefined {
  const [, first, second] = numbered.exec(text) ?? []
  if (Number(first) > 12) return 'day-month'
  if (Number(second) > 12) return 'month-day'
  return /^\d{1,2}\.\d{1,2}\./.test(text) ? 'day-month' : undefined
}

/** A day of a table. */
export function tableDay(text: string, order: DayOrder | undefined): string | undefined {
  const plain = text.slice(0, 60)
  const [, year = '', month = '', day = ''] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(plain) ?? []
  if (year !== '') return dayOf(year, month, day)
  if (/^\d{8}$/.test(plain)) return writtenDay(plain)
  const [, first = '', second = '', last = ''] = numbered.exec(plain) ?? []
  if (first !== '')
    return order === 'day-month' ? dayOf(last, second, first) : order ? dayOf(last, first, second) : undefined
  const named = /^(\d{1,2})[ -]([A-Za-z]{3})[a-z]*\.?[ -](\d{4}|\d{2})\b/.exec(plain)
  const at = months.indexOf(named?.[2]?.toLowerCase() ?? '')
  return named && at >= 0 ? dayOf(named[3] ?? '', String(at + 1), named[1] ?? '') : undefined
}
