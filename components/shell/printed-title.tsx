'use client'
import { useIsPrinting } from '@/components/ui/browser-state'
import { plainTitle } from '@/lib/browser/pages'

/** The page's name at the head of every sheet: it exists only while the page is printed. */
export function PrintedTitle() {
  return useIsPrinting() && <span className="ml-auto pl-6">{plainTitle(document.title)}</span>
}
