'use client'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * When the page began to be printed (ms since 1970); undefined on the screen. What is shown for it is there before the
 * browser lays out the paper. The media query is asked as well, because not every way to paper sends the event.
 */
export function usePrinting(): number | undefined {
  const [printedAt, setPrintedAt] = useState<number>()
  useEffect(() => {
    const paper = window.matchMedia('print')
    const begin = () => flushSync(() => setPrintedAt((before) => before ?? Date.now()))
    const end = () => setPrintedAt(undefined)
    const turn = () => (paper.matches ? begin() : end())
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    paper.addEventListener('change', turn)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
      paper.removeEventListener('change', turn)
    }
  }, [])
  return printedAt
}
