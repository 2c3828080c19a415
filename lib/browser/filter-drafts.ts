/**
 * What was typed into a filter and is not in force, or not whole: it outlives its panel, moves to other pages and a
 * reload, and goes with the tab or the session (sign-out clears the tab's storage).
 */

/** `values` is what the form holds, `base` what was in force when it was typed. */
export type Draft = { values: string[]; base: string[] }

const prefix = 'mintdesk:filter:'
const keyOf = (path: string, name: string) => `${prefix}${path}:${name}`
const listeners = new Set<() => void>()

/** A storage may be full or forbidden; then a draft is lost with its panel, which is no reason to fail. */
function quietly<Result>(act: () => Result): Result | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

/** @param text a draft as it is kept, see `keptDraft` */
export function readDraft(text: string | undefined): Draft | undefined {
  const draft: unknown = quietly(() => JSON.parse(text ?? ''))
  if (typeof draft !== 'object' || draft === null || !('values' in draft) || !('base' in draft)) return undefined
  const { values, base } = draft
  return isTexts(values) && isTexts(base) ? { values, base } : undefined
}

/** The kept text of a filter's draft: the same text as long as nothing changes. */
export const savedDraft = (path: string, name: string): string | undefined =>
  quietly(() => window.sessionStorage.getItem(keyOf(path, name))) ?? undefined

/** Keeps a draft of the filter `name` of the list at `path`, or forgets it. */
export function saveDraft(path: string, name: string, draft: Draft | undefined): void {
  const key = keyOf(path, name)
  quietly(() =>
    draft ? window.sessionStorage.setItem(key, JSON.stringify(draft)) : window.sessionStorage.removeItem(key),
  )
  for (const listener of listeners) listener()
}

/** Tells when a draft was kept or forgotten. @returns what ends that */
export function onDrafts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
