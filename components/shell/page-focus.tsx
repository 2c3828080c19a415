'use client'
import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'

/**
 * After a move to another page the keyboard begins at its heading; Next's own announcer says its title. Where the page has
 * placed the keyboard itself, as a list does on the row that one comes back to, it stays there.
 */
export function PageFocus() {
  const path = usePathname()
  const last = useRef(path)
  useEffect(() => {
    if (last.current === path) return
    last.current = path
    const main = document.getElementById('main')
    const { activeElement } = document
    if (activeElement !== main && main?.contains(activeElement)) return
    const heading = main?.querySelector<HTMLElement>('h1') ?? main
    heading?.focus({ preventScroll: true })
  }, [path])
  return null
}
