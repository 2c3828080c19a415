'use client'
import { type ReactNode, useEffect, useRef, useState } from 'react'

/** Room for a table that may be wider than its column: then it scrolls by itself, with the keyboard too. */
export function FiguresBox({ name, children }: { name: string; children: ReactNode }) {
  const box = useRef<HTMLElement>(null)
  const [isFitting, setFitting] = useState(true)
  useEffect(() => {
    const element = box.current
    const inner = element?.firstElementChild
    if (!element || !inner) return
    const observer = new ResizeObserver(() => setFitting(inner.scrollWidth <= element.clientWidth))
    observer.observe(element)
    observer.observe(inner)
    return () => observer.disconnect()
  }, [])
  return (
    <section ref={box} aria-label={name} tabIndex={isFitting ? undefined : 0} className="figures-box">
      {children}
    </section>
  )
}

/** Rows of figures that are on their way: as high as those that come, and still. */
export function FigureBones({ rows, columns }: { rows: number; columns: number }) {
  return (
    <tbody aria-hidden>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bones have no other name
        <tr key={row}>
          {Array.from({ length: columns }, (_, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: bones have no other name
            <td key={column} className={column > 0 ? 'number' : undefined}>
              <span className="bone" style={{ width: 48 + ((row * 37 + column * 23) % 32) }} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}

type ShowAllProps = { isAll: boolean; some: string; all: string; onChange: (isAll: boolean) => void }

/** Brings the rows that were cut, and puts them away again. @param some what stays: "10 days" */
export function ShowAll({ isAll, some, all, onChange }: ShowAllProps) {
  return (
    <button
      type="button"
      className="mt-2 min-h-6 text-sm text-ink-2 underline decoration-hairline-strong underline-offset-3 hover:decoration-current max-sm:min-h-8"
      aria-expanded={isAll}
      onClick={() => onChange(!isAll)}
    >
      Show {isAll ? some : all}
    </button>
  )
}
