/**
 * The texts of form drafts in this tab's storage. Sign-out clears the storage of every tab. Apart from what drafts hold,
 * because every page can sign out.
 */
import type { Environment } from '../api/environments'

/** `path` is the form's path below the environment. */
export type DraftKey = { person: string; environment: Environment; path: string }

const prefix = 'mintdesk:form:'
const startOf = (environment: Environment) => `${prefix}${environment}/`
const endOf = (person: string) => `:${person}`
const nameOf = ({ person, environment, path }: DraftKey) => `${startOf(environment)}${path}${endOf(person)}`

/** Drafts of a browser without storage: they reach the review, and end with the page. */
const unstored = new Map<string, string>()
let isCleared = false

/** "" where there is none. */
export function readDraftText(key: DraftKey): string {
  const name = nameOf(key)
  const inMemory = unstored.get(name)
  if (inMemory !== undefined) return inMemory
  try {
    return window.sessionStorage.getItem(name) ?? ''
  } catch {
    return ''
  }
}

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

export function removeDraftText(key: DraftKey): void {
  const name = nameOf(key)
  unstored.delete(name)
  try {
    window.sessionStorage.removeItem(name)
  } catch {
    // A browser that forbids storage stored nothing.
  }
}

/** The names of every person's drafts in this tab. */
function draftNames(): string[] {
  try {
    return [...unstored.keys(), ...Object.keys(window.sessionStorage).filter((key) => key.startsWith(prefix))]
  } catch {
    return [...unstored.keys()]
  }
}

/** The paths of a person's drafts. */
export function draftPaths(person: string, environment: Environment): string[] {
  const [start, end] = [startOf(environment), endOf(person)]
  return draftNames()
    .filter((name) => name.startsWith(start) && name.endsWith(end))
    .map((name) => name.slice(start.length, name.length - end.length))
}

export const hasDraft = (key: DraftKey) => draftNames().includes(nameOf(key))

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
