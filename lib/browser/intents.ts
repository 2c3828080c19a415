/** The console's API for writes, as the browser calls it: reading and resolving intents, notes and presets. */

import type { IntentQuery, NewNote, NewPreset } from '../api/intent-input'
import { activityRows } from '../api/intent-operations'
import type { Intent, IntentPage, PresetKind } from '../api/intents'
import { ownPath } from '../api/own-row'
import { writeQuery } from '../domain/query-string'
import type { Environment } from '../provider/environments'
import { callConsole } from './operation'

/**
 * Sets the end of the time for checks by this browser's clock.
 * @param at when the answer came, in ms since 1970
 */
export const withLocalDeadline = <Known extends Intent>(intent: Known, at: number): Known =>
  intent.check_left_millis === undefined
    ? intent
    : { ...intent, check_until: new Date(at + intent.check_left_millis).toISOString() }

type OfIntent = 'getIntent' | 'resolveIntent' | 'sendIntent' | 'withdrawIntent'

async function callIntent(
  environment: Environment,
  name: OfIntent,
  id: string,
  more: { signal?: AbortSignal; isBackground?: boolean } = {},
) {
  const { body, at } = await callConsole(environment, activityRows[name], { values: { id } }, more)
  return withLocalDeadline(body, at)
}

/** A page of intents; `isBackground` if no person requested it. */
export const intentsQuery = (environment: Environment, query: IntentQuery, isBackground = false) => ({
  queryKey: [environment, 'intents', query] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<IntentPage> => {
    const { body, at } = await callConsole(environment, activityRows.listIntents, { query }, { signal, isBackground })
    return { ...body, intents: body.intents.map((intent) => withLocalDeadline(intent, at)) }
  },
})

export const intentQuery = (environment: Environment, id: string, isBackground = false) => ({
  queryKey: [environment, 'intent', id] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => callIntent(environment, 'getIntent', id, { signal, isBackground }),
})

/**
 * Looks up an intent's record by repeating the request under its reference.
 * @param isBackground if no person requested it: then it does not extend the session
 * @throws ProblemError if that is not safe
 */
export const resolveOutcome = (environment: Environment, id: string, isBackground = false) =>
  callIntent(environment, 'resolveIntent', id, { isBackground })

/** Sends an intent that was recorded and never sent. @throws ProblemError */
export const sendPrepared = (environment: Environment, id: string) => callIntent(environment, 'sendIntent', id)

/** Closes an intent that was never sent. @throws ProblemError if it has been sent since */
export const withdraw = (environment: Environment, id: string) => callIntent(environment, 'withdrawIntent', id)

/** Records what a person knows about an intent. */
export async function addNote(environment: Environment, id: string, note: NewNote) {
  const { body, at } = await callConsole(environment, activityRows.noteIntent, { values: { id }, body: note })
  return withLocalDeadline(body, at)
}

/** The presets of a kind that people of this environment share. */
export const presetsQuery = (environment: Environment, kind: PresetKind) => ({
  url: ownPath(environment, activityRows.listPresets, {}, String(writeQuery({ kind }))),
  queryKey: [environment, 'presets', kind] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await callConsole(environment, activityRows.listPresets, { query: { kind } }, { signal })).body.entries,
})

/** Saves a preset, replacing one with the same key. @returns all presets of the kind */
export const savePreset = async (environment: Environment, kind: PresetKind, entry: NewPreset) =>
  (await callConsole(environment, activityRows.savePreset, { query: { kind }, body: entry })).body.entries

/** @returns the remaining presets of the kind */
export const deletePreset = async (environment: Environment, kind: PresetKind, key: string) =>
  (await callConsole(environment, activityRows.removePreset, { query: { kind, key } })).body.entries
