'use client'
import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'

/** After a move to another page the keyboard begins at its heading; Next's own announcer says its title. */
export function PageFocus() {
  const path = usePathname()
  const last = useRef(path)
  useEffect(() => {
    if (last.current === path) return
    last.current = path
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [path])
  return null
}
