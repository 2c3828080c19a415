'use client'
import { useEffect, useRef, useState } from 'react'
import uPlot from 'uplot'
import { markText, roundTop } from './chart-scale'

/** One day as it is drawn; `credit` and `debit` are floats, undefined where the day was not read. */
export type Bar = { label: string; credit?: number; debit?: number; isWhole: boolean; words: readonly string[] }

type ChartProps = {
  bars: readonly Bar[]
  onOpen: (index: number) => void
  onPoint: (index: number | undefined) => void
}

const paints = ['credit', 'debit', 'grid', 'zero', 'words', 'gap'] as const
type Paint = Record<(typeof paints)[number], string>

/** Canvas knows no custom properties: the colours are read from elements that have them. */
function paintOf(box: HTMLElement): Paint {
  const read = (name: string) => {
    const element = box.querySelector(`[data-paint="${name}"]`)
    return element ? getComputedStyle(element).color : ''
  }
  return Object.fromEntries(paints.map((name) => [name, read(name)])) as Paint
}

/** Slanted lines in a colour: a bar, or a column, that was not read to its end. */
function hatch({ ctx }: uPlot, colour: string, gap: number): CanvasPattern | string {
  const size = gap * devicePixelRatio
  const tile = document.createElement('canvas')
  tile.width = size
  tile.height = size
  const pen = tile.getContext('2d')
  if (!pen) return colour
  pen.strokeStyle = colour
  pen.lineWidth = 2 * devicePixelRatio
  // Three strokes, so that the lines meet where the tiles do.
  for (const shift of [-size, 0, size]) {
    pen.moveTo(shift - 1, size + 1)
    pen.lineTo(shift + size + 1, -1)
  }
  pen.stroke()
  return ctx.createPattern(tile, 'repeat') ?? colour
}

const columnsOf = (bars: readonly Bar[]): uPlot.AlignedData => {
  const column = (isWhole: boolean, value: (bar: Bar) => number | undefined) =>
    bars.map((bar) => (bar.isWhole === isWhole ? value(bar) || null : null))
  const down = ({ debit }: Bar) => (debit ? -debit : undefined)
  return [
    bars.map((_, index) => index),
    column(true, ({ credit }) => credit),
    column(true, down),
    column(false, ({ credit }) => credit),
    column(false, down),
  ]
}

const topOf = (bars: readonly Bar[]) =>
  roundTop(Math.max(0, ...bars.map(({ credit = 0, debit = 0 }) => Math.max(credit, debit))))

type Latest = { bars: readonly Bar[]; paint: Paint; top: number }

function optionsOf(box: HTMLElement, latest: () => Latest, point: (index: number | null | undefined) => void) {
  const font = `12px ${getComputedStyle(box).fontFamily}`
  const count = () => latest().bars.length
  const barPath = uPlot.paths.bars?.({ size: [0.56, 64], radius: [0.08, 0] })
  const series = (fill: uPlot.Series.Fill): uPlot.Series => ({
    paths: barPath,
    fill,
    width: 0,
    points: { show: false },
  })
  const options: uPlot.Options = {
    width: box.clientWidth,
    height: box.clientHeight,
    padding: [8, 0, 0, 0],
    legend: { show: false },
    cursor: { x: false, y: false, points: { show: false }, drag: { x: false, y: false, setScale: false } },
    scales: {
      x: { time: false, range: () => [-0.5, count() - 0.5] },
      y: { range: () => [-latest().top, latest().top] },
    },
    series: [
      {},
      series(() => latest().paint.credit),
      series(() => latest().paint.debit),
      series((plot) => hatch(plot, latest().paint.credit, 5) as CanvasPattern),
      series((plot) => hatch(plot, latest().paint.debit, 5) as CanvasPattern),
    ],
    axes: [
      {
        splits: () => latest().bars.map((_, index) => index),
        values: (_, splits) => splits.map((index) => latest().bars[index]?.label ?? ''),
        ...{ stroke: () => latest().paint.words, font, size: 24, gap: 6, space: 0 },
        ...{ grid: { show: false }, ticks: { show: false } },
      },
      {
        splits: () => [-1, -0.5, 0, 0.5, 1].map((part) => part * latest().top),
        values: (_, splits) => splits.map(markText),
        ...{ stroke: () => latest().paint.words, font, size: 52, gap: 8 },
        ...{ grid: { stroke: () => latest().paint.grid, width: 1 }, ticks: { show: false } },
      },
    ],
    hooks: {
      drawClear: [(plot) => shadeUnread(plot, latest())],
      draw: [(plot) => strokeZero(plot, latest().paint.zero)],
      setCursor: [({ cursor }) => point(cursor.idx)],
    },
  }
  return options
}

/** The columns of days that were not read to their beginning, hatched behind the bars. */
function shadeUnread(plot: uPlot, { bars, paint }: Latest): void {
  const { ctx, bbox } = plot
  const width = bbox.width / Math.max(1, bars.length)
  ctx.save()
  ctx.fillStyle = hatch(plot, paint.gap, 8)
  for (const [index, { isWhole }] of bars.entries()) {
    if (!isWhole) ctx.fillRect(bbox.left + index * width, bbox.top, width, bbox.height)
  }
  ctx.restore()
}

function strokeZero(plot: uPlot, colour: string): void {
  const { ctx, bbox } = plot
  const y = Math.round(plot.valToPos(0, 'y', true))
  ctx.save()
  ctx.fillStyle = colour
  ctx.fillRect(bbox.left, y, bbox.width, Math.max(1, Math.round(devicePixelRatio)))
  ctx.restore()
}

/** Calls back when the page changes its colours: theme, contrast, system colours. */
function onColours(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'data-env'] })
  const queries = ['(prefers-color-scheme: dark)', '(forced-colors: active)', '(prefers-contrast: more)'].map((query) =>
    window.matchMedia(query),
  )
  for (const query of queries) query.addEventListener('change', changed)
  return () => {
    observer.disconnect()
    for (const query of queries) query.removeEventListener('change', changed)
  }
}

/** Bars per day, credit above and debit below one line. The table beside it says the same to everybody. */
export default function VolumeChart({ bars, onOpen, onPoint }: ChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(undefined)
  const latest = useRef<Latest>(undefined)
  const acts = useRef({ onOpen, onPoint })
  const [at, setAt] = useState<{ index: number; left: number }>()

  useEffect(() => {
    acts.current = { onOpen, onPoint }
  }, [onOpen, onPoint])

  useEffect(() => {
    const element = box.current
    if (!element) return
    latest.current = { bars, paint: paintOf(element), top: topOf(bars) }
    plot.current?.setData(columnsOf(bars))
  }, [bars])

  useEffect(() => {
    const element = box.current
    const first = latest.current
    if (!element || !first) return
    const current = () => latest.current ?? first
    const point = (index: number | null | undefined) => {
      const known = index ?? undefined
      acts.current.onPoint(known)
      const left = known === undefined || !plot.current ? 0 : plot.current.valToPos(known, 'x')
      setAt(known === undefined ? undefined : { index: known, left: left + (plot.current?.over.offsetLeft ?? 0) })
    }
    const made = new uPlot(optionsOf(element, current, point), columnsOf(first.bars), element)
    plot.current = made
    const open = () => {
      const { idx } = made.cursor
      if (typeof idx === 'number') acts.current.onOpen(idx)
    }
    const leave = () => point(undefined)
    made.over.addEventListener('click', open)
    made.over.addEventListener('mouseleave', leave)
    const resize = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height: element.clientHeight }))
    resize.observe(element)
    const leaveColours = onColours(() => {
      latest.current = { ...current(), paint: paintOf(element) }
      made.redraw()
    })
    return () => {
      resize.disconnect()
      leaveColours()
      made.destroy()
      plot.current = undefined
    }
  }, [])

  const pointed = at && bars[at.index]
  return (
    <div ref={box} className="chart" aria-hidden>
      {paints.map((name) => (
        <i key={name} data-paint={name} />
      ))}
      {pointed && (
        <p className="chart-words" style={{ '--at': `${at.left}px` } as React.CSSProperties}>
          {pointed.words.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </p>
      )}
    </div>
  )
}
