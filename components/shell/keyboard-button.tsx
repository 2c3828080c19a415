'use client'
import { Keyboard } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { useShortcut } from '@/components/ui/preferences'
import { navigationEntry } from './navigation-links'
import { askForShortcuts, listKey } from './shortcuts'

/** Shows what the keys do; it stays where single keys are turned off. */
export function KeyboardButton() {
  return (
    <Button
      kind="plain"
      size="icon"
      aria-label="Keyboard shortcuts"
      aria-keyshortcuts={useShortcut(listKey.key)}
      aria-haspopup="dialog"
      title="Keyboard shortcuts"
      className="max-sm:hidden"
      onClick={askForShortcuts}
    >
      <Keyboard />
    </Button>
  )
}

/** The same in a phone's sheet, for a keyboard that is joined to it. */
export function KeyboardEntry() {
  return (
    <button type="button" aria-haspopup="dialog" className={navigationEntry} onClick={askForShortcuts}>
      <Keyboard />
      Keyboard shortcuts
    </button>
  )
}
