/** One look-up of any number of identifiers, as a query: what is asked, what came back, and what is still to be asked. */

import { type QueryClient, QueryObserver, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { createSignal } from '@/components/ui/focus'
import { isAccessLost, isRateLimited } from '@/components/ui/problem'
import type { PastedIdentifier } from '@/lib/api/pasted/pasted-identifiers'
import type { RecordsExtent } from '@/lib/api/records'
import { callConsole } from '@/lib/browser/operation'
import { isObject } from '@/lib/domain/json'
import type { Letter } from '@/lib/features/lookup/browser/letter'
import type { LookupIdentifier, LookupRequest } from '@/lib/features/lookup/input'
import { type LookupAnswer, type LookupResult, maximumLookup } from '@/lib/features/lookup/interface'
import { lookupRows } from '@/lib/features/lookup/operations'
import type { Environment } from '@/lib/provider/environments'
import { ProblemError, problemKind } from '@/lib/provider/problem'
import { type DecodedTransfer, readTransfer } from '@/lib/provider/reading'

/** Every line has exactly one of these. */
export const lineResults = ['found', 'several', 'candidates', 'not-found', 'refused', 'failed', 'waiting'] as const
export type LineResult = (typeof lineResults)[number]

/** A line of the results. A new object whenever it changes. */
export type LookupRow = {
  /** Its place among the identifiers, from 0. */
  index: number
  pasted: PastedIdentifier
  result: LineResult
  answer?: LookupResult
  /** Which transfers our own database had by then. */
  records?: RecordsExtent | undefined
  transfers: readonly DecodedTransfer[]
  /** Why it failed, if nothing came back. */
  problem?: ProblemError
  /** Of the answer; ms since 1970. */
  at?: number
  requestId?: string
  /** The candidate that a person has chosen. */
  chosen?: DecodedTransfer
}

export type LookupState = {
  rows: readonly LookupRow[]
  /** When the newest answer came, ms since 1970. */
  at?: number
  /** What stopped it, and when (ms since 1970). */
  problem?: ProblemError
  problemAt: number
}

export type LookupInput = {
  environment: Environment
  /** As pasted, without secrets. */
  text: string
  identifiers: readonly PastedIdentifier[]
  /** Identifiers beyond the most that are looked up at once. */
  omitted: number
  /** What the text says beside its identifiers. */
  letter?: Letter
}

/** An answer, and when it came (ms since 1970). */
type Asked = LookupAnswer & { at: number; requestId?: string }
export type Ask = (environment: Environment, identifiers: LookupIdentifier[], signal: AbortSignal) => Promise<Asked>

/** `id`: no other has it. `begun`: what is known before this browser asks. */
export type Lookup = Omit<LookupInput, 'identifiers'> & { id: number; begun: LookupState; ask: Ask }

/** Look-ups so far. */
let count = 0

/** Requests at a time. */
const maximumInFlight = 4
/** Milliseconds between two updates of the screen while many answers arrive. */
const publishEvery = 500

/** Whether a failure would meet every other request too: the person, the provider's limit, or the connection. */
const stopsAll = (error: ProblemError) =>
  isAccessLost(error) ||
  isRateLimited(error) ||
  problemKind(error.problem.type) === 'person-changed' ||
  (typeof navigator !== 'undefined' && navigator.onLine === false)

const isWaiting = ({ result }: LookupRow) => result === 'waiting'

/** What a request changes: its rows, and what was counted. */
type Change = { rows: readonly LookupRow[] } & Pick<Partial<LookupState>, 'at' | 'problem' | 'problemAt'>

/** The state after some changes, with one copy of all its rows. */
function changed(state: LookupState, changes: readonly Change[]): LookupState {
  const rows = [...state.rows]
  let next = state
  for (const { rows: some, ...more } of changes) {
    for (const row of some) rows[row.index] = row
    next = { ...next, ...more }
  }
  return { ...next, rows }
}

/** Gives the rows of a request what came back for each. */
function answered(batch: readonly LookupRow[], { results, at, requestId, records }: Asked): Change {
  const rows = batch.flatMap((row, place): LookupRow[] => {
    const answer = results[place]
    if (!answer) return []
    const transfers = answer.transfers.map(readTransfer)
    // What part of an identifier matches may be another's.
    const isPart = row.pasted.identifier?.kind === 'partial' && transfers.length > 0
    const result = isPart && answer.verdict !== 'failed' ? 'candidates' : answer.verdict
    return [{ ...row, result, answer, transfers, records, at, requestId, problem: undefined }]
  })
  return { rows, at }
}

/** A request that failed. What would stop every other one too stops the look-up, and nothing of it counts as asked. */
function failed(batch: readonly LookupRow[], thrown: unknown): Change {
  const unread = () =>
    new ProblemError(500, 'internal-error', 'Mintdesk could not read this answer.', { cause: thrown })
  const problem = thrown instanceof ProblemError ? thrown : unread()
  if (stopsAll(problem)) return { rows: [], problem, problemAt: Date.now() }
  return { rows: batch.map((row) => ({ ...row, result: 'failed', answer: undefined, problem })) }
}

/**
 * @param identifiers at most `maximumLookup`
 * @returns one result for each, in their order
 * @throws ProblemError; AbortError where the signal ended it
 */
export const askConsole: Ask = async (environment, identifiers, signal) => {
  const body: LookupRequest = { identifiers }
  const { body: json, at, requestId } = await callConsole(environment, lookupRows.lookup, { body }, { signal })
  const isComplete = isObject(json) && Array.isArray(json.results) && json.results.length === identifiers.length
  // A captive portal answers 200 too.
  if (!isComplete)
    throw new ProblemError(502, 'console-unreachable', 'Mintdesk was not reached: a server in between answered.', {
      detail: 'Check the connection and ask again.',
    })
  return { ...json, at, requestId }
}

/** @param first what the server was answered already */
export function lookupOf(
  { identifiers, ...input }: LookupInput,
  first?: Asked | ProblemError,
  ask = askConsole,
): Lookup {
  return lookupOfRows(input, identifiers.map(rowOf), first, ask)
}

export const rowOf = (pasted: PastedIdentifier, index: number): LookupRow => ({
  index,
  pasted,
  transfers: [],
  result: pasted.identifier ? 'waiting' : 'refused',
})

/** The same of so many lines that their rows are made in pieces. */
export function lookupOfRows(
  input: Omit<LookupInput, 'identifiers'>,
  rows: readonly LookupRow[],
  first?: Asked | ProblemError,
  ask = askConsole,
): Lookup {
  const state = { rows, problemAt: 0 }
  const changeOf = (asked: Asked | ProblemError) => {
    const waiting = rows.filter(isWaiting)
    return asked instanceof ProblemError ? failed(waiting, asked) : answered(waiting, asked)
  }
  const begun = first ? changed(state, [changeOf(first)]) : state
  count += 1
  return { ...input, id: count, begun, ask }
}

/**
 * Its data has every line at all times. It is asked only by `askWaiting`, and what it has found stays when it is cancelled:
 * the cache takes a cancelled query back to the last data that was set.
 */
export const lookupQuery = ({ environment, id, begun, ask }: Lookup) =>
  queryOptions<LookupState>({
    // Not its identifiers: a cache hashes its keys at every step, and who looks up again wants to know anew.
    queryKey: [environment, 'lookup', id],
    initialData: begun,
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    // A deep comparison of ten thousand lines.
    structuralSharing: false,
    refetchOnWindowFocus: false,
    /** The connection lets it go on by itself. */
    refetchOnReconnect: ({ state: { data } }) =>
      data?.problem && !isAccessLost(data.problem) && !isRateLimited(data.problem) ? 'always' : false,
    async queryFn({ client, queryKey, signal }) {
      const read = () => client.getQueryData<LookupState>(queryKey) ?? begun
      /** Rows that are being asked, or whose answers are not drawn yet. */
      const asked = new Set<number>()
      const changes: Change[] = []
      let timer: ReturnType<typeof setTimeout> | undefined
      function publish(): void {
        clearTimeout(timer)
        timer = undefined
        const some = changes.splice(0)
        client.setQueryData<LookupState>(queryKey, (state) => state && changed(state, some))
        for (const { rows } of some) for (const { index } of rows) asked.delete(index)
      }
      const stopped = new AbortController()
      const both = AbortSignal.any([signal, stopped.signal])
      function nextBatch(): LookupRow[] {
        const batch: LookupRow[] = []
        for (const row of read().rows) {
          if (batch.length === maximumLookup) break
          if (isWaiting(row) && !asked.has(row.index)) batch.push(row)
        }
        return batch
      }
      async function askOneByOne(): Promise<void> {
        while (!both.aborted) {
          const batch = nextBatch()
          if (batch.length === 0) return
          for (const { index } of batch) asked.add(index)
          const identifiers = batch.flatMap(({ pasted }) => pasted.identifier ?? [])
          try {
            const answer = await ask(environment, identifiers, both)
            if (signal.aborted) return
            changes.push(answered(batch, answer))
            timer ??= setTimeout(publish, publishEvery)
          } catch (thrown) {
            if (both.aborted) return
            changes.push(failed(batch, thrown))
            publish()
            if (read().problem) stopped.abort()
          }
        }
      }
      // What was answered before a cancel is kept.
      signal.addEventListener('abort', publish)
      changes.push({ rows: [], problem: undefined })
      publish()
      await Promise.all(Array.from({ length: maximumInFlight }, askOneByOne))
      if (!signal.aborted) publish()
      return read()
    },
  })

/** Asks what is waiting; also after a cancel, or after a problem stopped it. @returns what there is once it has ended */
export const askWaiting = (client: QueryClient, lookup: Lookup): Promise<LookupState> =>
  client.fetchQuery({ ...lookupQuery(lookup), staleTime: 0 })

/** Ends the requests; what they asked is not asked yet. */
export function cancelLookup(client: QueryClient, lookup: Lookup): void {
  void client.cancelQueries({ queryKey: lookupQuery(lookup).queryKey, exact: true })
}

/** How many lines have each result. */
export function lineCounts(rows: readonly LookupRow[]): Record<LineResult, number> {
  const counts = Object.fromEntries(lineResults.map((result) => [result, 0])) as Record<LineResult, number>
  for (const { result } of rows) counts[result] += 1
  return counts
}

/** What a person can do about a look-up. */
export function lookupActions(client: QueryClient, lookup: Lookup) {
  const { queryKey } = lookupQuery(lookup)
  const change = (of: (state: LookupState) => readonly LookupRow[]) =>
    void client.setQueryData(queryKey, (state = lookup.begun) => changed(state, [{ rows: of(state) }]))
  return {
    resume: () => void askWaiting(client, lookup),
    cancel: () => cancelLookup(client, lookup),
    /** Asks again for the lines that failed, or for one of them. */
    askAgain(only?: LookupRow) {
      const isAgain = ({ index, result }: LookupRow) => result === 'failed' && (!only || index === only.index)
      change(({ rows }) => rows.filter(isAgain).map((row) => ({ ...row, result: 'waiting' })))
      void askWaiting(client, lookup)
    },
    /** Takes a person's choice among the candidates; undefined takes it back. */
    choose: (row: LookupRow, chosen: DecodedTransfer | undefined) => change(() => [{ ...row, chosen }]),
  }
}

/** The progress of a look-up. `paused`: cancelled, or stopped by a problem that also stops the rest. */
export function useLookup(lookup: Lookup) {
  const client = useQueryClient()
  const options = useMemo(() => lookupQuery(lookup), [lookup])
  const { data, fetchStatus } = useQuery(options)
  const actions = useMemo(() => lookupActions(client, lookup), [client, lookup])
  const counts = useMemo(() => lineCounts(data.rows), [data.rows])
  const status = fetchStatus !== 'idle' ? 'running' : counts.waiting > 0 ? 'paused' : 'done'
  return { ...data, counts, status, ...actions } as const
}
export type LookupProgress = ReturnType<typeof useLookup>

/** Lets a look-up go on while no part of a page shows it. @returns what ends it, unless another part does */
export const holdLookup = (client: QueryClient, lookup: Lookup) =>
  new QueryObserver(client, lookupQuery(lookup)).subscribe(() => {})

/** The look-up of each environment that the page shows, as long as the cache of what was read, which sign-out ends. */
const shown = new WeakMap<QueryClient, Map<Environment, { lookup: Lookup; leave: () => void }>>()
const changes = createSignal<Environment>()

export const shownLookup = (client: QueryClient, environment: Environment) =>
  shown.get(client)?.get(environment)?.lookup

/**
 * Replaces the look-up, or ends it. It continues while the person opens a result, and is still there when they come back; what
 * the one before still asks ends with its last reader.
 */
export function showLookup(client: QueryClient, environment: Environment, lookup: Lookup | undefined): void {
  const all = shown.get(client) ?? new Map()
  shown.set(client, all)
  const before = all.get(environment)
  if (lookup) all.set(environment, { lookup, leave: holdLookup(client, lookup) })
  else all.delete(environment)
  before?.leave()
  changes.send(environment)
}

/** Tells the page, if it is on screen, that there is something for it. */
export const notifyPage = (environment: Environment): void => void changes.send(environment)

export const onShownChange = (listener: () => void) => changes.listen(listener)
