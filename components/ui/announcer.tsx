'use client'
import { useSyncExternalStore } from 'react'

let said = ''
let times = 0
const listeners = new Set<() => void>()

/** Lets a screen reader say something that is already plain to see; the same words twice are said twice. */
export function announce(text: string): void {
  times += 1
  // A text that has not changed is not said again, so every second one ends with a no-break space.
  said = times % 2 ? text : `${text}\u00a0`
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The page's one polite live region. */
export function Announcer() {
  const text = useSyncExternalStore(
    subscribe,
    () => said,
    () => '',
  )
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  )
}
