'use client'
import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { type ComponentProps, createContext, type MouseEvent, use, useEffect, useRef, useState } from 'react'

const moved = 'mintdesk:moved'

/** Goes to another address of the same page without a request to the server. */
export function pushAddress(href: string): void {
  window.history.pushState(null, '', href)
  window.dispatchEvent(new Event(moved))
}

/** The same without a history entry, for a change of the view only. */
export function replaceAddress(href: string): void {
  window.history.replaceState(null, '', href)
  window.dispatchEvent(new Event(moved))
}

/** Listens for the moment before the page shows another address. `isBack` tells steps through the history from links. */
export function onLeavingAddress(listener: (isBack: boolean) => void): () => void {
  const controller = new AbortController()
  window.addEventListener('popstate', () => listener(true), controller)
  window.addEventListener(moved, () => listener(false), controller)
  return () => controller.abort()
}

/** The path of a page that stays mounted, hidden, while another is shown. */
export const OwnPath = createContext<string | undefined>(undefined)

/** How a part of the console reaches its own pages without a request to the server. */
export const Follow = createContext<((href: string) => void) | undefined>(undefined)

/** Goes to another page in this tab. */
export function useFollow(): (href: string) => void {
  const { push } = useRouter()
  return use(Follow) ?? push
}

/**
 * The path and query string of this page; a list keeps its state nowhere else.
 * Next's hook can stay behind for good: after a reload it requests each step back from the server, and a second step
 * meanwhile leaves it waiting (seen in 16.4.5). It gives the first value and signals changes; the browser's address is
 * the truth.
 */
export function useAddress(): { path: string; search: string } {
  const current = usePathname()
  const path = use(OwnPath) ?? current
  const params = useSearchParams()
  const [search, setSearch] = useState(() => params.toString())
  // biome-ignore lint/correctness/useExhaustiveDependencies: new params signal a new address
  useEffect(() => {
    const read = () => {
      // During navigation to another page the address is not this page's.
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

type Keys = 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'
/** Whether a click opens its link in this tab. */
export const isPlainClick = (event: Pick<MouseEvent, Keys>) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

type ShallowLinkProps = ComponentProps<'a'> & { href: string; onMove?: () => void }

/** A link to another address of the same page, followed without a round trip. */
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
 * Handlers for a table that make a click anywhere in a row (`data-href`) follow the row's link; the middle button opens a
 * tab. Text can still be selected, and buttons in the row keep their own clicks.
 * @param onFollow navigates in this tab; without it the browser does
 */
export function useRowLinks(onFollow?: (href: string, row: Element) => void) {
  // A click that closes a popover does nothing else.
  const isClosing = useRef(false)
  const follow = (event: MouseEvent) => {
    if (isClosing.current) return event.preventDefault()
    const target = event.target as Element
    const row = target.closest<HTMLElement>('tr[data-href]')
    const href = row?.dataset.href
    const link = target.closest('a, button')
    if (!row || !href || link?.tagName === 'BUTTON' || window.getSelection()?.type === 'Range') return
    if (isPlainClick(event)) {
      event.preventDefault()
      if (onFollow) onFollow(href, row)
      else window.location.assign(href)
    } else if (!link && (event.button === 1 || event.ctrlKey || event.metaKey)) window.open(href, '_blank', 'noopener')
  }
  return {
    onPointerDownCapture: () => {
      isClosing.current = document.querySelector('[data-radix-popper-content-wrapper]') !== null
    },
    // Before the link itself, which then sees that its click is handled.
    onClickCapture: follow,
    onAuxClickCapture: follow,
  }
}
