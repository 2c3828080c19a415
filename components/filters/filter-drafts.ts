'use client'
/**
 * Input of filter forms that is not applied, or only in part. It outlives the form, navigation and a reload, and is deleted
 * with the tab or at sign-out, which clears the tab's storage.
 */
import { useSyncExternalStore } from 'react'
import { storedText, storeText } from '@/lib/browser/stored-text'
import type { IdFilter, ListFilters } from './description'

/** `values` is what the form holds, `base` what was applied when it was typed. */
type Draft = { values: string[]; base: string[] }

const keyOf = (path: string, name: string) => `mintdesk:filter:${path}:${name}`
const listeners = new Set<() => void>()

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

function parseDraft(text: string): Draft | undefined {
  try {
    const { values, base } = JSON.parse(text)
    return isTexts(values) && isTexts(base) ? { values, base } : undefined
  } catch {
    return undefined
  }
}

/** The draft of the filter `name` of the list at `path`. */
export const readDraft = (path: string, name: string) => parseDraft(storedText('sessionStorage', keyOf(path, name)))

/** Saves a draft, or deletes it. */
export function saveDraft(path: string, name: string, draft: Draft | undefined): void {
  storeText('sessionStorage', keyOf(path, name), draft ? JSON.stringify(draft) : '')
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A pasted list, and whether its lines are split at commas and spaces. `isApplied`: one of its batches is, or was. */
export type PastedList = { text: string; isSplit: boolean; isApplied: boolean }

/** A pasted list as the values of a draft. */
export const pastedValues = ({ text, isSplit, isApplied }: PastedList): string[] => [
  text,
  isApplied ? 'parts' : 'typed',
  isSplit ? 'split' : '',
]

export function readPastedList(values: readonly string[] | undefined): PastedList | undefined {
  const [text, state, split] = values ?? []
  return text === undefined ? undefined : { text, isSplit: split === 'split', isApplied: state === 'parts' }
}

/** The pasted lists that exceed one request and have a batch applied. */
export function useAppliedLists({ filters }: ListFilters, path: string, params: URLSearchParams) {
  const applied = filters.filter((filter): filter is IdFilter => filter.kind === 'ids' && params.has(filter.name))
  const stored = useSyncExternalStore(
    subscribe,
    () => JSON.stringify(applied.map(({ name }) => storedText('sessionStorage', keyOf(path, name)))),
    () => '[]',
  )
  const texts: string[] = JSON.parse(stored)
  return applied.flatMap((filter, index) => {
    const list = readPastedList(parseDraft(texts[index] ?? '')?.values)
    return list?.isApplied ? [{ filter, list }] : []
  })
}
