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
import { onResize } from '@/components/ui/browser-state'
import { useSteps } from '@/components/ui/focus'

/** Measured in CSS pixels: the heights of the head, a row, and the horizontal scroll bar; the width there is for columns. */
export type Sizes = { head: number; row: number; bar: number; width?: number }

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
      const next: Sizes = { head, row, bar, width: box.clientWidth }
      latest = { rowHeight, sizes: next }
      // The same sizes cost no second layout.
      setSizes((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next))
    }
    return onResize(box, measure)
  }, [region, table, rowHeight, widths, isPrinting])
  return sizes
}

/** Rows beyond both edges of the view that are rendered, so that fast scrolling shows no gap. */
const overscan = 4
/** The range moves by this many rows at once, so that most scroll events render nothing. */
const stride = 4

/** The rows from `start` to before `end`. */
type RowRange = { start: number; end: number }

/**
 * The rows in and near the view of a region, once it is laid out. Whatever was scrolled before that is kept.
 * @returns `first` is a row in view; `update` reads the scroll offset at once, after a change by script
 */
export function useVisibleRange({ region, sizes, keys }: Viewport) {
  const { row, head } = sizes
  const count = keys.length
  // Rows are only there in a browser; the first layout corrects this.
  const [range, setRange] = useState<RowRange>(() => ({ start: 0, end: Math.ceil((window.innerHeight * 0.75) / row) }))
  const update = useCallback(() => {
    const box = region.current
    if (!box) return
    const first = Math.min(box.scrollTop / row, count) - overscan
    const start = Math.max(0, Math.floor(first / stride) * stride)
    const last = (box.scrollTop + box.clientHeight - head) / row + overscan
    const end = Math.ceil(last / stride) * stride
    setRange((before) => (before.start === start && before.end === end ? before : { start, end }))
  }, [region, row, head, count])
  // A region is there after the layout effects of its rows.
  useEffect(() => {
    const box = region.current
    if (!box) return
    const stop = onResize(box, update)
    // Drawn in the same frame that shows the new offset.
    const onScroll = () => flushSync(update)
    box.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      box.removeEventListener('scroll', onScroll)
      stop()
    }
  }, [region, update])
  return { ...range, first: range.start === 0 ? 0 : range.start + overscan, update }
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
    scrollToRow(viewport, row, index)
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
