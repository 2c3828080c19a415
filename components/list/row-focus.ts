'use client'
import { type FocusEvent, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useSteps } from '@/components/ui/focus'
import type { Viewport } from './table-layout'

/** The index of the row that contains an element; -1 for none. */
export const rowIndexOf = (element: Element | null) =>
  Number(element?.closest<HTMLElement>('tr[data-index]')?.dataset.index ?? -1)

/** Scrolls a row into view, below the sticky head. */
function scrollToRow({ region, sizes, isPhone }: Viewport, row: HTMLTableRowElement, index: number): void {
  const box = region.current
  if (isPhone || !box) {
    row.scrollIntoView({ block: 'nearest' })
    return
  }
  const top = index * sizes.row
  const height = box.clientHeight - sizes.head
  if (top < box.scrollTop) box.scrollTop = top
  else if (top + sizes.row > box.scrollTop + height) box.scrollTop = top + sizes.row - height
  // The table itself may be partly outside the window.
  row.cells[0]?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

function firstVisible({ region, table, sizes, isPhone }: Viewport): number {
  if (!isPhone) return Math.ceil((region.current?.scrollTop ?? 0) / sizes.row)
  const rows = [...(table.current?.querySelectorAll<HTMLElement>('tr[data-index]') ?? [])]
  return rowIndexOf(rows.find((row) => row.getBoundingClientRect().bottom > 100) ?? null)
}

/**
 * The row with the focus. It and its neighbours stay rendered wherever the reader scrolls, so that neither the focus nor
 * the next Tab is lost. Steps (j, k) move it from where it was last.
 */
export function useRowFocus(viewport: Viewport) {
  const { table, region, keys } = viewport
  const [focused, setFocused] = useState<string>()
  const last = useRef<string>(undefined)
  const kept = useMemo(() => {
    const index = focused === undefined ? -1 : keys.indexOf(focused)
    return index < 0 ? [] : [index - 1, index, index + 1].filter((one) => one >= 0 && one < keys.length)
  }, [focused, keys])

  const onFocus = useCallback(
    ({ target }: FocusEvent) => {
      const key = keys[rowIndexOf(target)]
      if (key === undefined) return
      last.current = key
      setFocused(key)
      const row = target.closest('tr')
      if (target.matches(':focus-visible') && (target === row || target.parentElement === row?.cells[0]))
        row?.setAttribute('data-focused', '')
    },
    [keys],
  )
  const onBlur = useCallback(({ target, currentTarget, relatedTarget }: FocusEvent) => {
    target.closest('tr')?.removeAttribute('data-focused')
    if (relatedTarget && !currentTarget.contains(relatedTarget)) setFocused(undefined)
  }, [])

  const focusRow = (index: number): boolean => {
    flushSync(() => setFocused(keys[index]))
    const row = table.current?.querySelector<HTMLTableRowElement>(`tr[data-index="${index}"]`)
    if (!row) return false
    const link = row.querySelector<HTMLElement>('td:first-child a') ?? row
    link.focus({ preventScroll: true })
    scrollToRow(viewport, row, index)
    return true
  }
  useSteps((by) => {
    if (keys.length === 0) return
    const current = table.current?.contains(document.activeElement) ? rowIndexOf(document.activeElement) : -1
    const from = current >= 0 ? current : last.current === undefined ? -1 : keys.indexOf(last.current)
    const to = from < 0 ? firstVisible(viewport) : from + by
    focusRow(Math.min(Math.max(to, 0), keys.length - 1))
  })

  // If the focused row disappears, the table takes the focus.
  useLayoutEffect(() => {
    if (focused === undefined || keys.includes(focused)) return
    setFocused(undefined)
    if (document.activeElement === document.body) region.current?.focus({ preventScroll: true })
  }, [focused, keys, region])
  return { kept, onFocus, onBlur, focusRow }
}
