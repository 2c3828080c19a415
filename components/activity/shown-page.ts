'use client'
import { useMemo } from 'react'
import { useOnline } from '@/components/ui/browser-state'
import { useDelayed } from '@/components/ui/now'
import { isAccessLost } from '@/components/ui/problem'
import { nextCursor } from '@/lib/api/reading'
import { placeOf } from '@/lib/browser/list-url'
import type { useIntents } from './reads'

/**
 * What of a read is shown: what a person may no longer see, or is no answer to what is asked now, does not stay on screen.
 * @param limit rows asked for, where the address says it
 */
export function useShownPage(list: ReturnType<typeof useIntents>, params: URLSearchParams, limit?: number) {
  const { data, problem, isPlaceholderData, isPaused, isEnabled } = list
  const isOnline = useOnline()
  const isWaiting = isEnabled && !problem && (!data || isPlaceholderData)
  const isLate = useDelayed(isWaiting && !isPaused)
  const isClosed = problem !== undefined && isAccessLost(problem)
  const isLeftOver = isPlaceholderData && (isLate || isPaused)
  const page = isClosed || isLeftOver ? undefined : data
  const next = useMemo(
    () => page && nextCursor(page.intents.length, page.next_page_cursor, placeOf(params, { limit })),
    [page, params, limit],
  )
  const isCurrent = page !== undefined && !isPlaceholderData
  return {
    intents: page?.intents,
    next: isCurrent ? next : undefined,
    isCurrent,
    isWaiting,
    isLate,
    isClosed,
    isOnline,
    /** When what is shown was read, ms since 1970. */
    at: isCurrent ? list.dataUpdatedAt : undefined,
  }
}
