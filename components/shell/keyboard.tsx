'use client'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { copyText } from '@/components/ui/copy'
import { requestStep } from '@/components/ui/focus'
import { usePreference } from '@/components/ui/preferences'
import type { Environment } from '@/lib/api/environments'
import type { Role } from '@/lib/api/roles'
import { copyKey, goKeysFor, listKey, onAskForShortcuts, pageKeys, stepKeys } from './shortcuts'

const ShortcutsDialog = lazy(() => import('./shortcuts-dialog'))

/** Milliseconds in which the second key of `g t` must follow the first. */
const patience = 1_500

const typed = 'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"]'
const floating = 'dialog[open], :popover-open, [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true })

/** A row of a list; rows of other tables are not stepped through. */
const rowOf = (element: Element | null) => element?.closest<HTMLElement>('main tr[data-index]') ?? undefined

/** The element that a key means: in the row that has the keyboard, else one of the page that stands in no row. */
function declaredBy(key: string, row: HTMLElement | undefined): HTMLElement | undefined {
  const all = [...document.querySelectorAll<HTMLElement>(`[aria-keyshortcuts~="${key}"]`)].filter(
    (one) => isSeen(one) && !one.matches(':disabled, [aria-disabled="true"], [inert] *'),
  )
  return all.find((one) => row?.contains(one)) ?? all.find((one) => !rowOf(one))
}

/** Does what a key of the page says. @returns whether anything on the page answers to it */
function press(key: string): boolean {
  const row = rowOf(document.activeElement)
  const element = declaredBy(key, row)
  // A row copies its id also where its button is in no column on screen.
  if (key === copyKey.key && row?.dataset.id && !row.contains(element ?? null)) {
    void copyText(row.dataset.id)
    return true
  }
  if (element?.matches(typed)) element.focus()
  else element?.click()
  return element !== undefined
}

function go(key: string): boolean {
  const link = document.querySelector<HTMLElement>(`[data-keys="g ${key}"]`)
  link?.click()
  return link !== null
}

/** Whether a key belongs to what is being typed, to the browser, or to something that floats over the page. */
function isOthers(event: KeyboardEvent): boolean {
  // Safari says 229 where an input method is at work; others say isComposing.
  if (event.defaultPrevented || event.isComposing || event.keyCode === 229) return true
  if (event.ctrlKey || event.metaKey || event.altKey) return true
  if (event.target instanceof Element && event.target.closest(typed)) return true
  return [...document.querySelectorAll(floating)].some(isSeen) && event.key !== listKey.key
}

/** The one handler of single keys, and the list of them. */
export function Keyboard({ environment, roles }: { environment: Environment; roles: readonly Role[] }) {
  const [keys] = usePreference('keys')
  const goKeys = useMemo(() => goKeysFor(environment, roles), [environment, roles])
  const [isListOpen, setListOpen] = useState(false)
  useEffect(() => onAskForShortcuts(() => setListOpen(true)), [])
  useEffect(() => {
    let isGoing = false
    let timer: ReturnType<typeof setTimeout>
    const stop = () => {
      clearTimeout(timer)
      isGoing = false
    }

    /** @returns whether the key did something here */
    const act = (key: string, isRepeated: boolean): boolean => {
      const row = rowOf(document.activeElement)
      const step = stepKeys.find((one) => (keys === 'on' && one.key === key) || (row && one.inRow === key))
      // Held down it runs along rows; from page to page each press is a step.
      if (step) return (!isRepeated || row !== undefined) && requestStep(step.by)
      if (keys === 'off' || isRepeated) return false
      if (isGoing) {
        stop()
        return goKeys.some((one) => one.key === key) && go(key)
      }
      if (key === 'g') {
        isGoing = true
        timer = setTimeout(stop, patience)
        return true
      }
      if (key === listKey.key) {
        setListOpen(true)
        return true
      }
      return pageKeys.some((one) => one.key === key) && press(key)
    }

    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Shift') return
      if (isOthers(event)) return stop()
      // Caps lock is no reason to be deaf; Shift makes another key of a letter.
      const key = event.shiftKey || event.key.length > 1 ? event.key : event.key.toLowerCase()
      if (act(key, event.repeat)) event.preventDefault()
    }
    document.addEventListener('keydown', listen)
    return () => {
      stop()
      document.removeEventListener('keydown', listen)
    }
  }, [keys, goKeys])
  return (
    isListOpen && (
      <Suspense>
        <ShortcutsDialog goKeys={goKeys} onClosed={() => setListOpen(false)} />
      </Suspense>
    )
  )
}
