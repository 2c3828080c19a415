'use client'
import { Keyboard as Icon } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { createSignal } from '@/components/ui/focus'
import { useShortcut } from '@/components/ui/preferences'
import type { Environment } from '@/lib/provider/environments'
import type { Role } from '@/lib/provider/roles'
import { createLabel, navigationFor } from './navigation'

/** Every shortcut is in a table here, which the key handler and the list on screen both read. */
export type Shortcut = { key: string; does: string }

/** Copies the id of the focused row, or of the page. */
export const copyKey: Shortcut = { key: 'c', does: 'Copy the ID of the row or page' }

/** Each presses (or focuses) the visible element with this `data-key`: `useShortcut`. */
export const pageKeys: readonly Shortcut[] = [
  { key: 'f', does: 'Add a filter' },
  { key: 'r', does: 'Refresh' },
  copyKey,
  { key: 'x', does: 'Select the row' },
  { key: 'Shift+X', does: 'Select up to the row' },
  { key: 'u', does: 'Back to the list' },
  { key: '.', does: 'Older page of the list' },
  { key: ',', does: 'Newer page of the list' },
]

/** Begins to approve the open request, which asks once more. */
export const approveKey: Shortcut = { key: 'a', does: 'Approve the open request' }

/** Presses the button of the tour's step, while a tour runs. */
export const tourKey: Shortcut = { key: 't', does: 'Do the step of the tour' }

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

/** Go to the next or previous item; `inRow` keys scroll the page unless a row has the focus. */
export const stepKeys = [
  { key: 'j', inRow: 'ArrowDown', by: 1, does: 'Next row or transfer' },
  { key: 'k', inRow: 'ArrowUp', by: -1, does: 'Previous row or transfer' },
] as const

/** Focuses the look-up. */
export const searchKey: Shortcut = { key: '/', does: 'Look up an ID, reference or hash' }

/** The keys of the look-up's page, where a phone has the look-up. */
export const lookupKeys = 'g l'

/** Opens the list of shortcuts. */
export const listKey: Shortcut = { key: '?', does: 'Show keyboard shortcuts' }

/** Opens and closes the rehearsal, where there is one. */
export const rehearseKey: Shortcut = { key: 'h', does: 'Rehearse' }

/** Opens the command palette, with a modifier: it works in text fields, and with single-key shortcuts off. */
export const paletteKey: Shortcut = { key: 'K', does: 'Open the command palette' }

/** Ctrl-K in a text field of macOS deletes to the end of the line. */
const isMac = () => /^(?:Mac|iP)/.test(navigator.platform)
/** The keys of the command palette on this device, to be shown. */
export const paletteKeys = () => [isMac() ? '⌘' : 'Ctrl', paletteKey.key]
export const isPaletteKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: Modified) =>
  key.toUpperCase() === paletteKey.key && (isMac() ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !altKey && !shiftKey
type Modified = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** The browser's own keys; they cannot be turned off. */
export const openKey: Shortcut = { key: 'Enter', does: 'Open the row' }
export const closeKey: Shortcut = { key: 'Esc', does: 'Close a dialog, menu or preview' }
/** Works on the focused row only, so it stays on while single-key shortcuts are off. */
export const peekKey: Shortcut = { key: 'Space', does: 'Preview the row' }

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
export const isVisible = (element: Element) => element.checkVisibility({ visibilityProperty: true })
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
