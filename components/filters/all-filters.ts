'use client'
/** The filters of a list, with those that only Mintdesk has: most visits need none of them. */
import { useEffect, useState } from 'react'
import type { ListFilters } from './description'

const loaded = new Map<ListFilters, ListFilters>()

/** @param isWanted whether the URL has one, or the menu offers them */
export function useAllFilters(filters: ListFilters, isWanted: boolean): ListFilters {
  const [, setCount] = useState(0)
  useEffect(() => {
    if (!isWanted || loaded.has(filters)) return
    filters.loadOwn?.().then(
      ({ ownFilters }) => {
        loaded.set(filters, { ...filters, filters: [...filters.filters, ...ownFilters], loadOwn: undefined })
        setCount((count) => count + 1)
      },
      // The part that reads such a list, and the menu, say that they could not be loaded.
      () => undefined,
    )
  }, [filters, isWanted])
  return loaded.get(filters) ?? filters
}
