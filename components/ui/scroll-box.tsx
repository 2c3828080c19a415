'use client'
import { ArrowRight } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'

const scrollingClass =
  'border-r border-hairline-strong [&_:is(th,td):first-child]:sticky [&_:is(th,td):first-child]:left-0 [&_:is(th,td):first-child]:z-1 [&_:is(th,td):first-child]:border-r [&_:is(th,td):first-child]:border-r-hairline-strong [&_:is(th,td):first-child]:bg-surface'

/** Scrolls a table that is wider than its column, by keyboard too, and says so. The first column stays in view. */
export function ScrollBox({ name, children }: { name: string; children: ReactNode }) {
  const box = useRef<HTMLElement>(null)
  const [isFitting, setFitting] = useState(true)
  useEffect(() => {
    const element = box.current
    const inner = element?.firstElementChild
    if (!element || !inner) return
    const observer = new ResizeObserver(() => setFitting(inner.scrollWidth <= element.clientWidth + 1))
    observer.observe(element)
    observer.observe(inner)
    return () => observer.disconnect()
  }, [])
  return (
    <>
      {/* Positioned, because hidden texts for screen readers would widen the page otherwise. */}
      <section
        ref={box}
        aria-label={`${name}, figures`}
        tabIndex={isFitting ? undefined : 0}
        className={`relative overflow-x-auto ${isFitting ? '' : scrollingClass}`}
      >
        {children}
      </section>
      {!isFitting && (
        <p className="flex items-center justify-end gap-1 pt-1 text-sm text-ink-3 print:hidden">
          Scroll the table for more columns
          <ArrowRight className="size-3.5" />
        </p>
      )}
    </>
  )
}
