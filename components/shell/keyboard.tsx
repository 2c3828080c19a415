'use client'
import { Keyboard as Icon } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '@/components/ui/button'
import { copyText } from '@/components/ui/copy'
import { requestStep } from '@/components/ui/focus'
import { usePreference, useShortcut } from '@/components/ui/preferences'
import { copyKey, listKey, openDialog, pageKeys, type Shortcut, stepKeys } from './shortcuts'

/** Milliseconds in which the second key of `g t` must follow the first. */
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

function follow(key: string): boolean {
  const link = document.querySelector<HTMLElement>(`[data-keys="g ${key}"]`)
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

/** Handles every shortcut. @param goKeys what can follow `g` for this user */
export function Keyboard({ goKeys }: { goKeys: readonly Shortcut[] }) {
  const [keys] = usePreference('keys')
  useEffect(() => {
    let isGoing = false
    let timer: ReturnType<typeof setTimeout>
    const stop = () => {
      clearTimeout(timer)
      isGoing = false
    }

    /** @returns whether the key did something */
    const handle = (key: string, isRepeated: boolean): boolean => {
      const row = rowOf(document.activeElement)
      const step = stepKeys.find((one) => (keys === 'on' && one.key === key) || (row && one.inRow === key))
      // A held key moves along rows, but not from page to page.
      if (step) return (!isRepeated || row !== undefined) && requestStep(step.by)
      if (keys === 'off' || isRepeated) return false
      if (isGoing) {
        stop()
        return goKeys.some((one) => one.key === key) && follow(key)
      }
      if (key === 'g') {
        isGoing = true
        timer = setTimeout(stop, sequenceMillis)
        return true
      }
      if (key === listKey.key) {
        openDialog('shortcuts')
        return true
      }
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
  }, [keys, goKeys])
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
