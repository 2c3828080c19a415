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

/**
 * Measured in CSS pixels: the heights of the head, a row, and the horizontal scroll bar; the width there is for columns.
 * `scale` is how much wider than usual text is drawn.
 */
export type Sizes = { head: number; row: number; bar: number; scale: number; width?: number }

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

/** The width of ten digits at the usual text size. */
const usualText = 80

type Parts = Pick<Viewport, 'region' | 'table'> & {
  /** Ten digits in the table's font. */
  probe: RefObject<HTMLElement | null>
}

/** Measures the table: zoomed or spaced text makes rows higher than `rowHeight`, and columns wider. */
export function useTableSizes(
  { region, table, probe }: Parts,
  { rowHeight, isPrinting, hadRows }: { rowHeight: number; isPrinting: boolean; hadRows: boolean },
): Sizes {
  const [sizes, setSizes] = useState<Sizes>({ head: 28, row: rowHeight, bar: 0, scale: 1 })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first rows are a reason to measure again
  useLayoutEffect(() => {
    const box = region.current
    // Nothing scrolls on paper, and one layout of all rows is slow enough.
    if (!box || isPrinting) return
    const measure = () => {
      const head = table.current?.tHead?.offsetHeight ?? 28
      const row = table.current?.querySelector<HTMLElement>('tbody tr[data-index]')?.offsetHeight ?? rowHeight
      const bar = box.offsetHeight - box.clientHeight - 1
      const scale = Math.max(1, (probe.current?.offsetWidth ?? 0) / usualText)
      const next: Sizes = { head, row, bar, scale, width: box.clientWidth }
      // The same sizes cost no second layout.
      setSizes((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next))
    }
    measure()
    const observer = new ResizeObserver(measure)
    for (const part of [box, table.current, probe.current]) if (part) observer.observe(part)
    return () => observer.disconnect()
  }, [region, table, probe, rowHeight, isPrinting, hadRows])
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

/** The first rendered row that is in view, below what sticks to its top. */
function firstVisible({ region, table, sizes, isPhone }: Viewport): number {
  const top = isPhone ? 100 : (region.current?.getBoundingClientRect().top ?? 0) + sizes.head
  const rows = [...(table.current?.querySelectorAll('tr[data-index]') ?? [])]
  return rowIndexOf(rows.find((row) => row.getBoundingClientRect().bottom > top) ?? null)
}

/** Rows that fit into the view. */
function rowsInView({ region, sizes, isPhone }: Viewport): number {
  const height = isPhone ? window.innerHeight : (region.current?.clientHeight ?? 0) - sizes.head
  return Math.max(1, Math.floor(height / sizes.row))
}

/**
 * The current row: the one that has or last had the focus. The table is one Tab stop, at that row. Arrow keys, j and k move
 * between rows, left and right between a row's controls; so do the keys that scroll, because Enter opens the current row,
 * which must be in view. It and its neighbours stay rendered wherever the reader scrolls.
 */
export function useRowFocus(viewport: Viewport) {
  const { table, region, keys } = viewport
  const [current, setCurrent] = useState<string>()
  const hasFocus = useRef(false)
  const currentIndex = current === undefined ? -1 : keys.indexOf(current)
  const kept = useMemo(
    () =>
      currentIndex < 0
        ? []
        : [currentIndex - 1, currentIndex, currentIndex + 1].filter((one) => one >= 0 && one < keys.length),
    [currentIndex, keys.length],
  )

  const onFocus = useCallback(
    ({ target }: FocusEvent) => {
      const key = keys[rowIndexOf(target)]
      if (key === undefined) return
      hasFocus.current = true
      setCurrent(key)
      const row = target.closest('tr')
      if (target.matches(':focus-visible') && (target === row || target.matches('.lead > a')))
        row?.setAttribute('data-focused', '')
    },
    [keys],
  )
  const onBlur = useCallback(({ target, currentTarget, relatedTarget }: FocusEvent) => {
    target.closest('tr')?.removeAttribute('data-focused')
    if (relatedTarget && !currentTarget.contains(relatedTarget)) hasFocus.current = false
  }, [])

  const focusRow = (index: number): boolean => {
    flushSync(() => setCurrent(keys[index]))
    const row = table.current?.querySelector<HTMLTableRowElement>(`tr[data-index="${index}"]`)
    if (!row) return false
    const link = row.querySelector<HTMLElement>('.lead > a') ?? row
    link.focus({ preventScroll: true })
    // Below the sticky head, which is the region's scroll padding. The table itself may be partly outside the window.
    row.cells[0]?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    return true
  }
  const step = (by: 1 | -1) => {
    if (keys.length === 0) return
    const focused = table.current?.contains(document.activeElement) ? rowIndexOf(document.activeElement) : -1
    const from = focused >= 0 ? focused : currentIndex
    const to = from < 0 ? firstVisible(viewport) : from + by
    focusRow(Math.min(Math.max(to, 0), keys.length - 1))
  }
  useSteps(step)

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const target = nextFocus(event.key)
    if (target === undefined) return
    event.preventDefault()
    if (typeof target === 'number') focusRow(Math.min(Math.max(target, 0), keys.length - 1))
    else target.focus()
  }
  /** The row by its index, or the control, that a key leads to. */
  const nextFocus = (key: string): number | HTMLElement | undefined => {
    const { activeElement } = document
    const index = activeElement ? rowIndexOf(activeElement) : -1
    // A card's head is there for screen readers only.
    const head = viewport.isPhone ? undefined : table.current?.tHead
    const isInHead = head?.contains(activeElement) ?? false
    if (index < 0 && !isInHead) return undefined
    if (key === 'ArrowLeft' || key === 'ArrowRight') {
      const row = activeElement?.closest('tr')
      if (!row) return undefined
      const controls = [...row.querySelectorAll<HTMLElement>('a[href], button, input')]
      if (row.matches('[tabindex]')) controls.unshift(row)
      const at = activeElement instanceof HTMLElement ? controls.indexOf(activeElement) : -1
      return controls[at + (key === 'ArrowRight' ? 1 : -1)]
    }
    if (isInHead) return key === 'ArrowDown' ? firstVisible(viewport) : undefined
    if (key === 'ArrowUp' && index === 0) return head?.querySelector<HTMLElement>('a[href]') ?? undefined
    const page = rowsInView(viewport)
    const rows: Record<string, number | undefined> = {
      Home: 0,
      End: keys.length - 1,
      PageUp: index - page,
      PageDown: index + page,
    }
    return rows[key]
  }

  // If the focused row disappears, the table takes the focus.
  useLayoutEffect(() => {
    if (current === undefined || keys.includes(current)) return
    setCurrent(undefined)
    if (hasFocus.current && document.activeElement === document.body) region.current?.focus({ preventScroll: true })
  }, [current, keys, region])
  return { current: currentIndex, kept, onFocus, onBlur, onKeyDown, focusRow }
}
