'use client'
import { type FocusEvent, useEffect, useRef } from 'react'

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
