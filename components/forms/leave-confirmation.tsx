'use client'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { isPlainClick } from '@/components/ui/address'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { type DraftKey, readFormDraft } from '@/lib/browser/form-drafts'

/** Links that carry this lead away unasked: signing in again comes back to the form. */
export const skipLeaveConfirmation = { 'data-leave': 'free' } as const

type LeaveGuardProps = {
  /** Whether something was typed that leaving would interrupt. */
  isOn: boolean
  /** What is being made: "order". */
  thing: string
  place: DraftKey
  /** Whether it can have reached anybody by now. */
  reach: 'not-sent' | 'maybe-sent'
  onDiscard: () => void
}

/**
 * Asks before a link leads away from what was typed; closing or reloading the tab is asked by the browser. The back button
 * is not asked: the draft stays, and forward or the form's own address brings it back.
 */
export function LeaveConfirmation({ isOn, thing, place, reach, onDiscard }: LeaveGuardProps) {
  const router = useRouter()
  const [target, setTarget] = useState<string | undefined>()
  const isLeaving = useRef(false)

  useEffect(() => {
    if (!isOn) return
    // The form and its review belong together.
    const within = `/${place.environment}/${place.place}`
    const askBrowser = (event: BeforeUnloadEvent) => {
      // Signing out has thrown the draft away already: nothing is left to ask about.
      if (!isLeaving.current && readFormDraft(place)) event.preventDefault()
    }
    const askHere = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link?.href || !isPlainClick(event) || link.target === '_blank' || link.hasAttribute('download')) return
      if (link.dataset.leave === 'free') {
        isLeaving.current = true
        return
      }
      const url = new URL(link.href, window.location.href)
      const isHere = url.pathname === within || url.pathname.startsWith(`${within}/`)
      if (url.origin !== window.location.origin || isHere) return
      event.preventDefault()
      event.stopPropagation()
      setTarget(`${url.pathname}${url.search}`)
    }
    window.addEventListener('beforeunload', askBrowser)
    // On the window and before the page: Next's own links act as soon as React hears of the click.
    window.addEventListener('click', askHere, true)
    return () => {
      window.removeEventListener('beforeunload', askBrowser)
      window.removeEventListener('click', askHere, true)
    }
  }, [isOn, place])

  if (target === undefined) return null
  const leave = () => {
    setTarget(undefined)
    if (target.split('/')[1] === place.environment) return router.push(target)
    // Another environment's pages are loaded anew: nothing that was typed here can show there.
    isLeaving.current = true
    window.location.assign(target)
  }
  const discard = () => {
    onDiscard()
    leave()
  }
  return (
    <ConfirmDialog
      title={`Leave this ${thing}?`}
      onClosed={() => setTarget(undefined)}
      acts={
        <>
          <Button className="border-bad! text-bad!" onClick={discard}>
            Discard draft
          </Button>
          <Button kind="primary" onClick={leave}>
            Leave, keep draft
          </Button>
        </>
      }
    >
      <p>
        Your draft stays in this tab until you close it or sign out.{' '}
        {reach === 'not-sent'
          ? 'Nothing was sent.'
          : 'It may have been sent: leaving does not call it back, and Activity shows what became of it.'}
      </p>
    </ConfirmDialog>
  )
}
