/** Every shortcut, in one table: the key handler and the list on screen both read it. */
import type { Environment } from '@/lib/api/environments'
import type { Role } from '@/lib/api/roles'
import { navigationFor } from './navigation'

export type Shortcut = { key: string; does: string }

/** Copies the id of the focused row, or of the page. */
export const copyKey: Shortcut = { key: 'c', does: 'Copy the id of the row or page' }

/** Each presses (or focuses) the visible element that declares it as `aria-keyshortcuts`. */
export const pageKeys: readonly Shortcut[] = [
  { key: 'f', does: 'Add a filter' },
  { key: 'r', does: 'Refresh' },
  copyKey,
  { key: 'u', does: 'Back to the list' },
]

/** After `g`: follows the navigation link with that `data-keys`, for the pages that these roles have. */
export const goKeysFor = (environment: Environment, roles: readonly Role[]): readonly Shortcut[] =>
  navigationFor(environment, roles).flatMap(({ links }) => links.map(({ key, name, does = name }) => ({ key, does })))

/** Go to the next or previous item; `inRow` keys scroll the page unless a row has the focus. */
export const stepKeys = [
  { key: 'j', inRow: 'ArrowDown', by: 1, does: 'Next row or transfer' },
  { key: 'k', inRow: 'ArrowUp', by: -1, does: 'Previous row or transfer' },
] as const

/** Opens the list of shortcuts. */
export const listKey: Shortcut = { key: '?', does: 'Show this list' }

/** The browser's own keys; they cannot be turned off. */
export const openKey: Shortcut = { key: 'Enter', does: 'Open the row' }
export const closeKey: Shortcut = { key: 'Esc', does: 'Close a dialog or menu' }

/** The dialogs of the shell, of which at most one is open. */
export type ShellDialog = 'shortcuts' | 'menu'

const event = 'mintdesk:dialog'

/** Opens a dialog of the shell from anywhere. */
export const openDialog = (name: ShellDialog) => document.dispatchEvent(new CustomEvent(event, { detail: name }))

/** @returns what stops listening */
export function onOpenDialog(open: (name: ShellDialog) => void): () => void {
  const listen = (request: Event) => open((request as CustomEvent<ShellDialog>).detail)
  document.addEventListener(event, listen)
  return () => document.removeEventListener(event, listen)
}
