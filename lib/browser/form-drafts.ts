/**
 * Form drafts: saved in this tab, for one person; they survive a reload and the end of a session. Sign-out clears the
 * storage of every tab.
 */
import type { Environment } from '../api/environments'
import type { FieldError } from '../api/field-errors'
import { removeSecretKeys } from './pasted-ids'

/** `path` is the form's path below the environment. */
export type DraftKey = { person: string; environment: Environment; path: string }

/** The intent before this one and its outcome; `duplicate`: refused because its reference already has a record. */
export type PreviousAttempt = { intent: string; outcome: (typeof outcomes)[number] }
const outcomes = ['sent', 'refused', 'duplicate'] as const

/**
 * `values` as the form holds them. `attempt` is how far sending got: `sending` while there is no answer, `prepared` if the
 * console recorded it and did not send it. `isChanged`: edited since that attempt. `errors` were found after the form was
 * left; it shows them when it opens again.
 */
export type FormDraft = {
  values: unknown
  intent: string
  /** Milliseconds since 1970. */
  savedAt: number
  attempt?: 'sending' | 'prepared'
  isChanged?: boolean
  errors?: FieldError[]
  previous?: PreviousAttempt
}

const prefix = 'mintdesk:form:'
const startOf = (environment: Environment) => `${prefix}${environment}/`
const endOf = (person: string) => `:${person}`
const storageKey = ({ person, environment, path }: DraftKey) => `${startOf(environment)}${path}${endOf(person)}`

/** A UUID for a new write. `crypto.randomUUID` does not exist on a console without https. */
export function newIntentId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  // RFC 9562: version 4, variant 10.
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

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
  const previous = 'previous' in draft ? draft.previous : undefined
  return {
    values,
    intent,
    savedAt,
    ...((attempt === 'sending' || attempt === 'prepared') && { attempt }),
    ...('isChanged' in draft && draft.isChanged === true && { isChanged: true }),
    ...(isErrors(errors) && { errors }),
    ...(isPreviousAttempt(previous) && { previous }),
  }
}

/** Drafts of a browser without storage: they reach the review, and end with the page. */
const unstored = new Map<string, string>()
const listeners = new Set<() => void>()
let isCleared = false

/** Calls the listener after every saved or deleted draft. @returns a function that unsubscribes */
export function subscribeFormDrafts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function readFormDraft(key: DraftKey): FormDraft | undefined {
  const inMemory = unstored.get(storageKey(key))
  if (inMemory !== undefined) return parseFormDraft(inMemory)
  try {
    return parseFormDraft(window.sessionStorage.getItem(storageKey(key)) ?? '')
  } catch {
    return undefined
  }
}

/** Saves a draft, without any Stellar secret key in it. @returns false if storage is full or forbidden: then it ends with the page */
export function saveFormDraft(key: DraftKey, draft: FormDraft): boolean {
  if (isCleared) return false
  const name = storageKey(key)
  const { text } = removeSecretKeys(JSON.stringify(draft))
  let isStored = true
  try {
    window.sessionStorage.setItem(name, text)
    unstored.delete(name)
  } catch {
    unstored.set(name, text)
    isStored = false
  }
  for (const listener of listeners) listener()
  return isStored
}

export function deleteFormDraft(key: DraftKey): void {
  const name = storageKey(key)
  unstored.delete(name)
  try {
    window.sessionStorage.removeItem(name)
  } catch {
    // A browser that forbids storage stored nothing.
  }
  for (const listener of listeners) listener()
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
  if (isChanged) saveFormDraft(key, { values, savedAt, intent: newIntentId(), previous })
  else deleteFormDraft(key)
}

/** The storage keys of every person's drafts in this tab. */
function draftKeys(): string[] {
  try {
    return [...unstored.keys(), ...Object.keys(window.sessionStorage).filter((key) => key.startsWith(prefix))]
  } catch {
    return [...unstored.keys()]
  }
}

export const hasFormDrafts = () => draftKeys().length > 0

/** The path, below the environment, of the form that holds a draft of this intent. */
export function findDraftPath(person: string, environment: Environment, intent: string): string | undefined {
  const [start, end] = [startOf(environment), endOf(person)]
  return draftKeys()
    .filter((key) => key.startsWith(start) && key.endsWith(end))
    .map((key) => key.slice(start.length, key.length - end.length))
    .find((path) => readFormDraft({ person, environment, path })?.intent === intent)
}

/** Clears the tab after sign-out; nothing is saved again until a page is loaded. */
export function clearFormDrafts(): void {
  isCleared = true
  unstored.clear()
  try {
    window.sessionStorage.clear()
  } catch {
    // A browser that forbids storage stored nothing.
  }
}

/** Whether the person signed out: then a missing draft was not sent. */
export const areDraftsCleared = () => isCleared

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
