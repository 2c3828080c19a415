/**
 * Look-up: finds what people paste, on the server, for the box, the page and batches alike: in our own database, and at the
 * provider what is not there. Every identifier gets exactly one outcome, whatever fails, and a failure is never "not found".
 */

import { activityReaders } from '../../../api/intents'
import { maximumMatches } from '../../../api/records'
import { databaseProblem } from '../../../database/failures'
import { isObject, type Json } from '../../../domain/json'
import type { Environment } from '../../../provider/environments'
import { ProblemError } from '../../../provider/problem'
import type { DecodedTransfer } from '../../../provider/reading'
import type { Session } from '../../../server/auth/sessions'
import { Deadline } from '../../../server/deadline'
import type { Places } from '../../../server/fair-queue'
import { beginning, type Reading } from '../../../server/records/record-rows'
import { extentOf, type Records } from '../../../server/records/records'
import { readLimit, type UpstreamTiming } from '../../../server/upstream/upstream'
import type { WriteCore } from '../../../server/writes/core'
import { intentOf } from '../../../server/writes/intent-view'
import type { ReadIntent } from '../../../server/writes/rows'
import type { ConsoleHandlers } from '../../handlers'
import type { LookupIdentifier } from '../input'
import type {
  LookupAnswer,
  LookupField,
  LookupIntent,
  LookupOutcome,
  LookupQuestion,
  LookupResult,
  LookupSource,
  OwnField,
} from '../interface'
import { type AskedReading, askReadings } from './ask-readings'
import { intentsMatching, mayHaveRequests } from './intent-matches'
import { ListCalls } from './list-calls'
import { isSent, readingsOf } from './lookup-readings'

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

/** What the console's own database says of one identifier. */
type Known<Value> = { millis: number; values: Value[] } | { millis: number; problem: ProblemError }

/** Everything that was asked for one identifier: its readings with the likeliest first, and the requests. */
type Asked = {
  identifier: LookupIdentifier
  readings: AnyReading[]
  /** The transfers of our own database that were pending, read again. */
  again?: AskedReading
  /** Absent for those who may not read requests, and where there are none. */
  requests?: Known<ReadIntent>
}
type AnyReading = AskedReading<LookupField | OwnField>

/** Milliseconds since changes were last read to their end, up to which our own database is as good as the provider. */
const currentMillis = 10_000

/** @throws what is no failure of the database */
async function known<Value>(now: () => number, read: () => Promise<Value[]>): Promise<Known<Value>> {
  const began = now()
  try {
    const values = await read()
    return { millis: now() - began, values }
  } catch (failure) {
    const problem = failure instanceof ProblemError ? failure : databaseProblem(failure)
    if (!problem) throw failure
    return { millis: now() - began, problem }
  }
}

const valuesOf = <Value>(source: Known<Value> | undefined) => (source && 'values' in source ? source.values : [])
const hasFailed = (source: object | undefined) => source !== undefined && 'problem' in source
const foundBy = ({ outcome }: AnyReading) => (outcome && 'rows' in outcome ? outcome : { rows: [], isMore: false })
const isEmpty = (reading: AnyReading) => !hasFailed(reading.outcome) && foundBy(reading).rows.length === 0
const matchOf = ({ readings }: Pick<Asked, 'readings'>) => readings.find((reading) => foundBy(reading).rows.length > 0)
const isPending = ({ known: { status } }: DecodedTransfer) => !status || status === 'PENDING'

/**
 * Takes what our own database has of an identifier as the outcome if that needs no call: something was found, and nothing
 * likelier can be.
 * @param isComplete whether it has all transfers; else it decides ids alone, of which there is one transfer each
 */
function settle(one: Asked, isComplete: boolean): void {
  const decides = (reading: AnyReading) =>
    reading.own && (isComplete || !isSent(reading) || (reading.field === 'ids' && reading.own.rows.length > 0))
  const match = one.readings.findIndex(({ own }) => own && own.rows.length > 0)
  const likely = one.readings.slice(0, match + 1)
  if (likely.length > 0 && likely.every(decides)) one.readings = likely
  for (const reading of one.readings)
    if (reading.own && (one.readings === likely || !isSent(reading))) reading.outcome = reading.own
}

/** Finds the transfers and requests of up to a hundred identifiers. @throws the signal's reason if the browser has gone */
export async function lookupIdentifiers(
  { writes, records, lookups }: LookupDependencies,
  identifiers: readonly LookupIdentifier[],
  options: LookupOptions,
): Promise<LookupAnswer> {
  const { environment, session, isPersonal, signal, timing = {} } = options
  const { clock, ledger } = writes
  const now = () => clock.steady()
  const upstream = writes.upstreams.of(environment)
  const owner = upstream.owner
  const isBatch = identifiers.length > 1
  // A person's batches take turns with their own pages, as they do with other people.
  const subject = isBatch ? `${session.subject} batch` : session.subject
  // One identifier asks for a few rows, and a person waits for it.
  const leave = isBatch ? await lookups.take(subject, signal ?? new AbortController().signal) : () => undefined
  const deadline = new Deadline(clock, readLimit, signal)
  const calls = new ListCalls(upstream, {
    caller: { kind: isPersonal ? 'read' : 'background', subject },
    deadline,
    timing,
    note: (texts) => records.note(owner, texts),
  })
  const mayReadRequests = session.roles.some((role) => activityReaders.includes(role))

  const prepare = async (identifier: LookupIdentifier): Promise<Asked> => {
    if (identifier.kind !== 'partial')
      return { identifier, readings: readingsOf(identifier).map((reading) => ({ ...reading, millis: 0 })) }
    const ids = await known(now, () => records.search.matching(owner, identifier))
    const reading: AnyReading = { field: 'partial', values: valuesOf(ids), millis: ids.millis }
    return { identifier, readings: [{ ...reading, ...('problem' in ids && { outcome: ids }) }] }
  }
  /** @param reading how far our own database had read before */
  const askOwn = async (all: readonly Asked[], reading: Reading | undefined) => {
    const readings = all.flatMap((one) => one.readings).filter(({ outcome }) => !outcome)
    const found = await known(now, () => records.search.find(owner, readings))
    for (const [index, one] of readings.entries()) {
      const own = valuesOf(found)[index]
      if (own) one.own = { ...own, millis: one.millis + found.millis }
      else if ('problem' in found && !isSent(one)) one.outcome = found
    }
    const isComplete = isCurrent(reading) && reading.from <= beginning
    for (const one of all) settle(one, isComplete)
  }
  const askProvider = async (all: readonly Asked[]) => {
    const open = all.map(({ readings }) => readings.filter(isSent).filter(({ outcome }) => !outcome))
    const first = open.flatMap((readings) => (isBatch ? readings.slice(0, 1) : readings))
    await askReadings(calls, first, now)
    const others = open.flatMap(([likeliest, ...rest]) => (likeliest && isEmpty(likeliest) ? rest : []))
    if (isBatch) await askReadings(calls, others, now)
  }
  /** Reads again what is pending by our own database: it may have ended since. */
  const askAgain = async (all: readonly Asked[]) => {
    const again = all.flatMap((one) => {
      const match = matchOf(one)
      const ids = match?.own === match?.outcome ? (match?.own?.rows ?? []).filter(isPending) : []
      const values = ids.flatMap(({ known: { id } }) => id ?? [])
      if (values.length === 0) return []
      one.again = { field: 'ids', values, millis: 0 }
      return one.again
    })
    await askReadings(calls, again, now)
  }
  const askLedger = async (all: readonly Asked[]) => {
    if (!mayReadRequests) return
    const found = await known(now, () => intentsMatching(ledger.rows, environment, identifiers))
    for (const [index, one] of all.entries()) {
      if ('problem' in found) one.requests = mayHaveRequests(one.identifier) ? found : undefined
      else {
        const values = found.values[index]
        one.requests = values && { millis: found.millis, values }
      }
    }
  }

  try {
    const marks = await known(now, async () => [await records.rows.reading(owner)])
    const [reading] = valuesOf(marks)
    const all = await Promise.all(identifiers.map(prepare))
    await askOwn(all, reading)
    await Promise.all([askProvider(all).then(() => askAgain(all)), askLedger(all)])
    signal?.throwIfAborted()
    const shown = (row: ReadIntent): LookupIntent => {
      const { id, operation, summary, state } = intentOf(writes, row, session)
      return { id, operation, summary, state }
    }
    const results = all.map((one) => resultOf(one, shown, isCurrent(reading), options.requestId))
    const extent = extentOf(reading)
    return { results, calls: calls.count, ...(extent && { records: extent }) }
  } finally {
    deadline.release()
    leave()
  }
}

const isCurrent = (reading: Reading | undefined): reading is Reading =>
  reading !== undefined && reading.age <= currentMillis

/** @param isCurrent whether what our own database has is the latest that anybody could know */
function resultOf(
  { identifier, readings, again, requests }: Asked,
  shown: (row: ReadIntent) => LookupIntent,
  isCurrent: boolean,
  requestId: string | undefined,
): LookupResult {
  const done = readings.filter(({ outcome }) => outcome !== undefined)
  const match = matchOf({ readings })
  // One that is likelier than the match might have matched instead; without a match, any might.
  const likelier = match ? done.slice(0, done.indexOf(match)) : done
  const isUncertain =
    likelier.some(({ outcome }) => hasFailed(outcome)) ||
    (!match && hasFailed(requests)) ||
    (!isCurrent && hasFailed(again?.outcome))
  const { rows, isMore } = match ? foundBy(match) : { rows: [], isMore: false }
  const matched: LookupOutcome = rows.length > 1 || isMore ? 'several' : match ? 'found' : 'not-found'
  const newer = new Map((again ? foundBy(again).rows : []).map((row) => [row.known.id, row]))

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
  const ofProvider = (asked: readonly AnyReading[]) =>
    asked.flatMap((one) =>
      one.outcome && one.outcome !== one.own
        ? question(one, { millis: one.millis, ...one.outcome }, isSent(one) ? {} : { isOwn: true })
        : [],
    )
  const questions: LookupQuestion[] = [
    ...readings.flatMap((one) => (one.own ? question(one, one.own, { isOwn: true }) : [])),
    ...ofProvider(done),
    ...ofProvider(again ? [again] : []),
    ...(requests
      ? [
          question(
            { field: 'requests', values: [text] },
            'problem' in requests ? requests : { millis: requests.millis, rows: requests.values },
          ),
        ]
      : []),
  ]
  return {
    verdict: isUncertain ? 'failed' : matched,
    ...(match && match.field !== 'partial' && { field: match.field }),
    transfers: rows
      .slice(0, maximumMatches)
      .flatMap((row): Json[] => [newer.get(row.known.id) ?? row].flatMap(({ raw }) => (isObject(raw) ? [raw] : []))),
    isMore,
    requests: valuesOf(requests).slice(0, maximumMatches).map(shown),
    asked: questions,
  }
}

const problemOf = ({ problem: { title, detail, status } }: ProblemError, requestId: string | undefined) => ({
  title,
  status,
  ...(detail !== undefined && { detail }),
  ...(requestId !== undefined && { request_id: requestId }),
})

/** @returns the handler of the operation */
export const createLookup = (core: LookupDependencies) =>
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
