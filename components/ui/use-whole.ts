'use client'
import { useState } from 'react'
import { useDelayed } from './time'

/** Milliseconds after which a part is drawn without what is still read, although it moves when that comes. */
const longestWait = 2_000

/**
 * Whether a part of a page is drawn: once all that it shows has been read, so that nothing in it or below it moves.
 * @param isRead once true, or awaited for two seconds, the part stays
 */
export function useWhole(isRead: boolean): boolean {
  const [isWhole, setWhole] = useState(isRead)
  const hasWaited = useDelayed(!isWhole, longestWait)
  if (!isWhole && (isRead || hasWaited)) setWhole(true)
  return isWhole
}
