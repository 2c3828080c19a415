'use client'
import { useSyncExternalStore } from 'react'

const minute = 60_000

const everyMinute = (tick: () => void) => {
  const timer = setInterval(tick, minute)
  return () => clearInterval(timer)
}

/** This minute's beginning, ms since 1970; undefined on the server, which does not know when the page will be seen. */
export const usePageTime = () =>
  useSyncExternalStore<number | undefined>(
    everyMinute,
    () => Math.floor(Date.now() / minute) * minute,
    () => undefined,
  )
