'use client'

import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

const never = () => () => {}

/** Whether React has hydrated the page; before that, its controls do nothing. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

const subscribeOnline = (listener: () => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Whether the browser is online. */
export const useOnline = () =>
  useSyncExternalStore(
    subscribeOnline,
    () => navigator.onLine,
    () => true,
  )

const subscribeVisible = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** Whether the tab is visible. */
export const useVisible = () =>
  useSyncExternalStore(
    subscribeVisible,
    () => document.visibilityState === 'visible',
    () => true,
  )

const phone = '(max-width: 640px)'

function subscribePhone(listener: () => void) {
  const media = window.matchMedia(phone)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

/** Whether the window is as narrow as a phone: rows are then cards, and the page scrolls instead of the table. */
export const useIsPhone = () =>
  useSyncExternalStore(
    subscribePhone,
    () => window.matchMedia(phone).matches,
    () => false,
  )

/** Names the tab after what was read. Next sets the route's own title late, after a page that opens from the cache. */
export function useDocumentTitle(title: string | undefined): void {
  // Stops in the commit that removes the page, before the next page's title.
  useLayoutEffect(() => {
    if (title === undefined) return
    const name = () => {
      if (document.title !== title) document.title = title
    }
    name()
    const observer = new MutationObserver(name)
    observer.observe(document.head, { childList: true, characterData: true, subtree: true })
    return () => observer.disconnect()
  }, [title])
}

/** Whether the page is being printed. Set synchronously, so that every loaded row is rendered before printing. */
export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const media = window.matchMedia('print')
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    const change = () => (media.matches ? begin() : end())
    if (media.matches) setPrinting(true)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    media.addEventListener('change', change)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
      media.removeEventListener('change', change)
    }
  }, [])
  return isPrinting
}
