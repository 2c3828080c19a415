'use client'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

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
