'use client'
import { useEffect } from 'react'
import { whenIdle } from '@/components/ui/browser-state'
import { usePreference } from '@/components/ui/preferences'
import type { KeyHandler } from './key-handler'
import { hasOverlay, isHandled, isPaletteKey, isVisible, type KeySequence, openDialog, searchKey } from './keyboard'

/** Focuses the look-up at once, because a paste may follow before the rest is loaded. @returns whether it did */
function focusLookup(event: KeyboardEvent): boolean {
  const isTyped = event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]')
  if (event.key !== searchKey.key || isTyped || isHandled(event) || hasOverlay()) return false
  const box = document.querySelector<HTMLElement>(`input[data-key~="${searchKey.key}"]`)
  if (!box || !isVisible(box)) return false
  box.focus()
  return true
}

/**
 * Listens for every shortcut. What keys do is loaded after the page; a key before that acts once it is there.
 * @param sequences of this user
 */
export function KeyListener({ sequences }: { sequences: readonly KeySequence[] }) {
  const [keys] = usePreference('keys')
  useEffect(() => {
    let handler: KeyHandler | undefined
    let loading: Promise<KeyHandler> | undefined
    /** One attempt for all keys that wait, so that they act in their order; after a failure the next key tries again. */
    const load = () => {
      loading ??= import('./key-handler').then(
        ({ keyHandler }) => {
          handler = keyHandler(keys === 'on', sequences)
          return handler
        },
        (failure) => {
          loading = undefined
          throw failure
        },
      )
      return loading
    }
    const handleLater = (event: KeyboardEvent) =>
      load().then(
        ({ handle }) => handle(event),
        () => undefined,
      )
    const listen = (event: KeyboardEvent) => {
      // At once, because the browser has uses of its own for these keys.
      if (isPaletteKey(event) && !isHandled(event) && !hasOverlay()) {
        handler?.stop()
        openDialog('palette')
        event.preventDefault()
      } else if (handler) handler.handle(event)
      else if (keys === 'on' && focusLookup(event)) event.preventDefault()
      else void handleLater(event)
    }
    document.addEventListener('keydown', listen)
    const cancel = whenIdle(() => load().catch(() => undefined))
    return () => {
      cancel()
      handler?.stop()
      document.removeEventListener('keydown', listen)
    }
  }, [keys, sequences])
  return null
}
