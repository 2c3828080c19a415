'use client'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { onLeavingAddress, useFollow } from '@/components/ui/address'
import { rowParams } from '@/lib/browser/list-url'
import { storedJson, storeText } from '@/lib/browser/stored-text'
import type { TableHandle } from './record-table'

/** `list` is the list's path and query string, `key` identifies the row, `top` is the scroll offset in CSS pixels. */
type Position = { list: string; key: string; top: number }

const storageKey = 'mintdesk:list-position'

/** Without storage the list starts at the top. */
const savePosition = (position: Position | undefined) =>
  storeText('sessionStorage', storageKey, position ? JSON.stringify(position) : '')

function readPosition(): Position | undefined {
  const { list, key, top } = Object(storedJson('sessionStorage', storageKey))
  return typeof list === 'string' && typeof top === 'number' ? { list, key, top } : undefined
}

/** The position saved for a list. Any other list discards it. */
function savedPosition(list: string): Position | undefined {
  const saved = readPosition()
  if (saved?.list === list) return saved
  savePosition(undefined)
  return undefined
}

/** Lets the list focus another of its rows when it is shown again: the reader has stepped on to that row's page. */
export function moveSavedPosition(key: string): void {
  const saved = readPosition()
  if (saved && saved.key !== key) savePosition({ ...saved, key })
}

/** The request to the provider, so that another view of the same rows keeps the position. */
const requested = (list: string) => {
  const [path = '', search = ''] = list.split('?')
  return `${path}?${rowParams(new URLSearchParams(search))}`
}

/**
 * Scroll position and focus of a list. Another page or filter starts at the top; paging moves the focus into the table;
 * the browser's back button restores the position, and returning from a row's page also the focus. `onFollow` leads to a
 * row's page.
 */
export function useListPosition(
  table: RefObject<TableHandle | null>,
  list: string,
  { isWaiting, hasRows }: { isWaiting: boolean; hasRows: boolean },
) {
  const current = requested(list)
  const shown = useRef(current)
  const isPaging = useRef(false)
  const isBack = useRef(false)
  /** The address from which the reader has followed a row since the list appeared. */
  const left = useRef('')
  /** Scroll offsets of addresses that this list has shown. */
  const tops = useRef(new Map<string, number>())
  useEffect(() => {
    const stop = onLeavingAddress((isStepBack) => {
      isBack.current = isStepBack
      tops.current.set(shown.current, table.current?.top() ?? 0)
    })
    return () => {
      stop()
      left.current = ''
    }
  }, [table])
  useLayoutEffect(() => {
    if (isWaiting || shown.current === current) return
    shown.current = current
    const top = isBack.current ? (tops.current.get(current) ?? 0) : 0
    // A table that scrolls itself leaves the page at its top.
    window.scrollTo({ top: 0 })
    table.current?.scrollTo(top)
    if (isPaging.current) table.current?.focus()
    isPaging.current = false
  }, [isWaiting, current, table])

  // Runs whenever the list appears: it may have been hidden while a row's page was shown.
  useLayoutEffect(() => {
    // The rows of an address may come when the reader has already followed one of those before.
    if (!hasRows || left.current === list) return
    const { top, key } = savedPosition(list) ?? {}
    if (top === undefined || key === undefined) return
    let isOver = false
    // After this commit, but before anything is painted.
    queueMicrotask(() => {
      if (isOver) return
      savePosition(undefined)
      table.current?.scrollTo(top)
      table.current?.focusRow(key)
    })
    return () => {
      isOver = true
    }
  }, [hasRows, list, table])

  const onPageTurn = useCallback(() => {
    isPaging.current = true
  }, [])
  const follow = useFollow()
  const onFollow = useCallback(
    (href: string, row: Element) => {
      const key = table.current?.keyAt(row)
      if (key !== undefined) savePosition({ list, key, top: table.current?.top() ?? 0 })
      left.current = list
      follow(href)
    },
    [list, table, follow],
  )
  return { onPageTurn, onFollow }
}
