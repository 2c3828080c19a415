/** Every key that acts, in one table: the handler presses what stands here, and the list on screen shows the same. */
import type { Environment } from '@/lib/api/environments'
import type { Role } from '@/lib/api/roles'
import { navigationFor } from './navigation'

export type PageKey = { key: string; does: string }

/** Copies the id of the row that has the keyboard, else the one of the page. */
export const copyKey: PageKey = { key: 'c', does: 'Copy the id of the row, or of the page' }

/** Each presses (or focuses) the visible element that declares it as `aria-keyshortcuts`. */
export const pageKeys: readonly PageKey[] = [
  { key: 'f', does: 'Add a filter' },
  { key: 'r', does: 'Refresh' },
  copyKey,
  { key: 'u', does: 'Back to the list' },
]

/** After `g`: follows the link of the navigation that says so in `data-keys`, where this person has that link. */
export const goKeysFor = (environment: Environment, roles: readonly Role[]): readonly PageKey[] =>
  navigationFor(environment, roles).flatMap(({ links }) => links.map(({ key, name, does = name }) => ({ key, does })))

/** Asks the page to step; `inRow` are those that scroll unless a row has the keyboard. */
export const stepKeys = [
  { key: 'j', inRow: 'ArrowDown', by: 1, does: 'Next row, or next transfer' },
  { key: 'k', inRow: 'ArrowUp', by: -1, does: 'Row or transfer before' },
] as const

/** Opens the list of keys. */
export const listKey: PageKey = { key: '?', does: 'Show this list' }

/** What the browser itself does with these; no switch turns them off. */
export const openKey: PageKey = { key: 'Enter', does: 'Open the row' }
export const closeKey: PageKey = { key: 'Esc', does: 'Close what is open' }

const event = 'mintdesk:shortcuts'

/** Opens the list of keys from wherever a button for it stands. */
export const askForShortcuts = () => document.dispatchEvent(new Event(event))

/** @returns what stops listening */
export function onAskForShortcuts(open: () => void): () => void {
  document.addEventListener(event, open)
  return () => document.removeEventListener(event, open)
}
