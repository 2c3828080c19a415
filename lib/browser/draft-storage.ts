/**
 * The texts of form drafts in this tab's storage. Sign-out clears the storage of every tab. Apart from what drafts hold,
 * because every page can sign out.
 */
import type { Environment } from '../provider/environments'
import { storedText, storeText } from './stored-text'

/** `path` is the form's path below the environment. */
export type DraftKey = { person: string; environment: Environment; path: string }

const prefix = 'mintdesk:form:'
const startOf = (environment: Environment) => `${prefix}${environment}/`
const endOf = (person: string) => `:${person}`
const nameOf = ({ person, environment, path }: DraftKey) => `${startOf(environment)}${path}${endOf(person)}`

/** Drafts of a browser without storage: they reach the review, and end with the page. */
const unstored = new Map<string, string>()
let isCleared = false

const day = 86_400_000

/** Days after its last edit that a draft is kept: the console's setting, which its pages carry. */
const keptDays = () => (typeof document === 'undefined' ? 3 : Number(document.documentElement.dataset.draftDays) || 3)

/**
 * Whether a draft is past its life, or is none. One whose sending has had no outcome yet is kept, because only it knows
 * under which id it was sent.
 */
function isOld(text: string): boolean {
  try {
    const { savedAt, attempt }: { savedAt?: unknown; attempt?: unknown } = JSON.parse(text)
    return typeof savedAt !== 'number' || (attempt === undefined && Date.now() - savedAt > keptDays() * day)
  } catch {
    return true
  }
}

/** "" where there is none, or none that is still kept. */
export function readDraftText(key: DraftKey): string {
  const text = readNamed(nameOf(key))
  return text === '' || isOld(text) ? '' : text
}

const readNamed = (name: string) => unstored.get(name) ?? storedText('sessionStorage', name)

/** @returns false if storage is full or forbidden */
export function saveDraftText(key: DraftKey, text: string): boolean {
  const name = nameOf(key)
  try {
    window.sessionStorage.setItem(name, text)
    unstored.delete(name)
    return true
  } catch {
    unstored.set(name, text)
    return false
  }
}

export const removeDraftText = (key: DraftKey): void => removeNamed(nameOf(key))

function removeNamed(name: string): void {
  unstored.delete(name)
  storeText('sessionStorage', name, '')
}

/** The names of every person's drafts in this tab. */
function draftNames(): string[] {
  try {
    return [...unstored.keys(), ...Object.keys(window.sessionStorage).filter((key) => key.startsWith(prefix))]
  } catch {
    return [...unstored.keys()]
  }
}

/** Removes every person's drafts in this tab that are past their life. */
export function removeOldDrafts(): void {
  for (const name of draftNames()) if (isOld(readNamed(name))) removeNamed(name)
}

/** The paths of a person's drafts. */
export function draftPaths(person: string, environment: Environment): string[] {
  const [start, end] = [startOf(environment), endOf(person)]
  return draftNames()
    .filter((name) => name.startsWith(start) && name.endsWith(end))
    .map((name) => name.slice(start.length, name.length - end.length))
}

/** The keys of drafts that were begun in other demos than the one of this person (`demo:treasury@1a2b3c4d`). */
export function draftsOfOtherDemos(person: string): DraftKey[] {
  const demoOf = (subject: string) => subject.split(/[@+]/)[1]
  return draftNames().flatMap((name) => {
    const [, path = '', subject = ''] = /^mintdesk:form:sandbox\/(.*):(demo:\w+@\S+)$/.exec(name) ?? []
    if (subject === '' || demoOf(subject) === demoOf(person)) return []
    return [{ person: subject, environment: 'sandbox' as const, path }]
  })
}

export const hasDraft = (key: DraftKey) => readDraftText(key) !== ''

export const hasFormDrafts = () => draftNames().length > 0

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
