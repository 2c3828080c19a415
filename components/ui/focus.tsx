'use client'

import { type FocusEvent, useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'

/**
 * Keeps the focus within an element when the focused control is removed.
 * @param change a text that changes whenever a control may have been removed
 * @param next   selects what then takes the focus
 */
export function useRestoredFocus<Container extends HTMLElement>(change: string, next: string) {
  const container = useRef<Container>(null)
  const isHeld = useRef(false)
  const last = useRef(change)
  useEffect(() => {
    if (last.current === change) return
    last.current = change
    if (isHeld.current && document.activeElement === document.body)
      container.current?.querySelector<HTMLElement>(next)?.focus({ preventScroll: true })
  }, [change, next])
  return {
    ref: container,
    onFocus: () => {
      isHeld.current = true
    },
    onBlur: ({ relatedTarget, currentTarget }: FocusEvent) => {
      if (relatedTarget && !currentTarget.contains(relatedTarget)) isHeld.current = false
    },
  }
}

/** Focuses the page's heading after the next render, if the focused control was removed. */
export const focusHeading = () =>
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('#main h1')?.focus()
  })

let announcement = ''
let count = 0
const listeners = new Set<() => void>()

/** Announces a text to screen readers; the same text twice is announced twice. */
export function announce(text: string): void {
  count += 1
  // Unchanged text is not announced again, so every second one ends with a no-break space.
  announcement = count % 2 ? text : `${text}\u00a0`
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The page's polite live region. */
export function Announcer() {
  const text = useSyncExternalStore(
    subscribe,
    () => announcement,
    () => '',
  )
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  )
}

const event = 'mintdesk:step'

/**
 * Asks the page to go to the next (1) or previous (-1) item.
 * @returns whether the page handled it
 */
export const requestStep = (by: 1 | -1) =>
  !document.dispatchEvent(new CustomEvent(event, { detail: by, cancelable: true }))

/** Defines what next and previous mean on a page: a row of the list, or a transfer. */
export function useSteps(step: (by: 1 | -1) => void): void {
  const listen = useEffectEvent((request: Event) => {
    request.preventDefault()
    step((request as CustomEvent<1 | -1>).detail)
  })
  useEffect(() => {
    document.addEventListener(event, listen)
    return () => document.removeEventListener(event, listen)
  }, [])
}
