'use client'
import { type ReactNode, type RefObject, useEffect, useState } from 'react'

type ScrollRegionProps = { name: string; children: ReactNode; region: RefObject<HTMLElement | null>; isBusy: boolean }

/**
 * A wide table's own region: it scrolls sideways with the keyboard too. Where the table fits there is nothing to scroll,
 * and its head can stand under the page's bar.
 */
export function ScrollRegion({ name, children, region, isBusy }: ScrollRegionProps) {
  const [isFitting, setFitting] = useState(false)
  useEffect(() => {
    const box = region.current
    if (!box?.firstElementChild) return
    const measure = () => setFitting((box.firstElementChild?.scrollWidth ?? 0) <= box.clientWidth)
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    observer.observe(box.firstElementChild)
    return () => observer.disconnect()
  }, [region])
  return (
    <section
      ref={region}
      aria-label={name}
      tabIndex={isFitting ? -1 : 0}
      aria-busy={isBusy || undefined}
      data-fits={isFitting || undefined}
      className="scroll aria-busy:opacity-60"
    >
      {children}
    </section>
  )
}
