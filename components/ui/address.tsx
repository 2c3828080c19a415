'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { type ComponentProps, type MouseEvent as ReactMouseEvent, type RefObject, useEffect, useState } from 'react'

const moved = 'mintdesk:moved'

/** Goes to another address of the same page without asking the server for it. */
export function pushAddress(href: string): void {
  window.history.pushState(null, '', href)
  window.dispatchEvent(new Event(moved))
}

/** The same where only the view changes: no step of its own for the back button. */
export function replaceAddress(href: string): void {
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

/** Whether a click asks to stay in this tab. */
export const isPlainClick = (event: ReactMouseEvent | MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

type ShallowLinkProps = ComponentProps<'a'> & { href: string; onMove?: () => void }

/** A real link to another address of the same page: opens in tabs, copies, and goes without a round trip. */
export function ShallowLink({ href, onMove, ...rest }: ShallowLinkProps) {
  return (
    <a
      href={href}
      onClick={(event) => {
        if (!isPlainClick(event)) return
        event.preventDefault()
        pushAddress(href)
        onMove?.()
      }}
      {...rest}
    />
  )
}

/**
 * Lets a click anywhere in a row (`data-href`) follow the row's link, as the link itself would: the middle button opens
 * a tab. One listener for the table; text can still be selected, and buttons and links in the row keep their own clicks.
 * @param onFollow goes there in this tab; without it the browser does
 */
export function useRowLinks(
  table: RefObject<HTMLElement | null>,
  onFollow: ((href: string, row: Element) => void) | undefined,
): void {
  useEffect(() => {
    const element = table.current
    if (!element) return
    // A click that closes a menu does nothing else.
    let isClosing = false
    const press = () => {
      isClosing = document.querySelector('.menu') !== null
    }
    const follow = (event: MouseEvent) => {
      if (isClosing) return event.preventDefault()
      const target = event.target as Element
      const row = target.closest<HTMLElement>('tr[data-href]')
      const href = row?.dataset.href
      const link = target.closest('a, button')
      if (!row || !href || link?.tagName === 'BUTTON' || window.getSelection()?.type === 'Range') return
      if (isPlainClick(event)) {
        event.preventDefault()
        if (onFollow) onFollow(href, row)
        else window.location.assign(href)
      } else if (!link && (event.button === 1 || event.ctrlKey || event.metaKey))
        window.open(href, '_blank', 'noopener')
    }
    element.addEventListener('pointerdown', press)
    element.addEventListener('click', follow)
    element.addEventListener('auxclick', follow)
    return () => {
      element.removeEventListener('pointerdown', press)
      element.removeEventListener('click', follow)
      element.removeEventListener('auxclick', follow)
    }
  }, [onFollow, table])
}
