'use client'
/** The parts of plain-page.tsx that need a browser; the rest is drawn by the server and weighs nothing on pages. */
import { useIsPrinting } from '@/components/ui/browser-state'
import { plainTitle } from '@/lib/browser/pages'

const focus = (heading: HTMLElement | null) => heading?.focus()

/** The heading of a page that stands in for another: it takes the focus, and so is announced. */
export const FocusedHeading = ({ children }: { children: string }) => (
  <h1 ref={focus} tabIndex={-1}>
    {children}
  </h1>
)

/** The page's name at the head of every sheet: it exists only while the page is printed. */
export function PrintedTitle() {
  return useIsPrinting() && <span className="ml-auto pl-6">{plainTitle(document.title)}</span>
}
