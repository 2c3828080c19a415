'use client'
import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Whether this is the browser: what only a tab knows is drawn after the server's page has come to life. */
export const useIsHere = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
