'use client'
/** What shortcuts do. */
import { useLayoutEffect } from 'react'
import { copyText } from '@/components/ui/copy'
import { beginAtField, requestStep } from '@/components/ui/focus'
import { usePreference } from '@/components/ui/preferences'
import {
  approveKey,
  copyKey,
  isVisible,
  listKey,
  pageKeys,
  rehearseKey,
  searchKey,
  stepKeys,
  tourKey,
} from '@/components/ui/shortcuts'
import { hasOverlay, isHandled, isPaletteKey, type KeySequence, lookupKeys, openDialog } from './keyboard'

/** Milliseconds in which the second key of a sequence must follow the first. */
const sequenceMillis = 1_500

/** Text fields, and controls whose keys are their own; a row's check box leaves them to the list. */
const editable =
  'input:not(.pick *), textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"]'

/** The row of a list that contains an element; rows of other tables do not count. */
const rowOf = (element: Element | null) =>
  element?.closest<HTMLElement>('main :is(tr[data-index], li[data-index])') ?? undefined

/** The element that a key presses: in the focused row, else outside all rows. */
function findPressed(key: string, row: HTMLElement | undefined): HTMLElement | undefined {
  const declared = [...document.querySelectorAll<HTMLElement>(`[data-key~="${key}"]`)].filter(
    // What a closed popover holds can be pressed where its button is.
    (one) =>
      isVisible(one.closest('[popover]')?.parentElement ?? one) &&
      !one.matches(':disabled, [aria-disabled="true"], [inert] *'),
  )
  return declared.find((one) => row?.contains(one)) ?? declared.find((one) => !rowOf(one))
}

/** What a key of the page would do now, if anything. */
export function pageAction(key: string): (() => void) | undefined {
  const row = rowOf(document.activeElement)
  const id = row?.dataset.id
  const element = findPressed(key, row)
  // A row's id can be copied even if the column with its button is hidden.
  if (key === copyKey.key && id && !row.contains(element ?? null)) return () => void copyText(id)
  // So can a page's, in each of its views and before it is read.
  const pageId = document.querySelector<HTMLElement>('main h1')?.dataset.id
  if (key === copyKey.key && pageId && !element) return () => void copyText(pageId)
  if (element?.matches(editable)) return () => element.focus()
  // The list tells by Shift whether a range is meant.
  const click = { bubbles: true, cancelable: true, shiftKey: key.startsWith('Shift') }
  return element && (() => element.dispatchEvent(new MouseEvent('click', click)))
}

/** Opens the page or form of two keys: `g t`. @returns whether there is a link to it */
export function follow(keys: string): boolean {
  const link = document.querySelector<HTMLElement>(`[data-keys="${keys}"]`)
  if (keys.startsWith('n ')) beginAtField()
  link?.click()
  return link !== null
}

/** Focuses the look-up; a phone has it on a page of its own. @returns whether there is one */
export function openLookup(): boolean {
  const focus = pageAction(searchKey.key)
  focus?.()
  return focus !== undefined || follow(lookupKeys)
}

/** Whether a key belongs to a text field, to the browser, or to an open dialog or menu. */
function isForOthers(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return true
  if (event.target instanceof Element && event.target.closest(editable)) return true
  return hasOverlay() && event.key !== listKey.key
}

/** Handles the keys of a page. @param hasKeys whether single-key shortcuts are on @param sequences of this user */
export function keyHandler(hasKeys: boolean, sequences: readonly KeySequence[]) {
  let first: string | undefined
  let timer: ReturnType<typeof setTimeout>
  const stop = () => {
    clearTimeout(timer)
    first = undefined
  }

  /** @returns whether the key did something */
  const act = (key: string, isRepeated: boolean): boolean => {
    const row = rowOf(document.activeElement)
    const step = stepKeys.find((one) => (hasKeys && one.key === key) || (row && one.inRow === key))
    // A held key moves along rows, but not from page to page.
    if (step) return (!isRepeated || row !== undefined) && requestStep(step.by)
    const press = () => {
      const action = pageAction(key)
      action?.()
      return action !== undefined
    }
    if (key === 'Escape') return press()
    if (!hasKeys || isRepeated) return false
    if (first) {
      const sequence = sequences.find(({ keys }) => keys === `${first} ${key}`)
      stop()
      return sequence !== undefined && follow(sequence.keys)
    }
    if (sequences.some(({ keys }) => keys.startsWith(`${key} `))) {
      first = key
      timer = setTimeout(stop, sequenceMillis)
      return true
    }
    if (key === listKey.key) return openDialog('shortcuts')
    if (key === searchKey.key) return openLookup()
    const isOfPage = [...pageKeys, approveKey, rehearseKey, tourKey].some((one) => one.key === key)
    return isOfPage && press()
  }

  const handle = (event: KeyboardEvent) => {
    if (event.key === 'Shift') return
    if (isHandled(event) || isForOthers(event)) return stop()
    // Caps lock does not matter, but Shift makes a letter another key.
    const letter = event.key.length > 1 ? event.key : event.key.toLowerCase()
    const key = !event.shiftKey ? letter : /^[a-z]$/.test(letter) ? `Shift+${letter.toUpperCase()}` : event.key
    if (act(key, event.repeat)) event.preventDefault()
  }
  return { handle, /** Forgets the first key of a sequence. */ stop }
}

export type KeyHandler = ReturnType<typeof keyHandler>

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
