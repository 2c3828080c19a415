'use client'
import { type RefObject, useCallback, useEffect, useRef } from 'react'

/**
 * Tells when a person has finished with a field, and which fields were left since. While a pointer is down it waits: a
 * message that comes or goes under a press moves the button away, and the press would be lost.
 * @returns what asks for the same where a value was set by a button, in the same patience
 */
export function useSettled(
  form: RefObject<HTMLFormElement | null>,
  act: (left: readonly string[]) => void,
): () => void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  const held = useRef({ isDown: false, isWaiting: false, left: [] as string[] })
  const tell = useCallback(() => {
    const names = held.current.left
    held.current.left = []
    held.current.isWaiting = false
    latest.current(names)
  }, [])
  const settle = useCallback(() => {
    if (held.current.isDown) held.current.isWaiting = true
    else tell()
  }, [tell])

  useEffect(() => {
    const element = form.current
    if (!element) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const finish = ({ type, target }: Event) => {
      if (!(target instanceof Element) || !element.contains(target)) return
      if (type === 'focusout') held.current.left.push(target.getAttribute('name') ?? '')
      settle()
    }
    const press = ({ target }: PointerEvent) => {
      // The browser's own list of a select takes the pointer, and may keep its end to itself.
      held.current.isDown = !(target instanceof HTMLSelectElement)
    }
    const release = () => {
      held.current.isDown = false
      // The click comes after this event.
      if (held.current.isWaiting) timer = setTimeout(tell)
    }
    // The browser's own "change": at once for what is chosen, at the end of what is typed. Both are heard at the window,
    // after React: what is drawn anew before React hears of a choice puts the old one back.
    window.addEventListener('change', finish)
    window.addEventListener('focusout', finish)
    window.addEventListener('pointerdown', press, true)
    // A pointer that is let go outside the window is not heard of; a key says that it is over as well.
    const ends = ['pointerup', 'pointercancel', 'keydown'] as const
    for (const end of ends) window.addEventListener(end, release, true)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('change', finish)
      window.removeEventListener('focusout', finish)
      window.removeEventListener('pointerdown', press, true)
      for (const end of ends) window.removeEventListener(end, release, true)
    }
  }, [form, settle, tell])
  return settle
}
