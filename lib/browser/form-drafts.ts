/** Form drafts: saved in this tab, for one person; they survive a reload and the end of a session. */

import { isObject } from '../domain/json'
import { removeSecretKeys } from '../domain/secret-keys'
import type { Environment } from '../provider/environments'
import type { FieldError } from '../provider/field-errors'
import {
  areDraftsCleared,
  type DraftKey,
  draftPaths,
  draftsOfOtherDemos,
  hasDraft,
  readDraftText,
  removeDraftText,
  saveDraftText,
} from './draft-storage'

/** The intent before this one and its outcome; `duplicate`: refused because its reference already has a record. */
export type PreviousAttempt = { intent: string; outcome: (typeof outcomes)[number] }
const outcomes = ['sent', 'refused', 'duplicate'] as const

/**
 * `values` as the form holds them. `attempt` is how far sending got: `sending` while there is no answer, `prepared` if the
 * console recorded it and did not send it. `isChanged`: edited since that attempt. `errors` were found after the form was
 * left; it shows them when it opens again. `given` is the ID of a record that another page gave it to choose.
 */
export type FormDraft = {
  values: unknown
  intent: string
  /** Milliseconds since 1970. */
  savedAt: number
  attempt?: 'sending' | 'prepared'
  isChanged?: boolean
  errors?: FieldError[]
  given?: string
  previous?: PreviousAttempt
  /** What is written to those who must approve it. */
  reason?: string
}

/**
 * A UUID for a new write, which begins with its time: a restored console refuses those from before its backup that it does
 * not know. `crypto.randomUUID` has no time, and does not exist on a console without https.
 * @param at milliseconds since 1970
 */
export function newIntentId(at = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  for (let index = 0; index < 6; index++) bytes[index] = Math.floor(at / 256 ** (5 - index)) % 256
  // RFC 9562: version 7, variant 10.
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** The ids of further writes that values hold, beside the intent of their draft: a movement's rule, each of several lines. */
export const idsIn = (values: unknown): readonly string[] =>
  isObject(values) && Array.isArray(values.ids) ? values.ids : []

/** Values with new ids in place of those that cannot be used again. */
export const renewIds = <Values>(values: Values, isUsed: (id: string) => boolean = () => true): Values =>
  idsIn(values).some(isUsed) ? { ...values, ids: idsIn(values).map((id) => (isUsed(id) ? newIntentId() : id)) } : values

const isErrors = (value: unknown): value is FieldError[] =>
  Array.isArray(value) && value.every((one) => typeof one?.field === 'string' && typeof one?.message === 'string')

const isPreviousAttempt = (value: unknown): value is PreviousAttempt =>
  typeof value === 'object' &&
  value !== null &&
  'intent' in value &&
  typeof value.intent === 'string' &&
  'outcome' in value &&
  outcomes.some((outcome) => outcome === value.outcome)

/** @returns undefined for text that is no draft */
export function parseFormDraft(text: string): FormDraft | undefined {
  let draft: unknown
  try {
    draft = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof draft !== 'object' || draft === null || !('values' in draft)) return undefined
  if (!('intent' in draft) || typeof draft.intent !== 'string') return undefined
  if (!('savedAt' in draft) || typeof draft.savedAt !== 'number') return undefined
  const { values, intent, savedAt } = draft
  const attempt = 'attempt' in draft ? draft.attempt : undefined
  const errors = 'errors' in draft ? draft.errors : undefined
  const given = 'given' in draft ? draft.given : undefined
  const previous = 'previous' in draft ? draft.previous : undefined
  return {
    values,
    intent,
    savedAt,
    ...((attempt === 'sending' || attempt === 'prepared') && { attempt }),
    ...('isChanged' in draft && draft.isChanged === true && { isChanged: true }),
    ...(isErrors(errors) && { errors }),
    ...(typeof given === 'string' && { given }),
    ...(isPreviousAttempt(previous) && { previous }),
    ...('reason' in draft && typeof draft.reason === 'string' && { reason: draft.reason }),
  }
}

const listeners = new Set<() => void>()

/** Calls the listener after every saved or deleted draft. @returns a function that unsubscribes */
export function subscribeFormDrafts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const readFormDraft = (key: DraftKey): FormDraft | undefined => parseFormDraft(readDraftText(key))

/** Saves a draft, without any Stellar secret key in it. @returns false if storage is full or forbidden: then it ends with the page */
export function saveFormDraft(key: DraftKey, draft: FormDraft): boolean {
  if (areDraftsCleared()) return false
  const isStored = saveDraftText(key, removeSecretKeys(JSON.stringify(draft)).text)
  for (const listener of listeners) listener()
  return isStored
}

export function deleteFormDraft(key: DraftKey): void {
  removeDraftText(key)
  for (const listener of listeners) listener()
}

/** Gives a record to a draft, for its form to choose: an edit like any other. */
export function giveToDraft(key: DraftKey, given: string): void {
  const draft = readFormDraft(key)
  if (draft) saveFormDraft(key, { ...draft, given, ...(draft.attempt && { isChanged: true }) })
}

/**
 * Deletes the draft of an intent that was sent. Values edited since then stay as the draft of a new intent.
 * @param sent the values that were sent, if known
 */
export function completeFormDraft(key: DraftKey, intent: string, sent?: unknown): void {
  const draft = readFormDraft(key)
  if (draft?.intent !== intent) return
  const { values, savedAt } = draft
  const isChanged = sent === undefined ? draft.isChanged : JSON.stringify(sent) !== JSON.stringify(values)
  const previous: PreviousAttempt = { intent, outcome: 'sent' }
  if (isChanged) saveFormDraft(key, { values: renewIds(values), savedAt, intent: newIntentId(), previous })
  else deleteFormDraft(key)
}

/**
 * Gives a person what was typed in demos that are over, each as the draft of a new intent: whatever was sent there is gone
 * with them. A draft of their own stays.
 */
export function carryDrafts(person: string): void {
  for (const key of draftsOfOtherDemos(person)) {
    const draft = readFormDraft(key)
    const own = { ...key, person }
    if (draft && !hasDraft(own)) {
      const { values, savedAt } = draft
      saveFormDraft(own, { values: renewIds(values), savedAt, intent: newIntentId() })
    }
    deleteFormDraft(key)
  }
}

/** The path, below the environment, of the form that holds a draft of this intent. */
export function findDraftPath(person: string, environment: Environment, intent: string): string | undefined {
  return draftPaths(person, environment).find((path) => readFormDraft({ person, environment, path })?.intent === intent)
}

/**
 * Saved values in the form's present shape: unknown members are dropped, missing ones are blank. A list is taken whole if
 * its items are of the blank list's type.
 */
export function restoreShape<Values>(blank: Values, kept: unknown): Values {
  if (Array.isArray(blank)) {
    const isFit = Array.isArray(kept) && kept.every((one) => typeof one === typeof (blank[0] ?? one))
    return (isFit ? kept : blank) as Values
  }
  if (typeof blank === 'object' && blank !== null) {
    const source = typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : {}
    const members = Object.entries(blank).map(([name, value]) => [name, restoreShape(value, source[name])] as const)
    return Object.fromEntries(members) as Values
  }
  return typeof kept === typeof blank ? (kept as Values) : blank
}
