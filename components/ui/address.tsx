'use client'
import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { type ComponentProps, createContext, type MouseEvent, use, useEffect, useEffectEvent, useState } from 'react'
import { announce } from './focus'

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

/** The path of a page that is shown before Next knows it, and stays mounted, hidden, while another is shown. */
export const OwnPath = createContext<string | undefined>(undefined)

/** Shows a page without a request to the server, and announces `said` with its title. @returns false if it cannot */
type Show = (href: string, said?: string) => boolean
let showHere: Show | undefined

/** Lets every link to a page that this part of the console can show be followed without a request to the server. */
export function usePagesHere(show: Show): void {
  const onShow = useEffectEvent(show)
  useEffect(() => {
    showHere = onShow
    return () => {
      showHere = undefined
    }
  }, [])
}

/** Goes to another page in this tab; `said` is announced beside its title. */
export function useFollow(): (href: string, said?: string) => void {
  const { push } = useRouter()
  return (href, said) => {
    if (showHere?.(href, said)) return
    push(href)
    if (said) announce(said)
  }
}

/** The browser's query string, unless its address is another page's, as during navigation. */
const searchAt = (path: string) =>
  typeof window !== 'undefined' && window.location.pathname === path
    ? new URLSearchParams(window.location.search).toString()
    : undefined

/**
 * The path and query string of this page; a list keeps its state nowhere else.
 * Next's hook can stay behind for good: after a reload it requests each step back from the server, and a second step
 * meanwhile leaves it waiting (seen in 16.4.5). It gives the first value and signals changes; the browser's address is
 * the truth.
 */
export function useAddress(): { path: string; search: string } {
  const current = usePathname()
  const own = use(OwnPath)
  const path = own ?? current
  const params = useSearchParams()
  const [search, setSearch] = useState(() => (own === undefined ? undefined : searchAt(own)) ?? params.toString())
  // biome-ignore lint/correctness/useExhaustiveDependencies: new params signal a new address
  useEffect(() => {
    const read = () => setSearch((before) => searchAt(path) ?? before)
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

type LinkProps = ComponentProps<'a'> & { href: string }

/** A link to another page of the console. next/link weighs 4 kB gzip, and no page is loaded before it is wanted. */
export function Link({ href, onClick, ...rest }: LinkProps) {
  const follow = useFollow()
  return (
    <a
      href={href}
      onClick={(event) => {
        onClick?.(event)
        if (event.defaultPrevented || !isPlainClick(event) || event.currentTarget.target === '_blank') return
        event.preventDefault()
        follow(href)
      }}
      {...rest}
    />
  )
}
