'use client'
import { useQueryClient } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { hasFormDrafts } from '@/lib/browser/form-drafts'
import { navigationEntry } from './navigation-links'
import { leaveTabs } from './signed-out-watch'

/** Ends the session at the server, then lets every tab forget what it holds. Asks first where a draft would be lost. */
export function SignOut() {
  const queries = useQueryClient()
  const [state, setState] = useState<'idle' | 'asking' | 'leaving' | 'failed'>('idle')

  async function leave() {
    setState('leaving')
    try {
      const { signOut } = await import('next-auth/react')
      await signOut({ redirect: false })
    } catch {
      setState('failed')
      return
    }
    leaveTabs(queries)
  }

  function press() {
    if (state === 'leaving') return
    if (hasFormDrafts()) setState('asking')
    else void leave()
  }

  return (
    <>
      <button type="button" className={navigationEntry} aria-busy={state === 'leaving' || undefined} onClick={press}>
        <LogOut />
        Sign out
      </button>
      {state === 'failed' && (
        <p role="alert" className="px-2 text-sm text-bad">
          Mintdesk was not reached, so you are still signed in. Try again.
        </p>
      )}
      {state === 'asking' &&
        // A phone's sheet closes under a dialog, and would hide one within it.
        createPortal(
          <ConfirmDialog
            title="Sign out and discard the draft?"
            onClosed={() => setState((now) => (now === 'asking' ? 'idle' : now))}
            acts={
              <Button kind="primary" onClick={leave}>
                Sign out, discard draft
              </Button>
            }
          >
            <p>What was typed and not sent is discarded, and every tab of this console is signed out.</p>
          </ConfirmDialog>,
          document.body,
        )}
    </>
  )
}
