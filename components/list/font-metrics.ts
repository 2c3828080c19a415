'use client'
import type { Face } from './column'
import type { Advances, FontMetrics } from './column-widths'

const classes: Record<Face, string> = { text: '', label: 'font-label', mono: 'font-mono text-sm' }
const names: readonly Face[] = ['text', 'label', 'mono']
/** Each character is set this often, so that what rounding takes does not count. */
const times = 20

const printable = Array.from({ length: 95 }, (_, at) => at + 32)

/** Sets characters where nobody sees them and reads how far each moves on: fonts, zoom and text spacing as they are here. */
function measure(host: HTMLElement, wanted: [Face, readonly number[]][]): Map<Face, number[]> {
  const box = document.createElement('div')
  box.className = 'invisible absolute whitespace-pre'
  box.ariaHidden = 'true'
  const spans = wanted.map(([face, codes]) =>
    codes.map((code) => {
      const span = document.createElement('span')
      span.className = `inline-block ${classes[face]}`
      span.textContent = String.fromCodePoint(code).repeat(times)
      box.append(span)
      return span
    }),
  )
  host.append(box)
  const widths = new Map(
    wanted.map(([face], at) => [face, (spans[at] ?? []).map((span) => span.getBoundingClientRect().width / times)]),
  )
  box.remove()
  return widths
}

function measureCh(host: HTMLElement): number {
  const box = document.createElement('div')
  box.className = 'invisible absolute'
  box.style.width = '100ch'
  host.append(box)
  const { width } = box.getBoundingClientRect()
  box.remove()
  return width / 100
}

function facesFrom(host: HTMLElement): FontMetrics {
  const widths = measure(
    host,
    names.map((face) => [face, printable]),
  )
  const advances = (face: Face): Advances => {
    const ascii = new Float64Array(128)
    ascii.set(widths.get(face) ?? [], 32)
    return { ascii, others: new Map(), missing: new Set() }
  }
  return { text: advances('text'), label: advances('label'), mono: advances('mono'), ch: measureCh(host) }
}

let known: { scale: number; faces: FontMetrics } | undefined

/** The advances as they were measured last, if they were: a list that is come back to is laid out once, not twice. */
export const lastFontMetrics = (): FontMetrics | undefined => known?.faces

/** The advances of this page's fonts; `scale` says when they changed (a font came, text was zoomed). */
export function fontMetricsOf(host: HTMLElement, scale: number): FontMetrics {
  if (known?.scale !== scale) known = { scale, faces: facesFrom(host) }
  return known.faces
}

/** Measures the characters that were asked for and not known. @returns whether there were any */
export function learnMissing(host: HTMLElement, faces: FontMetrics): boolean {
  const wanted = names.map((face): [Face, number[]] => [face, [...faces[face].missing]])
  if (wanted.every(([, codes]) => codes.length === 0)) return false
  const widths = measure(host, wanted)
  for (const [face, codes] of wanted) {
    codes.forEach((code, at) => {
      const advance = widths.get(face)?.[at] ?? 0
      if (code < 128) faces[face].ascii[code] = advance
      else faces[face].others.set(code, advance)
    })
    faces[face].missing.clear()
  }
  return true
}
