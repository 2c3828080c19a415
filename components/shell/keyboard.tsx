'use client'
import { Keyboard as Icon } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '@/components/ui/button'
import { copyText } from '@/components/ui/copy'
import { createSignal, requestStep } from '@/components/ui/focus'
import { usePreference, useShortcut } from '@/components/ui/preferences'
import type { Environment } from '@/lib/api/environments'
import type { Role } from '@/lib/api/roles'
import { createLabel, navigationFor } from './navigation'

/** Every shortcut is in a table here, which the key handler and the list on screen both read. */
export type Shortcut = { key: string; does: string }

/** Copies the id of the focused row, or of the page. */
export const copyKey: Shortcut = { key: 'c', does: 'Copy the ID of the row or page' }

/** Each presses (or focuses) the visible element that declares it as `aria-keyshortcuts`. */
export const pageKeys: readonly Shortcut[] = [
  { key: 'f', does: 'Add a filter' },
  { key: 'r', does: 'Refresh' },
  copyKey,
  { key: 'u', does: 'Back to the list' },
  { key: '.', does: 'Older page of the list' },
  { key: ',', does: 'Newer page of the list' },
]

/** Two keys in a row: `g` and a key go to a page, `n` and a key open a form. Each follows the link with these `data-keys`. */
export type KeySequence = Shortcut & { first: 'g' | 'n' }

const sequenceOf = (keys: `${'g' | 'n'} ${string}`, does: string): KeySequence => ({
  first: keys.startsWith('g') ? 'g' : 'n',
  key: keys.slice(2),
  does,
})

/** For the pages and forms that these roles have. */
export const keySequencesFor = (environment: Environment, roles: readonly Role[]): readonly KeySequence[] =>
  navigationFor(environment, roles).flatMap(({ links }) =>
    links.flatMap(({ keys, name, creates }) => [
      sequenceOf(keys, name),
      ...(creates ? [sequenceOf(creates.keys, createLabel(creates.operation))] : []),
    ]),
  )

/** Go to the next or previous item; `inRow` keys scroll the page unless a row has the focus. */
export const stepKeys = [
  { key: 'j', inRow: 'ArrowDown', by: 1, does: 'Next row or transfer' },
  { key: 'k', inRow: 'ArrowUp', by: -1, does: 'Previous row or transfer' },
] as const

/** Opens the look-up. */
export const searchKey: Shortcut = { key: '/', does: 'Look up an ID, reference or hash' }

/** Opens the list of shortcuts. */
export const listKey: Shortcut = { key: '?', does: 'Show this list' }

/** The browser's own keys; they cannot be turned off. */
export const openKey: Shortcut = { key: 'Enter', does: 'Open the row' }
export const closeKey: Shortcut = { key: 'Esc', does: 'Close a dialog or menu' }

/** The dialogs of the shell, of which at most one is open. */
export type ShellDialog = 'shortcuts' | 'menu' | 'search'
const dialogs = createSignal<ShellDialog>()
/** Opens a dialog of the shell from anywhere. */
export const openDialog = dialogs.send
export const onOpenDialog = dialogs.listen

/** Milliseconds in which the second key of a sequence must follow the first. */
const sequenceMillis = 1_500

const editable = 'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"]'
const overlay = 'dialog[open], :popover-open, [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

const isVisible = (element: Element) => element.checkVisibility({ visibilityProperty: true })

/** The row of a list that contains an element; rows of other tables do not count. */
const rowOf = (element: Element | null) => element?.closest<HTMLElement>('main tr[data-index]') ?? undefined

/** The element that declares a key: in the focused row, else outside all rows. */
function findDeclared(key: string, row: HTMLElement | undefined): HTMLElement | undefined {
  const declared = [...document.querySelectorAll<HTMLElement>(`[aria-keyshortcuts~="${key}"]`)].filter(
    (one) => isVisible(one) && !one.matches(':disabled, [aria-disabled="true"], [inert] *'),
  )
  return declared.find((one) => row?.contains(one)) ?? declared.find((one) => !rowOf(one))
}

/** Presses what declares a key of the page. @returns whether anything does */
function press(key: string): boolean {
  const row = rowOf(document.activeElement)
  const element = findDeclared(key, row)
  // A row's id can be copied even if the column with its button is hidden.
  if (key === copyKey.key && row?.dataset.id && !row.contains(element ?? null)) {
    void copyText(row.dataset.id)
    return true
  }
  if (element?.matches(editable)) element.focus()
  else element?.click()
  return element !== undefined
}

function follow({ first, key }: KeySequence): boolean {
  const link = document.querySelector<HTMLElement>(`[data-keys="${first} ${key}"]`)
  link?.click()
  return link !== null
}

/** Whether a key belongs to a text field, to the browser, or to an open dialog or menu. */
function isForOthers(event: KeyboardEvent): boolean {
  // During composition Safari sets the key code to 229; others set isComposing.
  if (event.defaultPrevented || event.isComposing || event.keyCode === 229) return true
  if (event.ctrlKey || event.metaKey || event.altKey) return true
  if (event.target instanceof Element && event.target.closest(editable)) return true
  return [...document.querySelectorAll(overlay)].some(isVisible) && event.key !== listKey.key
}

/** Handles every shortcut. @param sequences of this user */
export function Keyboard({ sequences }: { sequences: readonly KeySequence[] }) {
  const [keys] = usePreference('keys')
  useEffect(() => {
    let first: string | undefined
    let timer: ReturnType<typeof setTimeout>
    const stop = () => {
      clearTimeout(timer)
      first = undefined
    }

    /** @returns whether the key did something */
    const handle = (key: string, isRepeated: boolean): boolean => {
      const row = rowOf(document.activeElement)
      const step = stepKeys.find((one) => (keys === 'on' && one.key === key) || (row && one.inRow === key))
      // A held key moves along rows, but not from page to page.
      if (step) return (!isRepeated || row !== undefined) && requestStep(step.by)
      if (keys === 'off' || isRepeated) return false
      if (first) {
        const sequence = sequences.find((one) => one.first === first && one.key === key)
        stop()
        return sequence !== undefined && follow(sequence)
      }
      if (sequences.some((one) => one.first === key)) {
        first = key
        timer = setTimeout(stop, sequenceMillis)
        return true
      }
      if (key === listKey.key) return openDialog('shortcuts')
      if (key === searchKey.key) return openDialog('search')
      return pageKeys.some((one) => one.key === key) && press(key)
    }

    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Shift') return
      if (isForOthers(event)) return stop()
      // Caps lock does not matter, but Shift makes a letter another key.
      const key = event.shiftKey || event.key.length > 1 ? event.key : event.key.toLowerCase()
      if (handle(key, event.repeat)) event.preventDefault()
    }
    document.addEventListener('keydown', listen)
    return () => {
      stop()
      document.removeEventListener('keydown', listen)
    }
  }, [keys, sequences])
  return null
}

/** Opens the list of shortcuts, also while single-key shortcuts are off. */
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
      onClick={() => openDialog('shortcuts')}
    >
      <Icon />
    </Button>
  )
}
