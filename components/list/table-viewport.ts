'use client'
/** What of a table is in view: sizes, scroll position, and the row with the focus. */
import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { useSteps } from '@/components/ui/focus'

/** Measured heights in CSS pixels: the head, a row, the horizontal scroll bar. */
export type Sizes = { head: number; row: number; bar: number }

/** A table and what scrolls it. */
export type Viewport = {
  region: RefObject<HTMLElement | null>
  table: RefObject<HTMLTableElement | null>
  /** One key per row. */
  keys: readonly string[]
  sizes: Sizes
  /** On a phone the page scrolls instead of the region. */
  isPhone: boolean
}

/**
 * Marks the region while it is scrolled sideways: then the first column has an edge. An observer does that because reading
 * the scroll offset forces a layout in every frame.
 */
export function useScrolledAttribute(
  region: RefObject<HTMLElement | null>,
  leftEdge: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    const box = region.current
    if (!box || !leftEdge.current) return
    const observer = new IntersectionObserver(
      (entries) => box.toggleAttribute('data-scrolled', entries.at(-1)?.isIntersecting === false),
      { root: box },
    )
    observer.observe(leftEdge.current)
    return () => observer.disconnect()
  }, [region, leftEdge])
}

/** The latest sizes, reused by the next table with this row height. */
let latest: { rowHeight: number; sizes: Sizes } | undefined

/** Measures the table: zoomed or spaced text makes rows higher than `rowHeight`. */
export function useTableSizes(
  { region, table }: Pick<Viewport, 'region' | 'table'>,
  rowHeight: number,
  widths: readonly number[],
  isPrinting: boolean,
): Sizes {
  const [sizes, setSizes] = useState<Sizes>(() =>
    latest?.rowHeight === rowHeight ? latest.sizes : { head: 28, row: rowHeight, bar: 0 },
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: new widths are a reason to measure again
  useLayoutEffect(() => {
    const box = region.current
    // Nothing scrolls on paper, and one layout of all rows is slow enough.
    if (!box || isPrinting) return
    const measure = () => {
      const head = table.current?.tHead?.offsetHeight ?? 28
      const row = table.current?.querySelector<HTMLElement>('tbody tr[data-index]')?.offsetHeight ?? rowHeight
      const bar = box.offsetHeight - box.clientHeight - 1
      latest = { rowHeight, sizes: { head, row, bar } }
      // The same sizes cost no second layout.
      setSizes((before) =>
        before.head === head && before.row === row && before.bar === bar ? before : { head, row, bar },
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [region, table, rowHeight, widths, isPrinting])
  return sizes
}

/** Rows that are looked for after a refresh before the scroll position counts as lost. */
const maximumLost = 50

/** Keeps the visible rows in place when a refresh inserts rows above them, except at the very top. */
export function useScrollAnchor({ region, keys, sizes, isPhone }: Viewport): void {
  const before = useRef(keys)
  useLayoutEffect(() => {
    const old = before.current
    before.current = keys
    const box = region.current
    if (!box || isPhone || old === keys || box.scrollTop < sizes.row) return
    const top = Math.floor(box.scrollTop / sizes.row)
    const indexes = new Map(keys.map((key, index) => [key, index]))
    for (const [offset, key] of old.slice(top, top + maximumLost).entries()) {
      const index = indexes.get(key)
      if (index === undefined) continue
      box.scrollTop += (index - top - offset) * sizes.row
      return
    }
  }, [keys, region, isPhone, sizes.row])
}

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

/** Rows that fit into the view. */
function rowsInView({ region, sizes, isPhone }: Viewport): number {
  const height = isPhone ? window.innerHeight : (region.current?.clientHeight ?? 0) - sizes.head
  return Math.max(1, Math.floor(height / sizes.row))
}

/**
 * The row with the focus. It and its neighbours stay rendered wherever the reader scrolls, so that neither the focus nor
 * the next Tab is lost. Steps (j, k) move it from where it was last; so do the keys that scroll, because Enter opens the
 * focused row, which must be in view.
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

  const onKeyDown = (event: KeyboardEvent) => {
    const index = document.activeElement ? rowIndexOf(document.activeElement) : -1
    if (index < 0 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const page = rowsInView(viewport)
    const targets: Record<string, number | undefined> = {
      Home: 0,
      End: keys.length - 1,
      PageUp: index - page,
      PageDown: index + page,
    }
    const to = targets[event.key]
    if (to === undefined) return
    event.preventDefault()
    focusRow(Math.min(Math.max(to, 0), keys.length - 1))
  }

  // If the focused row disappears, the table takes the focus.
  useLayoutEffect(() => {
    if (focused === undefined || keys.includes(focused)) return
    setFocused(undefined)
    if (document.activeElement === document.body) region.current?.focus({ preventScroll: true })
  }, [focused, keys, region])
  return { kept, onFocus, onBlur, onKeyDown, focusRow }
}
