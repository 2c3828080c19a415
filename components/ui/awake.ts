'use client'
import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Whether this page hears presses yet: what the server rendered does not until its scripts have come. */
export const useAwake = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
