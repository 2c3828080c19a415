'use client'
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

/**
 * The first column draws a line only when something has gone under it. The table's left edge is watched for that, because
 * asking how far it has scrolled costs a layout for every picture.
 */
export function useMoved(region: RefObject<HTMLElement | null>, edge: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = region.current
    if (!box || !edge.current) return
    const observer = new IntersectionObserver(
      (entries) => box.toggleAttribute('data-moved', entries.at(-1)?.isIntersecting === false),
      { root: box },
    )
    observer.observe(edge.current)
    return () => observer.disconnect()
  }, [region, edge])
}

/** CSS pixels: the head, a row, the bar to scroll sideways by. */
export type Sizes = { head: number; row: number; bar: number }

/** As they came out last, for rows of a height. */
let last: { rowHeight: number; sizes: Sizes } | undefined

/** What came out: text that was zoomed or spaced makes rows higher than they were meant to be. */
export function useSizes(
  region: RefObject<HTMLElement | null>,
  table: RefObject<HTMLTableElement | null>,
  rowHeight: number,
  widths: readonly number[],
  isPrinting: boolean,
): Sizes {
  // Sizes that turn out as they were cost no second layout.
  const [sizes, setSizes] = useState<Sizes>(() =>
    last?.rowHeight === rowHeight ? last.sizes : { head: 28, row: rowHeight, bar: 0 },
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: new widths are a reason to measure again
  useLayoutEffect(() => {
    const box = region.current
    // On paper nothing scrolls, and laying out every row takes long enough once.
    if (!box || isPrinting) return
    const measure = () => {
      const head = table.current?.tHead?.offsetHeight ?? 28
      const row = table.current?.querySelector<HTMLElement>('tbody tr[data-index]')?.offsetHeight ?? rowHeight
      const bar = box.offsetHeight - box.clientHeight - 1
      last = { rowHeight, sizes: { head, row, bar } }
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
