'use client'
import { useLayoutEffect } from 'react'
import { usePreference } from '@/components/ui/preferences'
import { keyHandler } from './key-handler'
import { hasOverlay, isHandled, isPaletteKey, type KeySequence, openDialog } from './keyboard'

/** Listens for every shortcut. @param sequences of this user */
export function KeyListener({ sequences }: { sequences: readonly KeySequence[] }) {
  const [keys] = usePreference('keys')
  // Before the page is seen: a key that is pressed at once would be lost.
  useLayoutEffect(() => {
    const handler = keyHandler(keys === 'on', sequences)
    const listen = (event: KeyboardEvent) => {
      if (!isPaletteKey(event) || isHandled(event) || hasOverlay()) return handler.handle(event)
      handler.stop()
      openDialog('palette')
      event.preventDefault()
    }
    document.addEventListener('keydown', listen)
    return () => {
      handler.stop()
      document.removeEventListener('keydown', listen)
    }
  }, [keys, sequences])
  return null
}
