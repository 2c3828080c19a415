'use client'

import { type FocusEvent, useEffect, useRef, useSyncExternalStore } from 'react'

/**
 * Keeps the keyboard where it was when what had it goes away: after a button did its work, or a form was closed.
 * @param change a text that is another one whenever something goes away
 * @param next   what takes the keyboard then, within the place
 */
export function useKeptFocus<Place extends HTMLElement>(change: string, next: string) {
  const place = useRef<Place>(null)
  const isHeld = useRef(false)
  const last = useRef(change)
  useEffect(() => {
    if (last.current === change) return
    last.current = change
    if (isHeld.current && document.activeElement === document.body)
      place.current?.querySelector<HTMLElement>(next)?.focus({ preventScroll: true })
  }, [change, next])
  return {
    ref: place,
    onFocus: () => {
      isHeld.current = true
    },
    onBlur: ({ relatedTarget, currentTarget }: FocusEvent) => {
      if (relatedTarget && !currentTarget.contains(relatedTarget)) isHeld.current = false
    },
  }
}

/** A button went with its press: once the page is drawn anew, the keyboard goes on at its heading. */
export const focusHeading = () =>
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('#main h1')?.focus()
  })

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

const event = 'mintdesk:step'

/**
 * Tells the page that a person pressed the key for the next (1) or the one before (-1).
 * @returns whether the page on screen steps at all
 */
export const requestStep = (by: 1 | -1) =>
  !document.dispatchEvent(new CustomEvent(event, { detail: by, cancelable: true }))

/** Lets a page say what next and before mean on it: the next row of a list, the next transfer of that list. */
export function useSteps(step: (by: 1 | -1) => void): void {
  useEffect(() => {
    const listen = (asked: Event) => {
      asked.preventDefault()
      step((asked as CustomEvent<1 | -1>).detail)
    }
    document.addEventListener(event, listen)
    return () => document.removeEventListener(event, listen)
  }, [step])
}
