'use client'
import { defaultRangeExtractor, observeWindowOffset, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'
import { onResize } from '@/components/ui/browser-state'
import { type RenderRow, SpacedRows } from './record-rows'

/** The estimated height of a card, CSS pixels. */
const cardHeight = 62

type VirtualCardsProps = {
  count: number
  /** Cards that are rendered wherever the reader scrolls: the focused one and its neighbours. */
  kept: readonly number[]
  table: RefObject<HTMLElement | null>
  renderRow: RenderRow
}

/** The cards near the reader of a page that scrolls, with spacers for all others. Cards differ in height. */
export default function VirtualCards({ count, kept, table, renderRow }: VirtualCardsProps) {
  const top = useTop(table)
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count,
    estimateSize: () => cardHeight,
    initialRect: { width: 1, height: 800 },
    overscan: 12,
    rangeExtractor: useCallback(
      (range: Range) => [...new Set([...defaultRangeExtractor(range), ...kept])].sort((a, b) => a - b),
      [kept],
    ),
    scrollMargin: top,
    // Reports the current offset first: otherwise the virtualizer would undo any scrolling between its first render and its
    // first effect (virtual-core, `_willUpdate`).
    observeElementOffset: (instance, report) => {
      if (instance.scrollElement) report(instance.scrollElement.scrollY, false)
      return observeWindowOffset(instance, report)
    },
  })
  const items = virtualizer.getVirtualItems()
  const first = virtualizer.range?.startIndex ?? 0
  return (
    <SpacedRows
      items={items}
      start={top}
      end={top + virtualizer.getTotalSize()}
      renderRow={(index) => renderRow(index, first, virtualizer.measureElement)}
    />
  )
}

/** The table's offset in the page; notes above it come and go. */
function useTop(table: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      if (table.current) setTop(Math.round(table.current.getBoundingClientRect().top + window.scrollY))
    }
    return onResize(document.body, measure)
  }, [table])
  return top
}
