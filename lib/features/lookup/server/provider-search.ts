/** Asks the provider for many readings of identifiers with few calls. */

import { maximumMatches } from '../../../api/records'
import { ProblemError } from '../../../provider/problem'
import { type DecodedTransfer, mayHaveMore } from '../../../provider/reading'
import type { TransferPages } from '../../../server/records/page-rows'
import type { FoundTransfers } from '../../../server/records/record-search'
import type { LookupField } from '../interface'
import { partsOf, type SentReading, transferKey, valueKey } from './lookup-readings'

/** Calls to the provider that one request of the browser may cause. */
export const mostCalls = 12
/** Rows that decide one reading: one more than a result lists. */
const decisive = maximumMatches + 1
const mostRows = 1_000
/** Readings of a call that asks again: so few that a page that is cut again decides at least one of them. */
const againAtOnce = 50

const budgetSpent = () =>
  new ProblemError(429, 'console-busy', 'This was not searched: one look-up makes a limited number of calls.', {
    detail: `Mintdesk makes at most ${mostCalls} calls to the provider at once. Look up fewer identifiers.`,
    meta: { answered_by: 'console' },
  })

/** What was found under a reading, and after how long. */
export type Outcome = (FoundTransfers | { problem: ProblemError }) & { millis: number }

/** A reading of an identifier; `given` is set once the provider has decided it. */
export type AskedReading = SentReading & { given?: Outcome }

export class ProviderSearch {
  /** Why the provider is not called again: it, or our own limit, asked to wait. */
  #stop: ProblemError | undefined

  /** @param now steady milliseconds */
  constructor(
    private readonly pages: TransferPages,
    private readonly now: () => number,
  ) {}

  /**
   * Asks readings, those of one filter together and all filters at the same time, and sets what each was given.
   * @throws the signal's reason if the browser has gone; the driver's error
   */
  async ask(readings: readonly AskedReading[]): Promise<void> {
    const began = this.now()
    const fields = [...new Set(readings.map(({ field }) => field))]
    await Promise.all(
      fields.flatMap((field) =>
        partsOf(readings.filter((reading) => reading.field === field)).map((part) =>
          this.#askPart(field, part, () => this.now() - began),
        ),
      ),
    )
  }

  /** Asks one filter for readings whose values fit into one call. */
  async #askPart(field: LookupField, part: readonly AskedReading[], millis: () => number): Promise<void> {
    try {
      const { items, ...end } = await this.#find(field, part)
      const isCut = mayHaveMore(end)
      const byKey = new Map<string | undefined, DecodedTransfer[]>()
      for (const item of items) {
        const key = transferKey(field, item)
        byKey.set(key, [...(byKey.get(key) ?? []), item])
      }
      const open: AskedReading[] = []
      for (const reading of part) {
        const keys = new Set(reading.values.map((value) => valueKey(field, value)))
        const rows = [...keys].flatMap((key) => byKey.get(key) ?? [])
        // A page that was cut says nothing of a reading with few rows in it; of the only one it says that there are more.
        if (isCut && part.length > 1 && rows.length < decisive) open.push(reading)
        else reading.given = { rows, isMore: isCut || rows.length > maximumMatches, millis: millis() }
      }
      await Promise.all(partsOf(open, againAtOnce).map((again) => this.#askPart(field, again, millis)))
    } catch (failure) {
      if (!(failure instanceof ProblemError)) throw failure
      for (const reading of part) reading.given ??= { problem: failure, millis: millis() }
    }
  }

  /** @throws ProblemError if there is no answer; the signal's reason; the driver's error */
  async #find(field: LookupField, part: readonly AskedReading[]) {
    if (this.#stop) throw this.#stop
    if (this.pages.calls >= mostCalls) throw budgetSpent()
    try {
      const values = [...new Set(part.flatMap((reading) => reading.values))]
      return await this.pages.page({ [field]: values, limit: Math.min(mostRows, part.length * decisive) })
    } catch (failure) {
      if (failure instanceof ProblemError && failure.problem.status === 429) this.#stop = failure
      throw failure
    }
  }
}
