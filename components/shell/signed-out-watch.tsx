'use client'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { clearFormDrafts } from '@/lib/browser/form-drafts'
import { announceSignOut, onSignedOut } from '@/lib/browser/signed-out'

/** Forgets what this tab holds, and leads away from it. */
function leaveTab(queries: QueryClient): void {
  queries.clear()
  clearFormDrafts()
  window.location.assign('/sign-in')
}

/** The person has signed out: every tab of this console leaves, this one first. */
export function leaveTabs(queries: QueryClient): void {
  leaveTab(queries)
  announceSignOut()
}

/** Leaves when the person signs out in another tab. */
export function SignedOutWatch() {
  const queries = useQueryClient()
  useEffect(() => onSignedOut(() => leaveTab(queries)), [queries])
  return null
}
