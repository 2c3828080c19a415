'use client'
import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect, useState } from 'react'

const moved = 'mintdesk:moved'

/** Goes to another address of the same page without asking the server for it. */
export function goShallow(href: string): void {
  window.history.pushState(null, '', href)
  window.dispatchEvent(new Event(moved))
}

/** The same where only the view changes: no step of its own for the back button. */
export function restateAddress(href: string): void {
  window.history.replaceState(null, '', href)
  window.dispatchEvent(new Event(moved))
}

/**
 * The path of this page and its query string, which is the only place where a list keeps its state.
 * Next's own hook can stay behind for good: after a reload it asks the server again for each step back, and a second step
 * meanwhile leaves it waiting (seen in 16.4.5); the list would then show another page than its address says. So it gives
 * the first value and tells that something changed; what counts is the browser's address.
 */
export function useAddress(): { path: string; search: string } {
  const path = usePathname()
  const params = useSearchParams()
  const [search, setSearch] = useState(() => params.toString())
  // biome-ignore lint/correctness/useExhaustiveDependencies: new params are a reason to look at the address again
  useEffect(() => {
    const read = () => {
      // On the way to another page its address is none of this one's business.
      if (window.location.pathname === path) setSearch(new URLSearchParams(window.location.search).toString())
    }
    read()
    window.addEventListener('popstate', read)
    window.addEventListener(moved, read)
    return () => {
      window.removeEventListener('popstate', read)
      window.removeEventListener(moved, read)
    }
  }, [path, params])
  return { path, search }
}
