'use client'
import { useQueryClient } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { navigationEntry } from './navigation-links'

/** Ends the session at the server, then forgets what this tab holds. */
export function SignOut() {
  const queries = useQueryClient()
  const [state, setState] = useState<'idle' | 'leaving' | 'failed'>('idle')

  async function leave() {
    if (state === 'leaving') return
    setState('leaving')
    try {
      const { signOut } = await import('next-auth/react')
      await signOut({ redirect: false })
    } catch {
      setState('failed')
      return
    }
    queries.clear()
    sessionStorage.clear()
    window.location.assign('/sign-in')
  }

  return (
    <>
      <button type="button" className={navigationEntry} aria-busy={state === 'leaving' || undefined} onClick={leave}>
        <LogOut />
        Sign out
      </button>
      {state === 'failed' && (
        <p role="alert" className="px-2 text-sm text-bad">
          Mintdesk was not reached, so you are still signed in. Try again.
        </p>
      )}
    </>
  )
}
