'use client'
import { QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useHydrated } from '@/components/ui/browser-state'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/dialog'
import type { Clocks } from '@/lib/api/clocks'
import { noteBuiltInSandbox } from '@/lib/browser/built-in-sandbox'
import { notePage } from '@/lib/browser/clocks'
import { clearFormDrafts, hasFormDrafts } from '@/lib/browser/draft-storage'
import { setPagePerson } from '@/lib/browser/operation'
import { announceSignOut, onSignOut } from '@/lib/browser/session'
import { noteTeam } from '@/lib/browser/team'
import { clearRecentLookups } from '@/lib/features/lookup/browser/recent-lookups'
import type { TeamSettings } from '@/lib/features/team/interface'
import type { Environment } from '@/lib/provider/environments'
import { nameClass, navigationEntry } from './navigation'

/** Server state of the signed-in pages: one cache a tab, cleared at sign-out. */
export function Queries({ children }: { children: ReactNode }) {
  const [client] = useState(() => new QueryClient())
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

/** Discards what this tab holds, and leaves. */
export function leaveTab(queries: QueryClient, url = '/sign-in'): void {
  queries.clear()
  clearFormDrafts()
  clearRecentLookups()
  window.location.assign(url)
}

/** Every write of this page is sent as its user, or refused. */
export function PagePerson({ person }: { person: string }) {
  useEffect(() => setPagePerson(person), [person])
  return null
}

/** What time it was when the page was made; before the parts of the page that ask. */
export function PageClocks({ environment, clocks }: { environment: Environment; clocks: Clocks }) {
  useState(() => notePage(environment, clocks))
  return null
}

/** What the desk has set, and whether the sandbox is the one that is built in; before the parts of the page that ask. */
export function PageTeam({ isBuiltIn, team }: { isBuiltIn: boolean; team: TeamSettings }) {
  useState(() => noteBuiltInSandbox(isBuiltIn))
  // Also when it is read again.
  useMemo(() => noteTeam(team), [team])
  return null
}

/** Leaves when the user signs out, or starts over, in another tab. */
export function SignOutListener() {
  const queries = useQueryClient()
  useEffect(() => onSignOut((url) => leaveTab(queries, url)), [queries])
  return null
}

/**
 * Ends the session at the server, then in every tab. Asks first if a draft would be lost.
 * @param onStay the person keeps the draft
 */
export function useSignOut(onStay?: () => void) {
  const queries = useQueryClient()
  const [state, setState] = useState<'idle' | 'asking' | 'leaving' | 'failed'>('idle')

  async function leave() {
    setState('leaving')
    try {
      const { signOut } = await import('next-auth/react')
      // A failed sign-out is answered with a problem, which has no url.
      const { url }: { url?: string } = await signOut({ redirect: false, callbackUrl: '/sign-in' })
      if (!url) return setState('failed')
      leaveTab(queries, url)
      announceSignOut()
    } catch {
      setState('failed')
    }
  }

  function start() {
    if (state === 'leaving') return
    if (hasFormDrafts()) setState('asking')
    else void leave()
  }

  const question = state === 'asking' && (
    <ConfirmDialog
      title="Sign out and discard the draft?"
      onClosed={() => {
        setState((now) => (now === 'asking' ? 'idle' : now))
        onStay?.()
      }}
      actions={
        <Button kind="primary" onClick={leave}>
          Sign out, discard draft
        </Button>
      }
    >
      <p>Anything you typed but did not send is discarded, and you are signed out in every tab.</p>
    </ConfirmDialog>
  )
  return { state, start, question }
}

export function SignOut() {
  const { state, start, question } = useSignOut()
  // Before hydration a click would be lost, and the person would walk away signed in.
  const isHydrated = useHydrated()
  return (
    <>
      <button
        type="button"
        className={navigationEntry}
        disabled={!isHydrated}
        aria-busy={state === 'leaving' || undefined}
        data-tip="Sign out"
        onClick={start}
      >
        <LogOut />
        <span className={nameClass}>Sign out</span>
      </button>
      {state === 'failed' && (
        <p role="alert" className="px-2 text-sm text-bad">
          Sign-out failed. You are still signed in. Try again.
        </p>
      )}
      {question}
    </>
  )
}
