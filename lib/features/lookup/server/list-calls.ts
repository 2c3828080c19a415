/** The calls of one look-up: lists that the provider filters by identifiers, bounded, and checked against what was asked. */

import { rowOf } from '../../../provider/operations'
import { ProblemError } from '../../../provider/problem'
import { type DecodedTransfer, mayHaveMore, pageEnd, readTransfer } from '../../../provider/reading'
import { scannedLists } from '../../../provider/scanned-lists'
import type { Deadline } from '../../../server/deadline'
import { mapInPieces } from '../../../server/fair-queue'
import { readListAnswer } from '../../../server/records/page-rows'
import type { Caller } from '../../../server/upstream/rate'
import type { Upstream, UpstreamTiming } from '../../../server/upstream/upstream'
import type { LookupField } from '../interface'
import { transferKey, valueKey } from './lookup-readings'

/** Calls to the provider that one request of the browser may cause. */
export const mostCalls = 12
/** Found transfers that one call notes. */
const mostNoted = 100

/** The list that is asked by identifiers. */
export const lookupList = (() => {
  const name = scannedLists.find((known) => rowOf(known).isLookedUp)
  if (!name) throw new Error('No operation looks records up.')
  return name
})()

const budgetSpent = () =>
  new ProblemError(429, 'console-busy', 'This was not searched: one look-up makes a limited number of calls.', {
    detail: `Mintdesk makes at most ${mostCalls} calls to the provider at once. Look up fewer identifiers.`,
    meta: { answered_by: 'console' },
  })

/** Some services ignore a filter that they do not know, and return everything (docs/provider.md, "Reading"). */
const unaskedRows = (field: LookupField) =>
  new ProblemError(502, 'service-answer-unreadable', 'The provider returned transfers that were not searched for.', {
    detail: `It seems to ignore the filter ${field}, so its answer was not used. Nothing was changed.`,
    meta: { answered_by: 'service' },
  })

/** `note` hears the text of what was found. */
export type ListCallOptions = {
  caller: Caller
  deadline: Deadline
  timing: UpstreamTiming
  note: (texts: string[]) => void
}

/** A page as it was found: `isCut` says that more transfers match than it has. */
export type FoundPage = { items: DecodedTransfer[]; isCut: boolean }

export class ListCalls {
  readonly #upstream: Upstream
  readonly #options: ListCallOptions
  #count = 0
  /** Why the provider is not called again: it, or our own limit, asked to wait. */
  #stop: ProblemError | undefined

  constructor(upstream: Upstream, options: ListCallOptions) {
    this.#upstream = upstream
    this.#options = options
  }

  get count(): number {
    return this.#count
  }

  /**
   * The transfers that have one of these values.
   * @param limit 1 to 1,000 rows
   * @throws ProblemError if the call fails, or returns a transfer without such a value; the signal's reason if the browser has gone
   */
  async find(field: LookupField, values: readonly string[], limit: number): Promise<FoundPage> {
    if (this.#stop) throw this.#stop
    if (this.#count >= mostCalls) throw budgetSpent()
    this.#count += 1
    const { timing, note, ...options } = this.#options
    const { subject } = options.caller
    const own: UpstreamTiming = { trace: timing.trace }
    try {
      const query = { [field]: values, limit }
      const received = await this.#upstream.read(lookupList, { query }, { ...options, acceptsGzip: true, timing: own })
      const { rows, next } = await readListAnswer(received, lookupList, subject)
      const items = await mapInPieces(subject, rows, ({ json }) => readTransfer(json))
      const keys = new Set(values.map((value) => valueKey(field, value)))
      if (!items.every((item) => keys.has(transferKey(field, item) ?? ''))) throw unaskedRows(field)
      note(rows.slice(0, mostNoted).map(({ text }) => text))
      return { items, isCut: mayHaveMore(pageEnd(items.length, next, { limit, cursors: [] })) }
    } catch (failure) {
      if (failure instanceof ProblemError && failure.problem.status === 429) this.#stop = failure
      throw failure
    } finally {
      // The log has the worst of them.
      timing.status = Math.max(timing.status ?? 0, own.status ?? 0) || undefined
      timing.millis = Math.max(timing.millis ?? 0, own.millis ?? 0)
    }
  }
}
