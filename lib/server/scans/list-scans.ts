/** Whole lists of the provider, for all who read them: one pace for each provider, and what is known of how it can be read. */
import type { Environment } from '../../api/environments'
import { type ScannedList, type ScannedQueries, timeOf, type WindowBy } from '../../api/provider/scanned-lists'
import type { Clock } from '../clock'
import { Places } from '../fair-queue'
import type { Log } from '../http/log'
import type { Caller } from '../upstream/rate'
import type { Upstreams } from '../upstream/upstream'
import { type CaughtUp, type CaughtUpWith, catchUp } from './catch-up'
import { listSource } from './list-source'
import type { ListRow } from './page-rows'
import { providerNow } from './provider-time'
import { scan } from './scan'
import { type ScanBatch, wholeSecond } from './scan-source'
import { serialWalk } from './serial-walk'
import { Pace } from './throttle'

/** Spec, Limits: rows per page at most. */
const mostRows = 1_000
/** Pages of one provider that are read at once, whoever reads them. */
const mostWorkers = 16
/** Rows may become visible after they were created: results that must be whole end before this many milliseconds. */
const usualLag = 30_000
/** The lag of lists that people look at: a minute ahead, because clocks differ. */
export const upToNow = -60_000
/** Milliseconds for which a provider that did not keep its contract is read serially. */
const serialFor = 3_600_000
const usualPatience = 900_000

/** A list with its filters and order, and the creation times that are asked for. */
type Scanned = { [List in ScannedList]: { list: List; query: ScannedQueries[List] } }[ScannedList]

export type ListScanRequest = Scanned & {
  environment: Environment
  caller: Caller
  /**
   * By which time the list is read in windows. Changed records leave windows of updates, so these are for readers who catch
   * up; without them a list that is filtered or ordered by updates is read serially.
   */
  by?: WindowBy
  /** Pages read at once at most. */
  workers?: number
  /** Pages asked for at most; the result can be taken up again where it ended. */
  mostCalls?: number
  /** Milliseconds before now at which the result ends; `upToNow` for lists that people look at. */
  lag?: number
  /** What was complete when the same result was read before: only the rest is read. */
  completeFrom?: number
  /** Where an earlier serial walk of the same query ended. */
  cursor?: string
  /** Milliseconds that the provider may ask to wait; a longer wait is a failure. */
  patience?: number
}

/** Lists that are read at once: a page of each of their requests is in memory. */
const mostReadings = { all: 16, ofOne: 6 }

type Provider = { pace: Pace; serialUntil: Map<string, number> }

/** Whether a query has a time of changes in it, with which no window of creation times may be combined (spec, rule 2). */
function isByUpdate(list: ScannedList, query: Record<string, unknown>): boolean {
  const updated = timeOf(list, 'updated')
  const isOrdered = Object.entries(updated?.orderBy ?? {}).some(([name, value]) => query[name] === value)
  return isOrdered || updated?.filters.some((name) => query[name] !== undefined) === true
}

type ListScansDependencies = { clock: Clock; log: Log; upstreams: Upstreams; rowsPerPage?: number }

export class ListScans {
  readonly #rowsPerPage: number
  readonly #clock: Clock
  readonly #log: Log
  readonly #upstreams: Upstreams
  readonly #providers = new Map<Environment, Provider>()
  readonly #places = new Places(mostReadings)

  /** @param rowsPerPage 1 to 1,000; tests read smaller pages */
  constructor({ clock, log, upstreams, rowsPerPage = mostRows }: ListScansDependencies) {
    this.#rowsPerPage = rowsPerPage
    this.#clock = clock
    this.#log = log
    this.#upstreams = upstreams
  }

  /** The moment of a result that is read now. @throws as `providerNow` does */
  now({ environment, list, caller }: Pick<ListScanRequest, 'environment' | 'list' | 'caller'>, signal: AbortSignal) {
    return providerNow(this.#upstreams.of(environment), { list, caller, clock: this.#clock, signal })
  }

  /** The end of a result that is read now, in milliseconds since 1970 by the provider's clock: a whole second. */
  ceiling(environment: Environment, lag = usualLag): number {
    return wholeSecond(this.#upstreams.of(environment).now() - lag)
  }

  /**
   * All rows of a list in its order. With `order=ASC`, `completeFrom` is the time before which all rows were given.
   * @throws ProblemError if the provider fails for longer than pages are asked for again; the signal's reason
   */
  async *read(request: ListScanRequest, signal: AbortSignal): AsyncGenerator<ScanBatch<ListRow>> {
    const { environment, list, query, caller, by = 'created', mostCalls } = request
    const { workers = mostWorkers, patience = usualPatience } = request
    const way = `${list} ${by}`
    const upstream = this.#upstreams.of(environment)
    const provider = this.#provider(environment)
    const { source, range } = listSource(upstream, list, query, {
      ...{ caller, patience, by, rowsPerPage: this.#rowsPerPage },
    })
    const { subject } = caller
    const options = { clock: this.#clock, signal, subject, workers, mostCalls, pace: provider.pace }
    const isAscending = query.order === 'ASC'
    await this.now(request, signal)
    const ceiling = this.ceiling(environment, request.lag)
    const known = request.completeFrom
    const wanted = isAscending
      ? { from: Math.max(range.from, -ceiling), to: Math.min(range.to, known === undefined ? range.to : -known) }
      : { from: range.from, to: Math.min(range.to, ceiling, known ?? ceiling) }
    const isSerial =
      request.cursor !== undefined ||
      (by === 'created' && isByUpdate(list, query)) ||
      this.#clock.now() < (provider.serialUntil.get(way) ?? 0)
    let restarted = ''
    const leave = await this.#places.take(subject, signal)
    try {
      for await (const batch of isSerial
        ? serialWalk(source, wanted, options, request.cursor)
        : scan(source, wanted, options)) {
        if (batch.kind === 'restart') restarted = batch.reason
        else if (restarted) {
          // It was not the query's fault, because the provider answers it without windows.
          provider.serialUntil.set(way, this.#clock.now() + serialFor)
          this.#log.warn({ event: 'scan-restarted', environment, operation: list, reason: restarted }, 'reading')
          restarted = ''
        }
        yield batch.kind === 'rows' && isAscending ? { ...batch, completeFrom: -batch.completeFrom } : batch
      }
    } finally {
      leave()
    }
  }

  /**
   * What happened to a result while it was read.
   * @param request that of the scan
   * @property since   when the scan began, by the provider's clock: the ceiling without a lag
   * @property ceiling where the result ended, if its query does not say
   * @property given   the rows that the scan gave
   * @property matching which of new rows belong to the result; by default those that match the query
   * @throws as `read` does
   */
  catchUp(
    { environment, list, query, caller, patience = usualPatience }: ListScanRequest,
    { ceiling = Number.POSITIVE_INFINITY, ...scanned }: CaughtUpWith,
    signal: AbortSignal,
  ): AsyncGenerator<CaughtUp> {
    return catchUp(
      this.#upstreams.of(environment),
      { list, query, ceiling, ...scanned },
      {
        source: { caller, patience, rowsPerPage: this.#rowsPerPage },
        walk: { clock: this.#clock, signal, pace: this.#provider(environment).pace },
      },
    )
  }

  #provider(environment: Environment): Provider {
    const known = this.#providers.get(environment)
    if (known) return known
    const provider = { pace: new Pace(this.#clock, mostWorkers), serialUntil: new Map() }
    this.#providers.set(environment, provider)
    return provider
  }
}
