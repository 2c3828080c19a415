'use client'
import { type MouseEvent, useRef } from 'react'
import { isPlainClick } from './address'

/**
 * Handlers for a table that make a click anywhere in a row (`data-href`) follow the row's link; the middle button opens a
 * tab. Text can still be selected, and buttons in the row keep their own clicks.
 * @param onFollow navigates in this tab; without it the browser does
 */
export function useRowLinks(onFollow?: (href: string, row: Element) => void) {
  // A click that closes a popover does nothing else.
  const isClosing = useRef(false)
  const follow = (event: MouseEvent) => {
    if (isClosing.current) return event.preventDefault()
    const target = event.target as Element
    const row = target.closest<HTMLElement>('tr[data-href]')
    const href = row?.dataset.href
    const link = target.closest('a, button, .pick')
    if (!row || !href || (link && link.tagName !== 'A') || window.getSelection()?.type === 'Range') return
    if (isPlainClick(event)) {
      event.preventDefault()
      if (onFollow) onFollow(href, row)
      else window.location.assign(href)
    } else if (!link && (event.button === 1 || event.ctrlKey || event.metaKey)) window.open(href, '_blank', 'noopener')
  }
  return {
    onPointerDownCapture: () => {
      isClosing.current = document.querySelector('[data-radix-popper-content-wrapper]') !== null
    },
    // Before the link itself, which then sees that its click is handled.
    onClickCapture: follow,
    onAuxClickCapture: follow,
  }
}
