'use client'
import { useEffect } from 'react'
import { removeOldDrafts } from '@/lib/browser/draft-storage'

const tenMinutes = 600_000

/** Removes drafts at the end of their life: when a page opens, and while it stays open, also without a session. */
export function DraftRetention() {
  useEffect(() => {
    removeOldDrafts()
    const timer = setInterval(removeOldDrafts, tenMinutes)
    return () => clearInterval(timer)
  }, [])
  return null
}
