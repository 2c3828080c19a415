/** The browser's way to what the console keeps of writes: sending them, reading how they stand, finding out. */
import type { Environment } from '../api/environments'
import {
  type BookEntry,
  type BookKind,
  type IntentDetail,
  type IntentPage,
  type IntentQuery,
  type IntentState,
  intentStates,
  type NewBookEntry,
  type NewNote,
  type WriteName,
} from '../api/intents'
import { pathOf, rowOf } from '../api/operations'
import { ProblemError, problemKind } from '../api/problem'
import { writeQuery } from '../api/query-string'
import { type Answer, ask } from './operation'

/** What a form sends. */
export type WriteInput = { path?: Record<string, string>; body: unknown }

const isState = (text: string | null): text is IntentState => intentStates.some((state) => state === text)

/** Where no whole answer of the console came, nobody here knows how far the write got. */
function notHeard(cause: unknown): unknown {
  const kind = cause instanceof ProblemError ? problemKind(cause.problem.type) : ''
  if (!(cause instanceof ProblemError) || (kind !== 'console-unreachable' && kind !== 'service-answer-unreadable'))
    return cause
  if (cause.problem.meta?.intent_state === undefined) {
    cause.problem.detail = 'It is not known whether this reached Mintdesk. Press again: it is carried out once at most.'
  }
  return cause
}

/**
 * Sends a write through the console's proxy, under an intent that makes it happen once.
 * @returns the service's answer, and how the intent stands: confirmed, or refused where the service took and rejected it
 * @throws ProblemError; `meta.intent_state` says how the intent stands, where it was recorded at all
 */
export async function sendWrite(
  environment: Environment,
  operation: WriteName,
  { path, body }: WriteInput,
  intent: string,
): Promise<{ state: IntentState; answer: Answer }> {
  const { answer, headers } = await ask(`/api/${environment}${pathOf(operation, path)}`, {
    method: rowOf(operation).method,
    headers: { 'content-type': 'application/json', 'x-mintdesk-intent': intent },
    body: JSON.stringify(body),
  }).catch((cause) => {
    throw notHeard(cause)
  })
  const state = headers.get('x-mintdesk-intent-state')
  return { state: isState(state) ? state : 'confirmed', answer }
}

type Reading = { signal?: AbortSignal; isBackground?: boolean }

/** A read or a small write at one of the console's own addresses. */
async function own<Answered>(
  environment: Environment,
  place: string,
  { isBackground, ...init }: RequestInit & Reading = {},
): Promise<Answered> {
  const headers = {
    ...(init.body !== undefined && { 'content-type': 'application/json' }),
    ...(isBackground && { 'x-mintdesk-background': '1' }),
  }
  const { answer } = await ask(`/api/${environment}/${place}`, { ...init, headers })
  // The console's own answer, of the shape that lib/api/intents.ts gives it.
  return answer.json as Answered
}

const placeOf = (id: string, more = '') => `intents/${encodeURIComponent(id)}${more}`

/** A page of intents; `isBackground` says that no person asked for it. */
export const intentsRead = (environment: Environment, query: IntentQuery, isBackground = false) => ({
  queryKey: [environment, 'intents', query] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => {
    const search = writeQuery(query).toString()
    return own<IntentPage>(environment, `intents${search && `?${search}`}`, { signal, isBackground })
  },
})

/** One intent, whole. */
export const intentRead = (environment: Environment, id: string, isBackground = false) => ({
  queryKey: [environment, 'intent', id] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    own<IntentDetail>(environment, placeOf(id), { signal, isBackground }),
})

const post = <Answered>(environment: Environment, place: string, body?: unknown) =>
  own<Answered>(environment, place, { method: 'POST', ...(body !== undefined && { body: JSON.stringify(body) }) })

/** Asks the service what became of an intent by sending the same again. @throws ProblemError where that is not safe */
export const findOut = (environment: Environment, id: string) =>
  post<IntentDetail>(environment, placeOf(id, '/find-out'))

/** Sends an intent that was recorded and never left. @throws ProblemError where nothing could be sent */
export const sendPrepared = (environment: Environment, id: string) =>
  post<IntentDetail>(environment, placeOf(id, '/send'))

/** Ends an intent that was recorded and never left. @throws ProblemError where it was sent meanwhile */
export const withdraw = (environment: Environment, id: string) =>
  post<IntentDetail>(environment, placeOf(id, '/withdraw'))

/** Records what a person knows of an intent. */
export const addNote = (environment: Environment, id: string, note: NewNote) =>
  post<IntentDetail>(environment, placeOf(id, '/notes'), note)

type Book = { entries: BookEntry[] }

/** The entries of a kind that this environment's people keep. */
export const bookRead = (environment: Environment, kind: BookKind) => ({
  queryKey: [environment, 'book', kind] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await own<Book>(environment, `book?kind=${kind}`, { signal })).entries,
})

/** Keeps an entry; one of the same key is replaced. @returns all entries of the kind */
export const keepBookEntry = async (environment: Environment, kind: BookKind, entry: NewBookEntry) =>
  (await own<Book>(environment, `book?kind=${kind}`, { method: 'PUT', body: JSON.stringify(entry) })).entries

/** Forgets an entry. @returns all entries of the kind that are left */
export const dropBookEntry = async (environment: Environment, kind: BookKind, key: string) =>
  (await own<Book>(environment, `book?kind=${kind}&key=${encodeURIComponent(key)}`, { method: 'DELETE' })).entries
