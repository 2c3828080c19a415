/**
 * What was typed into a form and is not sent yet: kept in this tab, for one person, through a reload and a session that
 * ends. Sign-out clears the storage of every tab.
 */
import type { Environment } from '../api/environments'
import type { FieldError } from '../api/sentences'
import { removeSecretKeys } from './pasted-ids'

/** Whose form it is, and which. */
export type DraftPlace = { person: string; environment: Environment; place: string }

/** The intent before this one, and how it ended; `taken` is a refusal because its reference has a record already. */
export type Earlier = { intent: string; end: (typeof ends)[number] }
const ends = ['sent', 'refused', 'taken'] as const

/**
 * `values` as the form holds them. `attempt` says how far a try to send it came: `sending` while there is no answer,
 * `prepared` where the console has it and nothing left; `isChanged` that something was typed since. `errors` are what was
 * found after the form was left; it shows them when it opens again.
 */
export type FormDraft = {
  values: unknown
  intent: string
  /** Milliseconds since 1970. */
  savedAt: number
  attempt?: 'sending' | 'prepared'
  isChanged?: boolean
  errors?: FieldError[]
  earlier?: Earlier
}

const prefix = 'mintdesk:form:'
const startOf = (environment: Environment) => `${prefix}${environment}/`
const endOf = (person: string) => `:${person}`
const keyOf = ({ person, environment, place }: DraftPlace) => `${startOf(environment)}${place}${endOf(person)}`

/** An id for a write that a person is about to ask for. `crypto.randomUUID` is missing where a console has no https. */
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

const isEarlier = (value: unknown): value is Earlier =>
  typeof value === 'object' &&
  value !== null &&
  'intent' in value &&
  typeof value.intent === 'string' &&
  'end' in value &&
  ends.some((end) => end === value.end)

/** A draft as it is kept, or undefined where the text is none. */
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
  const earlier = 'earlier' in draft ? draft.earlier : undefined
  return {
    values,
    intent,
    savedAt,
    ...((attempt === 'sending' || attempt === 'prepared') && { attempt }),
    ...('isChanged' in draft && draft.isChanged === true && { isChanged: true }),
    ...(isErrors(errors) && { errors }),
    ...(isEarlier(earlier) && { earlier }),
  }
}

/** Drafts of a browser that stores nothing: they reach the review, and are gone with the page. */
const unstored = new Map<string, string>()
const listeners = new Set<() => void>()
let isOver = false

/** Tells when a draft was kept or forgotten. @returns what ends that */
export function onFormDrafts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** @returns the draft that this tab holds for this person */
export function readFormDraft(place: DraftPlace): FormDraft | undefined {
  const key = keyOf(place)
  const inMemory = unstored.get(key)
  if (inMemory !== undefined) return parseFormDraft(inMemory)
  try {
    return parseFormDraft(window.sessionStorage.getItem(key) ?? '')
  } catch {
    return undefined
  }
}

/** Keeps a draft, without any Stellar secret key in it. @returns whether it outlives the page: the browser's storage may be full or forbidden */
export function saveFormDraft(place: DraftPlace, draft: FormDraft): boolean {
  if (isOver) return false
  const key = keyOf(place)
  const { text } = removeSecretKeys(JSON.stringify(draft))
  let isStored = true
  try {
    window.sessionStorage.setItem(key, text)
    unstored.delete(key)
  } catch {
    unstored.set(key, text)
    isStored = false
  }
  for (const listener of listeners) listener()
  return isStored
}

/** Forgets a draft: it was settled, or given up. */
export function deleteFormDraft(place: DraftPlace): void {
  const key = keyOf(place)
  unstored.delete(key)
  try {
    window.sessionStorage.removeItem(key)
  } catch {
    // Where nothing can be removed nothing was stored.
  }
  for (const listener of listeners) listener()
}

/**
 * Forgets the draft of an intent that was sent. What was changed since it left stays, for another intent.
 * @param sent the values that were sent, where they are known
 */
export function settleFormDraft(place: DraftPlace, intent: string, sent?: unknown): void {
  const draft = readFormDraft(place)
  if (draft?.intent !== intent) return
  const { values, savedAt } = draft
  const isChanged = sent === undefined ? draft.isChanged : JSON.stringify(sent) !== JSON.stringify(values)
  if (isChanged) saveFormDraft(place, { values, savedAt, intent: newIntentId(), earlier: { intent, end: 'sent' } })
  else deleteFormDraft(place)
}

/** Under which keys drafts are kept in this tab, whosever. */
function draftKeys(): string[] {
  try {
    return [...unstored.keys(), ...Object.keys(window.sessionStorage).filter((key) => key.startsWith(prefix))]
  } catch {
    return [...unstored.keys()]
  }
}

/** Whether anything is kept in this tab, in whichever form. */
export const hasFormDrafts = () => draftKeys().length > 0

/** @returns the place of the form that holds a draft of this intent in this tab, below the environment */
export function formHolding(person: string, environment: Environment, intent: string): string | undefined {
  const [start, end] = [startOf(environment), endOf(person)]
  return draftKeys()
    .filter((key) => key.startsWith(start) && key.endsWith(end))
    .map((key) => key.slice(start.length, key.length - end.length))
    .find((place) => readFormDraft({ person, environment, place })?.intent === intent)
}

/** Forgets all that this tab keeps, because the person signed out: until a page is loaded anew nothing is kept again. */
export function endDrafts(): void {
  isOver = true
  unstored.clear()
  try {
    window.sessionStorage.clear()
  } catch {
    // Where nothing can be removed nothing was stored.
  }
}

/** Whether the person has signed out: a draft that is not there was not sent then. */
export const areDraftsOver = () => isOver

/**
 * Kept values in the shape that the form has now: what a blank form does not know is left out, what it knows and they
 * lack is blank. A list is taken as it is where its items are of the kind that the blank one has.
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
