'use client'
import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'

/** Milliseconds after which a step through the history must have brought its page. */
const patience = 2_000

/**
 * Loads the page anew where a step back or forward changed the address and not what is on screen: Next can wait for ever
 * for a step that a quicker second one broke off (seen in 16.4.5).
 */
export function StepGuard() {
  const path = usePathname()
  const shown = useRef(path)
  useEffect(() => {
    shown.current = path
  }, [path])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const watch = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (window.location.pathname !== shown.current) window.location.reload()
      }, patience)
    }
    window.addEventListener('popstate', watch)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('popstate', watch)
    }
  }, [])
  return null
}
