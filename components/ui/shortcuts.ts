/** Single keys, and what they do: the key handler, the list under `?` and the command palette read them. */

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

/** Go to the next or previous item; `inRow` keys scroll the page unless a row has the focus. */
export const stepKeys = [
  { key: 'j', inRow: 'ArrowDown', by: 1, does: 'Next row or transfer' },
  { key: 'k', inRow: 'ArrowUp', by: -1, does: 'Previous row or transfer' },
] as const

/** Focuses the look-up. */
export const searchKey: Shortcut = { key: '/', does: 'Look up an ID, reference or hash' }

/** Opens the list of shortcuts. */
export const listKey: Shortcut = { key: '?', does: 'Show keyboard shortcuts' }

/** Opens and closes the rehearsal, where there is one. */
export const rehearseKey: Shortcut = { key: 'h', does: 'Rehearse' }

/** Opens the command palette, with a modifier: it works in text fields, and with single-key shortcuts off. */
export const paletteKey: Shortcut = { key: 'K', does: 'Open the command palette' }

/** The browser's own keys; they cannot be turned off. */
export const openKey: Shortcut = { key: 'Enter', does: 'Open the row' }
export const closeKey: Shortcut = { key: 'Esc', does: 'Close a dialog, menu or preview' }
/** Works on the focused row only, so it stays on while single-key shortcuts are off. */
export const peekKey: Shortcut = { key: 'Space', does: 'Preview the row' }

export const isVisible = (element: Element) => element.checkVisibility({ visibilityProperty: true })
