'use client'
import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

const yes = () => true
const no = () => false

/** A subscription to events for useSyncExternalStore. `target` is a function, because the server has none. */
const changesOf =
  (target: () => EventTarget, ...events: string[]) =>
  (listener: () => void) => {
    const controller = new AbortController()
    for (const event of events) target().addEventListener(event, listener, controller)
    return () => controller.abort()
  }

/** Runs a task at once, and whenever the element changes its size. @returns what ends that */
export function onResize(element: Element, task: () => void): () => void {
  task()
  const observer = new ResizeObserver(task)
  observer.observe(element)
  return () => observer.disconnect()
}

const never = () => () => {}
/** Whether React has hydrated the page; before that, its controls do nothing. */
export const useHydrated = (): boolean => useSyncExternalStore(never, yes, no)

/** Runs a task when the browser has nothing else to do. @returns what cancels it */
export function whenIdle(task: () => unknown): () => void {
  // Safari has no idle callbacks.
  if (!window.requestIdleCallback) {
    const timer = setTimeout(task, 300)
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(task, { timeout: 2_000 })
  return () => window.cancelIdleCallback(handle)
}

/** Whether the page has loaded and nothing else was to be done since. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return isIdle
}

const onlineChanges = changesOf(() => window, 'online', 'offline')
const isOnline = () => navigator.onLine
/** Whether the browser is online. */
export const useOnline = () => useSyncExternalStore(onlineChanges, isOnline, yes)

const visibleChanges = changesOf(() => document, 'visibilitychange')
const isVisible = () => document.visibilityState === 'visible'
/** Whether the tab is visible. */
export const useVisible = () => useSyncExternalStore(visibleChanges, isVisible, yes)

const phone = () => window.matchMedia('(max-width: 640px)')
const phoneChanges = changesOf(phone, 'change')
const isPhone = () => phone().matches
/** Whether the window is as narrow as a phone: rows are then cards, and the page scrolls instead of the table. */
export const useIsPhone = () => useSyncExternalStore(phoneChanges, isPhone, no)

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

/**
 * Whether the page is being printed. Set synchronously, so that every loaded row is rendered before printing.
 * @param part what only paper shows; loaded once the page has nothing else to do
 */
export function useIsPrinting(part?: { preload: () => unknown }): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => whenIdle(() => part?.preload()), [part])
  useEffect(() => {
    const controller = new AbortController()
    const media = window.matchMedia('print')
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    if (media.matches) setPrinting(true)
    window.addEventListener('beforeprint', begin, controller)
    window.addEventListener('afterprint', end, controller)
    media.addEventListener('change', () => (media.matches ? begin() : end()), controller)
    return () => controller.abort()
  }, [])
  return isPrinting
}
