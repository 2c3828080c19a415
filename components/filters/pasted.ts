'use client'
import { useMemo, useSyncExternalStore } from 'react'
import { onDrafts, readDraft, savedDraft } from '@/lib/browser/filter-drafts'
import type { IdFilter, ListFilters } from './description'

/** A pasted list of which a part is in force: `text` is the whole, `isSplit` how it was read. */
export type PastedList = { filter: IdFilter; text: string; isSplit: boolean }

/** Whether two filters ask for the same values in the same order. */
export const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((value, index) => value === other[index])

/** The pasted lists of this list that were too long for one question, as long as one of their parts is in force. */
export function usePastedParts({ filters }: ListFilters, path: string, params: URLSearchParams): PastedList[] {
  const inForce = filters.filter((filter) => filter.kind === 'ids' && params.has(filter.name))
  const kept = useSyncExternalStore(
    onDrafts,
    () => JSON.stringify(inForce.map(({ name }) => savedDraft(path, name) ?? '')),
    () => '[]',
  )
  return useMemo(() => {
    const drafts: string[] = JSON.parse(kept)
    return filters
      .filter((filter) => filter.kind === 'ids')
      .filter(({ name }) => params.has(name))
      .flatMap((filter, index) => {
        const draft = readDraft(drafts[index])
        const [text = '', kind, split] = draft?.values ?? []
        return kind === 'parts' ? [{ filter, text, isSplit: split === 'split' }] : []
      })
  }, [kept, filters, params])
}
