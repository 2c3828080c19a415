'use client'
import type { CSSProperties } from 'react'
import { Link } from '@/components/ui/address'

/** A part of time as drawn: `credit` and `debit` are floats, precise enough for pixels; undefined if it was not read. `exact` has both as text. */
export type Bar = {
  /** When it begins, ms since 1970. */
  key: number
  label: string
  href?: string
  credit?: number
  debit?: number
  isComplete: boolean
  exact?: { credit: string; debit: string }
  /** The tooltip's lines. */
  lines: readonly string[]
}

/** The largest value that is no outlier: of a few at most, and more than so many times the next smaller one. */
const outlierFactor = 2.5

/**
 * What the chart reaches to without its outliers, which would leave nothing to see of the others; the largest value if there
 * are none.
 */
export function largestUsual(values: readonly number[]): number {
  const sorted = values.filter((value) => value > 0).sort((one, other) => other - one)
  const most = Math.max(1, Math.floor(sorted.length / 10))
  let usual = 0
  // With three values none is usual.
  if (sorted.length > 3)
    for (let index = 0; index < most; index++)
      if ((sorted[index] ?? 0) > outlierFactor * (sorted[index + 1] ?? 0)) usual = index + 1
  return sorted[usual] ?? 0
}

/** Steps of one length on both sides of zero; each side has as many as its own values need. */
export type Scale = { step: number; up: number; down: number }

export function scaleOf(bars: readonly Pick<Bar, 'credit' | 'debit'>[]): Scale {
  const sides = [bars.map(({ credit = 0 }) => credit), bars.map(({ debit = 0 }) => debit)] as const
  const limit = largestUsual(sides.flat())
  const step = axisMaximum(limit) / 2
  const [up, down] = sides.map((values) => Math.ceil(Math.min(limit, Math.max(0, ...values)) / step))
  // A side without anything still has its line's label.
  return { step, up: Math.max(1, up ?? 0), down: Math.max(1, down ?? 0) }
}

const roundNumbers = [1, 1.5, 2, 3, 4, 5, 6, 8, 10]

/** The smallest round number that is not below a value, such that half of it is round too; 1 for zero. */
export function axisMaximum(value: number): number {
  if (!(value > 0) || !Number.isFinite(value)) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return power * (roundNumbers.find((step) => step * power >= value) ?? 10)
}

const units = [
  [1e15, ' Q'],
  [1e12, ' T'],
  [1e9, ' B'],
  [1e6, ' M'],
  [1e3, ' k'],
] as const

/** Without its sign: `6 M`, `1.5 k`, `0.0002`. */
export function axisLabel(value: number): string {
  const size = Math.abs(value)
  const [unit, letter] = units.find(([least]) => size >= least) ?? [1, '']
  return `${Number((size / unit).toPrecision(3))}${letter}`
}

const hatched = (colour: string, gap: number) =>
  `repeating-linear-gradient(-45deg, ${colour} 0 1.5px, transparent 1.5px ${gap}px)`

/** Backgrounds carry the meaning, so they are printed, and forced colours get their own. */
const colours =
  'forced-color-adjust-none [print-color-adjust:exact] contrast-more:[--chart-debit:var(--ink-3)] forced-colors:[--chart-credit:CanvasText] forced-colors:[--chart-debit:GrayText] forced-colors:[--chart-grid:color-mix(in_srgb,CanvasText_25%,Canvas)] forced-colors:[--hairline:color-mix(in_srgb,CanvasText_25%,Canvas)] forced-colors:[--ink-3:CanvasText]'

export const chartHeight = 'mt-3 h-44'

const swatches = { credit: 'var(--chart-credit)', debit: 'var(--chart-debit)', incomplete: hatched('var(--ink-3)', 4) }

export function Legend({ name, children }: { name: keyof typeof swatches; children: string }) {
  return (
    <span className="inline-flex items-center gap-1.5 text-sm text-ink-2">
      <span
        className={`size-2.5 rounded-[2px] forced-colors:border forced-colors:border-[CanvasText] ${colours}`}
        style={{ background: swatches[name] }}
      />
      {children}
    </span>
  )
}

type ChartProps = { bars: readonly Bar[]; pointed?: number; onPoint: (index: number | undefined) => void }

/** Every so many bars have a label, on a wide screen and on a phone: labels with wide text spacing must not touch. */
function labelSteps(bars: readonly Bar[]): { wide: number; narrow: number } {
  const isShort = bars.every(({ label }) => label.length <= 2)
  return { wide: Math.ceil(bars.length / (isShort ? 18 : 9)), narrow: Math.ceil(bars.length / (isShort ? 8 : 4)) }
}

/** One bar per part of time, credit above and debit below zero; hidden from screen readers, which have the table instead. */
export function VolumeChart({ bars, pointed, onPoint }: ChartProps) {
  const steps = labelSteps(bars)
  const scale = scaleOf(bars)
  const { step, up, down } = scale
  const zero = (up / (up + down)) * 100
  const lines = Array.from({ length: up + down + 1 }, (_, index) => up - index)
  return (
    <div
      aria-hidden
      onMouseLeave={() => onPoint(undefined)}
      className={`relative break-inside-avoid text-sm text-ink-3 ${chartHeight} ${colours}`}
    >
      <div className="absolute top-2 right-0 bottom-6 left-[52px]">
        {lines.map((line, index) => (
          <div
            key={line}
            className="absolute inset-x-0 border-t border-(--chart-grid)"
            style={{ top: `${(index / (up + down)) * 100}%` }}
          >
            <span className="absolute right-full mr-2 -translate-y-1/2 whitespace-nowrap">
              {axisLabel(line * step)}
            </span>
          </div>
        ))}
        <div className="absolute inset-0 flex">
          {bars.map((bar, index) => (
            <div
              key={bar.key}
              aria-hidden
              onMouseEnter={() => onPoint(index)}
              className="relative flex-1"
              style={bar.isComplete ? undefined : { background: hatched('var(--hairline)', 8) }}
            >
              <Half side="credit" bar={bar} scale={scale} zero={zero} isLate={index >= bars.length / 2} />
              <Half side="debit" bar={bar} scale={scale} zero={zero} isLate={index >= bars.length / 2} />
              {bar.href && <Link href={bar.href} tabIndex={-1} className="absolute inset-0" />}
            </div>
          ))}
        </div>
        <div className="absolute inset-x-0 top-full flex pt-1.5">
          {bars.map(({ key, label }, index) => (
            <div key={key} className="flex w-0 flex-1 justify-center whitespace-nowrap">
              <span
                className={`${index % steps.wide === 0 ? '' : 'sm:hidden'} ${index % steps.narrow === 0 ? '' : 'max-sm:hidden'}`}
              >
                {label}
              </span>
            </div>
          ))}
        </div>
        <div className="pointer-events-none absolute inset-x-0 border-t border-ink-3" style={{ top: `${zero}%` }} />
      </div>
      {pointed !== undefined && <Tooltip bars={bars} pointed={pointed} />}
    </div>
  )
}

type HalfProps = {
  side: 'credit' | 'debit'
  bar: Bar
  scale: Scale
  /** Where zero is, in % from above. */
  zero: number
  /** Whether there is more room before the bar than after it. */
  isLate: boolean
}

/** A bar's side. One that is longer than the chart is cut, marked, and has its exact amount beside it. */
function Half({ side, bar, scale: { step, up, down }, zero, isLate }: HalfProps) {
  const value = bar[side]
  if (!value) return null
  const isUp = side === 'credit'
  const [most, room] = isUp ? [up * step, zero] : [down * step, 100 - zero]
  const isCut = value > most
  const colour = `var(--chart-${side})`
  const place = isUp ? { bottom: `${100 - zero}%` } : { top: `${zero}%` }
  const round = isCut ? '' : isUp ? 'rounded-t-[2px]' : 'rounded-b-[2px]'
  return (
    <>
      <span
        className={`absolute left-1/2 min-h-0.5 w-[56%] max-w-16 -translate-x-1/2 overflow-hidden ${round}`}
        style={{
          ...place,
          height: `${Math.min(1, value / most) * room}%`,
          background: bar.isComplete ? colour : hatched(colour, 5),
        }}
      >
        {isCut && (
          <span className={`absolute -inset-x-1 h-2 -skew-y-8 bg-surface ${isUp ? 'top-3.5' : 'bottom-3.5'}`} />
        )}
      </span>
      {isCut && (
        <span
          className={`pointer-events-none absolute z-1 bg-surface px-1 leading-4 whitespace-nowrap text-ink ${isUp ? 'top-0.5' : 'bottom-0.5'} ${isLate ? 'right-[80%]' : 'left-[80%]'}`}
        >
          {bar.exact?.[side]} {isUp ? 'in' : 'out'}
        </span>
      )}
    </>
  )
}

function Tooltip({ bars, pointed }: { bars: readonly Bar[]; pointed: number }) {
  return (
    <p
      className="pointer-events-none absolute top-0 left-[clamp(0px,var(--at)-90px,100%-180px)] z-(--z-sticky) grid w-[180px] rounded-2 bg-raised px-2 py-1.5 [overflow-wrap:anywhere] text-ink shadow-menu forced-colors:border forced-colors:border-[CanvasText] forced-colors:bg-[Canvas] forced-colors:text-[CanvasText]"
      style={{ '--at': `calc(52px + (100% - 52px) * ${(pointed + 0.5) / bars.length})` } as CSSProperties}
    >
      {bars[pointed]?.lines.map((line) => (
        <span key={line} className="first:font-title">
          {line}
        </span>
      ))}
    </p>
  )
}
