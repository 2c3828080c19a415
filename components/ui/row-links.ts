'use client'
import { type RefObject, useEffect } from 'react'
import { isPlainClick } from './plain-click'

/**
 * Lets a click anywhere in a row (`data-href`) follow the row's link, as the link itself would: the middle button opens
 * a tab. One listener for the table; text can still be selected, and buttons and links in the row keep their own clicks.
 * @param onFollow goes there in this tab; without it the browser does
 */
export function useRowLinks(
  table: RefObject<HTMLElement | null>,
  onFollow: ((href: string, row: Element) => void) | undefined,
): void {
  useEffect(() => {
    const element = table.current
    if (!element) return
    // A click that closes a menu does nothing else.
    let isClosing = false
    const press = () => {
      isClosing = document.querySelector('.menu') !== null
    }
    const follow = (event: MouseEvent) => {
      if (isClosing) return event.preventDefault()
      const target = event.target as Element
      const row = target.closest<HTMLElement>('tr[data-href]')
      const href = row?.dataset.href
      const link = target.closest('a, button')
      if (!row || !href || link?.tagName === 'BUTTON' || window.getSelection()?.type === 'Range') return
      if (isPlainClick(event)) {
        event.preventDefault()
        if (onFollow) onFollow(href, row)
        else window.location.assign(href)
      } else if (!link && (event.button === 1 || event.ctrlKey || event.metaKey))
        window.open(href, '_blank', 'noopener')
    }
    element.addEventListener('pointerdown', press)
    element.addEventListener('click', follow)
    element.addEventListener('auxclick', follow)
    return () => {
      element.removeEventListener('pointerdown', press)
      element.removeEventListener('click', follow)
      element.removeEventListener('auxclick', follow)
    }
  }, [onFollow, table])
}
