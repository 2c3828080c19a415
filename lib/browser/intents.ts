/** The browser's way to what the console keeps of writes: sending them, reading how they stand, finding out. */
import type { Environment } from '../api/environments'
import {
  type Intent,
  type IntentDetail,
  type IntentPage,
  type IntentQuery,
  type IntentState,
  intentStates,
  type NewNote,
  type NewPreset,
  type Preset,
  type PresetKind,
  type WriteName,
} from '../api/intents'
import { pathOf, rowOf } from '../api/operations'
import { ProblemError } from '../api/problem'
import { writeQuery } from '../api/query-string'
import { type Answer, request } from './operation'

/** What a form sends. */
export type WriteInput = { path?: Record<string, string>; body: unknown }

const isState = (text: string | null): text is IntentState => intentStates.some((state) => state === text)

/** How a request stands, as an error says it beside what went wrong. */
const standings: Record<IntentState, string> = {
  prepared: 'The request is recorded and has not been sent.',
  sent: 'The request is on its way to the provider.',
  confirmed: 'The provider has confirmed the request.',
  refused: 'The request is closed: it was refused or withdrawn.',
  unknown: 'The request was sent, and its outcome is unknown.',
}

/** How the request of a write that failed stands; undefined where the answer does not say it. */
export function intentStateText({ problem }: ProblemError): string | undefined {
  const state = problem.meta?.intent_state
  return typeof state === 'string' && isState(state) ? standings[state] : undefined
}

/** What went wrong with a write, and how its request stands where the answer says so. */
export const writeErrorText = (error: ProblemError): string =>
  [error.problem.title, error.problem.detail, intentStateText(error)].filter(Boolean).join(' ')

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
  const { answer, headers } = await request(`/api/${environment}${pathOf(operation, path)}`, {
    method: rowOf(operation).method,
    headers: { 'content-type': 'application/json', 'x-mintdesk-intent': intent },
    body: JSON.stringify(body),
  })
  const state = headers.get('x-mintdesk-intent-state')
  if (isState(state)) return { state, answer }
  // A captive portal answers 200 as well.
  throw new ProblemError(502, 'console-unreachable', 'Mintdesk was not reached: a server in between answered.', {
    detail: 'It is not known whether Mintdesk received this.',
  })
}

type Reading = { signal?: AbortSignal; isBackground?: boolean }

/**
 * The end of the time for a check, on this browser's clock.
 * @param at when the answer came, ms since 1970
 */
export const onThisClock = <Told extends Intent>(intent: Told, at: number): Told =>
  intent.check_left_millis === undefined
    ? intent
    : { ...intent, check_until: new Date(at + intent.check_left_millis).toISOString() }

/** One of the console's own answers, of the shape that lib/api/intents.ts gives it, and when it came. */
async function answered<Answered>(
  environment: Environment,
  place: string,
  { isBackground, ...init }: RequestInit & Reading = {},
): Promise<{ told: Answered; at: number }> {
  const headers = {
    ...(init.body !== undefined && { 'content-type': 'application/json' }),
    ...(isBackground && { 'x-mintdesk-background': '1' }),
  }
  const { answer } = await request(`/api/${environment}/${place}`, { ...init, headers })
  return { told: answer.json as Answered, at: answer.at }
}

const oneIntent = async (environment: Environment, place: string, init?: RequestInit & Reading) => {
  const { told, at } = await answered<IntentDetail>(environment, place, init)
  return onThisClock(told, at)
}

const placeOf = (id: string, more = '') => `intents/${encodeURIComponent(id)}${more}`

/** A page of intents; `isBackground` says that no person asked for it. */
export const intentsQuery = (environment: Environment, query: IntentQuery, isBackground = false) => ({
  queryKey: [environment, 'intents', query] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<IntentPage> => {
    const search = writeQuery(query).toString()
    const place = `intents${search && `?${search}`}`
    const { told, at } = await answered<IntentPage>(environment, place, { signal, isBackground })
    return { ...told, intents: told.intents.map((intent) => onThisClock(intent, at)) }
  },
})

/** One intent, whole. */
export const intentQuery = (environment: Environment, id: string, isBackground = false) => ({
  queryKey: [environment, 'intent', id] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => oneIntent(environment, placeOf(id), { signal, isBackground }),
})

const post = (environment: Environment, place: string, init: RequestInit & Reading = {}) =>
  oneIntent(environment, place, { method: 'POST', ...init })

/**
 * Asks the provider for an intent's record by sending the same again.
 * @param isBackground whether the page asks by itself, which does not prolong the session
 * @throws ProblemError where that is not safe
 */
export const resolveOutcome = (environment: Environment, id: string, isBackground = false) =>
  post(environment, placeOf(id, '/find-out'), { isBackground })

/** Sends an intent that was recorded and never left. @throws ProblemError where nothing could be sent */
export const sendPrepared = (environment: Environment, id: string) => post(environment, placeOf(id, '/send'))

/** Ends an intent that was recorded and never left. @throws ProblemError where it was sent meanwhile */
export const withdraw = (environment: Environment, id: string) => post(environment, placeOf(id, '/withdraw'))

/** Records what a person knows of an intent. */
export const addNote = (environment: Environment, id: string, note: NewNote) =>
  post(environment, placeOf(id, '/notes'), { body: JSON.stringify(note) })

type Presets = { entries: Preset[] }

/** The entries of a kind that this environment's people keep. */
export const presetsQuery = (environment: Environment, kind: PresetKind) => ({
  queryKey: [environment, 'presets', kind] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await answered<Presets>(environment, `presets?kind=${kind}`, { signal })).told.entries,
})

/** Keeps an entry; one of the same key is replaced. @returns all entries of the kind */
export const savePreset = async (environment: Environment, kind: PresetKind, entry: NewPreset) =>
  (await answered<Presets>(environment, `presets?kind=${kind}`, { method: 'PUT', body: JSON.stringify(entry) })).told
    .entries

/** Forgets an entry. @returns all entries of the kind that are left */
export const deletePreset = async (environment: Environment, kind: PresetKind, key: string) =>
  (await answered<Presets>(environment, `presets?kind=${kind}&key=${encodeURIComponent(key)}`, { method: 'DELETE' }))
    .told.entries
