/**
 * Look-up: finds what people paste, on the server, for the box, the page and batches alike. Every identifier gets exactly
 * one outcome, whatever fails, and a failure is never "not found".
 */

import { activityReaders } from '../../api/console/intents'
import {
  type LookupAnswer,
  type LookupIntent,
  type LookupOutcome,
  type LookupQuestion,
  type LookupResult,
  type LookupSource,
  maximumMatches,
} from '../../api/console/lookup'
import type { LookupIdentifier } from '../../api/console/lookup-input'
import type { Environment } from '../../api/environments'
import { ProblemError } from '../../api/problem'
import { databaseProblem } from '../../database/failures'
import { isObject, type Json } from '../../domain/json'
import type { Session } from '../auth/sessions'
import { Deadline } from '../deadline'
import type { Places } from '../fair-queue'
import type { ConsoleHandlers } from '../http/console-routes'
import type { Records } from '../records/records'
import { readLimit, type UpstreamTiming } from '../upstream/upstream'
import type { WriteCore } from '../writes/core'
import { intentOf } from '../writes/intent-view'
import type { ReadIntent } from '../writes/rows'
import { type AskedReading, askReadings } from './ask-readings'
import { intentsMatching } from './intent-matches'
import { ListCalls } from './list-calls'
import { readingsOf } from './lookup-readings'

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

/** Everything that was asked for one identifier: its readings with the likeliest first, and the database. */
type Asked = {
  identifier: LookupIdentifier
  readings: AskedReading[]
  /** Ids of transfers that were observed with it; absent unless it is partial. */
  observed?: Known<string>
  /** Absent for those who may not read requests, and for hashes. */
  requests?: Known<ReadIntent>
}

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
const foundBy = ({ outcome }: AskedReading) =>
  outcome && 'rows' in outcome ? { rows: outcome.rows, isCut: outcome.isMore } : { rows: [], isCut: false }
const isEmpty = (reading: AskedReading) => !hasFailed(reading.outcome) && foundBy(reading).rows.length === 0

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
    if (identifier.kind !== 'partial') return { identifier, readings: asked(readingsOf(identifier)) }
    const observed = await known(now, () => records.matching(owner, identifier))
    const values = valuesOf(observed).slice(0, maximumMatches)
    return { identifier, observed, readings: asked(values.length > 0 ? [{ field: 'ids', values }] : []) }
  }
  const askProvider = async (all: readonly Asked[]) => {
    const first = all.flatMap(({ readings }) => (isBatch ? readings.slice(0, 1) : readings))
    await askReadings(calls, first, now)
    if (!isBatch) return
    const open = all.filter(({ readings: [likeliest] }) => likeliest && isEmpty(likeliest))
    const others = open.flatMap(({ readings }) => readings.slice(1))
    await askReadings(calls, others, now)
  }
  const askLedger = async (all: readonly Asked[]) => {
    if (!mayReadRequests) return
    const found = await known(now, () => intentsMatching(ledger.rows, environment, identifiers))
    for (const [index, one] of all.entries()) {
      if ('problem' in found) one.requests = one.identifier.kind === 'hash' ? undefined : found
      else {
        const values = found.values[index]
        one.requests = values && { millis: found.millis, values }
      }
    }
  }

  try {
    const all = await Promise.all(identifiers.map(prepare))
    await Promise.all([askProvider(all), askLedger(all)])
    signal?.throwIfAborted()
    const shown = (row: ReadIntent): LookupIntent => {
      const { id, operation, summary, state } = intentOf(writes, row, session)
      return { id, operation, summary, state }
    }
    const results = all.map((one) => resultOf(one, shown, options.requestId))
    const isPartial = identifiers.some(({ kind }) => kind === 'partial')
    const [extent] = isPartial ? valuesOf(await known(now, async () => [await records.extent(owner)])) : []
    return { results, calls: calls.count, ...(extent && { records: extent }) }
  } finally {
    deadline.release()
    leave()
  }
}

const asked = (readings: ReturnType<typeof readingsOf>): AskedReading[] =>
  readings.map((reading) => ({ ...reading, millis: 0 }))

function resultOf(
  { identifier, readings, observed, requests }: Asked,
  shown: (row: ReadIntent) => LookupIntent,
  requestId: string | undefined,
): LookupResult {
  const done = readings.filter(({ outcome }) => outcome !== undefined)
  const match = done.find((reading) => foundBy(reading).rows.length > 0)
  // One that is likelier than the match might have matched instead; without a match, any might.
  const likelier = match ? done.slice(0, done.indexOf(match)) : done
  const isUncertain =
    likelier.some(({ outcome }) => hasFailed(outcome)) || (!match && (hasFailed(observed) || hasFailed(requests)))
  const { rows, isCut } = match ? foundBy(match) : { rows: [], isCut: false }
  const isMore = match !== undefined && (isCut || valuesOf(observed).length > maximumMatches)
  const matched: LookupOutcome = rows.length > 1 || isMore ? 'several' : match ? 'found' : 'not-found'

  const question = (field: LookupSource, values: string[], millis: number, found: number | ProblemError) => ({
    field,
    values,
    millis: Math.round(millis),
    ...(typeof found === 'number'
      ? { count: Math.min(found, maximumMatches) }
      : { problem: problemOf(found, requestId) }),
  })
  const text = identifier.kind === 'partial' ? `${identifier.start}…${identifier.end}` : identifier.value
  const questions: LookupQuestion[] = [
    ...(observed ? [question('records', [text], observed.millis, countOf(observed))] : []),
    ...done.map((reading) => {
      const { field, values, millis, outcome } = reading
      return question(
        field,
        values,
        millis,
        outcome && 'problem' in outcome ? outcome.problem : foundBy(reading).rows.length,
      )
    }),
    ...(requests ? [question('requests', [text], requests.millis, countOf(requests))] : []),
  ]
  return {
    verdict: isUncertain ? 'failed' : matched,
    ...(match && identifier.kind !== 'partial' && { field: match.field }),
    transfers: rows.slice(0, maximumMatches).flatMap(({ raw }): Json[] => (isObject(raw) ? [raw] : [])),
    isMore,
    requests: valuesOf(requests).slice(0, maximumMatches).map(shown),
    asked: questions,
  }
}

const countOf = (source: Known<unknown>) => ('problem' in source ? source.problem : source.values.length)

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
