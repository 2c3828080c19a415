'use client'
import { type FocusEvent, useEffect, useEffectEvent, useRef, useState } from 'react'

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

/** Focuses what `find` returns after something that held the focus has closed. */
export function useFocusAfter(isOpen: boolean, find: () => HTMLElement | null | undefined): void {
  const wasOpen = useRef(isOpen)
  const focus = useEffectEvent(() => find()?.focus({ preventScroll: true }))
  useEffect(() => {
    if (wasOpen.current && !isOpen) focus()
    wasOpen.current = isOpen
  }, [isOpen])
}

/** Focuses the page's heading after the next render, if the focused control was removed. */
export const focusHeading = () =>
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('#main h1')?.focus()
  })

/** Focuses the page's heading once something is true that the heading says, unless a control of the page has the focus. */
export function useHeadingFocus(isTrue: boolean): void {
  useEffect(() => {
    if (!isTrue) return
    const heading = document.querySelector<HTMLElement>('#main h1')
    const { activeElement } = document
    if (!activeElement?.closest('#main') || activeElement.id === 'main') heading?.focus({ preventScroll: true })
  }, [isTrue])
}

let beginsUntil = 0
/** A form that opens within five seconds begins at its first field: keys opened it, or a page that it led to. */
export const beginAtField = () => {
  beginsUntil = performance.now() + 5_000
}

/** Focuses a field if keys opened its form; otherwise the heading has the focus. */
export function useFieldFocus(id: string): void {
  useEffect(() => {
    if (performance.now() < beginsUntil) document.getElementById(id)?.focus({ preventScroll: true })
    beginsUntil = 0
  }, [id])
}

/** Messages from anywhere on the page to whoever listens. */
export function createSignal<Message>() {
  const listeners = new Set<(message: Message) => void>()
  return {
    /** @returns whether anything listens */
    send: (message: Message): boolean => {
      // A listener that a message adds hears the next one.
      for (const listener of [...listeners]) listener(message)
      return listeners.size > 0
    },
    /** @returns what stops listening */
    listen: (listener: (message: Message) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

const announcements = createSignal<string>()
let count = 0

/** Announces a text to screen readers; the same text twice is announced twice. */
export function announce(text: string): void {
  count += 1
  // Unchanged text is not announced again, so every second one ends with a no-break space.
  announcements.send(count % 2 ? text : `${text}\u00a0`)
}

/** The page's polite live region. */
export function Announcer() {
  const [text, show] = useState('')
  useEffect(() => announcements.listen(show), [])
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  )
}

const steps = createSignal<1 | -1>()
/** Goes to the next (1) or previous (-1) item. @returns whether the page has such */
export const requestStep = steps.send

/** Defines what next and previous mean on a page: a row of the list, or a transfer. */
export function useSteps(step: (by: 1 | -1) => void): void {
  const onStep = useEffectEvent(step)
  useEffect(() => steps.listen(onStep), [])
}

/**
 * The first Tab stop of every page. It moves the focus itself: a `#main` in the address would be a history entry that Next
 * does not know, and going back to it would leave the wrong page on screen.
 */
export function SkipLink() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: without JavaScript it works as a plain link
    <a
      href="#main"
      className="absolute top-[-48px] left-2 z-(--z-toast) rounded-2 bg-raised px-3 py-2 underline focus:top-2"
      onClick={(event) => {
        event.preventDefault()
        document.getElementById('main')?.focus()
      }}
    >
      Skip to content
    </a>
  )
}
