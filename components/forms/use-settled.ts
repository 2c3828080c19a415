'use client'
import { type RefObject, useEffect, useRef } from 'react'

/**
 * Tells when a person has finished with a field, and which fields were left since. While a pointer is down it waits: a message that comes or goes under a
 * press moves the button away, and the press would be lost.
 */
export function useSettled(form: RefObject<HTMLFormElement | null>, act: (left: readonly string[]) => void): void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    const element = form.current
    if (!element) return
    let isDown = false
    let isWaiting = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let left: string[] = []
    const tell = () => {
      const names = left
      left = []
      latest.current(names)
    }
    const settle = ({ type, target }: Event) => {
      if (type === 'focusout' && target instanceof Element) left.push(target.getAttribute('name') ?? '')
      if (isDown) isWaiting = true
      else {
        clearTimeout(timer)
        // React hears of what was chosen in a list only after this event.
        timer = setTimeout(tell)
      }
    }
    const press = () => {
      isDown = true
    }
    const release = () => {
      isDown = false
      if (!isWaiting) return
      isWaiting = false
      // The click comes after this event.
      timer = setTimeout(tell)
    }
    // The browser's own "change": at once for what is chosen, at the end of what is typed.
    element.addEventListener('change', settle)
    element.addEventListener('focusout', settle)
    window.addEventListener('pointerdown', press, true)
    window.addEventListener('pointerup', release, true)
    window.addEventListener('pointercancel', release, true)
    return () => {
      clearTimeout(timer)
      element.removeEventListener('change', settle)
      element.removeEventListener('focusout', settle)
      window.removeEventListener('pointerdown', press, true)
      window.removeEventListener('pointerup', release, true)
      window.removeEventListener('pointercancel', release, true)
    }
  }, [form])
}
