'use client'

import { useEffect, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

const never = () => () => {}

/** Whether this page hears presses yet: what the server rendered does not until its scripts have come. */
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

/** Whether this browser has a connection at all. */
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

/** Whether this tab is looked at. */
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

/** Whether the window is as narrow as a phone: then rows are cards, and the page scrolls instead of the table. */
export const useIsPhone = () =>
  useSyncExternalStore(
    subscribePhone,
    () => window.matchMedia(phone).matches,
    () => false,
  )

/** Whether the page is being printed: then every loaded row must be there when the printer looks. */
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
