'use client'
import {
  observeElementOffset,
  observeWindowOffset,
  useVirtualizer,
  useWindowVirtualizer,
} from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { Sizes } from './table-layout'

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

/** Rows rendered beyond the edge, so that fast scrolling shows no gap. */
const overscan = 12

function Spacer({ height }: { height: number }) {
  return (
    <tr aria-hidden className="spacer">
      <td style={{ height }} />
    </tr>
  )
}

type Span = { index: number; start: number; end: number }
type BodyProps = Pick<VirtualProps, 'renderRow'> & { spans: readonly Span[]; start: number; end: number }

function Body({ spans, start, end, renderRow }: BodyProps) {
  const children: ReactNode[] = []
  let reached = start
  for (const span of spans) {
    if (span.start > reached)
      children.push(
        <Spacer key={`before ${children.length === 0 ? 'all' : span.index}`} height={span.start - reached} />,
      )
    children.push(renderRow(span.index))
    reached = span.end
  }
  if (end > reached) children.push(<Spacer key="after all" height={end - reached} />)
  return <tbody>{children}</tbody>
}

function withKept(
  rendered: readonly Span[],
  kept: readonly number[],
  spanOf: (index: number) => Span,
): readonly Span[] {
  const more = kept.filter((index) => !rendered.some((span) => span.index === index))
  return more.length === 0 ? rendered : [...rendered, ...more.map(spanOf)].sort((a, b) => a.index - b.index)
}

/**
 * Reports the current offset first. Otherwise the virtualizer would undo any scrolling that happened between its first
 * render and its first effect (virtual-core, `_willUpdate`).
 */
function reportOffset(offset: number | undefined, report: (offset: number, isScrolling: boolean) => void): void {
  if (offset !== undefined) report(offset, false)
}

const initialRect = { width: 1, height: 800 }

/** Rows of equal height in a region that scrolls. */
function RegionRows({ count, sizes, kept, region, renderRow }: RegionProps) {
  const rowHeight = sizes.row
  const virtualizer = useVirtualizer<HTMLElement, HTMLTableRowElement>({
    count,
    getScrollElement: () => region.current,
    estimateSize: () => rowHeight,
    overscan,
    scrollMargin: sizes.head,
    initialRect,
    initialOffset: () => region.current?.scrollTop ?? 0,
    observeElementOffset: (instance, report) => {
      reportOffset(instance.scrollElement?.scrollTop, report)
      return observeElementOffset(instance, report)
    },
  })
  useRemeasure(rowHeight, virtualizer)
  const spanOf = (index: number) => ({ index, start: index * rowHeight, end: (index + 1) * rowHeight })
  const rendered = virtualizer.getVirtualItems().map(({ index }) => spanOf(index))
  return <Body spans={withKept(rendered, kept, spanOf)} start={0} end={count * rowHeight} renderRow={renderRow} />
}

/** Cards of different heights in a page that scrolls. */
function PageRows({ count, sizes, kept, renderRow, table }: VirtualProps) {
  const rowHeight = sizes.row
  const top = useTop(table)
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count,
    estimateSize: () => rowHeight,
    overscan,
    scrollMargin: top,
    initialRect,
    observeElementOffset: (instance, report) => {
      reportOffset(instance.scrollElement?.scrollY, report)
      return observeWindowOffset(instance, report)
    },
  })
  useRemeasure(rowHeight, virtualizer)
  const { measurementsCache: known } = virtualizer
  const spanOf = (index: number) => known[index] ?? { index, start: top, end: top }
  const rendered = virtualizer.getVirtualItems()
  const spans = withKept(
    rendered,
    kept.filter((index) => index < known.length),
    spanOf,
  )
  return (
    <Body
      spans={spans}
      start={top}
      end={top + virtualizer.getTotalSize()}
      renderRow={(index) => renderRow(index, virtualizer.measureElement)}
    />
  )
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
