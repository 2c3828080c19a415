'use client'
import {
  defaultRangeExtractor,
  observeElementOffset,
  observeWindowOffset,
  type Range,
  useVirtualizer,
  useWindowVirtualizer,
  type Virtualizer,
  type VirtualizerOptions,
} from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useCallback, useLayoutEffect, useState } from 'react'
import type { Viewport } from './table-viewport'

/** Renders a row. @param first the first row in view @param measure given if rows differ in height */
export type RenderRow = (index: number, first: number, measure?: (row: HTMLTableRowElement | null) => void) => ReactNode

type RowsProps = {
  viewport: Viewport
  /** Rows that are rendered wherever the reader scrolls: the focused one and its neighbours. */
  kept: readonly number[]
  renderRow: RenderRow
}

/** The rows near the reader, with spacers for all others. */
export default function VirtualRows(props: RowsProps) {
  return props.viewport.isPhone ? <PageRows {...props} /> : <RegionRows {...props} />
}

/** What both ways of scrolling have in common. */
const useSharedOptions = ({ kept, viewport: { keys } }: RowsProps) => ({
  count: keys.length,
  // Until the first layout.
  initialRect: { width: 1, height: 800 },
  overscan: 8,
  rangeExtractor: useCallback(
    (range: Range) => [...new Set([...defaultRangeExtractor(range), ...kept])].sort((a, b) => a - b),
    [kept],
  ),
})

/** Reports the current offset first: otherwise the virtualizer would undo any scrolling before its first effect. */
const reportingAt =
  <Box extends Element | Window>(observe: VirtualizerOptions<Box, HTMLTableRowElement>['observeElementOffset']) =>
  (...[instance, report]: Parameters<typeof observe>) => {
    const box = instance.scrollElement
    if (box) report('scrollY' in box ? box.scrollY : box.scrollTop, false)
    return observe(instance, report)
  }
const observeRegion = reportingAt<HTMLElement>(observeElementOffset)
const observePage = reportingAt<Window>(observeWindowOffset)

/** The rows of a region that scrolls. They are equally high. */
function RegionRows(props: RowsProps) {
  const { region, sizes } = props.viewport
  const virtualizer = useVirtualizer<HTMLElement, HTMLTableRowElement>({
    ...useSharedOptions(props),
    getScrollElement: () => region.current,
    estimateSize: () => sizes.row,
    observeElementOffset: observeRegion,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer remembers the heights of before
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, sizes.row])
  return <SpacedRows {...props} virtualizer={virtualizer} />
}

/** The estimated height of a card, CSS pixels. */
const cardHeight = 62

/** The cards of a page that scrolls. They differ in height. */
function PageRows(props: RowsProps) {
  const top = useTop(props.viewport.table)
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    ...useSharedOptions(props),
    estimateSize: () => cardHeight,
    scrollMargin: top,
    observeElementOffset: observePage,
  })
  return <SpacedRows {...props} {...{ virtualizer, top }} measure={virtualizer.measureElement} />
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

type SpacedRowsProps = Pick<RowsProps, 'renderRow'> & {
  virtualizer: Pick<Virtualizer<never, HTMLTableRowElement>, 'getVirtualItems' | 'getTotalSize' | 'range'>
  /** The offset of the first row. */
  top?: number
  measure?: (row: HTMLTableRowElement | null) => void
}

/** Some of a table's rows, at their places. */
function SpacedRows({ virtualizer, top = 0, measure, renderRow }: SpacedRowsProps) {
  const first = virtualizer.range?.startIndex ?? 0
  const children: ReactNode[] = []
  let reached = top
  const fillTo = (to: number, key: string) => {
    if (to > reached)
      children.push(
        <tr key={key} aria-hidden className="spacer">
          <td style={{ height: to - reached }} />
        </tr>,
      )
    reached = to
  }
  for (const { index, start, end } of virtualizer.getVirtualItems()) {
    fillTo(start, `before ${children.length === 0 ? 'all' : index}`)
    children.push(renderRow(index, first, measure))
    reached = end
  }
  fillTo(top + virtualizer.getTotalSize(), 'after all')
  return <tbody>{children}</tbody>
}
