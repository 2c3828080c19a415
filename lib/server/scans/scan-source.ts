/** What a scan reads: pages of a provider's list, which may fail and are then asked for again. */
import { type Clock, wait } from '../clock'
import type { Pace } from './throttle'

export const second = 1000
export const wholeSecond = (millis: number) => Math.floor(millis / second) * second

/** A half-open range of creation times in milliseconds since 1970, on whole seconds, which no provider can round. */
export type TimeRange = { from: number; to: number }

export type SourceRequest = { range?: TimeRange; cursor?: string }

/**
 * @property count  rows that the answer had, if the source left some out
 * @property next   the cursor of the next page, whatever the number of rows; "" says that it is the last, absent says nothing
 * @property millis until the answer began; absent if the pace should learn nothing from it
 */
export type SourcePage<Row> = { rows: readonly Row[]; count?: number; next?: string; millis?: number }

/**
 * @property isForAll   whether no page is asked for before
 * @property isOwnLimit whether our own rate is the reason, which says nothing of the provider
 */
export type Retry = { millis: number; isForAll?: boolean; isOwnLimit?: boolean }

/** A list of the provider, newest first. */
export type ScanSource<Row> = {
  /** Rows asked for with each page. */
  limit: number
  idOf: (row: Row) => string | undefined
  /** Milliseconds since 1970; NaN if the row has no creation time. */
  createdAt: (row: Row) => number
  /** Whether a row is part of the result; absent if all are. */
  isWanted?: (row: Row) => boolean
  /** @param request without a range for the serial walk, which asks for the filters alone. A cursor belongs to its own range. */
  page: (request: SourceRequest, signal: AbortSignal) => Promise<SourcePage<Row>>
  /** When a failed page may be asked for again; undefined if the failure is final. */
  retryAfter: (failure: unknown, attempt: number) => Retry | undefined
  /** Whether a failure means that the request is refused as it stands: its cursor is too old, or its range not allowed. */
  isRefused?: (failure: unknown) => boolean
}

/** @property mostCalls pages asked for at most: the scan ends with what it then has, and can be taken up again */
export type ScanOptions = {
  clock: Clock
  signal: AbortSignal
  pace: Pace
  /** For whom: people have equal shares of the pace. */
  subject?: string
  workers?: number
  mostCalls?: number
}

/**
 * `rows` follow those of the batch before. Every row created at or after `completeFrom` has been given; `read` rows were
 * received so far. `isEnd`: nothing is left to be given. A serial walk says with which cursor it would go on.
 * `restart` means that the provider does not keep its contract: what was given is to be forgotten, and a serial walk follows.
 */
export type ScanBatch<Row> =
  | { kind: 'rows'; rows: readonly Row[]; completeFrom: number; read: number; isEnd?: true; cursor?: string }
  | { kind: 'restart'; reason: string }

/** One page, asked for again while its failure allows it. @throws the last failure; the signal's reason */
export async function fetchPage<Row>(
  source: ScanSource<Row>,
  request: SourceRequest,
  { clock, signal, pace }: ScanOptions,
): Promise<SourcePage<Row>> {
  for (let attempt = 1; ; attempt++) {
    await pace.opened(signal)
    try {
      const page = await source.page(request, signal)
      // A page with few rows is faster, whatever the load.
      if (page.millis !== undefined && page.rows.length === source.limit) pace.succeeded(page.millis)
      return page
    } catch (failure) {
      signal.throwIfAborted()
      const retry = source.retryAfter(failure, attempt)
      if (!retry) throw failure
      if (!retry.isOwnLimit) pace.failed(retry.isForAll ? retry.millis : 0)
      await wait(clock, retry.millis, signal)
    }
  }
}
