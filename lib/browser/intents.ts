/** The console's API for writes, as the browser calls it: sending, reading and resolving intents, notes and presets. */
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
} from '../api/intents'
import { pathOf, rowOf, type WriteName } from '../api/operations'
import { ProblemError } from '../api/problem'
import { writeQuery } from '../api/query-string'
import { type Answer, request } from './operation'

export type WriteInput = { path?: Record<string, string>; body: unknown }

const isState = (text: string | null): text is IntentState => intentStates.some((state) => state === text)

/** The state of a request, as an error adds it to what went wrong. */
const stateTexts: Record<IntentState, string> = {
  prepared: 'The request is recorded and has not been sent.',
  sent: 'The request is on its way to the provider.',
  confirmed: 'The provider has confirmed the request.',
  refused: 'The request is closed: it was refused or withdrawn.',
  unknown: 'The request was sent, and its outcome is unknown.',
}

/** The state of the request of a failed write; undefined if the answer does not say. */
export function intentStateText({ problem }: ProblemError): string | undefined {
  const state = problem.meta?.intent_state
  return typeof state === 'string' && isState(state) ? stateTexts[state] : undefined
}

/** What went wrong with a write, and the state of its request if known. */
export const writeErrorText = (error: ProblemError): string =>
  [error.problem.title, error.problem.detail, intentStateText(error)].filter(Boolean).join(' ')

/**
 * Sends a write through the console's proxy, which executes an intent at most once.
 * @returns the service's answer and the intent's state: confirmed, or refused if the service recorded and rejected it
 * @throws ProblemError; `meta.intent_state` is the intent's state, if it was recorded
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
  // A captive portal answers 200 too.
  throw new ProblemError(502, 'console-unreachable', 'Mintdesk was not reached: a server in between answered.', {
    detail: 'It is not known whether Mintdesk received this.',
  })
}

type CallOptions = Omit<RequestInit, 'signal'> & { signal?: AbortSignal; isBackground?: boolean }

/**
 * Sets the end of the time for checks by this browser's clock.
 * @param at when the answer came, in ms since 1970
 */
export const withLocalDeadline = <Known extends Intent>(intent: Known, at: number): Known =>
  intent.check_left_millis === undefined
    ? intent
    : { ...intent, check_until: new Date(at + intent.check_left_millis).toISOString() }

/** Calls the console's own API; its answers have the shapes of lib/api/intents.ts. */
async function callConsole<Body>(
  environment: Environment,
  path: string,
  { isBackground, ...init }: CallOptions = {},
): Promise<{ body: Body; at: number }> {
  const headers = {
    ...(init.body !== undefined && { 'content-type': 'application/json' }),
    ...(isBackground && { 'x-mintdesk-background': '1' }),
  }
  const { answer } = await request(`/api/${environment}/${path}`, { ...init, headers })
  return { body: answer.json as Body, at: answer.at }
}

async function callIntent(environment: Environment, id: string, action = '', init?: CallOptions) {
  const path = `intents/${encodeURIComponent(id)}${action}`
  const { body, at } = await callConsole<IntentDetail>(environment, path, init)
  return withLocalDeadline(body, at)
}

/** A page of intents; `isBackground` if no person requested it. */
export const intentsQuery = (environment: Environment, query: IntentQuery, isBackground = false) => ({
  queryKey: [environment, 'intents', query] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<IntentPage> => {
    const search = writeQuery(query).toString()
    const path = `intents${search && `?${search}`}`
    const { body, at } = await callConsole<IntentPage>(environment, path, { signal, isBackground })
    return { ...body, intents: body.intents.map((intent) => withLocalDeadline(intent, at)) }
  },
})

export const intentQuery = (environment: Environment, id: string, isBackground = false) => ({
  queryKey: [environment, 'intent', id] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => callIntent(environment, id, '', { signal, isBackground }),
})

/**
 * Looks up an intent's record by repeating the request under its reference.
 * @param isBackground if no person requested it: then it does not extend the session
 * @throws ProblemError if that is not safe
 */
export const resolveOutcome = (environment: Environment, id: string, isBackground = false) =>
  callIntent(environment, id, '/find-out', { method: 'POST', isBackground })

/** Sends an intent that was recorded and never sent. @throws ProblemError */
export const sendPrepared = (environment: Environment, id: string) =>
  callIntent(environment, id, '/send', { method: 'POST' })

/** Closes an intent that was never sent. @throws ProblemError if it has been sent since */
export const withdraw = (environment: Environment, id: string) =>
  callIntent(environment, id, '/withdraw', { method: 'POST' })

/** Records what a person knows about an intent. */
export const addNote = (environment: Environment, id: string, note: NewNote) =>
  callIntent(environment, id, '/notes', { method: 'POST', body: JSON.stringify(note) })

async function callPresets(environment: Environment, query: string, init: CallOptions): Promise<Preset[]> {
  const { body } = await callConsole<{ entries: Preset[] }>(environment, `presets?${query}`, init)
  return body.entries
}

/** The presets of a kind that people of this environment share. */
export const presetsQuery = (environment: Environment, kind: PresetKind) => ({
  queryKey: [environment, 'presets', kind] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => callPresets(environment, `kind=${kind}`, { signal }),
})

/** Saves a preset, replacing one with the same key. @returns all presets of the kind */
export const savePreset = (environment: Environment, kind: PresetKind, entry: NewPreset) =>
  callPresets(environment, `kind=${kind}`, { method: 'PUT', body: JSON.stringify(entry) })

/** @returns the remaining presets of the kind */
export const deletePreset = (environment: Environment, kind: PresetKind, key: string) =>
  callPresets(environment, `kind=${kind}&key=${encodeURIComponent(key)}`, { method: 'DELETE' })
