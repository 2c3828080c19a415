'use client'
import {
  defaultRangeExtractor,
  observeElementOffset,
  observeWindowOffset,
  type Range,
  useVirtualizer,
  useWindowVirtualizer,
  type VirtualItem,
} from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { Sizes } from './table-viewport'

type VirtualProps = {
  count: number
  /** CSS pixels; on a phone the row is only an estimate. */
  sizes: Pick<Sizes, 'head' | 'row'>
  /** Rows that are rendered wherever the reader scrolls: the focused one and its neighbours. */
  kept: readonly number[]
  table: RefObject<HTMLElement | null>
  /** Renders one row; `measure` is given if rows differ in height. */
  renderRow: (index: number, measure?: (row: HTMLTableRowElement | null) => void) => ReactNode
}
type RegionProps = VirtualProps & { region: RefObject<HTMLElement | null> }

/** The rows near the reader, with spacers for all others. Without a region the page scrolls. */
export default function VirtualRows({ region, ...rows }: VirtualProps & Partial<RegionProps>) {
  return region ? <RegionRows {...rows} region={region} /> : <PageRows {...rows} />
}

/**
 * Rows of equal height in a region that scrolls. Both kinds report the current offset first: otherwise the virtualizer would
 * undo any scrolling between its first render and its first effect (virtual-core, `_willUpdate`).
 */
function RegionRows({ region, ...rows }: RegionProps) {
  const virtualizer = useVirtualizer<HTMLElement, HTMLTableRowElement>({
    ...useOptions(rows),
    getScrollElement: () => region.current,
    scrollMargin: rows.sizes.head,
    initialOffset: () => region.current?.scrollTop ?? 0,
    observeElementOffset: (instance, report) => {
      if (instance.scrollElement) report(instance.scrollElement.scrollTop, false)
      return observeElementOffset(instance, report)
    },
  })
  useRemeasure(rows.sizes.row, virtualizer)
  return (
    <Body
      items={virtualizer.getVirtualItems()}
      start={rows.sizes.head}
      size={virtualizer.getTotalSize()}
      renderRow={rows.renderRow}
    />
  )
}

/** Cards of different heights in a page that scrolls. */
function PageRows(rows: VirtualProps) {
  const top = useTop(rows.table)
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    ...useOptions(rows),
    scrollMargin: top,
    observeElementOffset: (instance, report) => {
      if (instance.scrollElement) report(instance.scrollElement.scrollY, false)
      return observeWindowOffset(instance, report)
    },
  })
  useRemeasure(rows.sizes.row, virtualizer)
  return (
    <Body
      items={virtualizer.getVirtualItems()}
      start={top}
      size={virtualizer.getTotalSize()}
      renderRow={(index) => rows.renderRow(index, virtualizer.measureElement)}
    />
  )
}

const useOptions = ({ count, sizes, kept }: VirtualProps) => ({
  count,
  estimateSize: () => sizes.row,
  initialRect: { width: 1, height: 800 },
  /** Rows rendered beyond the edge, so that fast scrolling shows no gap. */
  overscan: 12,
  rangeExtractor: useCallback(
    (range: Range) => [...new Set([...defaultRangeExtractor(range), ...kept])].sort((a, b) => a - b),
    [kept],
  ),
})

type BodyProps = Pick<VirtualProps, 'renderRow'> & { items: readonly VirtualItem[]; start: number; size: number }

function Body({ items, start, size, renderRow }: BodyProps) {
  const children: ReactNode[] = []
  let reached = start
  const fillTo = (end: number, key: string) => {
    if (end > reached)
      children.push(
        <tr key={key} aria-hidden className="spacer">
          <td style={{ height: end - reached }} />
        </tr>,
      )
    reached = end
  }
  for (const item of items) {
    fillTo(item.start, `before ${children.length === 0 ? 'all' : item.index}`)
    children.push(renderRow(item.index))
    reached = item.end
  }
  fillTo(start + size, 'after all')
  return <tbody>{children}</tbody>
}

/** Another row height invalidates every cached position. */
function useRemeasure(rowHeight: number, virtualizer: { measure: () => void }): void {
  const last = useRef(rowHeight)
  useLayoutEffect(() => {
    if (last.current === rowHeight) return
    last.current = rowHeight
    virtualizer.measure()
  }, [rowHeight, virtualizer])
}

/** The table's offset in the page; notes above it come and go. */
function useTop(table: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      if (table.current) setTop(Math.round(table.current.getBoundingClientRect().top + window.scrollY))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [table])
  return top
}
