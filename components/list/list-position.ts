'use client'
import { useRouter } from 'next/navigation'
import { type RefObject, useCallback, useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import { apiParams } from '@/lib/browser/list-url'
import type { TableHandle } from './record-table'

/** `list` is the list's path and query string, `key` identifies the row, `top` is the scroll offset in CSS pixels. */
const Position = z.object({ list: z.string(), key: z.string(), top: z.number() })

const storageKey = 'mintdesk:list-position'

function savePosition(position: z.infer<typeof Position>): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(position))
  } catch {
    // Without storage the list starts at the top.
  }
}

/** The position saved for a list; it is returned once. */
function takePosition(list: string) {
  try {
    const saved = Position.safeParse(JSON.parse(sessionStorage.getItem(storageKey) ?? 'null')).data
    sessionStorage.removeItem(storageKey)
    return saved?.list === list ? saved : undefined
  } catch {
    return undefined
  }
}

/** The request to the provider, so that another view of the same rows keeps the position. */
const requested = (list: string) => {
  const [path = '', search = ''] = list.split('?')
  return `${path}?${apiParams(new URLSearchParams(search))}`
}

/**
 * Scroll position and focus of a list. Another page or filter starts at the top; paging moves the focus into the table;
 * returning from a row's page restores both. `onFollow` leads to a row's page.
 */
export function useListPosition(
  table: RefObject<TableHandle | null>,
  list: string,
  { isWaiting, hasRows }: { isWaiting: boolean; hasRows: boolean },
) {
  const current = requested(list)
  const shown = useRef(current)
  const isPaging = useRef(false)
  useEffect(() => {
    if (isWaiting || shown.current === current) return
    shown.current = current
    table.current?.scrollTo(0)
    window.scrollTo({ top: 0 })
    if (isPaging.current) table.current?.focus()
    isPaging.current = false
  }, [isWaiting, current, table])

  const isRestored = useRef(false)
  useEffect(() => {
    if (!hasRows || isRestored.current) return
    isRestored.current = true
    const saved = takePosition(list)
    if (!saved) return
    // After navigation the page focuses its heading first.
    const timer = setTimeout(() => {
      table.current?.scrollTo(saved.top)
      table.current?.focusRow(saved.key)
    })
    return () => clearTimeout(timer)
  }, [hasRows, list, table])

  const onPageTurn = useCallback(() => {
    isPaging.current = true
  }, [])
  const router = useRouter()
  const onFollow = useCallback(
    (href: string, row: Element) => {
      const key = table.current?.keyAt(row)
      if (key !== undefined) savePosition({ list, key, top: table.current?.top() ?? 0 })
      router.push(href)
    },
    [list, table, router],
  )
  return { onPageTurn, onFollow }
}
