'use client'
import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Note } from '@/components/ui/status'
import { canReachConsole } from '@/lib/browser/connection'

type PageFailureProps = { error: Error & { digest?: string }; reset: () => void }

/** As the bundler names the error of code that did not arrive. */
const lostCode = 'ChunkLoadError'

/** In place of a page that failed, inside the shell: why, and another try. Code that is lost stays lost until the document is loaded again. */
export function PageFailure({ error, reset }: PageFailureProps) {
  const [state, setState] = useState<'idle' | 'asking' | 'unreachable'>('idle')
  const isLost = error.name === lostCode
  useEffect(() => document.querySelector<HTMLElement>('#main h1')?.focus(), [])
  const retry = async () => {
    if (!isLost) return reset()
    if (state === 'asking') return
    setState('asking')
    // A reload without a connection would show the browser's error page.
    if (await canReachConsole()) window.location.reload()
    else setState('unreachable')
  }
  return (
    <>
      <h1 tabIndex={-1}>This page could not be shown</h1>
      <Note
        tone="bad"
        role="alert"
        className="mt-3 max-w-[640px]"
        title={isLost ? 'Part of the page did not arrive.' : 'The error is in Mintdesk, not at the provider.'}
        actions={
          <Button size="small" aria-busy={state === 'asking' || undefined} onClick={retry}>
            Try again
          </Button>
        }
      >
        {state === 'unreachable' ? 'Mintdesk cannot be reached. Check the connection.' : 'Nothing was sent or changed.'}
      </Note>
      {error.digest && (
        <p className="mt-2 text-ink-2">
          Error number <span className="font-mono">{error.digest}</span>. If this persists, give it to your
          administrator.
        </p>
      )}
    </>
  )
}
