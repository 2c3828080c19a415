'use client'
import {
  observeElementOffset,
  observeWindowOffset,
  useVirtualizer,
  useWindowVirtualizer,
} from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Draws one row; `measure` is given where rows differ in height. */
export type DrawRow = (index: number, measure?: (row: HTMLTableRowElement | null) => void) => ReactNode

type VirtualProps = {
  count: number
  /** Heights in CSS pixels: of the table's head, and of a row (of a card only what is expected of one). */
  sizes: { head: number; row: number }
  /** Rows that stay, wherever the reader has scrolled to: the one with the keyboard and its neighbours. */
  kept: readonly number[]
  table: RefObject<HTMLElement | null>
  draw: DrawRow
}

type RowsProps = VirtualProps & {
  /** What scrolls; without it the page does. */
  region?: RefObject<HTMLElement | null>
}

/** The rows near the reader, with the room of all others round them. */
export default function VirtualRows({ region, ...rows }: RowsProps) {
  return region ? <RegionRows {...rows} region={region} /> : <PageRows {...rows} />
}

/** Rows that are drawn beyond the edge, so that a quick finger meets no gap. */
const overscan = 12

/** The height of rows that are not drawn. */
function Spacer({ height }: { height: number }) {
  return (
    <tr aria-hidden className="spacer">
      <td style={{ height }} />
    </tr>
  )
}

type Span = { index: number; start: number; end: number }

/** The drawn rows with the room of all others between them. */
function Body({
  spans,
  begin,
  end,
  draw,
}: {
  spans: readonly Span[]
  begin: number
  end: number
  draw: (index: number) => ReactNode
}) {
  const parts: ReactNode[] = []
  let reached = begin
  for (const { index, start, end: after } of spans) {
    if (start > reached)
      parts.push(<Spacer key={`before ${parts.length === 0 ? 'all' : index}`} height={start - reached} />)
    parts.push(draw(index))
    reached = after
  }
  if (end > reached) parts.push(<Spacer key="after all" height={end - reached} />)
  return <tbody>{parts}</tbody>
}

function withKept(drawn: readonly Span[], kept: readonly number[], spanOf: (index: number) => Span): readonly Span[] {
  const there = new Set(drawn.map(({ index }) => index))
  const more = kept.filter((index) => !there.has(index))
  return more.length === 0 ? drawn : [...drawn, ...more.map(spanOf)].sort((a, b) => a.index - b.index)
}

/**
 * Whoever scrolls between the first drawing and this moment stays there: the virtualizer would else write back the place
 * that it was drawn with (virtual-core, `_willUpdate`).
 */
function reportWhereItStands(offset: number | undefined, report: (offset: number, isScrolling: boolean) => void): void {
  if (offset !== undefined) report(offset, false)
}

type RegionProps = VirtualProps & { region: RefObject<HTMLElement | null> }

/** Rows of one height in a table that scrolls by itself. */
function RegionRows({ count, sizes, kept, region, draw }: RegionProps) {
  const rowHeight = sizes.row
  const virtualizer = useVirtualizer<HTMLElement, HTMLTableRowElement>({
    count,
    getScrollElement: () => region.current,
    estimateSize: () => rowHeight,
    overscan,
    scrollMargin: sizes.head,
    initialRect: { width: 1, height: 800 },
    initialOffset: () => region.current?.scrollTop ?? 0,
    observeElementOffset: (instance, report) => {
      reportWhereItStands(instance.scrollElement?.scrollTop, report)
      return observeElementOffset(instance, report)
    },
  })
  useRemeasure(rowHeight, virtualizer)
  const spanOf = (index: number) => ({ index, start: index * rowHeight, end: (index + 1) * rowHeight })
  const drawn = virtualizer.getVirtualItems().map(({ index }) => spanOf(index))
  return <Body spans={withKept(drawn, kept, spanOf)} begin={0} end={count * rowHeight} draw={draw} />
}

/** Cards that differ in height, in a page that scrolls. */
function PageRows({ count, sizes, kept, draw, table }: VirtualProps) {
  const rowHeight = sizes.row
  const top = useTop(table)
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count,
    estimateSize: () => rowHeight,
    overscan,
    scrollMargin: top,
    initialRect: { width: 1, height: 800 },
    observeElementOffset: (instance, report) => {
      reportWhereItStands(instance.scrollElement?.scrollY, report)
      return observeWindowOffset(instance, report)
    },
  })
  useRemeasure(rowHeight, virtualizer)
  const drawn = virtualizer.getVirtualItems()
  const spanOf = (index: number) => virtualizer.measurementsCache[index] ?? { index, start: top, end: top }
  const spans = withKept(
    drawn,
    kept.filter((index) => index < virtualizer.measurementsCache.length),
    spanOf,
  )
  return (
    <Body
      spans={spans}
      begin={top}
      end={top + virtualizer.getTotalSize()}
      draw={(index) => draw(index, virtualizer.measureElement)}
    />
  )
}

/** Another row height makes every known place wrong. */
function useRemeasure(rowHeight: number, virtualizer: { measure: () => void }): void {
  const last = useRef(rowHeight)
  useLayoutEffect(() => {
    if (last.current === rowHeight) return
    last.current = rowHeight
    virtualizer.measure()
  }, [rowHeight, virtualizer])
}

/** Where in the page the table begins; notes above it come and go. */
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
