/**
 * Look-up: finds what people paste, on the server, for the box, the page and batches alike: in our own database, and at the
 * provider what is not there. Every identifier gets exactly one outcome, whatever fails, and a failure is never "not found".
 */

import { activityReaders } from '../../../api/intents'
import { maximumMatches } from '../../../api/records'
import { isObject, type Json } from '../../../domain/json'
import type { Environment } from '../../../provider/environments'
import { ProblemError } from '../../../provider/problem'
import type { DecodedTransfer } from '../../../provider/reading'
import type { Session } from '../../../server/auth/sessions'
import { transferPages } from '../../../server/records/page-rows'
import { beginning } from '../../../server/records/record-rows'
import type { FoundTransfers } from '../../../server/records/record-search'
import { extentOf, type Records } from '../../../server/records/records'
import { type Owner, readLimit, type UpstreamTiming } from '../../../server/upstream/upstream'
import { Deadline } from '../../../server/work/deadline'
import { Places } from '../../../server/work/fair-queue'
import type { WriteCore } from '../../../server/writes/core'
import { intentOf } from '../../../server/writes/intent-view'
import type { ReadIntent } from '../../../server/writes/rows'
import type { ConsoleHandlers } from '../../handlers'
import type { LookupIdentifier } from '../input'
import type { LookupAnswer, LookupIntent, LookupQuestion, LookupResult, LookupSource } from '../interface'
import { intentsMatching } from './intent-matches'
import { isSent, type Reading, readingsOf } from './lookup-readings'
import { type Outcome, ProviderSearch } from './provider-search'

/** Batches at once: each has up to twelve pages of a thousand rows in memory. The page asks four of one person. */
export const mostLookups = { all: 8, ofOne: 4 }

/** `lookups`: the places of batches that run. */
export type LookupDependencies = { writes: WriteCore; records: Records; lookups: Places }

export type LookupOptions = {
  environment: Environment
  session: Pick<Session, 'subject' | 'roles'>
  /** Whether a person asked, and not a page in the background. */
  isPersonal: boolean
  /** Ends it: the browser has gone. */
  signal?: AbortSignal
  /** Quoted in problems. */
  requestId?: string
  timing?: UpstreamTiming
}

/** A reading that is asked: `own` is what our own database has, `given` what the provider gave, if it had to be asked. */
type AskedReading = Reading & { own?: Outcome; given?: Outcome }

/** Everything that was asked for one identifier: its readings with the likeliest first, and the requests. */
type Asked = {
  identifier: LookupIdentifier
  readings: AskedReading[]
  /** Absent for those who may not read requests, and where there are none. */
  requests?: { rows: ReadIntent[]; millis: number }
}

/** How far our own database may be believed: it has all transfers, and read their changes a moment ago. */
type Belief = { isWhole: boolean; isCurrent: boolean }

/** Found transfers that one call notes. */
const mostNoted = 100
/** Milliseconds since changes were last read to their end, up to which our own database is as good as the provider. */
const currentMillis = 10_000

const rowsIn = (outcome: Outcome | undefined) => (outcome && 'rows' in outcome ? outcome.rows : [])
const hasFailed = (outcome: Outcome | undefined) => outcome !== undefined && 'problem' in outcome
const isPending = ({ known: { status } }: DecodedTransfer) => !status || status === 'PENDING'

/** What either has; where both have a transfer, the provider's is newer. */
function foundBy({ own, given }: AskedReading): FoundTransfers {
  const all = [...rowsIn(own), ...rowsIn(given)].map((row) => [row.known.id ?? row, row] as const)
  const isMore = [own, given].some((outcome) => outcome && 'rows' in outcome && outcome.isMore)
  const rows = [...new Map(all).values()]
  return { rows: rows.slice(0, maximumMatches), isMore: isMore || rows.length > maximumMatches }
}

const isFound = (reading: AskedReading) => foundBy(reading).rows.length > 0

/** Whether the provider can add nothing to what our own database has under a reading. */
const isDecided = (reading: AskedReading, { isWhole, isCurrent }: Belief) =>
  !isSent(reading) ||
  (isWhole && isCurrent) ||
  // There is one transfer of an ID, and none changes once it has ended.
  (reading.field === 'ids' && isFound(reading) && (isCurrent || !rowsIn(reading.own).some(isPending)))

/**
 * Leaves out the readings after the match if our own database decides it and all that are likelier.
 * @returns whether it does; else the provider must be asked
 */
function settle(one: Asked, belief: Belief): boolean {
  const likely = one.readings.slice(0, one.readings.findIndex(isFound) + 1)
  if (likely.length === 0 || !likely.every((reading) => isDecided(reading, belief))) return false
  one.readings = likely
  return true
}

/** Finds the transfers and requests of up to a hundred identifiers. @throws the signal's reason if the browser has gone; the driver's error */
export async function lookupIdentifiers(
  { writes, records, lookups }: LookupDependencies,
  identifiers: readonly LookupIdentifier[],
  options: LookupOptions,
): Promise<LookupAnswer> {
  const { environment, session, isPersonal, signal, timing } = options
  const { clock, ledger } = writes
  const now = () => clock.steady()
  const upstream = writes.upstreams.of(environment)
  const { owner } = upstream
  const isBatch = identifiers.length > 1
  // A person's batches take turns with their own pages, as they do with other people.
  const subject = isBatch ? `${session.subject} batch` : session.subject
  // One identifier asks for a few rows, and a person waits for it.
  const leave = isBatch ? await lookups.take(subject, signal ?? new AbortController().signal) : () => undefined
  const deadline = new Deadline(clock, readLimit, signal)
  // A look-up is answered although nothing can be written.
  const noting = { keep: (of: Owner, texts: readonly string[]) => records.note(of, texts.slice(0, mostNoted)) }
  const caller = { kind: isPersonal ? 'read' : 'background', subject } as const
  const pages = transferPages(upstream, noting, { caller, clock, signal, deadline, ...(timing && { timing }) })

  async function askOwn(): Promise<Asked[]> {
    const began = now()
    const all = await Promise.all(
      identifiers.map(async (identifier): Promise<Asked> => {
        if (identifier.kind !== 'partial') return { identifier, readings: readingsOf(identifier) }
        const field = 'partial' as const
        try {
          return { identifier, readings: [{ field, values: await records.search.matching(owner, identifier) }] }
        } catch (problem) {
          if (!(problem instanceof ProblemError)) throw problem
          return { identifier, readings: [{ field, values: [], own: { problem, millis: now() - began } }] }
        }
      }),
    )
    const readings = all.flatMap((one) => one.readings).filter(({ own }) => !own)
    const found = await records.search.find(owner, readings)
    for (const [at, one] of readings.entries()) {
      const own = found[at]
      if (own) one.own = { ...own, millis: now() - began }
    }
    return all
  }
  /** All readings of one identifier together; of many, those that are less likely only where nothing was found. */
  async function askProvider(all: readonly Asked[]): Promise<void> {
    const search = new ProviderSearch(pages, now)
    const open = all.map(({ readings }) => readings.filter(isSent))
    await search.ask(open.flatMap((readings) => (isBatch ? readings.slice(0, 1) : readings)))
    const others = open.flatMap(([likeliest, ...rest]) =>
      likeliest && !isFound(likeliest) && !hasFailed(likeliest.given) ? rest : [],
    )
    if (isBatch) await search.ask(others)
  }
  async function askLedger(all: readonly Asked[]): Promise<void> {
    if (!session.roles.some((role) => activityReaders.includes(role))) return
    const began = now()
    const found = await intentsMatching(ledger.rows, environment, identifiers)
    for (const [at, one] of all.entries()) {
      const rows = found[at]
      if (rows) one.requests = { rows, millis: now() - began }
    }
  }

  try {
    const reading = await records.rows.reading(owner)
    const belief = {
      isWhole: reading !== undefined && reading.from <= beginning,
      isCurrent: reading !== undefined && reading.age <= currentMillis,
    }
    const all = await askOwn()
    const open = all.filter((one) => !settle(one, belief))
    await Promise.all([askProvider(open), askLedger(all)])
    signal?.throwIfAborted()
    const shown = (row: ReadIntent): LookupIntent => {
      const { id, operation, summary, state } = intentOf(writes, row, session)
      return { id, operation, summary, state }
    }
    const results = all.map((one) => resultOf(one, shown, options.requestId))
    const extent = extentOf(reading)
    return { results, calls: pages.calls, ...(extent && { records: extent }) }
  } finally {
    deadline.release()
    leave()
  }
}

function resultOf(
  { identifier, readings, requests }: Asked,
  shown: (row: ReadIntent) => LookupIntent,
  requestId: string | undefined,
): LookupResult {
  const match = readings.find(isFound)
  // One that is likelier than the match might have matched instead, and the match may have more; without one, any might.
  const decisive = match ? readings.slice(0, readings.indexOf(match) + 1) : readings
  const isUncertain = decisive.some(({ own, given }) => hasFailed(given ?? own))
  const { rows, isMore } = match ? foundBy(match) : { rows: [], isMore: false }

  const text = identifier.kind === 'partial' ? `${identifier.start}…${identifier.end}` : identifier.value
  const question = (
    { field, values }: { field: LookupSource; values: string[] },
    { millis, ...found }: { millis: number; problem?: ProblemError; rows?: readonly unknown[] },
    more: { isOwn?: true } = {},
  ): LookupQuestion => ({
    field,
    values: field === 'partial' ? [text] : values,
    ...more,
    millis: Math.round(millis),
    ...(found.problem
      ? { problem: problemOf(found.problem, requestId) }
      : { count: Math.min(found.rows?.length ?? 0, maximumMatches) }),
  })
  return {
    verdict: isUncertain ? 'failed' : rows.length > 1 || isMore ? 'several' : match ? 'found' : 'not-found',
    ...(match && match.field !== 'partial' && { field: match.field }),
    transfers: rows.flatMap(({ raw }): Json[] => (isObject(raw) ? [raw] : [])),
    isMore,
    requests: requests?.rows.slice(0, maximumMatches).map(shown) ?? [],
    asked: [
      ...readings.flatMap((one) => (one.own ? question(one, one.own, { isOwn: true }) : [])),
      ...readings.flatMap((one) => (one.given ? question(one, one.given) : [])),
      ...(requests ? [question({ field: 'requests', values: [text] }, requests)] : []),
    ],
  }
}

const problemOf = ({ problem: { title, detail, status } }: ProblemError, requestId: string | undefined) => ({
  title,
  status,
  ...(detail !== undefined && { detail }),
  ...(requestId !== undefined && { request_id: requestId }),
})

/** @returns the handler of the operation */
const createLookup = (core: LookupDependencies) =>
  ({
    lookup: ({ context, body, environment, session }) =>
      lookupIdentifiers(core, body.identifiers, {
        environment,
        session,
        isPersonal: context.isPersonal,
        signal: context.request.signal,
        requestId: context.id,
        timing: context.upstream,
      }),
  }) satisfies Partial<ConsoleHandlers>

/** @returns also `lookup`, for a page that has its session */
export function registerLookup(core: Omit<LookupDependencies, 'lookups'>) {
  const own = { ...core, lookups: new Places(mostLookups) }
  return {
    lookup: (identifiers: readonly LookupIdentifier[], options: LookupOptions) =>
      lookupIdentifiers(own, identifiers, options),
    handlers: createLookup(own),
  }
}
