/** The console's API for writes, as the browser calls it: reading and resolving intents, notes and presets. */
import type { Environment } from '../api/environments'
import type { IntentQuery, NewNote, NewPreset } from '../api/intent-input'
import type { Intent, IntentDetail, IntentPage, Preset, PresetKind } from '../api/intents'
import { writeQuery } from '../api/query-string'
import { request } from './operation'

type CallOptions = Omit<RequestInit, 'signal'> & { signal?: AbortSignal; isBackground?: boolean }

/**
 * Sets the end of the time for checks by this browser's clock.
 * @param at when the answer came, in ms since 1970
 */
export const withLocalDeadline = <Known extends Intent>(intent: Known, at: number): Known =>
  intent.check_left_millis === undefined
    ? intent
    : { ...intent, check_until: new Date(at + intent.check_left_millis).toISOString() }

/** Calls the console's own API; its answers have the shapes of lib/api. */
export async function callConsole<Body>(
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
