/** Asks many readings of identifiers with few calls: those of one filter together, all filters at the same time. */

import { maximumMatches } from '../../../api/records'
import { ProblemError } from '../../../provider/problem'
import type { DecodedTransfer } from '../../../provider/reading'
import type { FoundTransfers } from '../../../server/records/record-search'
import type { LookupField } from '../interface'
import type { ListCalls } from './list-calls'
import { partsOf, type Reading, transferKey, valueKey } from './lookup-readings'

/** What a reading found. */
export type ReadingOutcome = FoundTransfers | { problem: ProblemError }

/**
 * A reading that is being asked; `outcome` is absent until it is decided. `millis`: how long that took. `own`: what our own
 * database has, which is the outcome where that is enough.
 */
export type AskedReading<Field = LookupField> = Reading<Field> & {
  millis: number
  own?: FoundTransfers & { millis: number }
  outcome?: ReadingOutcome
}

/** Rows that decide one reading: one more than a result lists. */
const decisive = maximumMatches + 1
const mostRows = 1_000
/** Readings of a call that asks again: so few that a page that is cut again decides at least one of them. */
const againAtOnce = 50

/** Each transfer once. */
const distinct = (rows: readonly DecodedTransfer[]): DecodedTransfer[] => [
  ...new Map(rows.map((row) => [row.known.id ?? row, row])).values(),
]

/** Rows by what they have under a filter. */
function rowsByKey(field: LookupField, rows: readonly DecodedTransfer[]): Map<string, DecodedTransfer[]> {
  const found = new Map<string, DecodedTransfer[]>()
  for (const row of rows) {
    const key = transferKey(field, row) ?? ''
    const known = found.get(key)
    if (known) known.push(row)
    else found.set(key, [row])
  }
  return found
}

/** Asks one filter for readings whose values fit into one call. @throws the signal's reason if the browser has gone */
async function askPart(calls: ListCalls, field: LookupField, part: readonly AskedReading[], millis: () => number) {
  try {
    const values = [...new Set(part.flatMap((reading) => reading.values))]
    const { items, isCut } = await calls.find(field, values, Math.min(mostRows, part.length * decisive))
    const found = rowsByKey(field, items)
    const open: AskedReading[] = []
    for (const reading of part) {
      const keys = new Set(reading.values.map((value) => valueKey(field, value)))
      const rows = distinct([...keys].flatMap((key) => found.get(key) ?? []))
      reading.millis = millis()
      // A page that was cut says nothing of a reading with few rows in it; of the only one it says that there are more.
      if (isCut && part.length > 1 && rows.length < decisive) open.push(reading)
      else reading.outcome = { rows, isMore: isCut || rows.length > maximumMatches }
    }
    await Promise.all(partsOf(open, againAtOnce).map((again) => askPart(calls, field, again, millis)))
  } catch (failure) {
    if (!(failure instanceof ProblemError)) throw failure
    for (const reading of part) {
      reading.millis = millis()
      reading.outcome ??= { problem: failure }
    }
  }
}

/**
 * Asks readings and sets the outcome of each. @param now steady milliseconds
 * @throws the signal's reason if the browser has gone
 */
export async function askReadings(
  calls: ListCalls,
  readings: readonly AskedReading[],
  now: () => number,
): Promise<void> {
  const began = now()
  const millis = () => now() - began
  const fields = [...new Set(readings.map(({ field }) => field))]
  await Promise.all(
    fields.flatMap((field) =>
      partsOf(readings.filter((reading) => reading.field === field)).map((part) => askPart(calls, field, part, millis)),
    ),
  )
}
