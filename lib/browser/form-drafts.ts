/**
 * What was typed into a form and is not sent yet: kept in this tab, for one person, through a reload and a session that
 * ends. Sign-out clears the tab's storage.
 */
import type { Environment } from '../api/environments'
import type { FieldError } from '../api/sentences'

/** Whose form it is, and which. */
export type DraftPlace = { person: string; environment: Environment; place: string }

/**
 * `values` as the form holds them. `attempt` says how far a try to send it came: `sending` while there is no answer,
 * `prepared` where the console has it and nothing left. `errors` are what was found after the form was left; it shows
 * them when it opens again. `refused` is the intent that was refused because its reference is taken.
 */
export type FormDraft = {
  values: unknown
  intent: string
  /** Milliseconds since 1970. */
  savedAt: number
  attempt?: 'sending' | 'prepared'
  errors?: FieldError[]
  refused?: string
}

const keyOf = ({ person, environment, place }: DraftPlace) => `mintdesk:form:${environment}/${place}:${person}`

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
  const refused = 'refused' in draft ? draft.refused : undefined
  return {
    values,
    intent,
    savedAt,
    ...((attempt === 'sending' || attempt === 'prepared') && { attempt }),
    ...(isErrors(errors) && { errors }),
    ...(typeof refused === 'string' && { refused }),
  }
}

/** Drafts of a browser that stores nothing: they reach the review, and are gone with the page. */
const unstored = new Map<string, string>()

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

/** Keeps a draft. @returns whether it outlives the page: the browser's storage may be full or forbidden */
export function keepFormDraft(place: DraftPlace, draft: FormDraft): boolean {
  const key = keyOf(place)
  const text = JSON.stringify(draft)
  try {
    window.sessionStorage.setItem(key, text)
    unstored.delete(key)
    return true
  } catch {
    unstored.set(key, text)
    return false
  }
}

/** Forgets a draft: it was settled, or given up. */
export function dropFormDraft(place: DraftPlace): void {
  const key = keyOf(place)
  unstored.delete(key)
  try {
    window.sessionStorage.removeItem(key)
  } catch {
    // Where nothing can be removed nothing was stored.
  }
}

/**
 * Kept values in the shape that the form has now: what a blank form does not know is left out, what it knows and they
 * lack is blank. A list is taken as it is where its items are of the kind that the blank one has.
 */
export function inShapeOf<Values>(blank: Values, kept: unknown): Values {
  if (Array.isArray(blank)) {
    const isFit = Array.isArray(kept) && kept.every((one) => typeof one === typeof (blank[0] ?? one))
    return (isFit ? kept : blank) as Values
  }
  if (typeof blank === 'object' && blank !== null) {
    const source = typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : {}
    const members = Object.entries(blank).map(([name, value]) => [name, inShapeOf(value, source[name])] as const)
    return Object.fromEntries(members) as Values
  }
  return typeof kept === typeof blank ? (kept as Values) : blank
}
