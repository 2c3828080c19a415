'use client'
import { type RefObject, useLayoutEffect, useState } from 'react'
import type { Column } from './column'
import { type Saying, widthsOf } from './column-widths'
import { fontMetricsOf, lastFontMetrics, learnMissing } from './font-metrics'

/** Grows and shrinks as the text of the page does. */
function useTextScale(probe: RefObject<HTMLElement | null>): number | undefined {
  const [scale, setScale] = useState<number>()
  useLayoutEffect(() => {
    const element = probe.current
    if (!element) return
    setScale(element.getBoundingClientRect().width)
    const observer = new ResizeObserver(() => setScale(element.getBoundingClientRect().width))
    observer.observe(element)
    return () => observer.disconnect()
  }, [probe])
  return scale
}

type LayoutInput<Row> = {
  /** An inline text in the table's own place and face. */
  probe: RefObject<HTMLElement | null>
  /** Undefined while they are on their way: then the columns stay as they were. */
  rows?: readonly Row[]
  columns: readonly Column<Row>[]
  /** What the heads say, joined by line ends: a text is compared by its letters. */
  heads: string
  saying: Saying
  hasFlags: boolean
}

/** @returns the width of each column in CSS pixels, before anything is painted; empty until there are rows */
export function useColumnWidths<Row>(input: LayoutInput<Row>): readonly number[] {
  const { probe, rows, columns, heads, saying, hasFlags } = input
  const { now, zone, isRelative } = saying
  const scale = useTextScale(probe)
  const [widths, setWidths] = useState<readonly number[]>(() => {
    const faces = lastFontMetrics()
    return rows && faces ? widthsOf({ rows, columns, heads: heads.split('\n'), faces, saying, hasFlags }) : []
  })
  useLayoutEffect(() => {
    const host = probe.current?.parentElement
    if (!host || !scale) return
    const faces = fontMetricsOf(host, scale)
    const reckon = () =>
      widthsOf({
        rows: rows ?? [],
        columns,
        heads: heads.split('\n'),
        faces,
        saying: { now, zone, isRelative },
        hasFlags,
      })
    const first = reckon()
    const next = learnMissing(host, faces) ? reckon() : first
    // While rows are on their way no column shrinks under the reader.
    setWidths((before) =>
      before.length === next.length && (!rows || before.every((width, at) => width === next[at])) ? before : next,
    )
  }, [probe, scale, rows, columns, heads, now, zone, isRelative, hasFlags])
  return widths
}
