/**
 * The texts of form drafts in this tab's storage. Sign-out clears the storage of every tab. Apart from what drafts hold,
 * because every page can sign out.
 */
const prefix = 'mintdesk:form:'

/** Drafts of a browser without storage: they reach the review, and end with the page. */
const unstored = new Map<string, string>()
let isCleared = false

/** "" where there is none. */
export function readDraftText(name: string): string {
  const inMemory = unstored.get(name)
  if (inMemory !== undefined) return inMemory
  try {
    return window.sessionStorage.getItem(prefix + name) ?? ''
  } catch {
    return ''
  }
}

/** @returns false if storage is full or forbidden */
export function saveDraftText(name: string, text: string): boolean {
  try {
    window.sessionStorage.setItem(prefix + name, text)
    unstored.delete(name)
    return true
  } catch {
    unstored.set(name, text)
    return false
  }
}

export function removeDraftText(name: string): void {
  unstored.delete(name)
  try {
    window.sessionStorage.removeItem(prefix + name)
  } catch {
    // A browser that forbids storage stored nothing.
  }
}

/** The names of every person's drafts in this tab. */
export function draftNames(): string[] {
  try {
    const stored = Object.keys(window.sessionStorage).filter((key) => key.startsWith(prefix))
    return [...unstored.keys(), ...stored.map((key) => key.slice(prefix.length))]
  } catch {
    return [...unstored.keys()]
  }
}

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
