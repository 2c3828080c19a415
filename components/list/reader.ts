'use client'
import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { apiParams } from '@/lib/browser/list-url'
import { keepPlace, takePlace } from './left-place'
import type { TableHandle } from './record-table'

/** What the provider is asked for by an address: another view of the same rows is the same place. */
const askedBy = (address: string) => {
  const [path = '', search = ''] = address.split('?')
  return `${path}?${apiParams(new URLSearchParams(search))}`
}

/**
 * Where the reader of a list is. Another page or filter begins at the top; after Older and Newer the keyboard is in the
 * table; one who comes back from a row's page stands where they left.
 */
export function useReader(
  table: RefObject<TableHandle | null>,
  address: string,
  { isWaiting, hasRows }: { isWaiting: boolean; hasRows: boolean },
) {
  const asked = askedBy(address)
  const shown = useRef(asked)
  const isTurning = useRef(false)
  useEffect(() => {
    if (isWaiting || shown.current === asked) return
    shown.current = asked
    table.current?.scrollTo(0)
    window.scrollTo({ top: 0 })
    if (isTurning.current) table.current?.focus()
    isTurning.current = false
  }, [isWaiting, asked, table])

  const isBack = useRef(false)
  useEffect(() => {
    if (!hasRows || isBack.current) return
    isBack.current = true
    const left = takePlace(address)
    if (!left) return
    // After the page's own focus on its heading, which comes with every move to another page.
    const timer = setTimeout(() => {
      table.current?.scrollTo(left.top)
      table.current?.focusRow(left.key)
    })
    return () => clearTimeout(timer)
  }, [hasRows, address, table])

  /** Older or Newer was chosen. */
  const turn = useCallback(() => {
    isTurning.current = true
  }, [])
  /** A row is followed to its own page. */
  const leave = useCallback(
    (row: Element) => {
      const key = table.current?.keyAt(row)
      if (key !== undefined) keepPlace({ address, key, top: table.current?.top() ?? 0 })
    },
    [address, table],
  )
  return { turn, leave }
}
