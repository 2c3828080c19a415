'use client'
import { Keyboard as Icon } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { createSignal } from '@/components/ui/focus'
import { useShortcut } from '@/components/ui/preferences'
import { isVisible, listKey, paletteKey } from '@/components/ui/shortcuts'
import type { Environment } from '@/lib/provider/environments'
import type { Role } from '@/lib/provider/roles'
import { createLabel, navigationFor } from './navigation'

/** Two keys in a row: `g` and a key go to a page, `n` and a key open a form. Each follows the link with these `data-keys`. */
export type KeySequence = { keys: `${'g' | 'n'} ${string}`; does: string }

/** For the pages and forms that these roles have. */
export const keySequencesFor = (environment: Environment, roles: readonly Role[]): readonly KeySequence[] =>
  navigationFor(environment, roles).flatMap(({ links }) =>
    links.flatMap(({ keys, name, creates }) => [
      { keys, does: name },
      ...(creates ? [{ keys: creates.keys, does: createLabel(creates.operation) }] : []),
    ]),
  )

/** The keys of the look-up's page, where a phone has the look-up. */
export const lookupKeys = 'g l'

/** Ctrl-K in a text field of macOS deletes to the end of the line. */
const isMac = () => /^(?:Mac|iP)/.test(navigator.platform)
/** The keys of the command palette on this device, to be shown. */
export const paletteKeys = () => [isMac() ? '⌘' : 'Ctrl', paletteKey.key]
/** The keys that send what is reviewed, and add a note. */
export const sendKeys = () => [isMac() ? '⌘' : 'Ctrl', 'Enter']
export const isPaletteKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: Modified) =>
  key.toUpperCase() === paletteKey.key && (isMac() ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !altKey && !shiftKey
type Modified = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** The dialogs of the shell, of which at most one is open, and the rehearsal, which is no dialog and stays beside the page. */
export type ShellDialogName = 'shortcuts' | 'notifications' | 'menu' | 'palette'
const dialogs = createSignal<ShellDialogName | 'rehearsal'>()
/** Opens a dialog of the shell from anywhere; the rehearsal it opens or closes. */
export const openDialog = dialogs.send
export const onOpenDialog = dialogs.listen

// During composition Safari sets the key code to 229; others set isComposing.
export const isHandled = (event: KeyboardEvent) => event.defaultPrevented || event.isComposing || event.keyCode === 229

/** An open dialog or menu, whose keys are its own. */
const overlay = 'dialog[open], :popover-open, [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'
export const hasOverlay = () => [...document.querySelectorAll(overlay)].some(isVisible)

/** Opens the list of shortcuts, also while single-key shortcuts are off. */
export function KeyboardButton() {
  return (
    <Button
      kind="plain"
      size="icon"
      aria-label="Keyboard shortcuts"
      {...useShortcut(listKey.key)}
      aria-haspopup="dialog"
      title="Keyboard shortcuts"
      className="max-sm:hidden"
      onClick={() => openDialog('shortcuts')}
    >
      <Icon />
    </Button>
  )
}
