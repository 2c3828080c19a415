'use client'
import { type FocusEvent, type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useSteps } from '@/components/ui/focus'

/** The row that an element stands in, by its place among the loaded; -1 for none. */
export const indexAt = (element: Element | null) =>
  Number(element?.closest<HTMLElement>('tr[data-index]')?.dataset.index ?? -1)

type Place = {
  region: RefObject<HTMLElement | null>
  table: RefObject<HTMLTableElement | null>
  /** One name a row. */
  keys: readonly string[]
  sizes: { head: number; row: number }
  /** Whether the page scrolls instead of the table. */
  isPhone: boolean
}

/** Brings a row of the table into view, under the head and never behind it. */
function reveal({ region, sizes, isPhone }: Place, row: HTMLTableRowElement, index: number): void {
  const box = region.current
  if (isPhone || !box) {
    row.scrollIntoView({ block: 'nearest' })
    return
  }
  const top = index * sizes.row
  const room = box.clientHeight - sizes.head
  if (top < box.scrollTop) box.scrollTop = top
  else if (top + sizes.row > box.scrollTop + room) box.scrollTop = top + sizes.row - room
  // The table itself may lie below the window's edge.
  row.cells[0]?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** The first row that the reader sees. */
function firstInView({ region, table, sizes, isPhone }: Place): number {
  if (!isPhone) return Math.ceil((region.current?.scrollTop ?? 0) / sizes.row)
  const rows = [...(table.current?.querySelectorAll<HTMLElement>('tr[data-index]') ?? [])]
  return indexAt(rows.find((row) => row.getBoundingClientRect().bottom > 100) ?? null)
}

/**
 * The row that has the keyboard: it and its neighbours stay drawn wherever the reader scrolls, so that neither the focus
 * nor the way on by Tab is lost. Steps (j, k) move it, from where it was last.
 */
export function useKeyboardRow(place: Place) {
  const { table, region, keys } = place
  const [held, setHeld] = useState<string>()
  const last = useRef<string>(undefined)
  const kept = useMemo(() => {
    const at = held === undefined ? -1 : keys.indexOf(held)
    return at < 0 ? [] : [at - 1, at, at + 1].filter((index) => index >= 0 && index < keys.length)
  }, [held, keys])

  const onFocus = useCallback(
    (event: FocusEvent) => {
      const key = keys[indexAt(event.target)]
      if (key === undefined) return
      last.current = key
      setHeld(key)
      const { target } = event
      const row = target.closest('tr')
      if (target.matches(':focus-visible') && (target === row || target.parentElement === row?.cells[0]))
        row?.setAttribute('data-at', '')
    },
    [keys],
  )
  const onBlur = useCallback((event: FocusEvent) => {
    event.target.closest('tr')?.removeAttribute('data-at')
    if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setHeld(undefined)
  }, [])

  const focusRow = (index: number): boolean => {
    flushSync(() => setHeld(keys[index]))
    const row = table.current?.querySelector<HTMLTableRowElement>(`tr[data-index="${index}"]`)
    if (!row) return false
    const link = row.querySelector<HTMLElement>('td:first-child a') ?? row
    link.focus({ preventScroll: true })
    reveal(place, row, index)
    return true
  }
  useSteps((by) => {
    if (keys.length === 0) return
    const here = table.current?.contains(document.activeElement) ? indexAt(document.activeElement) : -1
    const from = here >= 0 ? here : last.current === undefined ? -1 : keys.indexOf(last.current)
    const to = from < 0 ? firstInView(place) : from + by
    focusRow(Math.min(Math.max(to, 0), keys.length - 1))
  })

  // A row that is gone takes the focus with it: the table keeps it then.
  useLayoutEffect(() => {
    if (held === undefined || keys.includes(held)) return
    setHeld(undefined)
    if (document.activeElement === document.body) region.current?.focus({ preventScroll: true })
  }, [held, keys, region])
  return { kept, onFocus, onBlur, focusRow }
}

/** How many rows are tried before the place counts as lost. */
const tries = 50

/** Rows that came above the reader do not push away what is being read; at the very top they are seen. */
export function useSamePlace({ region, keys, sizes, isPhone }: Place): void {
  const before = useRef(keys)
  useLayoutEffect(() => {
    const old = before.current
    before.current = keys
    const box = region.current
    if (!box || isPhone || old === keys || old.length === 0 || box.scrollTop < sizes.row) return
    const top = Math.floor(box.scrollTop / sizes.row)
    const places = new Map(keys.map((key, index) => [key, index]))
    for (const [at, key] of old.slice(top, top + tries).entries()) {
      const now = places.get(key)
      if (now === undefined) continue
      box.scrollTop += (now - top - at) * sizes.row
      return
    }
  }, [keys, region, isPhone, sizes.row])
}
