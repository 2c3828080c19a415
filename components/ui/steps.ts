'use client'
import { useEffect } from 'react'

const event = 'mintdesk:step'

/**
 * Tells the page that a person pressed the key for the next (1) or the one before (-1).
 * @returns whether the page on screen steps at all
 */
export const askToStep = (by: 1 | -1) =>
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
